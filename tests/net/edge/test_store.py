"""The store keeps what it says it keeps, one answer for one request, or says why it cannot."""

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.edge.store import Player, Store
from net.edge.store_errors import (
    AlreadyAnswered,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreReadOnly,
    StoreTooNew,
    StoreUnusable,
    explained,
)
from net.log.entry import decode_entry
from tests.net.edge.entries import GAME, entry

KEY = bytes(range(32))
OTHER_GAME = bytes(32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "borgo.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path, KEY)
    yield opened
    opened.close()


def test_entries_come_back_in_order_after_a_restart(path: Path) -> None:
    first = Store(path, KEY)
    first.record_received(GAME, [entry(2, part=1, peer=1), entry(1, peer=1)])
    first.record_own(GAME, entry(2))
    first.close()
    second = Store(path, KEY)
    assert second.entries(GAME) == [entry(1, peer=1), entry(2), entry(2, part=1, peer=1)]
    assert second.entries(GAME, first=2) == [entry(2), entry(2, part=1, peer=1)]
    assert second.own_entries(GAME) == [entry(2)]
    assert second.entries(OTHER_GAME) == []
    second.close()


def test_a_request_is_answered_once_whatever_happens_between(path: Path) -> None:
    """K-1: the stored answer is the answer."""
    first = Store(path, KEY)
    first.record_own(GAME, entry(7, b"to Paris"))
    first.record_own(GAME, entry(7, b"to Paris"))
    first.close()
    second = Store(path, KEY)
    with pytest.raises(AlreadyAnswered) as refused:
        second.record_own(GAME, entry(7, b"to Rome"))
    assert refused.value.stored == entry(7, b"to Paris")
    assert refused.value.refused == entry(7, b"to Rome")
    assert second.own_entry(GAME, decode_entry(entry(7, b"to Rome"))) == entry(7, b"to Paris")
    assert second.entries(GAME) == [entry(7, b"to Paris")]
    second.record_own(OTHER_GAME, entry(7, b"to Rome"))
    second.close()


def test_contradictions_of_others_are_kept(store: Store) -> None:
    """L-5: they are evidence."""
    both = [entry(3, b"yes", peer=2), entry(3, b"no", peer=2)]
    store.record_received(GAME, both)
    store.record_received(GAME, both)
    assert store.entries(GAME) == both


def test_an_entry_of_ours_that_others_show_us_becomes_ours(store: Store) -> None:
    """K-4: after a store was lost."""
    store.record_received(GAME, [entry(4)])
    assert store.own_entries(GAME) == []
    store.record_own(GAME, entry(4))
    store.record_received(GAME, [entry(4)])
    assert store.own_entries(GAME) == store.entries(GAME) == [entry(4)]


def test_a_received_batch_is_kept_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Exception, match="entry"):
        store.record_received(GAME, [entry(1), b"no entry"])
    assert store.entries(GAME) == []


def test_secrets_are_sealed_to_their_game_and_name(path: Path) -> None:
    store = Store(path, KEY)
    store.keep_secret(GAME, "seed", b"thirty-two bytes of secret seed!")
    assert store.secret(GAME, "seed") == b"thirty-two bytes of secret seed!"
    assert store.secret(GAME, "other") is None
    assert store.secret(OTHER_GAME, "seed") is None
    store.keep_secret(GAME, "seed", b"another")
    assert store.secret(GAME, "seed") == b"another"
    store.close()
    for file in path.parent.iterdir():
        assert b"thirty-two bytes" not in file.read_bytes()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE secrets SET name = 'moved'")
    raw.close()
    store = Store(path, KEY)
    with pytest.raises(StoreDamaged):
        store.secret(GAME, "moved")
    store.close()


def test_another_key_opens_no_secret(path: Path) -> None:
    store = Store(path, KEY)
    store.keep_secret(GAME, "seed", b"secret")
    store.close()
    store = Store(path, bytes(32))
    with pytest.raises(StoreDamaged, match="this key"):
        store.secret(GAME, "seed")
    store.close()


def test_the_same_secret_never_looks_the_same(path: Path) -> None:
    """N-8: a fresh nonce for each writing."""
    store = Store(path, KEY)
    for name in ("a", "b"):
        store.keep_secret(GAME, name, b"secret")
    sealed = [row[0] for row in store._file.rows("SELECT sealed FROM secrets")]
    assert len(set(sealed)) == 2
    assert sealed[0][:24] != sealed[1][:24]
    store.close()


def test_games_are_kept_with_their_verified_head(store: Store) -> None:
    store.begin_game(GAME, b"set-up", 100)
    store.begin_game(GAME, b"another set-up", 300)
    store.begin_game(OTHER_GAME, b"later", 200)
    store.set_head(GAME, 17, bytes([9]) * 32)
    store.end_game(GAME, "hunters")
    later, game = store.games()
    assert (later.id, later.head_index, later.head_parent, later.outcome) == (
        OTHER_GAME, 0, bytes(32), "",
    )  # fmt: skip
    assert game == (GAME, b"set-up", 100, 17, bytes([9]) * 32, "hunters")


