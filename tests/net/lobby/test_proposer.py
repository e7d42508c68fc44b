"""Finding the proposer of a table: through any guest's address, on the way there, and after a loss.

1. Whoever comes to any guest is told who proposes, and goes there.
2. On the way: the proposer is called, asked, and reached in time or not.
3. What a peer remembers of the proposers before it.
"""

import random

import pytest

from engine.ids import DRACULA, HUNTERS
from net.limits import CALLING_S, CHANGES_AT_ONCE
from net.lobby.events import (
    Came,
    Dial,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    LobbyStage,
    Say,
    SeatsChosen,
    ShowTable,
    Terms,
    TermsChosen,
    TurnAway,
    Went,
)
from net.lobby.proposer import FormerProposers
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
    assert guest.lobby.stage is LobbyStage.READY
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


# --- On the way to the proposer ---


def on_the_way() -> tuple[Seatmate, Seatmate, list[LobbyEffect]]:
    """Somebody whom a guest has told that another one proposes, whom nobody can reach."""
    guest, newcomer, other = Seatmate(1, None), Seatmate(2, None), Seatmate(0, None)
    newcomer.lobby.come_to(guest.key)
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


def test_who_takes_us_up_on_the_way_is_who_we_were_on_the_way_to() -> None:
    newcomer, guest, _ = on_the_way()
    order = PeerAt(guest.key, guest.host, 4001), PeerAt(newcomer.key, newcomer.host, 4002)
    effects = newcomer.lobby.handle(Heard(guest.key, PeersKnown(order)))
    assert [effect.lacking for effect in effects if isinstance(effect, ShowTable)] == [
        "nobody-seated"
    ]
    assert Forget(Seatmate(0, None).key) in effects, "nobody calls it any more"


def test_whoever_we_came_to_may_take_us_up_though_we_ask_another_by_then() -> None:
    newcomer, guest, _ = on_the_way()
    other = Seatmate(0, None)
    newcomer.lobby.handle(Came(other.key))
    order = tuple(PeerAt(each.key, each.host, 4000) for each in (guest, newcomer))
    newcomer.lobby.handle(Heard(guest.key, PeersKnown(order[:1] * 2)))
    assert newcomer.lobby.order == [other.key]
    newcomer.lobby.handle(Heard(guest.key, PeersKnown(order)))
    assert newcomer.lobby.order == [guest.key, newcomer.key]


def test_of_all_we_are_told_to_call_we_want_the_last() -> None:
    """Whoever we came to must not send us to one address after another."""
    newcomer, guest, _ = on_the_way()
    third = PeerAt(Seatmate(3, None).key, "192.0.2.9", 4000)
    effects = newcomer.lobby.handle(Heard(guest.key, PeersKnown((third,))))
    called = [effect for effect in effects if isinstance(effect, Dial | Forget)]
    assert called == [Forget(Seatmate(0, None).key), Dial(third)]


def test_who_is_there_already_is_asked_and_not_called() -> None:
    newcomer, guest, _ = on_the_way()
    third = PeerAt(Seatmate(3, None).key, "192.0.2.9", 4000)
    newcomer.lobby.handle(Came(third.identity))
    effects = newcomer.lobby.handle(Heard(guest.key, PeersKnown((third,))))
    assert effects[0] == Forget(Seatmate(0, None).key)
    assert Say(PeersKnown((newcomer.lobby._at(),)), third.identity) in effects
    assert isinstance(effects[-1], ShowTable)
    assert effects[-1].lacking == "nobody-seated"


@pytest.mark.parametrize("followers", [0, 1])
def test_if_the_guide_goes_and_nobody_is_reached_in_time_the_table_is_gone(followers: int) -> None:
    newcomer, guest, _ = on_the_way()
    for number in range(followers):
        newcomer.lobby.handle(Came(Seatmate(4 + number, None).key))
    gone = EndLobby("table-gone")
    assert gone not in newcomer.lobby.handle(Went(guest.key))
    assert list(newcomer.lobby.tick(1.0)) == []
    assert list(newcomer.lobby.tick(0.9 + CALLING_S)) == []
    assert gone in newcomer.lobby.tick(1.0 + CALLING_S)


