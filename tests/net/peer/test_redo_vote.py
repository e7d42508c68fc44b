"""RESUME: who may sign what in place of which request (section 14)."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from net.crypto.boxes import box_size
from net.crypto.faults import Malformed, RuleBroken
from net.crypto.transcript import Verifier
from net.errors import PeerMisbehaved
from net.game.early_end import Outcome
from net.game.redo import check_resumed, remedy
from net.game.replica import Replica
from net.game.stages import GameStage
from net.limits import FIRST_CONTROL_PART, FIRST_FINAL_PART, FIRST_RESUMED_PART, MOST_RESUMES
from net.log.chain import EntryStatus
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.evidence import Reason
from net.peer.effects import (
    Accuse,
    Arrived,
    Effect,
    EndProposed,
    Record,
    ResumesRefused,
    ResumeTold,
    ResumeWished,
    Send,
    Started,
    TakenUp,
)
from net.wire.bodies import EndWish, Final, Resumed, TimedOut, VssReleased, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, table_for

AT = 30


@pytest.fixture
def wire() -> FakeWire:
    played = FakeWire(table_for(3, influence_to_win=3), SMALL, "resumption 11")
    played.run_until(AT)
    return played


def signed(wire: FakeWire, peer: int, body: Body, **changes: Any) -> Entry:
    """A word of a peer in place of the request that is pending for peer 0."""
    proceedings = wire.nodes[0].referee.proceedings
    chain = proceedings.chain
    unsigned = Unsigned(
        body.kind, chain.game_id, chain.epoch, chain.index, FIRST_RESUMED_PART + peer, peer,
        chain.parent, proceedings.state_digest, encode_body(body),
    )  # fmt: skip
    identity = wire.nodes[peer].referee.player.identity
    return sign_entry(identity, replace(unsigned, **changes))


def followed(wire: FakeWire) -> Replica:
    """The game so far, as somebody follows it who takes what comes."""
    chain = wire.nodes[0].referee.proceedings.chain
    verifier = Verifier(SMALL, os.urandom, lambda _check, _arguments: None)
    proceedings = Replica(wire.nodes[0].referee.proceedings.setup, verifier)
    for entry in chain.everything():
        proceedings.take(entry)
    assert proceedings.chain.index == chain.index
    return proceedings


def test_all_have_to_sign_the_same(wire: FakeWire) -> None:
    game = followed(wire)
    index = game.chain.index
    for peer in (0, 1):
        assert game.take(signed(wire, peer, Resumed(1, 0))) is EntryStatus.RESUMPTION
        assert game.chain.index == index
    game.take(signed(wire, 2, Resumed(0, 0)))
    assert game.chain.index == index
    game = followed(wire)
    for peer in (2, 0, 1):
        game.take(signed(wire, peer, Resumed(1, 0)))
    assert (game.chain.index, game.chain.epoch) == (index + 1, 1)
    assert [entry.peer for entry in game.chain.entries(index)] == [0, 1, 2]
    assert game.stage is GameStage.RESHUFFLING


def test_what_was_answered_before_counts_no_more(wire: FakeWire) -> None:
    """It may still be on its way: nobody is blamed for it, and nobody said two things with it."""
    game = followed(wire)
    late = signed(wire, 1, Final(1, game.chain.parent), part=0)
    for peer in range(3):
        game.take(signed(wire, peer, Resumed(1, 0)))
    ahead = replace(late, index=late.index + 1)
    assert [game.take(each) for each in (late, ahead)] == [EntryStatus.DROPPED] * 2


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


def told(wire: FakeWire, peer: int, *entries: Entry) -> list[Effect]:
    """What a peer's referee wants done when these come."""
    referee = wire.nodes[peer].referee
    return [
        effect
        for entry in entries
        for effect in referee.handle(Arrived(entry.peer, EntrySent(entry.to_bytes())), 0.0)
    ]


def of_type(effects: Iterable[Effect], kind: type[Any]) -> list[Any]:
    return [each for each in effects if isinstance(each, kind)]


def test_who_is_not_stopped_agrees_if_its_player_does_and_all_others_have(wire: FakeWire) -> None:
    """Whoever finds its own entry right hears what the others would, and nothing happens to it."""
    referee = wire.nodes[1].referee
    others = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    index = others[0].index
    wish = ResumeWished(index, 1, is_without=False)
    first = ResumeTold(0, 1, index, is_without=False, at=index)
    assert of_type(told(wire, 1, others[0]), ResumeTold) == [first]
    assert referee.handle(wish, 0.0) == []
    assert not referee.is_stopped
    effects = told(wire, 1, others[1])
    (agreed,) = of_type(effects, TakenUp)
    assert (agreed.index, len(agreed.entries)) == (index, 3)
    assert referee.is_stopped