def test_notes_are_kept_in_order(store: Store) -> None:
    store.keep_note(GAME, 4, b"hello")
    store.keep_note(OTHER_GAME, 4, b"elsewhere")
    store.keep_note(GAME, 3, b"accused")
    assert store.notes(GAME) == [(4, b"hello"), (3, b"accused")]


def test_a_compared_key_stays_compared_and_namesakes_are_found(store: Store) -> None:
    mina, other = bytes([1]) * 32, bytes([2]) * 32
    store.meet(Player(mina, "Mina", is_compared=True, seen_at=1))
    store.meet(Player(mina, "Mina H.", is_compared=False, seen_at=3))
    assert store.players() == [Player(mina, "Mina H.", is_compared=True, seen_at=3)]
    assert store.namesakes("mina h.", mina) == []
    assert [player.identity for player in store.namesakes("mina h.", other)] == [mina]


def test_settings_are_kept(store: Store) -> None:
    assert store.setting("theme") is None
    store.set_setting("theme", b"night")
    store.set_setting("theme", b"day")
    assert store.setting("theme") == b"day"


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")
def test_only_the_owner_reads_it(path: Path, store: Store) -> None:
    store.record_own(GAME, entry(1))
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_own_entries_are_synced_and_received_ones_wait(store: Store) -> None:
    statements: list[str] = []
    store._file._base.set_trace_callback(statements.append)
    store.record_own(GAME, entry(1))
    store.record_received(GAME, [entry(2)])
    assert [line for line in statements if "synchronous" in line] == [
        "PRAGMA synchronous = FULL",
        "PRAGMA synchronous = NORMAL",
    ]
    assert store._file.rows("PRAGMA journal_mode") == [("wal",)]


def test_a_second_program_is_kept_out(path: Path, store: Store) -> None:
    """K-1: two programs with one identity would answer one request twice."""
    store.record_own(GAME, entry(1))
    program = (
        "import sys; from pathlib import Path; from net.edge.store import Store\n"
        "try: Store(Path(sys.argv[1]), bytes(32))\n"
        "except Exception as error: print(type(error).__name__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, path],
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert (result.stdout.strip(), result.stderr) == ("StoreInUse", "")


def test_a_full_disk_is_said_and_nothing_is_half_written(path: Path) -> None:
    store = Store(path, KEY)
    store.record_own(GAME, entry(0))
    pages = store._file.rows("PRAGMA page_count")[0][0]
    store._file.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreFull, match="full"):
        store.record_received(GAME, [entry(index, bytes(3000), peer=1) for index in range(1, 9)])
    with pytest.raises(StoreFull):
        store.record_own(GAME, entry(1, bytes(30_000)))
    assert store.entries(GAME) == [entry(0)]
    store._file.rows("PRAGMA max_page_count = 1000000")
    store.record_own(GAME, entry(1, bytes(30_000)))
    store.check()
    store.close()


def test_a_store_that_may_not_be_written_is_said(path: Path) -> None:
    store = Store(path, KEY)
    store._file.rows("PRAGMA query_only = 1")
    with pytest.raises(StoreReadOnly, match="may not be written"):
        store.record_own(GAME, entry(1))
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_file_or_folder_of_somebody_else_is_said(closed: str) -> None:
    with tempfile.TemporaryDirectory() as name, _somebody_else(folder := Path(name)):
        path = folder / "borgo.db"
        Store(path, KEY).close()
        (path if closed == "file" else folder).chmod(0o500)
        with pytest.raises(StoreReadOnly):
            Store(path, KEY)
        folder.chmod(0o700)


@pytest.mark.parametrize(
    "harm",
    [
        b"this is no data base at all, but it is long enough to look like one" * 40,
        b"SQLite format 3\0" + b"\xff" * 5000,
    ],
)
def test_a_file_of_another_kind_is_said_and_left_alone(path: Path, harm: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(harm)
    path.chmod(0o600)
    with pytest.raises(StoreDamaged, match=r"borgo\.db"):
        Store(path, KEY)
    assert path.read_bytes() == harm


def test_another_programs_file_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    with pytest.raises(StoreDamaged, match="not made by Borgo"):
        Store(path, KEY)


def test_damage_inside_is_found_by_looking(path: Path) -> None:
    store = Store(path, KEY)
    store.record_received(GAME, [entry(index, bytes(2000)) for index in range(40)])
    store.close()
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 // 2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    store = Store(path, KEY)
    with pytest.raises(StoreDamaged):
        store.check()
    with pytest.raises(StoreDamaged):
        store.entries(GAME)
    store.close()


def test_a_later_version_is_said(path: Path) -> None:
    Store(path, KEY).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(StoreTooNew):
        Store(path, KEY)


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnusable):
        Store(tmp_path / "file" / "borgo.db", KEY)
    with pytest.raises(StoreError):
        Store(tmp_path, KEY)


def test_what_is_not_foreseen_is_an_error_in_words_too() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    assert str(explained(Path("borgo.db"), error)) == "borgo.db does not work: disk I/O error."
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert isinstance(explained(Path("borgo.db"), busy), StoreInUse)


@contextlib.contextmanager
def _somebody_else(folder: Path) -> Iterator[None]:
    """Give a folder to nobody, and be nobody, where we are root: root may write everything."""
    if os.geteuid() != 0:
        yield
        return
    os.chown(folder, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
