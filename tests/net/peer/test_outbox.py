"""The outbox: an own answer is recorded, then sent, and only then settled.

The last tests say what may be answered unasked: only an answer that everybody sees to be the one
possibility (N-7).
"""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.options import Accept, Decline, Play
from engine.requests import Choose, Conceal, FromHand
from net.errors import LocalMistake
from net.game.pending import PendingRequest
from net.peer.effects import Arrived, Ask, Effect, EndProposed, Record, Send, Started, Wished
from net.peer.outbox import Answers
from net.wire.messages import Message
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, Node, table_for


def asked_openly(node: Node) -> Ask | None:
    """What a node was asked last and has not answered, if the answer is an open choice."""
    if not node.asked or node.asked[-1].index != node.head[0]:
        return None
    asked = node.asked[-1]
    return asked if isinstance(asked.request, Choose) and not asked.request.hand else None


def waiting_for_a_choice(seed: str) -> tuple[FakeWire, int, Ask]:
    """A table at which all wait for one open choice, and whose it is."""
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, seed, duplicates=0.0)
    while (
        len({node.head for node in wire.nodes}) > 1
        or wire.nodes[0].head[0] < 8
        or not any(map(asked_openly, wire.nodes))
    ):
        assert wire.step()
    for peer, node in enumerate(wire.nodes):
        if (asked := asked_openly(node)) is not None:
            return wire, peer, asked
    raise AssertionError("nobody is asked")


def sent(effects: Sequence[Effect]) -> list[Message]:
    return [each.message for each in effects if isinstance(each, Send)]


def test_an_answer_is_on_its_way_before_anything_follows_from_it() -> None:
    wire, peer, asked = waiting_for_a_choice("leaves first")
    referee = wire.nodes[peer].referee
    seen: list[tuple[type[Effect], int]] = [
        (type(effect), referee.proceedings.chain.index)
        for effect in referee.work(wire.decide(wire.nodes[peer], asked), wire.now)
    ]
    assert seen[:2] == [(Record, asked.index), (Send, asked.index)]
    assert referee.proceedings.chain.index > asked.index


def test_an_own_answer_is_judged_once_and_before_it_is_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire, peer, asked = waiting_for_a_choice("judged once")
    judged: list[int] = []
    check: Callable[..., None] = PendingRequest.check

    def counted(hearing: PendingRequest, number: int, body: Any) -> None:
        judged.append(number)
        check(hearing, number, body)

    monkeypatch.setattr(PendingRequest, "check", counted)
    work = wire.nodes[peer].referee.work(wire.decide(wire.nodes[peer], asked), wire.now)
    assert isinstance(next(work), Record)
    assert judged == [asked.part]
    list(work)
    assert judged.count(asked.part) == 1 + _further(wire.nodes[peer], asked)


def _further(node: Node, asked: Ask) -> int:
    """How many own answers to later requests followed at once, with the same number of part."""
    chain = node.referee.proceedings.chain
    later = range(asked.index + 1, chain.index + 1)
    entries = [entry for index in later for entry in chain.entries(index)]
    ours = node.referee.player.peer
    return sum(entry.part == asked.part and entry.peer == ours for entry in entries)


def test_what_every_peer_would_refuse_is_neither_kept_nor_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire, peer, asked = waiting_for_a_choice("refused")
    node = wire.nodes[peer]
    make: Callable[..., Any] = Answers.make

    def spoiled(replies: Answers, *given: Any) -> Any:
        body = make(replies, *given)
        return type(body)(body.option, (("no_such_moment", True),), body.revealed)

    monkeypatch.setattr(Answers, "make", spoiled)
    done: list[Effect] = []
    with pytest.raises(LocalMistake, match="our own answer"):
        done.extend(node.referee.work(wire.decide(node, asked), wire.now))
    assert done == []


def test_words_that_waited_for_our_own_answer_are_heard_with_it() -> None:
    wire, peer, asked = waiting_for_a_choice("ripened")
    one, other = wire.nodes[peer], wire.nodes[1 - peer]
    decided = wire.decide(one, asked)
    (ours, *_) = sent(one.referee.handle(decided, 0.0))
    effects = other.referee.handle(Arrived(peer, ours), 0.0)
    said = [*sent(effects), *sent(other.referee.handle(EndProposed(opens=False), 0.0))]

    # The same peer again, as if it had been ended before it answered.
    again = wire.node(peer).referee
    again.restore(one.disk)
    again.handle(Started(), 0.0)
    for message in said:
        held = again.handle(Arrived(1 - peer, message), 0.0)
        assert not any(isinstance(each, Wished) for each in held)
    heard = [each.peer for each in again.handle(decided, 0.0) if isinstance(each, Wished)]
    assert heard == [1 - peer]


# --- What is answered without asking the player ---


def asked(*, options: int = 1, hand: tuple[FromHand, ...] = ()) -> Ask:
    offered = (Decline(), Accept())[:options]
    return Ask(1, 0, Choose("mina", "about", offered, hand), (Decline(),))


def test_one_public_option_is_forced() -> None:
    assert asked().is_forced


def test_one_true_answer_among_several_public_ones_is_asked_for() -> None:
    assert not asked(options=2).is_forced


def test_a_hand_that_could_hold_an_answer_is_asked_for() -> None:
    assert not asked(hand=(FromHand(Play, ("e1",), ("garlic",)),)).is_forced


def test_a_sealed_choice_is_asked_for() -> None:
    assert not Ask(1, 0, Conceal("mina", "e2", "combat"), ("e2",)).is_forced
