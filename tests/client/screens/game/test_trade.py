"""The private corner of a trade: whose it is, when it opens and closes, what can be given there."""

from collections.abc import Callable
from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.panels.hand import Fan
from client.panels.trade import Pair, goes_on, pair_in
from client.prompts.gestures import NOTHING, gestures
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.values import Waits
from engine.ids import HUNTERS
from engine.options import Give, Lead
from tests.support.fitting import misfits, settle
from tests.support.windows import give

pytestmark = pytest.mark.gui


def test_whose_trade_it_is() -> None:
    asked = (Waits("van_helsing", "trade", ("godalming",)),)
    assert pair_in(asked, ("van_helsing",)) == Pair("van_helsing", "godalming", is_shared=True)
    assert pair_in(asked, ("godalming",)) == Pair("godalming", "van_helsing", is_shared=True)
    assert pair_in(asked, HUNTERS) == Pair("van_helsing", "godalming", is_shared=False)
    assert pair_in(asked, ("mina",)) is None
    assert goes_on((Waits("mina", "deal"),))
    assert not goes_on((Waits("mina", "action"),))


def test_a_trade_opens_a_corner_and_closes_it(
    qtbot: QtBot, play: Callable[..., GameScreen]
) -> None:
    screen = _come_to_a_trade(qtbot, play)
    model, parts = screen.model, screen.parts
    assert model is not None
    assert model.prompt is not None
    assert model.view is not None
    assert parts.centre.currentWidget() is parts.trade
    cards = [card for card in parts.trade.findChildren(CardButton) if card.isVisible()]
    assert any(card.use.numbers for card in cards)
    assert all(card.use.numbers or card.accessibleDescription() for card in cards)
    assert not parts.trade.line.isVisible()  # both are the player's own
    hint = parts.trade._hint
    assert "Choose a card" in hint.text()
    parts.trade.offer(NOTHING)
    assert "Choose a card" not in hint.text()  # the other one does
    parts.trade.offer(gestures(model.prompt, model.view.state))
    _answer(qtbot, screen, Give)
    assert parts.centre.currentWidget() is parts.trade
    while model.prompt is not None and model.prompt.about == "trade":
        give(lambda: parts.prompt.pick(0, by_mouse=False))  # done
        qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    assert parts.centre.currentWidget() is parts.board
    assert parts.trade.pair is None


def test_a_fight_that_follows_a_trade_at_once_is_not_covered(
    play: Callable[..., GameScreen],
) -> None:
    """What came between was not drawn: the fight is there before the corner closes."""
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    model, parts, centre = screen.model, screen.parts, screen._centre
    assert model is not None
    assert model.view is not None
    assert screen._edition is not None
    centre.begin(model.table)
    centre.show_waits((Waits(HUNTERS[0], "trade", (HUNTERS[1],)),))
    assert parts.centre.currentWidget() is parts.trade
    centre.show_view(model.view, screen._edition)
    centre.show_waits((Waits(HUNTERS[0], "combat.choose"),))
    assert parts.trade.pair is None
    assert parts.centre.currentWidget() is parts.combat


@pytest.mark.parametrize(("percent", "held"), [(100, 8), (200, 6)])
def test_all_cards_of_a_trade_lie_free_and_all_words_are_read(
    qtbot: QtBot,
    window: MainWindow,
    play: Callable[..., GameScreen],
    percent: int,
    held: int,
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    window.resize(1366, 768)
    screen = _come_to_a_trade(qtbot, play)
    corner, view = screen.parts.trade, screen.model.view if screen.model else None
    assert view is not None
    assert corner.pair is not None
    hunters = dict(view.state.hunters)
    for seat in corner.pair[:2]:
        slots = tuple(f"{seat}.{number}" for number in range(held))
        hunters[seat] = replace(
            hunters[seat], items=slots, events=(), tickets=(), item_shown=None, event_shown=None
        )
    corner.show_view(replace(view, state=replace(view.state, hunters=hunters)))
    settle()
    assert (window.width(), window.height()) == (1366, 768)
    for hand in corner.findChildren(Fan):
        cards = [card.geometry() for card in hand.findChildren(CardButton) if card.isVisible()]
        assert len(cards) == held
        assert not any(one.intersects(other) for one, other in combinations(cards, 2))
        around = hand.parentWidget()
        assert around is not None
        assert around.rect().contains(hand.geometry())
    assert misfits(corner) == []


def test_the_line_to_whisper_in_is_in_sight(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.resize(1366, 768)
    screen = _come_to_a_trade(qtbot, play)
    corner = screen.parts.trade
    assert corner.pair is not None
    alone = max(card.height() for card in corner.findChildren(CardButton) if card.isVisible())
    corner.open(corner.pair._replace(is_shared=True), "Ana")
    settle()
    assert alone > max(card.height() for card in corner.findChildren(CardButton))
    line = corner.line
    assert corner.rect().contains(line.rect().translated(line.mapTo(corner, QPoint(0, 0))))
    assert corner._lines.height() > 2 * line.height()


def _come_to_a_trade(qtbot: QtBot, play: Callable[..., GameScreen]) -> GameScreen:
    """A game between hunters of one player, until two of them trade."""
    screen = play(*HUNTERS, seed="3", skip=100, skip_to="action")
    assert screen.model is not None
    for _ in range(12):
        if screen.model.prompt is not None and screen.model.prompt.about == "trade":
            break
        _answer(qtbot, screen, Lead)
    return screen


def _answer(qtbot: QtBot, screen: GameScreen, wanted: type[object]) -> None:
    """Give an answer of this kind, or else the last one, and wait for the next question."""
    model = screen.model
    assert model is not None
    prompt = model.prompt
    assert prompt is not None
    numbers = [n for n, each in enumerate(prompt.answers) if isinstance(each, wanted)]
    number = numbers[0] if numbers else len(prompt.answers) - 1
    give(lambda: screen.parts.prompt.pick(number, by_mouse=False))
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