def test_a_bot_signs_nothing_that_its_own_program_has_seen_no_reason_for(wire: FakeWire) -> None:
    """Else whoever plays with bots alone could go back as far as it likes, and know what comes."""
    others = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    effects = told(wire, 1, *others)
    assert [each.is_shown for each in of_type(effects, ResumeTold)] == [False, False]
    wish = ResumeWished(others[0].index, 1, is_without=False, needs_evidence=True)
    assert wire.nodes[1].referee.handle(wish, 0.0) == []
    wrong = signed(wire, 0, Final(1, bytes(32)), part=200)  # something else, of somebody else
    assert of_type(told(wire, 1, wrong), TakenUp) == []


def test_a_bot_signs_what_it_has_judged_itself_whichever_came_first(wire: FakeWire) -> None:
    others = [signed(wire, peer, Resumed(0, 0)) for peer in (0, 2)]
    told(wire, 1, *others)
    wish = ResumeWished(others[0].index, 0, is_without=False, needs_evidence=True)
    assert wire.nodes[1].referee.handle(wish, 0.0) == []
    wrong = signed(wire, 0, Final(1, bytes(32)), part=200)
    (agreed,) = of_type(told(wire, 1, wrong), TakenUp)
    assert len(agreed.entries) == 3


@pytest.mark.parametrize("wished", [(-1, 1), (0, 2)], ids=["another request", "another peer"])
def test_nothing_is_signed_but_what_the_player_has_seen(
    wire: FakeWire, wished: tuple[int, int]
) -> None:
    others = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    told(wire, 1, *others)
    wish = ResumeWished(others[0].index + wished[0], wished[1], is_without=False)
    assert wire.nodes[1].referee.handle(wish, 0.0) == []
    assert told(wire, 1, *others) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"game_id": bytes(32)},
        {"part": FIRST_RESUMED_PART + 7},
        {"epoch": 9},
        {"state_digest": bytes(32)},
        {"parent": bytes(32)},
        {"said": Resumed(1, 1)},  # nothing is shuffled there
        {"said": Resumed(4, 0)},  # there is no such peer
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_what_cannot_stand_there_is_nobodys_word(wire: FakeWire, changes: dict[str, Any]) -> None:
    """It is neither kept nor counted, and leaves room for the right one."""
    said = changes.get("said", Resumed(1, 0))
    odd = signed(wire, 0, said, **{name: to for name, to in changes.items() if name != "said"})
    assert told(wire, 1, odd) == []
    right = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    assert len(of_type(told(wire, 1, *right), ResumeTold)) == 2


def test_whoever_signs_several_stops_nobody_and_keeps_nobody_out(wire: FakeWire) -> None:
    """That one counts which all others have signed, whichever comes first."""
    several = [signed(wire, 0, Resumed(peer, 0)) for peer in (0, 2, 1)]
    assert of_type(told(wire, 1, *several), Accuse) == []
    told(wire, 1, signed(wire, 2, Resumed(1, 0)))
    wish = ResumeWished(several[0].index, 1, is_without=False)
    (agreed,) = of_type(wire.nodes[1].referee.handle(wish, 0.0), TakenUp)
    assert several[2].to_bytes() in agreed.entries


def test_a_flood_is_refused_and_nobody_is_kept_from_going_on(wire: FakeWire) -> None:
    """Little of it is written, our player is told once, and after a restart it is no more."""
    referee, chain = wire.nodes[1].referee, wire.nodes[1].referee.proceedings.chain
    flood = [
        signed(wire, 0, Resumed(about, 0), index=at, parent=chain.parents[at], state_digest=state)
        for at in sorted(referee.proceedings.played - {chain.index})
        for about in range(3)
        if (state := chain.digest(at)) is not None
    ]
    assert len(flood) > 5 * MOST_RESUMES
    effects = told(wire, 1, *flood)
    assert len(of_type(effects, ResumeTold)) == len(of_type(effects, Record)) == MOST_RESUMES
    assert of_type(effects, ResumesRefused) == [ResumesRefused(0)]
    assert len(of_type(referee.reminders(2), Send)) == MOST_RESUMES
    right = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    told(wire, 1, *right)  # the first is one too many
    wish = ResumeWished(chain.index, 1, is_without=False)
    assert of_type(referee.handle(wish, 0.0), TakenUp) == []
    (agreed,) = of_type(told(wire, 1, right[0]), TakenUp)  # as whoever has it brings it again
    again = wire.node(1).referee
    disk = [*wire.nodes[1].disk, *(each.to_bytes() for each in flood), *agreed.entries]
    again.restore(sorted(disk, key=lambda each: decode_entry(each).place))
    assert again.proceedings.chain.epoch == 1
    assert of_type(again.reminders(2), Send) == []


