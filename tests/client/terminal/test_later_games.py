"""Games of a later program in a player's folder: told with both numbers, left as they are."""

import asyncio
import multiprocessing
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from client.commands.command_line import main
from client.home import GAMES_FOLDER, SOLO_FOLDER, restored_home
from client.player_files import KEY_FILES
from client.records.archive import Archive, VerdictBook
from client.records.reading import digest_of
from client.worker.hall import Hall
from client.worker.hall_values import EnterHall, GamesFound
from client.worker.pipe import Pipe
from client.worker.record_values import ListRecords, RecordRow
from client.worker.values import Leave
from engine.canonical import encode
from engine.errors import BorgoError
from engine.record import RULES_VERSION, Record, Setup
from engine.record_file import first_line, to_bytes
from engine.versions import FILE, PROTOCOL, STORE
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import KeptAddresses, keep_for_return, too_new, unfinished
from net.edge.storing.private_files import keep_identity, load_or_make_store_key
from net.edge.storing.store import FILE_NAME, Store
from net.limits import LONGEST_FILE
from net.wire.table_setup import encode_setup
from tests.released.homes import IDENTITIES, KEYS, NAMES, released_store
from tests.support.fake_wire import identities_for, signed, table_for

LATER = PROTOCOL.newest + 1
SAID = f"version {LATER} of the protocol; this program knows it up to version {PROTOCOL.newest}"


@pytest.fixture(params=[{}, {"witness": b""}], ids=["signed as today", "signed otherwise"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Of a player who went back to an older program with a game unfinished."""
    keep_identity(tmp_path / KEY_FILES[0], b"\1" * 32)
    key = load_or_make_store_key(tmp_path / KEY_FILES[1], None)
    setup = replace(table_for(2), protocol=LATER)
    game = setup_hash(encode_setup(setup))
    with closing(Store(tmp_path / FILE_NAME, key)) as store:
        store.begin_game(game, encode({**asdict(signed(setup)), **request.param}), 0)
        keep_for_return(store, game, bytes(32), KeptAddresses(bytes(16), ()))
        assert unfinished(store, identities_for(1)[0].public_key) == []
        assert str(too_new(store)).startswith("too-new-protocol")
    return tmp_path


def test_who_would_go_back_is_told_both_numbers(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--return", "--name", "Ana", "--home", str(home)]) == 2
    assert SAID in capsys.readouterr().err


@pytest.mark.parametrize("wanted", [[], ["its id"]], ids=["any", "by its id"])
def test_who_would_go_back_is_told_beside_an_older_game(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wanted: list[str],
) -> None:
    def goes_on(*_: object) -> None:
        raise BorgoError("nobody-typing")

    monkeypatch.setattr("client.commands.table._run", goes_on)
    keep_identity(tmp_path / KEY_FILES[0], IDENTITIES["ana"])
    load_or_make_store_key(tmp_path / KEY_FILES[1], None, lambda _: KEYS["ana"])
    released_store(tmp_path, "ana")
    setup = replace(table_for(2), protocol=LATER)
    game = setup_hash(encode_setup(setup))
    with closing(Store(tmp_path / FILE_NAME, KEYS["ana"])) as store:
        store.begin_game(game, encode(signed(setup)), 2_000_000_000)
    back = [game.hex() for _ in wanted]
    assert main(["table", "--return", *back, "--name", "Ana", "--home", str(tmp_path)]) == 2
    assert SAID in "".join(capsys.readouterr())


def test_the_first_screen_says_why_a_game_is_not_listed(home: Path) -> None:
    ours, theirs = multiprocessing.Pipe()
    hall = Hall(EnterHall(str(home)), Pipe(theirs))
    hall._open_keys(is_tried=False)
    ours.recv()
    asyncio.run(hall._tell_games())
    found = ours.recv()
    assert isinstance(found, GamesFound)
    assert found.games == ()
    assert SAID in found.fault


def test_a_store_of_a_later_program_hides_no_game_of_another(tmp_path: Path) -> None:
    """A place that was restored here by a later program, beside the player's own games."""
    for name in NAMES:
        home = restored_home(tmp_path, "" if name == "ana" else name)
        home.mkdir(parents=True, exist_ok=True)
        keep_identity(home / KEY_FILES[0], IDENTITIES[name])
        load_or_make_store_key(home / KEY_FILES[1], None, lambda _, name=name: KEYS[name])
        released_store(home, name)
    later = sqlite3.connect(restored_home(tmp_path, "ben") / FILE_NAME)
    later.execute(f"PRAGMA user_version = {STORE.newest + 1}")
    later.close()
    ours, theirs = multiprocessing.Pipe()
    hall = Hall(EnterHall(str(tmp_path)), Pipe(theirs))
    hall._open_keys(is_tried=False)
    ours.recv()
    asyncio.run(hall._tell_games())
    found = ours.recv()
    assert [game.people for game in found.games] == [("Ana", "Ben")]
    assert f"has version {STORE.newest + 1} of its form" in found.fault


@pytest.mark.parametrize("is_put_away", [False, True])
def test_the_first_screen_says_why_a_game_alone_is_not_listed(
    tmp_path: Path, *, is_put_away: bool
) -> None:
    path = tmp_path / SOLO_FOLDER / "2026-01-01 20.00 hunters.borgo"
    path.parent.mkdir()
    path.write_bytes(to_bytes(Record(Setup(rules=RULES_VERSION + 1), ())))
    if is_put_away:
        VerdictBook(tmp_path).put_away(digest_of(path.read_bytes()))
    ours, theirs = multiprocessing.Pipe()
    asyncio.run(Hall(EnterHall(str(tmp_path)), Pipe(theirs))._tell_games())
    found = ours.recv()
    assert found.games == ()
    said = f"version {RULES_VERSION + 1} of the rules; this program knows them up to version"
    assert (f"{said} {RULES_VERSION}" in found.fault) != is_put_away


def test_the_first_screen_says_why_a_game_alone_that_is_longer_than_ours_is_not_listed(
    tmp_path: Path,
) -> None:
    path = tmp_path / SOLO_FOLDER / "2026-01-01 20.00 hunters.borgo"
    path.parent.mkdir()
    path.write_bytes(first_line(FILE.newest + 1) + bytes(LONGEST_FILE))
    ours, theirs = multiprocessing.Pipe()
    asyncio.run(Hall(EnterHall(str(tmp_path)), Pipe(theirs))._tell_games())
    assert f"has version {FILE.newest + 1} of its form" in ours.recv().fault


def test_the_chronicles_say_why_a_game_is_not_shown(home: Path) -> None:
    folder = home / GAMES_FOLDER
    folder.mkdir()
    (folder / "later.borgo").write_bytes(first_line(FILE.newest + 1) + b"whatever")
    ours, theirs = multiprocessing.Pipe()
    ours.send(Leave())
    rows = [*Archive(ListRecords(str(home)), Pipe(theirs))._stored(set())]
    assert [SAID in row.fault for row in rows] == [True]
    file_row, _ = Archive(ListRecords(str(home)), Pipe(theirs))._row(folder / "later.borgo")
    assert isinstance(file_row, RecordRow)
    assert f"has version {FILE.newest + 1} of its form" in file_row.fault


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_whoever_opens_a_later_file_is_told_both_numbers(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = tmp_path / "later.borgo"
    later.write_bytes(first_line(FILE.newest + 1) + b"whatever")
    assert main([command, str(later)]) == 2
    said = capsys.readouterr().err
    assert str(later) in said
    assert f"version {FILE.newest + 1} of its form" in said
    assert f"up to version {FILE.newest}." in said
