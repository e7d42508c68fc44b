"""RESUME: who may sign what in place of which request (section 14)."""

import os

import pytest
from msgspec.structs import replace

from net.course import Stage
from net.crypto.faults import Malformed, RuleBroken
from net.crypto.parties import Verifier
from net.effects import Arrived, ResumeTold, ResumeWished, TakenUp
from net.errors import PeerMisbehaved
from net.limits import FIRST_RESUMED_PART
from net.log.chain import Finding
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.evidence import Reason
from net.proceedings import Proceedings
from net.resumption import Resuming, remedy
from net.wire.bodies import Final, Resumed, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import FakeWire, table_for

AT = 30


@pytest.fixture
def wire() -> FakeWire:
    played = FakeWire(table_for(3, influence_to_win=3), SMALL, "resumption")
    played.run_until(AT)
    return played


def signed(wire: FakeWire, peer: int, body: Body, **changes: int) -> Entry:
    """A word of a peer in place of the request that is pending for peer 0."""
    proceedings = wire.nodes[0].referee.proceedings
    chain = proceedings.chain
    unsigned = Unsigned(
        body.kind, chain.game_id, chain.epoch, chain.index, FIRST_RESUMED_PART + peer, peer,
        chain.parent, proceedings.state_digest, encode_body(body),
    )  # fmt: skip
    identity = wire.nodes[peer].referee.player.identity
    return sign_entry(identity, replace(unsigned, **changes))


def followed(wire: FakeWire) -> Proceedings:
    """The game so far, as somebody follows it who takes what comes."""
    chain = wire.nodes[0].referee.proceedings.chain
    verifier = Verifier(SMALL, os.urandom, lambda _check, _arguments: None)
    proceedings = Proceedings(wire.nodes[0].referee.proceedings.setup, verifier)
    for entry in chain.everything():
        proceedings.take(entry)
    assert proceedings.chain.index == chain.index
    return proceedings


def test_all_have_to_sign_the_same(wire: FakeWire) -> None:
    game = followed(wire)
    index = game.chain.index
    for peer in (0, 1):
        assert game.take(signed(wire, peer, Resumed(1, 0))) is Finding.RESUMPTION
        assert game.chain.index == index
    game.take(signed(wire, 2, Resumed(0, 0)))
    assert game.chain.index == index
    game = followed(wire)
    before = game.request
    for peer in (2, 0, 1):
        game.take(signed(wire, peer, Resumed(1, 0)))
    assert (game.chain.index, game.chain.epoch, game.request) == (index + 1, 1, before)
    assert [entry.peer for entry in game.chain.entries(index)] == [0, 1, 2]
    assert game.stage is Stage.PLAYING


def test_what_was_answered_before_counts_no_more(wire: FakeWire) -> None:
    """It may still be on its way: nobody is blamed for it, and nobody said two things with it."""
    game = followed(wire)
    late = signed(wire, 1, Final(1, game.chain.parent), part=0)
    for peer in range(3):
        game.take(signed(wire, peer, Resumed(1, 0)))
    ahead = replace(late, index=late.index + 1)
    assert [game.take(each) for each in (late, ahead)] == [Finding.DROPPED] * 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (Resumed(1, 1), Reason.RULE_BROKEN),  # nothing is shuffled there
        (Resumed(4, 0), Reason.MALFORMED),  # there is no such peer
        (Final(1, bytes(32)), Reason.MALFORMED),
    ],
)
def test_what_cannot_be_signed_is_wrong_itself(wire: FakeWire, body: Body, code: Reason) -> None:
    with pytest.raises(PeerMisbehaved) as refused:
        followed(wire).take(signed(wire, 1, body))
    assert (refused.value.peer, refused.value.code) == (1, code)


def test_two_of_one_peer_for_one_request_are_two_answers(wire: FakeWire) -> None:
    game = followed(wire)
    game.take(signed(wire, 1, Resumed(1, 0)))
    with pytest.raises(PeerMisbehaved) as refused:
        game.take(signed(wire, 1, Resumed(2, 0)))
    assert refused.value.code == Reason.EQUIVOCATION


def test_another_part_than_its_own_is_not_its_turn(wire: FakeWire) -> None:
    with pytest.raises(PeerMisbehaved) as refused:
        followed(wire).take(signed(wire, 1, Resumed(1, 0), part=FIRST_RESUMED_PART))
    assert refused.value.code == Reason.NOT_THEIR_TURN


def test_only_what_the_rules_ask_is_asked_again() -> None:
    wire = FakeWire(table_for(2), SMALL, "set-up")
    wire.run_until(2)
    with pytest.raises(PeerMisbehaved) as refused:
        followed(wire).take(signed(wire, 1, Resumed(1, 0)))
    assert refused.value.code == Reason.MALFORMED


def test_who_is_not_stopped_agrees_if_its_player_does(wire: FakeWire) -> None:
    """Whoever finds its own entry right hears what the others would, and nothing happens to it."""
    referee = wire.nodes[1].referee
    others = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    heard = [
        effect
        for entry in others
        for effect in referee.handle(Arrived(entry.peer, EntrySent(entry.to_bytes())), 0.0)
    ]
    told = [each for each in heard if isinstance(each, ResumeTold)]
    assert [(each.peer, each.about) for each in told] == [(0, 1), (2, 1)]
    assert not referee.is_stopped
    (agreed,) = (each for each in referee.handle(ResumeWished(), 0.0) if isinstance(each, TakenUp))
    assert (agreed.index, len(agreed.entries)) == (others[0].index, 3)
    assert referee.is_stopped


def test_a_shuffle_is_made_without_somebody_only_if_two_are_left(wire: FakeWire) -> None:
    wrong = signed(wire, 1, Final(1, bytes(32)), part=1)
    of_three, of_two = {0: 0, 1: 1, 2: 2}, {0: 0, 1: 1}
    assert remedy(wrong, of_three) == Resumed(1, 1)
    assert remedy(wrong, of_two) == remedy(wrong, {}) == Resumed(1, 0)
    assert remedy(wrong, {0: 0, 1: 2, 2: 1}) == Resumed(1, 0)  # not what it was to answer there
    Resuming(3, of_three).take(wrong, Resumed(1, 1))
    with pytest.raises(RuleBroken):
        Resuming(2, of_two).take(wrong, Resumed(1, 1))
    with pytest.raises(Malformed):
        Resuming(2, of_two).take(wrong, Resumed(2, 0))