def test_a_request_of_an_earlier_epoch_is_not_asked_again(wire: FakeWire) -> None:
    """What was signed since for it would be signed twice in the epoch that it had."""
    game = followed(wire)
    early = game.chain.index - 5
    for peer in range(3):
        game.take(signed(wire, peer, Resumed(1, 0)))
    old = signed(wire, 1, Resumed(1, 0), index=early, parent=game.chain.parents[early], epoch=1)
    digest = game.chain.entries(early)[0].state_digest
    assert game.chain.stands_instead(replace(old, state_digest=digest)) is False


@pytest.mark.parametrize("bound", ["an end", "a share"])
def test_what_was_signed_before_a_restart_binds_after_it(wire: FakeWire, bound: str) -> None:
    """The game may have stopped before it is read: parts are read in their order."""
    somebody = wire.nodes[2].referee.player.identity.public_key
    said: dict[str, tuple[Body, int]] = {
        "an end": (Final(Outcome.AGREED, bytes(32)), FIRST_FINAL_PART + 1),
        "a share": (VssReleased(2, somebody, bytes(box_size(96))), FIRST_CONTROL_PART),
    }
    body, part = said[bound]
    wrong = signed(wire, 0, Final(1, bytes(32)), part=200)
    ours = signed(wire, 1, body, part=part)
    disk = [*wire.nodes[1].disk, wrong.to_bytes(), ours.to_bytes()]
    again = wire.node(1).referee
    again.restore(sorted(disk, key=lambda each: decode_entry(each).place))
    assert again.is_stopped
    assert again.taking_up.offer is None


def test_whoever_has_signed_an_end_goes_on_before_nothing(wire: FakeWire) -> None:
    """Each takes all: only one of them can come about."""
    referee = wire.nodes[1].referee
    chain = referee.proceedings.chain
    ending = referee.handle(EndProposed(opens=False), 0.0)
    final = Final(Outcome.AGREED, chain.parent)
    ended = signed(wire, 0, final, part=FIRST_FINAL_PART)
    wish = signed(wire, 0, EndWish(Outcome.AGREED), part=FIRST_CONTROL_PART)
    third = signed(wire, 2, EndWish(Outcome.AGREED), part=FIRST_CONTROL_PART)
    ending += told(wire, 1, wish, third, ended)
    assert any(decode_entry(each.entry).is_final for each in of_type(ending, Record))
    others = [signed(wire, peer, Resumed(1, 0)) for peer in (0, 2)]
    told(wire, 1, *others)
    wished = ResumeWished(others[0].index, 1, is_without=False)
    assert of_type(referee.handle(wished, 0.0), Record) == []


def test_words_of_before_say_nothing_once_all_go_on(wire: FakeWire) -> None:
    """22.15: nobody is called gone by what was signed in a request that is asked again."""
    game = followed(wire)
    missed = TimedOut(1, game.chain.parent, game.chain.index, 0, 7)
    late = signed(wire, 0, missed, part=FIRST_CONTROL_PART)
    twice = [signed(wire, 0, EndWish(end), part=FIRST_CONTROL_PART) for end in (5, 6)]
    for peer in range(3):
        game.take(signed(wire, peer, Resumed(1, 0)))
    assert game.take(late) is EntryStatus.DROPPED
    assert game.take(twice[0]) is EntryStatus.CONTROL
    game.chain.keep_control(twice[0])
    assert game.take(twice[1]) is EntryStatus.DROPPED


def test_what_was_said_beside_a_stopped_request_is_not_said_again(wire: FakeWire) -> None:
    """K-1: whoever comes back to a stopped game has signed its words already."""
    node = wire.nodes[1]
    for effect in node.referee.handle(EndProposed(opens=False), 0.0):
        node.disk += [effect.entry] if isinstance(effect, Record) else []
    wrong = signed(wire, 0, Final(1, bytes(32)), part=200)
    node.disk += [each.entry for each in of_type(told(wire, 1, wrong), Record)]
    again = wire.node(1).referee
    again.restore(sorted(node.disk, key=lambda each: decode_entry(each).place))
    assert again.is_stopped
    assert of_type(again.handle(Started(), 0.0), Record) == []
    assert again.taking_up.offer == ResumeWished(wrong.index, 0, is_without=False)


def test_a_shuffle_is_made_without_somebody_only_if_two_are_left(wire: FakeWire) -> None:
    wrong = signed(wire, 1, Final(1, bytes(32)), part=1)
    of_three, of_two = {0: 0, 1: 1, 2: 2}, {0: 0, 1: 1}
    assert remedy(wrong, of_three) == Resumed(1, 1)
    assert remedy(wrong, of_two) == remedy(wrong, {}) == Resumed(1, 0)
    assert remedy(wrong, {0: 0, 1: 2, 2: 1}) == Resumed(1, 0)  # not what it was to answer there
    assert check_resumed(Resumed(1, 1), 3, of_three) == Resumed(1, 1)
    with pytest.raises(RuleBroken):
        check_resumed(Resumed(1, 1), 2, of_two)
    with pytest.raises(Malformed):
        check_resumed(Resumed(2, 0), 2, of_two)
