"""Coming to a table by anybody's address: who is there says who proposes, and one goes there."""

import random

import pytest

from engine.ids import DRACULA, HUNTERS
from net.lobby_events import Came, Dial, EndLobby, Heard, LobbyEffect, SeatsChosen, ShowTable, Went
from net.wire.messages import PeerAt, PeersKnown
from tests.support.lobbies import FakeTable, Seatmate


class EmptyingTable(FakeTable):
    """A table that people leave for good: whoever calls them then reaches nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[bytes] = set()

    def lose(self, mate: Seatmate) -> None:
        self.gone.add(mate.key)
        super().lose(mate)

    def perform(self, mate: Seatmate, effect: LobbyEffect) -> None:
        if not isinstance(effect, Dial) or effect.peer.identity not in self.gone:
            super().perform(mate, effect)


def gathered(*seats: str) -> EmptyingTable:
    """The opener and a guest for each of these seats."""
    table = EmptyingTable()
    table.tell(table.mates[0], SeatsChosen((DRACULA,)))
    for seat in seats:
        table.join(seat)
    table.settle()
    return table


def begins(table: EmptyingTable) -> bool:
    """Whether those who are there begin one game together when all are ready."""
    there = [mate for mate in table.mates if mate.key not in table.gone]
    for mate in there:
        table.ready(mate)
    table.settle()
    begun = [mate.begun.signed.setup for mate in there if mate.begun is not None]
    return len(begun) == len(there) and len(set(begun)) == 1


def test_who_comes_to_a_guest_is_sent_to_whoever_proposes_and_plays_with_all() -> None:
    table = gathered(*HUNTERS[:2])
    table.join(*HUNTERS[2:], at=2)
    table.settle()
    order = [mate.key for mate in table.mates]
    assert [mate.lobby.order for mate in table.mates] == [order] * 4
    assert begins(table)


@pytest.mark.parametrize("seed", range(40))
def test_if_whoever_proposes_goes_meanwhile_the_next_one_takes_the_newcomer_up(seed: int) -> None:
    chance = random.Random(seed)
    table = gathered(*HUNTERS[:2])
    table.pick = chance.randrange
    opener, _, guest = table.mates
    newcomer = table.join(DRACULA, *HUNTERS[2:], at=2)
    for _ in range(chance.randrange(12)):
        table.deliver_one()
    table.lose(opener)
    table.settle()
    assert newcomer.ended == []
    assert newcomer.lobby.order[0] == guest.lobby.order[0] == table.mates[1].key
    assert newcomer.key in table.mates[1].lobby.order
    table.tell(newcomer, SeatsChosen((DRACULA,)))
    table.tell(guest, SeatsChosen(HUNTERS[1:]))
    table.settle()
    assert begins(table)


def on_the_way() -> tuple[Seatmate, Seatmate, list[LobbyEffect]]:
    """Somebody whom a guest has told that another one proposes, whom nobody can reach."""
    guest, newcomer, other = Seatmate(1, None), Seatmate(2, None), Seatmate(0, None)
    newcomer.lobby.handle(Came(guest.key))
    there = PeerAt(other.key, other.host, 4000), PeerAt(guest.key, guest.host, 4001)
    effects = list(newcomer.lobby.handle(Heard(guest.key, PeersKnown(there))))
    assert [effect.peer for effect in effects if isinstance(effect, Dial)] == [there[0]]
    return newcomer, guest, effects


def test_who_is_on_the_way_is_told_so() -> None:
    newcomer, _, effects = on_the_way()
    (shown,) = [effect for effect in effects if isinstance(effect, ShowTable)]
    assert shown.lacking == "on-the-way"
    (shown,) = [
        effect
        for event in (Came(Seatmate(0, None).key), SeatsChosen(HUNTERS))
        for effect in newcomer.lobby.handle(event)
        if isinstance(effect, ShowTable)
    ]
    assert shown.lacking == "nobody-seated", "and no longer when it has arrived"


def test_if_the_guide_goes_before_anybody_is_reached_the_table_is_gone() -> None:
    newcomer, guest, _ = on_the_way()
    assert EndLobby("table-gone") in newcomer.lobby.handle(Went(guest.key))


def test_who_comes_without_a_wish_sees_the_set_up_that_stands() -> None:
    table = gathered()
    guest = table.join(*HUNTERS)
    table.settle()
    table.ready(guest)
    newcomer = table.join()
    table.settle()
    assert newcomer.shown is not None
    assert table.mates[0].shown is not None
    assert newcomer.shown.setup == table.mates[0].shown.setup is not None
    assert newcomer.shown.ready == table.mates[0].shown.ready != ()
