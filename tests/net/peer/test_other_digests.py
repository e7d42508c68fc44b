"""An answer over another state than the rules give: wrong like any other, and named (22.14)."""

import os

import pytest

from net.crypto.transcript import Verifier
from net.judging.game_file import evidence_of, from_file, to_file
from net.judging.verdict import Verdict
from net.judging.verification import verify
from net.log.chain import outlasts
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason
from net.peer.effects import (
    Conceded,
    Differs,
    Effect,
    EndProposed,
    ResumeTold,
    ResumeWished,
    Started,
    TakenUp,
    Unsaid,
)
from net.wire.bodies import Answered
from tests.net.conftest import SMALL
from tests.net.peer.test_disputes import wrong_program
from tests.support.fake_wire import OVER_SOON, FakeWire, signed, table_for
from tests.support.gossiping_wire import GossipingWire
from tests.support.liars import lie, signed_again

LIAR = 1
SHARED = 8  # a request that all answer
FIRST = 30  # the request from which on is lied, once


def told_wrongly(wire: FakeWire, *receivers: int) -> list[Entry]:
    """The liar's next answer, for these over a state that there never was."""
    told: list[Entry] = []

    def tell(receiver: int, entry: Entry) -> Entry | None:
        is_it = entry.kind == Answered.kind and entry.index >= FIRST
        if not is_it or (told and entry.index != told[0].index):
            return None
        if not told:
            told.append(signed_again(entry, state_digest=b"\x05" * 32))
        return told[0] if receiver in receivers else None

    lie(wire, LIAR, tell)
    return told


def judged(wire: FakeWire, peer: int) -> Verdict:
    """What somebody else finds in the evidence that a peer writes."""
    referee = wire.nodes[peer].referee
    assert referee.misdeed is not None
    chain, notes = referee.proceedings.chain, [note.to_bytes() for note in referee.notes]
    evidence = evidence_of(signed(wire.setup), chain, referee.misdeed, notes)
    return verify(from_file(to_file(evidence)), Verifier(SMALL, os.urandom))


def assert_named(wire: FakeWire, peer: int, code: Reason) -> None:
    node = wire.nodes[peer]
    assert (node.accused[-1].peer, node.accused[-1].code) == (LIAR, code)
    violation = judged(wire, peer).violation
    assert violation is not None
    assert (violation.peer, violation.code) == (LIAR, code)


def come_back(wire: FakeWire, peer: int) -> None:
    """End a peer's program and start it again, with the disk that it has."""
    node = wire.node(peer)
    node.disk = wire.nodes[peer].disk
    read = sorted(dict.fromkeys(node.disk), key=lambda each: decode_entry(each).place)
    node.referee.restore(read)
    wire.nodes[peer] = node
    wire.perform(peer, node.referee.handle(Started(), wire.now))


@pytest.mark.parametrize("count", [3, 5])
def test_two_signed_answers_knock_nobody_out(count: int) -> None:
    """One hears the wrong one first; all come to name the liar with the same two entries."""
    wire = GossipingWire(table_for(count, **OVER_SOON), SMALL, "digests")
    told = told_wrongly(wire, 0)
    wire.compare()
    honest = [peer for peer in range(count) if peer != LIAR]
    for peer in honest:
        assert_named(wire, peer, Reason.EQUIVOCATION)
    misdeeds = [wire.nodes[peer].referee.misdeed for peer in honest]
    shown = [each.entries for each in misdeeds if each is not None]
    assert len(shown) == len(honest)
    assert set(shown) == {shown[0]}
    assert told[0].to_bytes() == shown[0][-1]
    offers = {wire.nodes[peer].referee.taking_up.offer for peer in honest}
    assert None not in offers
    assert len(offers) == 1


def test_who_was_told_wrongly_first_knows_both_after_a_restart() -> None:
    wire = GossipingWire(table_for(3, **OVER_SOON), SMALL, "digests")
    told_wrongly(wire, 0)
    wire.compare()
    come_back(wire, 0)
    assert_named(wire, 0, Reason.EQUIVOCATION)
    assert wire.nodes[0].referee.taking_up.offer == wire.nodes[2].referee.taking_up.offer


