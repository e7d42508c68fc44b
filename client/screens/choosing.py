"""Answers given on things of the table: one at once, several by a small menu on the spot."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from client.board.handles import PlaceHandle
from client.prompts.first_sight import FirstSight
from client.screens.game_layout import GameLayout
from client.services import Services

_MOST = 12  # answers a menu has; more are narrowed on the board and in the list


class Choosing:
    """Gives what was pointed at to the question, or asks which of several answers is meant."""

    def __init__(self, services: Services, parts: GameLayout, screen: QWidget) -> None:
        prompt = self._prompt = parts.prompt
        self.menu = _Menu(services, screen)
        self.menu.aboutToHide.connect(lambda: prompt.narrow(()))
        parts.board.chosen.connect(lambda numbers: self.offer(numbers, by_mouse=True))
        for panel in (parts.trail, parts.hand, parts.sheets, parts.combat, parts.trade):
            panel.offered.connect(self._offer_card)
        self._again = ""  # that what was chosen is to be chosen once more
        prompt.armed.connect(self._keep_again)

    def offer(self, numbers: tuple[int, ...], *, by_mouse: bool) -> None:
        """Something on the table was chosen that gives these answers."""
        if not 1 < len(numbers) <= _MOST:
            self._prompt.offer(numbers, by_mouse=by_mouse)
            return
        focused = QApplication.focusWidget()
        self._prompt.narrow(numbers)
        self.menu.clear()
        for number in numbers:
            action = self.menu.addAction(self._prompt.label(number))
            # It took a look and a second step, so nothing more is asked.
            action.triggered.connect(
                lambda _on, number=number: self._prompt.pick(number, by_mouse=False)
            )
        at = QCursor.pos()
        # A click on the map takes the keyboard away from its places: on one of them, it chose.
        if focused is not None and (not by_mouse or isinstance(focused, PlaceHandle)):
            at = focused.mapToGlobal(focused.rect().center())
        self.menu.popup(at)
        self.menu.setActiveAction(self.menu.actions()[0])

    def _offer_card(self, numbers: tuple[int, ...], by_mouse: bool) -> None:  # noqa: FBT001 (a Qt signal's)
        """A card or a sheet was chosen; where the mouse is it says if that takes another click."""
        self._again = ""
        self.offer(numbers, by_mouse=by_mouse)
        if self._again:
            QToolTip.showText(QCursor.pos(), self._again)

    def _keep_again(self, _number: int | None, said: str) -> None:
        self._again = said

    def close(self) -> None:
        """Something else is asked now."""
        self.menu.close()


class _Menu(QMenu):
    """Its lines are read before one is taken: what opened it, held or done twice, takes none."""

    def __init__(self, services: Services, screen: QWidget) -> None:
        super().__init__(screen)
        self._sight = FirstSight(services)

    def showEvent(self, event: QShowEvent) -> None:
        """Its lines come into sight."""
        super().showEvent(event)
        self._sight.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space take a line."""
        takes = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if not takes or (self._sight.is_over and not event.isAutoRepeat()):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click takes a line."""
        if self._sight.is_over:
            super().mouseReleaseEvent(event)
