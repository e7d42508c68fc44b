"""After an accusation the player keeps a file, which convinces anybody who checks all of it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.commands.command_line import build_parser, load, main
from client.commands.table import _finish
from client.sittings import ending
from client.sittings.ending import auditor_of, hand_over, is_wrong, keep
from client.words.words import fault_words, spoken
from client.workshop.commands import night
from client.written_files import CannotWrite
from net.crypto.transcript import Verifier
from net.edge.measures import Measures
from net.edge.onlooker_node import Watched
from net.judging.game_file import evidence_of, from_file, to_file
from net.judging.verification import Verification
from net.log.entry import Entry
from net.log.evidence import Reason
from net.peer.effects import Conceded, EndProposed, Event, GivenUpFor
from net.wire.bodies import Shuffled, decode_body
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, signed, table_for
from tests.support.liars import lie, with_fields
from tests.support.proving import entropy_from

FULL = Path("/dev/full")  # a disk on which nothing has room


@pytest.fixture(scope="module")
def playing() -> Any:
    """A game in which peer 1 has sent a shuffle with a proof that does not hold."""
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "evidence")
    lie(wire, 1, _false_shuffle)
    wire.run()
    referee = wire.nodes[0].referee
    wrong = referee.misdeed
    assert wrong is not None

    def game() -> object:
        return evidence_of(signed(wire.setup), referee.proceedings.chain, wrong)

    begin = SimpleNamespace(peer=0, setup=wire.setup)
    return SimpleNamespace(referee=referee, begin=begin, game=game, wrongdoer=1)


def _false_shuffle(_receiver: int, entry: Entry) -> Entry | None:
    if entry.kind != Shuffled.kind:
        return None
    proof = _proof(entry)
    proof = proof[:-32] + bytes((proof[-32] ^ 1,)) + proof[-31:]
    return with_fields(SMALL, entry, proof=proof)


def _proof(entry: Entry) -> bytes:
    body: Any = decode_body(SMALL, entry.kind, entry.body)
    return bytes(body.proof)


def test_the_evidence_is_kept_and_convicts(playing: Any, tmp_path: Path) -> None:
    assert is_wrong(playing)
    assert hand_over(to_file(playing.game()), None, tmp_path, is_evidence=True)
    (path,) = (tmp_path / "games").iterdir()
    desk: Any = SimpleNamespace(verifier=Verifier(SMALL, entropy_from("judge")))
    verdict = Verification(from_file(path.read_bytes()), auditor_of(playing, desk)).run()
    assert verdict.violation is not None
    assert (verdict.violation.peer, verdict.violation.code) == (1, Reason.PROOF_FAILED)


def test_a_game_that_cannot_be_written_where_it_is_wanted_is_kept_elsewhere(
    playing: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = to_file(playing.game())
    assert not hand_over(game, FULL, tmp_path, is_evidence=False)
    (path,) = (tmp_path / "games").iterdir()
    assert path.read_bytes() == game
    said = capsys.readouterr()
    assert said.err == f"{FULL} cannot be written: No space left on device\n"
    assert said.out == f"The game is kept in {path}.\n"
    assert hand_over(game, tmp_path / "wanted.borgo", tmp_path, is_evidence=False)
    assert list((tmp_path / "games").iterdir()) == [path]


def test_a_home_that_takes_nothing_costs_no_game(
    playing: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    (home / "games").touch()  # where the folder should be, so that nobody can write there
    monkeypatch.setattr(ending, "mkdtemp", lambda **_given: str(elsewhere))
    path = keep(home, playing.game())
    assert path.parent == elsewhere
    assert path.read_bytes() == to_file(playing.game())
    path.unlink()
    elsewhere.rmdir()
    elsewhere.touch()
    with pytest.raises(CannotWrite) as refused:
        keep(home, playing.game())
    assert str(home / "games") in fault_words(refused.value), "the wanted place is named"


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_a_full_disk_costs_neither_the_verdict_nor_the_evidence(
    option: str, playing: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["table", "--name", "A", "--home", str(tmp_path), option, str(FULL)]
    verifier = Verifier(SMALL, entropy_from("judge"))
    desk: Any = SimpleNamespace(verifier=verifier, measures=Measures())
    ended: Any = SimpleNamespace(reason="over", playing=playing, was_found=True)
    assert _finish(build_parser(load("table")).parse_args(words), ended, desk) == 1
    said = capsys.readouterr()
    assert f"{FULL} cannot be written" in said.err
    assert spoken().say("verdict-violation") in said.out
    assert "If all of you would, Peer 1 too, the game can go on before that" in said.out
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_a_clean_night_without_its_file_is_kept_and_is_not_good(
    playing: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = to_file(playing.game())
    summary = {"found_each_other_by": "zeroconf", "records_equal": True, "verdict": "clean"}
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(night, "play", lambda *_given: SimpleNamespace(games=[game]))
    monkeypatch.setattr(night, "judge", lambda _game: None)
    monkeypatch.setattr(night, "_summary", lambda *_given: summary)
    assert main(["night", "--json"]) == 0
    assert main(["night", "--json", "--out", str(FULL)]) == 1
    (path,) = (tmp_path / "borgo" / "games").iterdir()
    assert path.read_bytes() == game
    assert '"verdict": "clean"' in capsys.readouterr().out


def test_a_game_without_fault_is_not_proved_twice(playing: Any) -> None:
    desk: Any = SimpleNamespace(verifier=Verifier(SMALL, entropy_from("judge")))
    clean: Any = SimpleNamespace(referee=SimpleNamespace(misdeed=None))
    assert not is_wrong(clean)
    verdict = Verification(playing.game(), auditor_of(clean, desk)).run()
    assert verdict.violation is not None
    assert verdict.violation.peer is None, "its proofs count as checked; only its end is cut off"


@pytest.mark.parametrize(
    ("wishes", "reason", "status"),
    [
        ({1: Conceded()}, "conceded.hunters", 0),
        (dict.fromkeys(range(2), EndProposed(opens=False)), "agreed", 0),
        ({}, "replaced", 1),
    ],
)
def test_an_end_that_all_agreed_on_is_one(
    wishes: dict[int, Event], reason: str, status: int, tmp_path: Path
) -> None:
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "agreed")
    wire.run_until(12)
    for peer, wish in wishes.items():
        wire.post(0.0, peer, wish)
    if wishes:
        wire.run()
    referee = wire.nodes[0].referee
    playing = SimpleNamespace(
        referee=referee,
        begin=SimpleNamespace(peer=0, setup=wire.setup),
        wrongdoer=None,
        game=lambda: from_file(wire.file_of(0)),
    )
    words = ["table", "--name", "A", "--home", str(tmp_path)]
    desk: Any = SimpleNamespace(
        verifier=Verifier(SMALL, entropy_from("judge")), measures=Measures()
    )
    ended: Any = SimpleNamespace(reason=reason, playing=playing, was_found=True)
    assert _finish(build_parser(load("table")).parse_args(words), ended, desk) == status


@pytest.mark.parametrize(
    ("reason", "status"),
    [("over", 0), ("agreed", 0), ("abandoned.2", 0), ("accused.1", 1), ("table-gone", 1)],
)
def test_so_it_is_for_whoever_looks_on(
    reason: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(*_given: object) -> Watched:
        return Watched(reason, None)

    monkeypatch.setattr("client.terminal.onlooker.WatchNode.run", run)
    assert main(["table", "--name", "A", "--watch", "--join", "127.0.0.1:9"]) == status


def test_who_is_gone_has_a_name_also_for_an_onlooker_and_for_who_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "gone")
    wire.run_until(12)
    wire.carry = lambda *_message: []
    wire.post(0.0, 0, GivenUpFor(1))
    wire.run()
    game = from_file(wire.file_of(0))

    async def run(*_given: object) -> Watched:
        return Watched("abandoned.1", game)

    monkeypatch.setattr("client.terminal.onlooker.WatchNode.run", run)
    home = ["--home", str(tmp_path)]
    assert main(["table", "--name", "A", "--watch", "--join", "127.0.0.1:9", *home]) == 0
    assert "Peer 1 is gone, and the others ended the game." in capsys.readouterr().err
    verdict = Verification(game, Verifier(SMALL, entropy_from("judge"))).run()
    monkeypatch.setattr("client.commands.verify.judge", lambda *_given: verdict)
    file = tmp_path / "gone.borgo"
    file.write_bytes(to_file(game))
    assert main(["verify", str(file)]) == 0
    assert "Peer 1 is gone, and the others ended the game." in capsys.readouterr().out
