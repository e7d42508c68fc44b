"""A program that plays a place it took over says for it what its player wants of all peers."""

from types import SimpleNamespace
from typing import Any

import pytest

from net.edge.understudies import Understudies
from net.effects import Conceded, EndProposed, Event, GivenUpFor, Send, Started, Wished
from net.recovery.wishes import LeaveWished, TakeOverWished, TimeOutWished
from net.wire.messages import WantEntry

SENT = Send(WantEntry(bytes(32)))


def understudies_of(peer: int, heard: list[Event]) -> Understudies:
    """Those of a program that plays one more place."""

    def handle(event: Event, _now: float) -> list[Any]:
        heard.append(event)
        return [SENT, Wished(3, 5)]

    stage: Any = None
    own: Any = SimpleNamespace(player=SimpleNamespace(peer=peer))
    understudies = Understudies(stage, own)
    referee: Any = SimpleNamespace(handle=handle)
    understudies._referees[3] = referee
    return understudies


@pytest.mark.parametrize(
    "event",
    [Started(), TimeOutWished(7, 2), TakeOverWished(7, 2, bytes(32)), GivenUpFor(2),
     EndProposed(opens=True), Conceded()],
)  # fmt: skip
def test_what_all_must_sign_is_wanted_for_every_place(event: Event) -> None:
    heard: list[Event] = []
    assert list(understudies_of(1, heard).handle(event, 0.0)) == [SENT]
    assert heard == [event]


@pytest.mark.parametrize(("peer", "event"), [(0, Conceded()), (1, LeaveWished(7))])
def test_what_our_player_wants_for_itself_is_not(peer: int, event: Event) -> None:
    heard: list[Event] = []
    assert list(understudies_of(peer, heard).handle(event, 0.0)) == []
    assert heard == []
