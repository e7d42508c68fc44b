"""`borgo soak --evening`: who does what, what is judged, and that nothing of it is left behind."""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from client.commands.command_line import main
from client.terminal.bot_guide import BotGuide
from client.terminal.progress import ProgressFile
from client.workshop.commands import soak
from client.workshop.programs import NoNamespaces, PeerFailed, Programs, log_file, progress_file
from client.workshop.soak import long_evening
from client.workshop.soak.long_evening import (
    ON_LOOPBACK,
    PEERS,
    Amiss,
    Game,
    LongEvening,
    Site,
    evening,
    fault_of_eyes,
    verified_of,
)
from engine.ids import SEATS
from net.lobby.events import GuestShown, ShowTable


class Moving:
    """A network that remembers who has moved, with programs left in it."""

    def __init__(self, *left: str) -> None:
        self.left = list(left)
        self.moved: list[int] = []

    def change_address(self, peer: int) -> None:
        self.moved.append(peer)

    def programs(self) -> list[str]:
        return self.left


def network_of(moving: Moving) -> Site:
    return Site(moving, "10.99.0.1", lambda peer, words: [f"in {peer}", *words])


def commands(game: Game, *, is_back: bool) -> list[list[str]]:
    return [game._command(number, is_back) for number in range(PEERS)]


def test_one_opens_the_table_three_find_it_and_one_is_told_where_it_is(tmp_path: Path) -> None:
    game = Game(network_of(Moving()), tmp_path, "first table", "seed")
    ways = [
        [each for each in ("--open", "--find", "--join", "--interface") if each in words]
        for words in commands(game, is_back=False)
    ]
    assert ways == [["--open"], ["--find"], ["--find"], ["--find"], ["--join"]]
    started = commands(game, is_back=False)
    assert started[4][started[4].index("--join") + 1] == "10.99.0.1:47123"
    assert [words[0] for words in started] == [f"in {peer}" for peer in range(PEERS)]
    assert {words[words.index("--seats") + 1] for words in started} == {*SEATS}
    assert [words[3] for words in started] == [
        "client.workshop.soak.window_guest" if peer == 2 else "client" for peer in range(PEERS)
    ]
    for words in commands(game, is_back=True):
        assert "--return" in words
        assert not {"--open", "--find", "--join"} & {*words}


def test_on_loopback_nobody_looks_elsewhere(tmp_path: Path) -> None:
    game = Game(ON_LOOPBACK, tmp_path, "first table", "seed")
    for words in commands(game, is_back=False):
        assert words[words.index("--interface") + 1] == "127.0.0.1"


def test_what_is_waited_for_in_vain_is_named(tmp_path: Path) -> None:
    game = Game(ON_LOOPBACK, tmp_path, "first table", "seed")
    log_file(game._folder, 1).write_text("much\nbefore\nfound\nno\ntable\n")
    (tmp_path / "Cleo").mkdir()
    (tmp_path / "Cleo" / "borgo.log").write_text("a fault\n")
    with pytest.raises(Amiss) as raised:
        game.wait(0.05, "the sun rises", lambda: False)
    assert str(raised.value).splitlines() == [
        "the sun rises: not within 0 s, with 0, 0, 0, 0, 0 entries",
        "Bram: found", "Bram: no", "Bram: table", "Cleo: a fault",
    ]  # fmt: skip


def test_a_game_that_is_over_too_soon_is_no_evening(tmp_path: Path) -> None:
    game = Game(ON_LOOPBACK, tmp_path, "first table", "seed")
    game.programs.over.add(3)
    with pytest.raises(Amiss, match="over before everything had happened"):
        game.reach(100)
    with pytest.raises(Amiss, match="over before all had left"):
        game.leave()


def test_who_is_back_has_more_than_anybody_had(tmp_path: Path, monkeypatch: Any) -> None:
    game = Game(ON_LOOPBACK, tmp_path, "first table", "seed")
    entries = game.programs.entries
    entries[:] = [100, 90, 100, 100, 100]
    levels = iter(range(100, 110))
    monkeypatch.setattr(game.programs, "look", lambda: entries.__setitem__(1, next(levels)))
    game.is_back(1, "a kill")
    assert entries[1] == 105
    monkeypatch.setattr(game.programs, "look", lambda: None)
    monkeypatch.setattr(long_evening, "_BACK_S", 0.1)
    with pytest.raises(Amiss, match=r"Bram is back after a kill: not within 0 s"):
        game.is_back(1, "a kill")


OWN = {"known": {"a": "1"}, "state_digest": "s", "view_digest": "v"}
ALL = {**OWN, "known": {"a": "1", "b": "2"}, "view_digest": "w"}


