"""What a window is told of a table's game between two steps, and orders given meanwhile."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from client.settings import Orders
from client.worker.lan import window_guide
from client.worker.lan.window_guide import Showing, WindowGuide
from client.worker.values import (
    Awaited,
    Deduced,
    PeersSeen,
    Report,
    Shown,
    StandingOrders,
    TableOpened,
)
from engine.bots.plain import plain_bots
from engine.dealer import Below
from engine.ids import DRACULA, EVERYONE, GODALMING, HUNTERS, MINA, SEWARD
from engine.local import LocalGame
from engine.options import PASS, STEP_IN, Play
from engine.record import Setup
from engine.requests import Choose, FromHand, Shuffle, together
from engine.view import View, see
from net.edge.desk import OnOrder
from net.peer.effects import Ask

_LIMIT_S = 10.0


class Here:
    """A table as its program has it, as far as it is shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, aid: bool = True) -> None:
        monkeypatch.setattr(window_guide, "can_back_up", lambda _playing: False)
        monkeypatch.setattr(window_guide, "peers_seen", lambda *_: PeersSeen(()))
        self.local = _on_the_trail()
        self.hearing = SimpleNamespace(exchanges=[])
        edition = self.local.game.table.edition
        setup = {"edition": "fourth", "peers": (), "aid": aid, "recovery": False,
                 "for_engine": lambda: Setup("fourth")}  # fmt: skip
        self.proceedings = SimpleNamespace(
            chain=SimpleNamespace(index=9), game=self.local.game, hearing=self.hearing,
            edition=edition, is_in_play=True, renewing=(),
        )  # fmt: skip
        self.playing: Any = SimpleNamespace(
            begin=SimpleNamespace(setup=SimpleNamespace(**setup)),
            referee=SimpleNamespace(proceedings=self.proceedings),
            remembered=SimpleNamespace(past=[]), id=b"",
        )  # fmt: skip

    def seats(self, _playing: Any) -> tuple[str, ...]:
        return HUNTERS

    def view(self, _playing: Any) -> View:
        return see(self.local.game.state, {})


def _on_the_trail() -> LocalGame:
    """A game in which Dracula has gone somewhere."""
    chance: Below = lambda _count: 0  # noqa: E731
    local = LocalGame(Setup("fourth", {}), chance)
    bots = plain_bots(local.game.table.edition, chance)

    def choose(request: Any, answers: list[Any]) -> Any:
        known = local.dealer.knowledge[request.seat]
        return bots[request.seat].choose(see(local.game.state, known), request, answers)

    while not any(local.game.state.dracula.trail):
        local.step(choose)
    return local


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_table_that_forbids_the_aid_forbids_it_for_good(
    monkeypatch: pytest.MonkeyPatch, *, is_allowed: bool
) -> None:
    here, told = Here(monkeypatch, aid=is_allowed), list[Report]()
    own: Any = here
    showing = Showing(told.append, own, aid=False)
    showing.show(here.playing)
    assert not any(isinstance(each, Deduced) for each in told)
    showing.want_aid(here.playing, is_wanted=True)
    assert any(isinstance(each, Deduced) for each in told) == is_allowed


def test_whoever_plays_one_more_place_is_told_by_the_aid_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, told = Here(monkeypatch), list[Report]()
    own: Any = here
    showing = Showing(told.append, own, aid=True)
    for seats in (HUNTERS[:1], HUNTERS):
        monkeypatch.setattr(here, "seats", lambda _playing, seats=seats: seats)
        showing.show(here.playing)
    assert [type(each) for each in told] == [TableOpened, PeersSeen, Deduced, Shown] * 2


