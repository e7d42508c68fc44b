"""Coming to a table by anybody's address: who is there says who proposes, and one goes there."""

import random

import pytest

from engine.ids import DRACULA, HUNTERS
from net.limits import CHANGES_AT_ONCE
from net.lobby_events import (
    Heard,
    Say,
    SeatsChosen,
    Stage,
    Terms,
    TermsChosen,
    TurnAway,
)
from net.wire.messages import PeerAt, PeersKnown, SeatsWanted
from tests.support.lobbies import FakeTable, Seatmate


def gathered(*seats: str) -> FakeTable:
    """The opener and a guest for each of these seats."""
    table = FakeTable()
    table.tell(table.mates[0], SeatsChosen((DRACULA,)))
    for seat in seats:
        table.join(seat)
    table.settle()
    return table


def begins(table: FakeTable) -> bool:
    """Whether those who are there begin one game together when all are ready."""
    there = [mate for mate in table.mates if mate not in table.gone]
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


@pytest.mark.parametrize("seed", range(40))
def test_whoever_hears_first_that_the_proposer_is_gone_all_see_what_the_next_proposes(
    seed: int,
) -> None:
    """Nobody does anything afterwards: what the next one says must reach everybody by itself."""
    chance = random.Random(seed)
    table = FakeTable()
    opener = table.mates[0]
    for seats in ((DRACULA,), HUNTERS[:2], HUNTERS[2:]):
        table.join(*seats)
    table.settle()
    heir, *guests = table.mates[1:]
    table.pick = chance.randrange
    table.ready(guests[0])
    if chance.randrange(2):
        table.tell(opener, SeatsChosen(HUNTERS[:1]))
    table.tell(opener, TermsChosen(Terms(delay_ms=chance.randrange(100, 200))))
    for _ in range(chance.randrange(12)):
        table.deliver_one()
    table.lose(opener)
    table.settle()
    order = [heir.key, *(guest.key for guest in guests)]
    assert [mate.lobby.order for mate in (heir, *guests)] == [order] * 3
    assert heir.shown is not None
    hashes = {mate.shown.setup_hash for mate in (heir, *guests) if mate.shown is not None}
    assert hashes == {heir.shown.setup_hash}
    assert begins(table)


def test_a_set_up_that_is_said_again_takes_no_mark_back() -> None:
    table = gathered()
    guest = table.join(*HUNTERS)
    table.settle()
    table.ready(guest)
    table.tell(table.mates[0], Heard(guest.key, PeersKnown((guest.lobby._at(),))))
    table.settle()
    assert guest.lobby.stage is Stage.READY
    assert begins(table)


def test_who_came_to_us_is_not_asked_who_proposes() -> None:
    """Both would wait for the other."""
    table = FakeTable()
    guest = table.join(DRACULA)
    newcomer = table.join(*HUNTERS, at=1)
    table.lose(table.mates[0])
    table.settle()
    assert guest.ended == ["table-gone"]
    table.lose(guest)
    table.settle()
    assert newcomer.ended == ["table-gone"]


def test_of_two_that_propose_neither_answers_the_other_for_ever() -> None:
    table = FakeTable()
    table.mates.append(Seatmate(1, Terms()))
    table.connect(*(mate.key for mate in table.mates))
    assert not all(table.deliver_one() for _ in range(100))


def test_who_proposes_answers_who_asks_and_tells_all_only_what_is_new() -> None:
    table = gathered()
    guest = table.join(*HUNTERS)
    table.settle()
    asking = Heard(guest.key, PeersKnown((guest.lobby._at(),)))
    opener = table.mates[0].lobby
    told = [effect for effect in opener.handle(asking) if isinstance(effect, Say)]
    assert {effect.to for effect in told} == {guest.key}
    moved = Heard(guest.key, PeersKnown((PeerAt(guest.key, "192.0.2.2", 5000),)))
    told = [effect for effect in opener.handle(moved) if isinstance(effect, Say)]
    assert None in {effect.to for effect in told}


def test_who_makes_the_table_talk_without_end_is_shown_out() -> None:
    table = gathered()
    guest = table.join(*HUNTERS)
    table.settle()
    opener = table.mates[0].lobby
    opener.tick(1000.0)
    wishes = [Heard(guest.key, SeatsWanted(HUNTERS[: 1 + number % 2])) for number in range(200)]
    effects = [list(opener.handle(wish)) for wish in wishes]
    heeded = [number for number, each in enumerate(effects) if each]
    assert len(heeded) >= CHANGES_AT_ONCE
    assert TurnAway(guest.key, "flooding") in effects[CHANGES_AT_ONCE]
    assert not any(
        isinstance(effect, Say) and effect.to is None
        for each in effects[CHANGES_AT_ONCE:]
        for effect in each
    )


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
