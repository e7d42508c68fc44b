"""The keys that answer a question: digits press, letters narrow, arrows go to the next."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from client.prompts.prompt_host import PromptHost


class PromptKeys:
    """What was typed of an answer so far."""

    def __init__(self, host: "PromptHost") -> None:
        self._host = host
        self.typed = ""

    def take(self, event: QKeyEvent) -> bool:
        """A key that nothing else wanted; whether it meant something here."""
        if event.key() == Qt.Key.Key_Escape:
            self._type("")
            self._host.take_back()
            return True
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        text = event.text()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or not text.isalnum():
            return False
        self._take_digit(text) if text.isdigit() else self._take_letter(text)
        return True

    def _type(self, typed: str) -> None:
        self.typed = typed
        self._host.show_typed()

    def _step(self, by: int) -> None:
        shown = [button for button in self._host.buttons if button.isVisible()]
        if not shown:
            return
        at = next((place for place, each in enumerate(shown) if each.hasFocus()), -by)
        following = shown[(at + by) % len(shown)]
        following.setFocus(Qt.FocusReason.TabFocusReason)
        self._host.bring(following)

    def _take_digit(self, digit: str) -> None:
        """Digits that are an answer's press it; others are kept while they may become one."""
        typed = digit if not self.typed.isdigit() else self.typed + digit
        begun = [each for each in self._host.buttons if each.key.startswith(typed)]
        whole = [each.number for each in begun if each.key == typed]
        self._type(typed if begun and not whole else "")
        for number in whole:
            self._host.pick(number, by_mouse=False)

    def _take_letter(self, letter: str) -> None:
        typed = letter if self.typed.isdigit() else self.typed + letter
        fitting = [each for each in self._host.buttons if each.fits(typed)]
        if fitting:
            self._host.narrow(tuple(each.number for each in fitting))
            fitting[0].setFocus(Qt.FocusReason.OtherFocusReason)
            self._type(typed)
