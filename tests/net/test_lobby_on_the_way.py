"""On the way from whoever we came to, to who proposes: called, asked, reached in time or not."""

import pytest

from engine.ids import HUNTERS
from net.limits import CALLING_S
from net.lobby_events import (
    Came,
    Dial,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    Say,
    SeatsChosen,
    ShowTable,
    Went,
)
from net.wire.messages import PeerAt, PeersKnown
from tests.support.lobbies import Seatmate


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
