"""The private corner of a trade: whose it is, when it opens and closes, what can be given there."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from client.panels.card_button import CardButton
from client.panels.trade import Pair, goes_on, pair_in
from client.screens.game import GameScreen
from client.worker.values import Waits
from engine.ids import HUNTERS
from engine.options import Give, Lead

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
    screen = play(*HUNTERS, seed="3", skip=100, skip_to="action")
    model, parts = screen.model, screen.parts
    assert model is not None

    def answer(wanted: type[object]) -> None:
        prompt = model.prompt
        assert prompt is not None
        numbers = [n for n, each in enumerate(prompt.answers) if isinstance(each, wanted)]
        parts.prompt.pick(numbers[0] if numbers else len(prompt.answers) - 1, by_mouse=False)
        qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)

    for _ in range(12):
        if model.prompt is not None and model.prompt.about == "trade":
            break
        answer(Lead)
    assert parts.centre.currentWidget() is parts.trade
    cards = [card for card in parts.trade.findChildren(CardButton) if card.isVisible()]
    assert any(card.use.numbers for card in cards)
    assert all(card.use.numbers or card.accessibleDescription() for card in cards)
    assert not parts.trade.line.isVisible()  # both are the player's own
    answer(Give)
    assert parts.centre.currentWidget() is parts.trade
    while model.prompt is not None and model.prompt.about == "trade":
        parts.prompt.pick(0, by_mouse=False)  # done
        qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    assert parts.centre.currentWidget() is parts.board
    assert parts.trade.pair is None
