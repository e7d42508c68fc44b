"""Whole games among peers over a wire that delays, reorders and repeats."""

import os

import pytest
from msgspec.structs import replace

from client.commands.command_line import main
from engine.canonical import digest
from engine.record import replay
from engine.requests import Attest, Choose, Conceal
from engine.switches import allowed_values
from net.crypto.transcript import Verifier
from net.game.pending import Part
from net.game.stages import GameStage
from net.judging.game_file import from_file
from net.judging.verification import Verification, verify
from net.log.entry import decode_entry
from net.peer.outbox import Answers, Secrets
from net.wire.layout import Body
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for
from tests.support.made_games import TWO


def assert_ended_alike(wire: FakeWire) -> None:
    assert [node.accused for node in wire.nodes] == [[] for _ in wire.nodes]
    assert [node.closed for node in wire.nodes] == [["over"] for _ in wire.nodes]
    proceedings = [node.referee.proceedings for node in wire.nodes]
    assert {each.stage for each in proceedings} == {GameStage.OVER}
    assert len({each.chain.parent for each in proceedings}) == 1
    assert len({digest(each.game.state) for each in proceedings}) == 1
    assert proceedings[0].game.state.outcome is not None
    assert len({frozenset(node.disk) for node in wire.nodes}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 5])
def test_a_game_ends_alike_for_all_and_its_file_is_clean(count: int) -> None:
    """G-6."""
    wire = FakeWire(
        table_for(count, **OVER_SOON),
        SMALL,
        f"short {count}",
        duplicates=0.2,
    )
    wire.run()
    assert_ended_alike(wire)
    assert len({wire.file_of(peer) for peer in range(count)}) == 1
    verdict = verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))
    assert (verdict.kind, verdict.unaudited, verdict.unjudged) == ("clean", (), 0)


@pytest.mark.slow
def test_a_game_in_the_real_group_is_verified_by_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The recorded game of two, which their seeds give again (test_recorded_games.py)."""
    assert main(["verify", str(TWO)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "version 1 of the rules" in told[0]
    first = next(number for number, line in enumerate(told) if not line.startswith("·") and number)
    assert [line.split("  ")[0] for line in told[first : first + 6]] == [
        "Signatures", "The chain of entries good", "Shuffles",
        "Proofs", "Seals and openings", "Rules",
    ]  # fmt: skip
    assert told[-1].startswith("Clean: every signature")


def test_the_same_seed_gives_the_same_game(played: FakeWire) -> None:
    again = FakeWire(played.setup, SMALL, "played")
    again.run_until(60)
    chain = played.nodes[0].referee.proceedings.chain
    other = again.nodes[0].referee.proceedings.chain
    assert other.parents[:60] == chain.parents[:60]


def test_the_record_of_a_table_game_runs_again_without_the_table(played: FakeWire) -> None:
    """L-7."""
    verification = Verification(from_file(played.file_of(0)), Verifier(SMALL, os.urandom))
    verification.run()
    record = verification.audit.record()
    assert digest(replay(record).state) == digest(played.nodes[0].referee.proceedings.game.state)
    assert len(record.opened) > 100
    assert verification.audit.breaches() == ()


def test_each_seat_knew_in_the_game_what_the_audit_opens(played: FakeWire) -> None:
    verification = Verification(from_file(played.file_of(0)), Verifier(SMALL, os.urandom))
    verification.run()
    for node in played.nodes:
        witness = node.referee.witness
        for seat in node.referee.proceedings.roster.seats[node.referee.player.peer]:
            assert witness.missing[seat] == []
            known = witness.knowledge[seat].items()
            assert {slot: verification.audit.values[slot] for slot, _ in known} == dict(known)


def test_no_peer_reads_what_is_hidden_from_it(played: FakeWire) -> None:
    for node in played.nodes:
        referee = node.referee
        ours = referee.proceedings.roster.seats[referee.player.peer]
        for seat, knowledge in referee.witness.knowledge.items():
            assert seat in ours or knowledge == {}


def test_answers_that_depend_on_a_secret_keep_the_fixed_delay() -> None:
    """22.5, W-2."""
    wire = FakeWire(table_for(2, delay_ms=150, influence_to_win=3), SMALL, "delayed")
    asked_at: dict[int, float] = {}
    waits: list[float] = []
    dracula = wire.nodes[0].referee

    def seen() -> None:
        index = dracula.proceedings.chain.index
        request = dracula.proceedings.request
        if isinstance(request, Attest) and request.seat == "dracula":
            asked_at.setdefault(index, wire.now)
        waits.extend(wire.now - asked_at.pop(old) for old in list(asked_at) if old < index)

    while len(waits) < 3 and wire.step():
        seen()
    assert len(waits) == 3
    assert min(waits) >= 0.15 - 1e-9


@pytest.mark.parametrize("by_bot", [True, False])
def test_what_a_bot_decides_keeps_the_fixed_delay(
    monkeypatch: pytest.MonkeyPatch, *, by_bot: bool
) -> None:
    """22.5: placings and windows too; how long a person thinks is that person's."""
    wire = FakeWire(table_for(2, delay_ms=150, influence_to_win=3), SMALL, "delayed")
    decide = wire.decide
    monkeypatch.setattr(
        wire, "decide", lambda node, asked: replace(decide(node, asked), automatic=by_bot)
    )
    dracula, waits = wire.nodes[0].referee, list[float]()
    asked_at: dict[int, float] = {}
    while len(waits) < 5 and wire.step():
        index, request = dracula.proceedings.chain.index, dracula.proceedings.request
        if isinstance(request, Choose | Conceal) and request.seat == "dracula":
            asked_at.setdefault(index, wire.now)
        waits.extend(wire.now - asked_at.pop(old) for old in list(asked_at) if old < index)
    assert len(waits) == 5
    assert (min(waits) >= 0.15 - 1e-9) == by_bot


def test_an_answer_is_made_while_its_delay_runs_and_leaves_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """N-7: at a fixed moment after the obligation was seen, however long the proof takes."""
    wire = FakeWire(table_for(2, delay_ms=150, influence_to_win=3), SMALL, "delayed")
    dracula, waits = wire.nodes[0], list[float]()
    made: dict[int, float] = {}
    make = Answers.make

    def timed(replies: Answers, part: Part, secrets: Secrets) -> Body:
        if part.peer == 0:
            made[dracula.head[0]] = wire.now
        return make(replies, part, secrets)

    monkeypatch.setattr(Answers, "make", timed)
    while len(waits) < 3:
        request, index, kept = (
            dracula.referee.proceedings.request,
            dracula.head[0],
            len(dracula.disk),
        )
        assert wire.step()
        own = [entry for entry in map(decode_entry, dracula.disk[kept:]) if entry.peer == 0]
        if isinstance(request, Attest) and index in {entry.index for entry in own}:
            waits.append(wire.now - made[index])
    assert waits == pytest.approx([0.15] * 3)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2])
def test_random_games_with_random_switches_end_alike(number: int) -> None:
    presets = ("third-pl", "third-ru", "third-es", "first-game")
    switches = {
        name: allowed_values(name)[number % len(allowed_values(name))]
        for name in ("spent_ticket", "hide_when_revealed", "immediate_events", "maturing")
    }
    setup = table_for(2 + number % 4, presets[number], influence_to_win=3, **switches)
    wire = FakeWire(setup, SMALL, f"random {number}", bots="random")
    wire.run()
    assert_ended_alike(wire)
