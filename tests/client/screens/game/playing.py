"""What a test asks of a game screen: its model, its question, its orders, its lit places."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from client.board.board_view import PlaceHandle
from client.screens.game.screen import GameScreen
from client.window.table_model import TableModel
from client.worker.values import Order, Prompt
from engine.state import State


def model_of(screen: GameScreen) -> TableModel:
    assert screen.model is not None
    return screen.model


def prompt_of(screen: GameScreen) -> Prompt:
    prompt = model_of(screen).prompt
    assert prompt is not None
    return prompt


def state_of(screen: GameScreen) -> State:
    view = model_of(screen).view
    assert view is not None
    return view.state


def tab_of(screen: GameScreen, seat: str) -> QPushButton:
    """What brings the hand of an own seat to the front."""
    tabs = screen.parts.hand.findChildren(QPushButton, "tab")
    return next(each for each in tabs if each.text() == screen.words.seat(seat))


def orders_of(screen: GameScreen, monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """What the worker is ordered from now on, instead of being ordered it."""
    orders: list[Order] = []
    monkeypatch.setattr(model_of(screen).bridge, "send", orders.append)
    return orders


def lit_places(screen: GameScreen) -> list[str]:
    handles = screen.parts.board.findChildren(PlaceHandle)
    return [each.place for each in handles if each.focusPolicy() != Qt.FocusPolicy.NoFocus]