def test_whoever_has_answered_is_told_once_and_before_the_others_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, told = Here(monkeypatch), list[Report]()
    own: Any = here
    asked = [Choose(seat, "dawn.events?", (PASS, STEP_IN)) for seat in (SEWARD, MINA, DRACULA)]
    here.proceedings.game = SimpleNamespace(
        state=here.local.game.state, pending=together(tuple(asked)), position=4
    )
    here.hearing.exchanges = [SimpleNamespace(is_complete=False) for _ in asked]
    showing = Showing(told.append, own, aid=False)
    showing.show(here.playing)
    assert isinstance(told[-1], Shown)
    assert (told[-1].index, told[-1].step) == (9, 4)  # a replay counts the answers of the game
    assert not any(each.has_answered for each in told[-1].waits)
    before = len(told)
    here.hearing.exchanges[1].is_complete = True
    for _ in range(2):
        showing.show_answers(here.playing)
    assert len(told) == before + 1
    assert isinstance(told[-1], Awaited)
    assert [each.has_answered for each in told[-1].waits] == [False, True, False]
    # What belongs to the next request is told with what followed from this one.
    here.proceedings.chain.index += 1
    here.hearing.exchanges[1].is_complete = False
    showing.show_answers(here.playing)
    assert len(told) == before + 1


def test_while_decks_get_a_fresh_order_nobody_is_asked_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, told = Here(monkeypatch), list[Report]()
    own: Any = here
    decks = ("item_deck", "event_deck")
    here.proceedings.renewing = [
        Shuffle(EVERYONE, deck, ("i1", "i2"), ("i1", "i2")) for deck in decks
    ]
    here.hearing.exchanges = [SimpleNamespace(is_complete=deck == decks[0]) for deck in decks]
    Showing(told.append, own, aid=False).show(here.playing)
    shown = told[-1]
    assert isinstance(shown, Shown)
    assert [(each.seat, each.about, each.has_answered) for each in shown.waits] == [
        (EVERYONE, "shuffle", True),
        (EVERYONE, "shuffle", False),
    ]


def _asked(seat: str) -> Ask:
    return Ask(1, 0, Choose(seat, "dawn.events?", (PASS, STEP_IN)), (PASS, STEP_IN))


def test_an_order_given_at_one_question_holds_for_the_next_in_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own: Any = Here(monkeypatch)
    guide = WindowGuide(
        lambda _: None, Orders(()), b"", own, Showing(lambda _: None, own, aid=True)
    )
    monkeypatch.setattr(guide, "_playing", lambda: None)

    async def two() -> list[Any]:
        answered = asyncio.Event()

        async def ask(_asked: Ask) -> int:
            await answered.wait()
            return 1

        monkeypatch.setattr(guide, "_ask", ask)
        both = asyncio.gather(*(guide.decide(own.view(None), _asked(s)) for s in (SEWARD, MINA)))
        await asyncio.sleep(0)
        guide.obeys(StandingOrders(("dawn.events",)))
        answered.set()
        return await both

    first, second = asyncio.run(asyncio.wait_for(two(), _LIMIT_S))
    assert first == STEP_IN
    assert second == OnOrder(PASS)


def test_at_a_table_only_what_everybody_sees_to_be_forced_is_answered_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An answer at once to anything else would tell that the hand left no choice."""
    own: Any = Here(monkeypatch)
    guide = WindowGuide(
        lambda _: None, Orders(()), b"", own, Showing(lambda _: None, own, aid=True)
    )
    asked: list[Ask] = []

    async def ask(question: Ask) -> int:
        asked.append(question)
        return 0

    monkeypatch.setattr(guide, "_ask", ask)
    hand = (FromHand(Play, ("e1",), ("garlic",)),)
    forced = Ask(1, 0, Choose(MINA, "dawn.events", (PASS,)), (PASS,))
    poor = Ask(1, 0, Choose(MINA, "dawn.events", (PASS,), hand), (PASS,))
    for question in (forced, poor):
        assert asyncio.run(guide.decide(own.view(None), question)) == PASS
    assert asked == [poor]


def test_an_order_to_stop_is_used_up_by_a_question_alone() -> None:
    orders = Orders(("dawn.events",))
    orders.stops_next = True
    window = _asked(GODALMING).request
    for _ in range(2):
        assert orders.passing(window) is None
    orders.shown(Choose(GODALMING, "action", (PASS,)))
    assert orders.passing(window) is None
    orders.shown(window)
    assert orders.passing(window) == "dawn.events"
