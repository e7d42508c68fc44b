"""Answers given on things of the table: one at once, several by a small menu on the spot."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCursor, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from client.board.board_view import PlaceHandle
from client.look.labels import plain_tip
from client.prompts.prompt_host import FirstSight, PromptHost
from client.screens.game_layout import GameLayout
from client.window.services import Services

_MOST = 12  # answers a menu has; more are narrowed on the board and in the list


class Choosing:
    """Gives what was pointed at to the question, or asks which of several answers is meant."""

    def __init__(self, services: Services, parts: GameLayout, screen: QWidget) -> None:
        prompt = self._prompt = parts.prompt
        self.menu = _Menu(services, prompt, screen)
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
        self.menu.show_answers(numbers)
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
            QToolTip.showText(QCursor.pos(), plain_tip(self._again))

    def _keep_again(self, _number: int | None, said: str) -> None:
        self._again = said

    def close(self) -> None:
        """Something else is asked now."""
        self.menu.close()


class _Menu(QMenu):
    """Its lines are pressed as all answers are, and it stays open until one of them is given.

    They are read before one is taken: what opened the menu, held or done twice, takes none.
    """

    def __init__(self, services: Services, prompt: PromptHost, screen: QWidget) -> None:
        super().__init__(screen)
        self._sight = FirstSight(services)
        self._prompt = prompt
        self.aboutToHide.connect(prompt.take_back)
        prompt.armed.connect(self._arm)

    def show_answers(self, numbers: tuple[int, ...]) -> None:
        """Offer these, in the room that they need once they are armed."""
        self.clear()
        self.setMinimumWidth(0)
        for number in numbers:
            action = self.addAction(self._prompt.label_again(number))
            action.setData(number)
            action.triggered.connect(
                lambda _on, number=number: self._prompt.pick(number, by_mouse=False)
            )
        self.ensurePolished()
        self.setMinimumWidth(self.sizeHint().width())
        for action in self.actions():
            action.setText(self._prompt.label(action.data()))

    def _arm(self, armed: int | None) -> None:
        """Say on the line of this answer that it takes one more press."""
        for action in self.actions() if self.isVisible() else ():
            number = action.data()
            words = self._prompt.label_again if number == armed else self._prompt.label
            action.setText(words(number))

    def _press(self, action: QAction) -> None:
        if self._sight.is_over:
            action.trigger()

    def showEvent(self, event: QShowEvent) -> None:
        """Its lines come into sight."""
        super().showEvent(event)
        self._sight.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press a line."""
        action: QAction | None = self.activeAction()
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif action is not None and not event.isAutoRepeat():
            self._press(action)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click presses a line; Qt would close the menu at once."""
        action: QAction | None = self.actionAt(event.position().toPoint())
        if action is None:
            super().mouseReleaseEvent(event)
        else:
            self._press(action)