def test_one_entry_over_another_state_is_wrong_like_any_other() -> None:
    wire = GossipingWire(table_for(3, **OVER_SOON), SMALL, "digests")
    told = told_wrongly(wire, 0, 2)
    wire.compare()
    for peer in (0, 2):
        assert_named(wire, peer, Reason.RULE_BROKEN)
        assert any(isinstance(each, Differs) and each.is_state for each in wire.nodes[peer].told)
        assert told[0].to_bytes() in wire.nodes[peer].disk
        assert wire.nodes[peer].referee.taking_up.offer is not None


class Reconciling(FakeWire):
    """One whose players agree to go on before what stopped them, with programs that are mended."""

    def _perform(self, peer: int, effect: Effect) -> None:
        node = self.nodes[peer]
        match effect:
            case TakenUp():
                left = [each for each in node.disk if outlasts(decode_entry(each), effect.index)]
                node.disk = [*left, *effect.entries]
                self.restart(peer)
            case ResumeTold() if effect.peer != peer:
                self.post(0.0, peer, ResumeWished(effect.index, effect.about, effect.is_without))
            case ResumeTold():
                pass
            case _:
                super()._perform(peer, effect)


@pytest.mark.parametrize(("count", "at"), [(2, 40), (2, 14), (3, 40)])
def test_two_programs_that_really_differ_can_go_on_before_it(count: int, at: int) -> None:
    """Each names the other's entry; by the log only one of them is right."""
    wire = Reconciling(table_for(count, **OVER_SOON), SMALL, "differs 1")
    wrong_program(wire, LIAR, at)
    wire.run()
    stopped = [node for node in wire.nodes if node.referee.is_stopped]
    assert stopped
    for peer, node in enumerate(wire.nodes):
        if node in stopped:
            verdict = judged(wire, peer)
            blamed = None if verdict.violation is None else verdict.violation.peer
            assert blamed == (None if peer == LIAR else LIAR)
            own = [each.is_founded for each in verdict.accusations if each.accuser == peer]
            assert own == [peer != LIAR]
        if node.referee.taking_up.offer is not None:
            wire.post(0.0, peer, node.referee.taking_up.offer)
    wire.run()
    assert {tuple(node.closed) for node in wire.nodes} == {("over",)}
    assert len({node.head for node in wire.nodes}) == 1
    verdict = verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))
    assert (verdict.kind, len(verdict.set_aside)) == ("clean", 1)


@pytest.mark.parametrize("opens", [False, True])
def test_who_comes_back_to_a_stopped_game_can_end_it_with_the_others(*, opens: bool) -> None:
    """22.8: as any other; before that what is wrong is kept, and after it the game is the game."""
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "differs 1")
    wrong_program(wire, LIAR, SHARED)
    wire.run()
    assert all(node.referee.is_stopped for node in wire.nodes)
    for node in wire.nodes:
        assert node.referee.handle(EndProposed(opens), wire.now) == []
    for peer in range(3):
        come_back(wire, peer)
        assert wire.nodes[peer].referee.misdeed is not None
        wire.post(0.0, peer, EndProposed(opens))
    wire.run()
    assert {tuple(node.closed) for node in wire.nodes} == {("agreed",)}
    assert not any(node.referee.misdeed for node in wire.nodes)
    assert len({wire.file_of(peer) for peer in range(3)}) == 1
    verdict = verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))
    assert (verdict.kind, verdict.ending) == ("clean" if opens else "unaudited", "agreed")
    for peer in range(3):  # and that, too, is found again
        come_back(wire, peer)
        assert wire.nodes[peer].referee.proceedings.result == "agreed"


def test_of_going_on_and_ending_only_one_is_signed() -> None:
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "differs 1")
    wrong_program(wire, LIAR, SHARED)
    wire.run()
    come_back(wire, 0)
    referee = wire.nodes[0].referee
    assert referee.taking_up.offer is not None
    signed_now = referee.handle(referee.taking_up.offer, wire.now)
    assert any(isinstance(each, ResumeTold) for each in signed_now)
    for wish in (EndProposed(opens=False), Conceded()):
        assert referee.handle(wish, wire.now) == [Unsaid("end-bound")], "its player is told so"
