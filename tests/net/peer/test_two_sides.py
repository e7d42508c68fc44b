"""Programs that really differ, several on each side: all can go on before that (section 14)."""

import os

import pytest

from net.crypto.transcript import Verifier
from net.judging.game_file import from_file
from net.judging.verification import verify
from net.limits import FIRST_CONTROL_PART, FIRST_RESUMED_PART
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.evidence import Reason
from net.peer.disputes import Sides
from net.peer.effects import Arrived, Effect, ResumeTold, ResumeWished
from net.wire.bodies import Accused, Resumed, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent
from tests.net.conftest import SMALL
from tests.net.peer.test_disputes import wrong_program
from tests.net.peer.test_other_digests import Reconciling
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for


class OfBots(Reconciling):
    """One where nobody agrees but to what its own program has judged."""

    def _perform(self, peer: int, effect: Effect) -> None:
        if isinstance(effect, ResumeTold):
            wish = ResumeWished(effect.index, effect.about, effect.is_without, needs_evidence=True)
            self.post(0.0, peer, wish)
        else:
            super()._perform(peer, effect)


@pytest.mark.parametrize(
    ("count", "at", "odd"),
    [
        (3, 41, (1,)),  # the one that differs is stopped, the others are not
        (4, 8, (1, 3)),  # two and two, and all have answered
        (4, 20, (2, 3)),
        (4, 41, (1, 3)),
        (5, 8, (1, 3)),  # the larger side finds two that are wrong
        (5, 29, (1, 3)),  # only the smaller side is stopped
        (5, 14, (1, 3)),  # only the larger one
        (5, 20, (0, 2, 4)),
    ],
)
def test_two_sides_go_on_before_what_was_one_state(
    count: int, at: int, odd: tuple[int, ...]
) -> None:
    wire = OfBots(table_for(count, **OVER_SOON), SMALL, "differs 1")
    for peer in odd:
        wrong_program(wire, peer, at)
    wire.run()
    assert any(node.referee.is_stopped for node in wire.nodes)
    for peer, node in enumerate(wire.nodes):
        if (offer := node.referee.taking_up.offer) is not None:
            wire.post(0.0, peer, offer)
    wire.run()
    assert {tuple(node.closed) for node in wire.nodes} == {("over",)}
    assert len({node.head for node in wire.nodes}) == 1
    verdict = verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))
    assert (verdict.kind, len(verdict.set_aside)) == ("clean", 1)


def said(wire: FakeWire, peer: int, index: int, body: Body, **place: int | bytes) -> Entry:
    """A word of a peer beside a request, or in its place."""
    chain = wire.nodes[0].referee.proceedings.chain
    fields = {
        "part": FIRST_CONTROL_PART + chain.controls(peer),
        "state_digest": chain.digest(index),
        **place,
    }
    unsigned = Unsigned(
        kind=body.kind, game_id=chain.game_id, epoch=0, index=index, peer=peer,
        parent=chain.parents[index], body=encode_body(body), **fields,
    )  # fmt: skip
    return sign_entry(wire.nodes[peer].referee.player.identity, unsigned)


@pytest.mark.parametrize("back", [0, 20])
def test_a_word_over_another_state_leads_back_no_further_than_its_signer_came(back: int) -> None:
    """Else a made-up one beside an old request would let whoever knows the cards play it again."""
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "two sides")
    wire.run_until(40)
    referee = wire.nodes[1].referee
    chain = referee.proceedings.chain
    mine = [each.index for each in chain.everything() if each.peer == 2]
    at = max(mine) - back
    if chain.digest(at) is None or not chain.entries(at):
        at -= 1
    odd = said(wire, 2, at, Accused(Reason.RULE_BROKEN, bytes(32)), state_digest=b"\5" * 32)
    index = chain.answered_before(at)
    asked = Resumed(0, 0)
    resumed = said(wire, 2, index, asked, part=FIRST_RESUMED_PART + 2)
    effects = [
        effect
        for entry in (odd, resumed)
        for effect in referee.handle(Arrived(2, EntrySent(entry.to_bytes())), 0.0)
    ]
    (told,) = [each for each in effects if isinstance(each, ResumeTold)]
    assert told.is_shown == (back == 0)
    wish = ResumeWished(index, 0, is_without=False, needs_evidence=True)
    signed = [each for each in referee.handle(wish, 0.0) if isinstance(each, ResumeTold)]
    assert bool(signed) == (back == 0)


@pytest.mark.parametrize(
    ("ours", "theirs", "is_answered", "leads"),
    [
        ({1}, {0}, True, False),
        ({0}, {1}, True, True),
        ({1, 3}, {0, 2}, True, False),
        ({1, 3}, {0}, False, True),  # what they signed stops nobody: nobody else begins
        ({1, 2, 3}, {0}, True, True),
    ],
)
def test_of_two_sides_one_leads(
    ours: set[int], theirs: set[int], *, is_answered: bool, leads: bool
) -> None:
    sides = Sides(frozenset(ours), frozenset(theirs), is_answered)
    assert sides.leads(2 if len(ours | theirs) == 2 else 4) is leads
