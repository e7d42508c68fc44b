"""TV-8: every cheat of the catalogue is noticed as it says, and its evidence convinces."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.commands.command_line import main
from client.simulation import below_from
from client.workshop.cheats.cheat import Noticed
from client.workshop.cheats.trial import attempt, foretold, judged
from client.workshop.commands.cheats import CATALOGUE, NOTHING_TO_CATCH, Trial, named, trials
from net.crypto.group import SodiumGroup
from net.judging.game_file import from_file
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import AuditOpened
from tests.shape.tree import ROOT
from tests.support.small_group import SmallGroup

NAMES = [cheat.name for cheat in CATALOGUE]

# Section 14 of the protocol: every attempt of its table.
ATTEMPTS = {
    "Two different answers to one request (equivocation)",
    "Replay of an old entry or proof",
    "Opening that does not match",
    "Illegal hidden move, reused location, consecrated city",
    "Silence about a city",
    "Hiding an attached Hide, Misdirect on it, Hide as lair",
    "Keeping a play-immediately card quiet",
    "Stacked, short or duplicated deck",
    "Wrong decryption share",
    "Peeking at the deck",
    "Swapping a card in a trade or on return",
    "Cancelling key at set-up",
    "Biased dice",
    "Refusing to open or to send a share",
    "Stalling just under the limit",
    "Seal that does not fit its twin",
    "Malformed flood",
    "Changed client showing more",
    "Hunters telling Dracula, Dracula telling a hunter",
    "One person behind two peers",
    'False "I cannot move"',
    "Lost or refused audit",
}


@pytest.fixture(scope="module")
def tried() -> dict[str, Trial]:
    """Each cheat with a game and a moment for it, in the small group."""
    return {trial.cheat.name: trial for trial in trials(SmallGroup(), CATALOGUE, (21, 15, 0))}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_cheat_is_noticed(tried: dict[str, Trial], name: str) -> None:
    """G-5."""
    trial = tried[name]
    outcome = attempt(trial.cheat, trial.game, trial.at)
    assert outcome.is_noticed, outcome
    honest = [peer for peer in trial.game.cast.peers if peer != outcome.liar]
    assert [each.peer for each in outcome.found] == honest
    assert {each.accused for each in outcome.found} <= {outcome.liar, None}


@pytest.mark.slow
def test_a_cheat_shows_at_the_audit_also_if_somebody_else_opens_nothing(
    tried: dict[str, Trial],
) -> None:
    """A-2, A-3: only that one is not audited; Dracula's seed is there."""
    trial = tried["cannot-move"]
    evidence = attempt(trial.cheat, trial.game, trial.at).evidence
    assert evidence is not None
    game = from_file(evidence)
    entries = [decode_entry(encoded) for encoded in game.entries]
    opened = [entry for entry in entries if entry.kind == AuditOpened.kind]
    left = tuple(entry.to_bytes() for entry in entries if entry not in opened[1:])
    shut = game._replace(entries=left, final_parent=opened[0].parent)
    verdict = judged(shut, trial.game.cast.group)
    assert verdict.violation is not None
    assert (verdict.violation.code, verdict.violation.peer) == (8, DRACULAS_PEER)
    assert verdict.unaudited == tuple(entry.peer for entry in opened[1:])


def test_every_attempt_of_the_protocol_is_tried_or_cannot_be() -> None:
    tried = {cheat.row for cheat in CATALOGUE}
    assert not tried & set(NOTHING_TO_CATCH)
    assert tried | set(NOTHING_TO_CATCH) >= ATTEMPTS
    assert set(NOTHING_TO_CATCH) <= ATTEMPTS


def test_the_catalogue_is_large_and_its_names_are_different() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 40
    assert {cheat.noticed for cheat in CATALOGUE} == set(Noticed)
    refused = [cheat for cheat in CATALOGUE if cheat.noticed is Noticed.AT_ONCE]
    assert {cheat.code for cheat in refused} == {1, 2, 3, 4, 5, 6, 7, 8}
    assert all(cheat.code is not None for cheat in refused)


@pytest.mark.slow
def test_an_honest_entry_in_place_of_a_cheat_is_noticed_by_nobody(tried: dict[str, Trial]) -> None:
    """The trial itself accuses nobody."""
    trial = tried["wrong-share"]
    honest = trial.cheat._replace(tells=lambda liar: [liar.entry])
    outcome = attempt(honest, trial.game, trial.at)
    assert not outcome.is_noticed
    assert {each.accused for each in outcome.found} == {None}


def test_who_knows_what_a_bot_draws_by_foretells_all_its_cards() -> None:
    """Every default bot once drew the same numbers: this is what its table could know."""
    known = foretold(lambda: below_from(""))
    assert known.right == known.laid > 40
    assert not known.is_luck
    assert foretold().is_luck


def test_the_list_names_every_cheat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cheats"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in NAMES if f"  {name} " not in shown] == []


def test_a_cheat_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cheats", "--run", "marked-cards"]) == 2
    assert "There is no cheat “marked-cards”" in capsys.readouterr().err


def test_evidence_of_nothing_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cheats", "--keep", str(tmp_path / "evidence")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "--keep does nothing without --run." in said.err


@pytest.mark.slow
def test_the_rarest_moment_comes_in_the_real_group_too() -> None:
    """All others come in one of these games as well; a change of rules may ask for others."""
    (trial,) = trials(SodiumGroup(), named(["holy-ground"]))
    assert trial.cheat.name == "holy-ground"


@pytest.mark.slow
def test_one_cheat_in_the_real_group_and_its_evidence_before_another_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cheats", "--run", "cut-short", "--keep", str(tmp_path)]) == 0
    assert "1 of 1 noticed as listed" in capsys.readouterr().out
    words = [sys.executable, "-m", "client", "verify", str(tmp_path / "cut-short.borgo")]
    judged = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert judged.returncode == 1
    assert "(Code 1.) It carries the signature of peer" in judged.stdout
