"""Where somebody at a window can point to answer: places, cards, characters, yes and no.

It reads what is in sight and lit, never how the window decided to light it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from client.board.handles import PlaceHandle
from client.panels.card_button import CardButton
from client.panels.plain_row import PlainRow
from client.panels.sheet import Sheet
from client.prompts.plain import plain_answers
from client.screens.game_layout import GameLayout
from client.worker.values import Prompt

_TABS = 300  # more stops than any window has


class Way(NamedTuple):
    """Something in sight that gives answers: where it lies, and what takes click and focus."""

    where: str
    numbers: tuple[int, ...]
    clicked: QWidget
    at: QPoint
    focused: QWidget

    def take(self, number: int, window: QWidget, *, by_mouse: bool) -> None:
        """Choose it with the mouse or the keyboard, and one of its answers if it has several."""
        if by_mouse:
            QTest.mouseClick(self.clicked, Qt.MouseButton.LeftButton, pos=self.at)
        else:
            _reach(window, self.focused)
            QTest.keyClick(self.focused, Qt.Key.Key_Return)
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            _take_line(menu, self.numbers.index(number), by_mouse=by_mouse)
            if menu.isVisible():  # a line takes a second press, as everything does
                _press_line(menu, self.numbers.index(number), by_mouse=by_mouse)


def ways(parts: GameLayout, prompt: Prompt) -> Iterator[Way]:
    """Everything on the table that gives an answer to what is asked now."""
    yield from _on_board(parts)
    panels = {
        "corner": parts.trade,
        "fight": parts.combat,
        "trail": parts.trail,
        "hand": parts.hand,
    }
    for where, panel in panels.items():
        for card in panel.findChildren(CardButton):
            yield from _lit(where, card, card.use.numbers)
    for sheet in parts.sheets.findChildren(Sheet):
        yield from _lit("sheet", sheet, sheet.use.numbers)
    plain = plain_answers(prompt)
    for row in parts.findChildren(PlainRow):
        for answer, button in zip(plain, row.buttons, strict=False):
            yield from _lit("row", button, (answer.number,))


def _lit(where: str, widget: QWidget, numbers: tuple[int, ...]) -> Iterator[Way]:
    if numbers and widget.isVisible():
        yield Way(where, numbers, widget, widget.rect().center(), widget)


def _on_board(parts: GameLayout) -> Iterator[Way]:
    board = parts.board
    if not board.isVisible():
        return
    offers = board.offers
    for handle in board.findChildren(PlaceHandle):
        numbers = offers.get(handle.place)
        if isinstance(numbers, tuple):
            spot = board.canvas.camera.to_screen(board.places[handle.place])
            yield Way("board", numbers, board.canvas, spot.toPoint(), handle)


def _reach(window: QWidget, wanted: QWidget) -> None:
    """Bring the keyboard to a widget, Tab by Tab."""
    for _ in range(_TABS):
        focused: QWidget | None = window.focusWidget()
        if focused is wanted:
            return
        QTest.keyClick(window if focused is None else focused, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never comes to {wanted.accessibleName()}")


def _take_line(menu: QMenu, at: int, *, by_mouse: bool) -> None:
    """Choose a line of a menu, whose first one the keyboard stands on."""
    for _ in range(0 if by_mouse else at):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    _press_line(menu, at, by_mouse=by_mouse)


def _press_line(menu: QMenu, at: int, *, by_mouse: bool) -> None:
    if by_mouse:
        spot = menu.actionGeometry(menu.actions()[at]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=spot)
    else:
        QTest.keyClick(menu, Qt.Key.Key_Return)
