"""A program that plays a place it took over says for it what its player wants of all peers."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from net.edge.coming_back.second_places import SecondPlaceGame, SecondPlaces
from net.edge.storing.store import Store
from net.peer.effects import Conceded, EndProposed, Event, GivenUpFor, Send, Started, Wished
from net.peer.replacement_vote import LeaveWished, TakeOverHere, TakeOverWished, TimeOutWished
from net.wire.messages import WantEntry

SENT = Send(WantEntry(bytes(32)))


def understudies_of(peer: int, heard: list[Event]) -> SecondPlaces:
    """Those of a program that plays one more place."""

    def handle(event: Event, _now: float) -> list[Any]:
        heard.append(event)
        return [SENT, Wished(3, 5)]

    stage: Any = None
    own: Any = SimpleNamespace(player=SimpleNamespace(peer=peer))
    understudies = SecondPlaces(stage, own)
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


class Silent:
    """A referee that says nothing."""

    def __init__(self, player: Any, *_: Any) -> None:
        self.player = player

    def restore(self, *_: Any, **__: Any) -> None:
        pass


def test_who_plays_a_place_is_kept_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ours once it is seated, and no more when another is."""
    monkeypatch.setattr("net.edge.coming_back.second_places.Referee", Silent)
    store = Store(tmp_path / "borgo.db", bytes(32))
    chain, roster = SimpleNamespace(epoch=0, index=0), SimpleNamespace(peers=range(5))
    seated: set[bytes] = set()
    recovery = SimpleNamespace(is_seated=lambda player: player.identity.public_key in seated)
    proceedings = SimpleNamespace(chain=chain, roster=roster, recovery=recovery)
    own: Any = SimpleNamespace(player=SimpleNamespace(peer=1), proceedings=proceedings)
    setup: Any = None
    stage = SecondPlaceGame(b"game", setup, store, SimpleNamespace(group=None, entropy=None))
    here = SecondPlaces(stage, own)
    wished = {here.take_over(TakeOverHere(7, 3)).successor for _ in range(3)}
    assert len(wished) == 1
    chain.epoch = 1
    again = here.take_over(TakeOverHere(9, 3)).successor
    assert again not in wished
    wished = {again}
    back = SecondPlaces(stage, own)
    back.restore()
    for now, peers in ((wished, [3]), (set[bytes](), [])):
        seated.clear()
        seated |= now
        assert [list(each.peers) for each in (here, back)] == [peers, peers]
    store.close()
