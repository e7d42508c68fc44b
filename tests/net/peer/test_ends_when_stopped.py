"""22.8: a game that a wrong entry has stopped can be ended, also with who finds it right."""

import os
from collections.abc import Sequence

import pytest

from net.crypto.group import Group
from net.crypto.transcript import Verifier
from net.game.early_end import Outcome
from net.judging.game_file import from_file
from net.judging.verification import verify
from net.limits import FIRST_CONTROL_PART
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.peer.effects import Arrived, Conceded, EndProposed, Started, Unsaid
from net.wire.bodies import EndWish, encode_body
from net.wire.messages import EntrySent, Message
from tests.net.conftest import SMALL
from tests.net.peer.test_disputes import wrong_program
from tests.net.peer.test_other_digests import Reconciling, told_wrongly
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for

ODD = 1


def differing(count: int, at: int, *odd: int, group: Group = SMALL) -> FakeWire:
    """A table that two really different programs have stopped, or one of the sides."""
    wire = Reconciling(table_for(count, **OVER_SOON), group, "differs 1")
    for peer in odd:
        wrong_program(wire, peer, at)
    wire.run()
    assert any(node.referee.is_stopped for node in wire.nodes)
    for peer, node in enumerate(wire.nodes):
        if node.referee.is_stopped:
            come_back(wire, peer, at if peer in odd else None)
    return wire


def come_back(wire: FakeWire, peer: int, at: int | None) -> None:
    """End a peer's program and start it again as it was, with the disk that it has."""
    disk = sorted(dict.fromkeys(wire.nodes[peer].disk), key=lambda each: decode_entry(each).place)
    node = wire.nodes[peer] = wire.node(peer)
    node.disk = disk
    if at is not None:
        wrong_program(wire, peer, at)
    node.referee.restore(disk)
    wire.perform(peer, node.referee.handle(Started(), wire.now))


def assert_ended(wire: FakeWire, reason: str, kind: str, group: Group = SMALL) -> None:
    assert {tuple(node.closed) for node in wire.nodes} == {(reason,)}
    assert len({wire.file_of(peer) for peer in range(len(wire.nodes))}) == 1
    verdict = verify(from_file(wire.file_of(0)), Verifier(group, os.urandom))
    assert (verdict.kind, verdict.ending) == (kind, reason)


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize(
    ("count", "at", "odd"),
    [
        (2, 14, (1,)),  # Dracula's peer stands, the other one has gone on
        (2, 38, (1,)),  # the other way round
        (3, 41, (1,)),  # one stands, two have gone on
        (3, 11, (1,)),
        (4, 29, (1, 3)),  # two and two
        (5, 26, (1, 3)),  # those who have gone on are the fewer
        (5, 29, (1, 3)),  # and the more
    ],
)
def test_all_end_where_the_first_was_stopped(
    count: int, at: int, odd: tuple[int, ...], *, opens: bool
) -> None:
    wire = differing(count, at, *odd)
    first = min(node.head[0] for node in wire.nodes)
    for peer in range(count):
        wire.post(0.0, peer, EndProposed(opens))
    wire.run()
    assert_ended(wire, "agreed", "unaudited")  # it would be opened over two states
    assert wire.nodes[0].head[0] == first + 1


def test_where_all_stand_at_one_request_all_is_as_ever() -> None:
    wire = differing(5, 8, 1, 3)
    for peer in range(5):
        wire.post(0.0, peer, EndProposed(opens=False))
    wire.run()
    assert_ended(wire, "agreed", "unaudited")


def test_nobody_gives_up_at_a_request_that_others_have_answered() -> None:
    """Its seed would be a second answer there; so all agree to end, or go on before it first."""
    wire = differing(2, 38, 1)
    for peer in range(2):
        told = wire.nodes[peer].referee.handle(Conceded(), wire.now)
        assert told == [Unsaid("concede-apart")], "its player is told why nothing follows"


def test_a_liar_who_alone_accepts_its_entry_can_end_the_game_at_once() -> None:
    wire = Reconciling(table_for(3, **OVER_SOON), SMALL, "digests")
    told_wrongly(wire, 0, 2)
    lying = wire.carry

    def unheard(sender: int, receiver: int, message: Message) -> Sequence[Message]:
        """What its own program never signed does not stop the liar's."""
        is_entry = receiver == ODD and isinstance(message, EntrySent)
        is_own = is_entry and decode_entry(message.entry).peer == ODD
        return [] if is_own else lying(sender, receiver, message)

    wire.carry = unheard
    wire.run()
    assert [node.referee.is_stopped for node in wire.nodes] == [True, False, True]
    for peer in (0, 2):
        come_back(wire, peer, None)
    for peer in range(3):
        wire.post(0.0, peer, EndProposed(opens=False))
    wire.run()
    assert_ended(wire, "agreed", "unaudited")


def test_who_was_away_meanwhile_is_brought_the_end_of_the_others() -> None:
    """Nobody asks for what stands at a request that is over: it is brought when a channel opens."""
    wire = differing(3, 11, ODD)
    reached = wire.carry
    wire.carry = lambda one, other, message: [] if ODD in (one, other) else [message]
    for peer in range(3):
        wire.post(0.0, peer, EndProposed(opens=False))
    wire.run()
    assert not any(node.closed for node in wire.nodes)
    wire.carry = reached
    for peer in (0, 2):
        wire.perform(peer, wire.nodes[peer].referee.reminders(ODD))
        wire.perform(ODD, wire.nodes[ODD].referee.reminders(peer))
    wire.run()
    assert_ended(wire, "agreed", "unaudited")


def test_nobody_goes_back_for_a_peer_that_has_gone_on_since() -> None:
    """An accusation of something right stops nobody: an end stands where the furthest peer is."""
    wire = FakeWire(table_for(3, **OVER_SOON), SMALL, "digests")
    wire.run_until(30)
    chain = wire.nodes[0].referee.proceedings.chain
    at = chain.index
    controls = wire.nodes[0].referee._controls
    controls._accused[2] = at - 5
    assert controls.stopped_at == {}
    for peer in range(3):
        wire.post(0.0, peer, EndProposed(opens=False))
    wire.run()
    assert_ended(wire, "agreed", "unaudited")
    assert min(node.head[0] for node in wire.nodes) >= at


@pytest.mark.parametrize("body", [b"", encode_body(EndWish(Outcome.HUNTERS)), b"\xff" * 40])
def test_a_wish_that_cannot_be_read_or_had_is_not_heard(body: bytes) -> None:
    wire = FakeWire(table_for(2), SMALL, "wishes")
    wire.run_until(9)
    chain = wire.nodes[0].referee.proceedings.chain
    unsigned = Unsigned(
        EndWish.kind, chain.game_id, 0, chain.index + 3, FIRST_CONTROL_PART, 1,
        bytes(32), bytes(32), body,
    )  # fmt: skip
    entry = sign_entry(wire.nodes[1].referee.player.identity, unsigned)
    told = len(wire.nodes[0].told)
    wire.perform(0, wire.nodes[0].referee.handle(Arrived(1, EntrySent(entry.to_bytes())), 0.0))
    assert len(wire.nodes[0].told) == told