def test_if_the_guide_goes_and_who_proposes_is_reached_in_time_all_is_well() -> None:
    newcomer, guest, _ = on_the_way()
    newcomer.lobby.handle(Went(guest.key))
    assert list(newcomer.lobby.tick(1.0)) == []
    newcomer.lobby.handle(Came(Seatmate(0, None).key))
    assert list(newcomer.lobby.tick(1.0 + CALLING_S)) == []


def test_if_who_proposes_is_not_reached_the_guide_is_asked_again() -> None:
    newcomer, guest, _ = on_the_way()
    newcomer.lobby.tick(1.0)
    effects = newcomer.lobby.tick(1.0 + CALLING_S)
    assert Say(PeersKnown((newcomer.lobby._at(),)), guest.key) in effects
    assert Forget(Seatmate(0, None).key) in effects


def test_who_never_reaches_whom_it_is_sent_to_is_told_so() -> None:
    """Others at the table may reach it, from another network."""
    newcomer, guest, _ = on_the_way()
    there = PeersKnown((PeerAt(Seatmate(0, None).key, "192.0.2.1", 4000),))
    newcomer.lobby.tick(1.0)
    newcomer.lobby.tick(1.0 + CALLING_S)
    newcomer.lobby.handle(Heard(guest.key, there))
    newcomer.lobby.tick(10.0)
    newcomer.lobby.tick(10.0 + CALLING_S)
    assert EndLobby("not-reached") in newcomer.lobby.handle(Heard(guest.key, there))


def test_who_comes_to_us_before_we_have_arrived_is_not_whom_we_came_to() -> None:
    """A stranger may call us while we call the table; nothing it says of the table is heard."""
    newcomer, guest, stranger = Seatmate(2, None), Seatmate(1, None), Seatmate(5, None)
    newcomer.lobby.come_to(guest.key)
    newcomer.lobby.handle(Came(stranger.key))
    newcomer.lobby.handle(Came(guest.key))
    elsewhere = PeersKnown((PeerAt(stranger.key, "192.0.2.9", 4000), newcomer.lobby._at()))
    newcomer.lobby.handle(Heard(stranger.key, elsewhere))
    assert newcomer.lobby.order == [guest.key]
    newcomer.lobby.handle(Went(stranger.key))
    assert newcomer.lobby.order == [guest.key]


def test_who_has_not_reached_who_proposes_sends_nobody_there() -> None:
    newcomer, _, _ = on_the_way()
    follower = Seatmate(4, None)
    newcomer.lobby.handle(Came(follower.key))
    asking = PeersKnown((PeerAt(follower.key, follower.host, 4004),))
    effects = newcomer.lobby.handle(Heard(follower.key, asking))
    assert not [effect for effect in effects if isinstance(effect, Say)]


FIRST, SECOND, THIRD, US = (PeerAt(bytes((number,)) * 32, "192.0.2.1", 1) for number in range(4))


def test_who_is_back_as_a_guest_behind_us_stood_before_us_all_the_same() -> None:
    """It proposes where it was, though who proposes here has not heard that yet."""
    elders = FormerProposers()
    elders.place((FIRST, SECOND, THIRD, US), 3)
    elders.place((THIRD, US, FIRST, SECOND), 1)
    assert {at.identity for at in elders.lost(())} == {
        FIRST.identity,
        SECOND.identity,
        THIRD.identity,
    }
    assert elders.follows(SECOND.identity, FIRST)


def test_who_went_of_its_own_will_is_forgotten() -> None:
    elders = FormerProposers()
    elders.place((FIRST, SECOND, US), 2)
    elders.dismiss(FIRST.identity)
    elders.place((SECOND, US), 1)
    assert elders.lost(()) == [SECOND]