@pytest.mark.parametrize(
    ("own", "everything", "showed", "fault"),
    [
        (OWN, ALL, "v", None),
        (OWN, ALL, "x", "it is not what the window showed"),
        (ALL, ALL, "w", "everything is seen"),
        (OWN | {"known": {"a": "2"}}, ALL, "v", "cards are seen that nobody holds"),
        (OWN | {"state_digest": "t"}, ALL, "v", "the public game is another"),
    ],
)
def test_a_seat_sees_what_its_window_showed_and_no_more(
    own: dict[str, Any], everything: dict[str, Any], showed: str, fault: str | None
) -> None:
    assert fault_of_eyes(own, everything, showed) == fault


@pytest.mark.parametrize(
    ("games", "verdict", "fault"),
    [
        ([b"a", b"a"], "clean", None),
        ([b"a", b"b"], "clean", "the records differ"),
        ([b"a", b"a"], "unaudited", "the verdict is: unaudited"),
    ],
)
def test_all_files_are_verified_and_agree(
    games: list[bytes], verdict: str, fault: str | None, tmp_path: Path, monkeypatch: Any
) -> None:
    asked: list[str] = []

    def told(*words: str) -> Any:
        asked.append(words[1])
        return {"verdict": verdict, "checked": {"rules": 77}}

    monkeypatch.setattr(long_evening, "_told", told)
    files = [tmp_path / str(number) for number in range(len(games))]
    for path, game in zip(files, games, strict=True):
        path.write_bytes(game)
    if fault is None:
        assert verified_of(files) == (2, 77)
        assert asked == [str(path) for path in files]
    else:
        with pytest.raises(Amiss, match=fault):
            verified_of(files)


def test_a_command_that_does_not_end_well_is_amiss(tmp_path: Path) -> None:
    with pytest.raises(Amiss, match=r"borgo verify ended with 2: borgo: .*no-file"):
        long_evening._said("verify", str(tmp_path / "no-file"))


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (Amiss("nobody came"), "nobody came"),
        (PeerFailed("peers-slow", seconds=7), "The game took longer than 7 seconds."),
    ],
)
def test_an_evening_that_goes_wrong_says_why_and_leaves_nothing(
    raised: Exception, said: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    started: list[Game] = []
    slept = [sys.executable, "-c", "import time; time.sleep(99)"]

    def meet(_evening: LongEvening, game: Game) -> None:
        game.programs._command = lambda _number, _is_back: slept
        game.programs.start(0)
        started.append(game)
        raise raised

    monkeypatch.setattr(LongEvening, "_meet", meet)
    assert evening(ON_LOOPBACK, "seed") == said
    assert started[0].programs.running == {}
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_outlives_its_game_is_amiss(tmp_path: Path) -> None:
    evening_there = LongEvening(network_of(Moving("4711")), tmp_path, "seed")
    with pytest.raises(Amiss, match="left behind: 4711"), evening_there._game("first table"):
        pass


@pytest.mark.parametrize(("fault", "status"), [(None, 0), ("nobody came", 1)])
def test_where_there_are_no_networks_it_is_on_loopback_and_says_so(
    fault: str | None, status: int, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    sites: list[Site] = []

    def refused(_words: Sequence[str]) -> int:
        raise NoNamespaces("no-namespaces-tool", tool="unshare")

    monkeypatch.setattr(soak, "run_inside", refused)
    monkeypatch.setattr(soak, "evening", lambda site, _seed: sites.append(site) or fault)
    assert main(["soak", "--evening"]) == status
    assert sites == [ON_LOOPBACK]
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith("on loopback, and no address changes: Network namespaces need")
    assert told[-1] == f"not as it should be: {fault or 'nothing'}"


def test_a_program_writes_how_many_it_sees_at_the_table(tmp_path: Path) -> None:
    guide = BotGuide("seed", progress=ProgressFile(tmp_path / "progress"))
    guests = tuple(GuestShown(bytes(32), name) for name in ("Ada", "Bram"))
    asyncio.run(guide.at_table(ShowTable((), None, b"", "seats", (), proposes=True, guests=guests)))
    programs = Programs(tmp_path, 1, lambda _number, _is_back: [])
    (tmp_path / "progress").rename(progress_file(tmp_path, 0))
    programs.look()
    guide.kept(1)
    assert (programs.guests, programs.entries) == ([2], [0])


@pytest.mark.gui
def test_a_window_takes_the_words_of_a_program_without_one(tmp_path: Path) -> None:
    from client.workshop.soak import window_guest  # noqa: PLC0415 (Qt)

    game = Game(ON_LOOPBACK, tmp_path, "first table", "seed")
    words = commands(game, is_back=False)[2]
    read = window_guest._read(words[words.index("--name") :])
    assert (read.find, read.seats, read.back) == ("first table", "seward", False)
    assert read.home == tmp_path / "Cleo"
    words = commands(game, is_back=True)[2]
    assert window_guest._read(words[words.index("--name") :]).back
