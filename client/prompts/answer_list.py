"""The list of answers to a question: yes and no large, the others below, scrolled if many.

Buttons are reused, because Qt takes longer to style a new one than to fill an old one. Those of the
first question, a choice among all cities, are made ahead, a few in each turn of the event loop.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from client.look.slices import Slices
from client.prompts.option_button import OptionButton, RefusedButton

_BESIDE = 6  # pixels between the answers and the bar that scrolls them
_BETWEEN = 3  # pixels between an answer and the next
_AROUND = 2  # pixels above the first and below the last
_ROWS = 5  # answers that are in sight, however large the letters are: a fight often has as many
_FIRST = 60  # buttons that the first question needs
_MAKING_S = 0.003  # a turn's time for making them
_KEPT = 20  # buttons, more than most questions need; whatever is kept is dressed for the night

_Button = TypeVar("_Button", OptionButton, RefusedButton)


class Answer(NamedTuple):
    """What a button is to say; plain answers have a key of their own and stand above the list."""

    number: int
    key: str
    label: str
    plain_key: str


class Refusal(NamedTuple):
    """Something that cannot be done, the clause that says so, and that in words."""

    label: str
    clause: str
    reason: str


class AnswerList(QScrollArea):
    """A column of buttons; what stands above it ends where the buttons end."""

    picked = Signal(int, bool)  # the answer's number; whether it was the mouse
    pointed = Signal(object)  # the button of an answer
    explained = Signal(str, QWidget)  # the clause of a refusal that is pointed at, and where
    followed = Signal(str)  # the clause of one that was chosen

    def __init__(self) -> None:
        super().__init__()
        self.above = QHBoxLayout()  # to be laid out with the list
        listed, refused = QVBoxLayout(), QVBoxLayout()
        self._large = _Row(self.above, lambda: self._option(is_large=True))
        self._listed = _Row(listed, self._option)
        self._refused = _Row(refused, self._refusal)
        self._refusing: list[RefusedButton] = []  # of the question now
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._page = _page(listed, refused)
        self.setWidget(self._page)
        self.verticalScrollBar().rangeChanged.connect(self._line_up)
        self._line_up(0, 0)
        self._making = Slices(self, lambda: self._listed.make_spare(_FIRST), _MAKING_S)
        self._making.start(0)

    def show_answers(
        self, answers: Sequence[Answer], refusals: Sequence[Refusal]
    ) -> list[OptionButton]:
        """Show these and no others; returns the buttons of the answers."""
        if answers:
            self._making.stop()  # others are seldom as many
        self._page.hide()  # or Qt would arrange all of them anew for every single one
        large = self._large.take(sum(bool(each.plain_key) for each in answers))
        listed = self._listed.take(len(answers) - len(large))
        refused = self._refusing = self._refused.take(len(refusals))
        free = {True: iter(large), False: iter(listed)}
        buttons = [next(free[bool(each.plain_key)]) for each in answers]
        for button, answer in zip(buttons, answers, strict=True):
            button.show_answer(*answer)
        for row, refusal in zip(refused, refusals, strict=True):
            row.show_refusal(*refusal)
        for before, after in pairwise((*large, *listed, *refused)):
            self.setTabOrder(before, after)
        self._page.show()
        column = self._page.layout()
        if column is not None and column.geometry() != self._page.rect():
            column.setGeometry(self._page.rect())  # Qt drops a resize in the middle of a show
        self.verticalScrollBar().setValue(0)  # where the last question may have been scrolled
        self.updateGeometry()
        return buttons

    def show_refusals(self, *, is_shown: bool) -> None:
        """Show what cannot be done too, or only answers."""
        for row in self._refusing:
            row.setVisible(is_shown)

    def bring(self, button: OptionButton) -> None:
        """Bring an answer into sight, where it will lie once all that is shown now is laid out."""
        for part in (self._page, self.viewport()):
            QCoreApplication.sendPostedEvents(part, QEvent.Type.LayoutRequest.value)
        self.ensureWidgetVisible(button, 0, 0)

    def minimumSizeHint(self) -> QSize:
        """Room for a few answers of one line."""
        first = [*self._listed.shown, *self._refused.shown][:_ROWS]
        line = min((each.sizeHint().height() + _BETWEEN for each in first), default=0)
        height = line * len(first) - _BETWEEN + 2 * _AROUND if first else 0
        return QSize(super().minimumSizeHint().width(), height)

    def _option(self, *, is_large: bool = False) -> OptionButton:
        button = OptionButton(is_large=is_large)
        button.picked.connect(self.picked)
        button.pointed.connect(self.pointed)
        return button

    def _refusal(self) -> RefusedButton:
        button = RefusedButton()
        button.explained.connect(self.explained)
        button.followed.connect(self.followed)
        return button

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now; every button for itself would be told five times."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            for row in (self._large, self._listed, self._refused):
                row.break_lines()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words below may take room: the answer that the keyboard is at stays in sight."""
        super().resizeEvent(event)
        focused: QWidget | None = self.window().focusWidget()
        if focused is not None and self._page.isAncestorOf(focused):
            self.ensureWidgetVisible(focused)

    def _line_up(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        self.above.setContentsMargins(0, 0, _BESIDE + bar, 0)


class _Row(Generic[_Button]):
    """As many buttons of one kind as are needed, in a layout of their own."""

    def __init__(self, layout: QBoxLayout, make: Callable[[], _Button]) -> None:
        self._layout = layout
        self._make: Callable[[], _Button] = make
        self._made: list[_Button] = []

    def take(self, count: int) -> list[_Button]:
        """Have so many to be filled; the others say nothing and are out of sight."""
        while count and len(self._made) > max(count, _KEPT):
            spare = self._made.pop()
            spare.setParent(None)
            spare.deleteLater()
        while len(self._made) < count:
            self._made.append(self._make())
            self._layout.addWidget(self._made[-1])
        for button in self._made[count:]:
            if not button.isHidden():
                button.hide()
                button.forget()
        for button in self._made[:count]:
            button.show()
        return self._made[:count]

    def make_spare(self, most: int) -> bool:
        """Have one more that says nothing yet; whether there are to be more."""
        if len(self._made) < most:
            button = self._make()
            button.hide()
            self._made.append(button)
            self._layout.addWidget(button)
            button.ensurePolished()
        return len(self._made) < most

    @property
    def shown(self) -> list[_Button]:
        """Those that say something."""
        return [button for button in self._made if not button.isHidden()]

    def break_lines(self) -> None:
        """Letters may have another size."""
        for button in self.shown:
            button.break_lines()


def _page(*parts: QBoxLayout) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, _AROUND, _BESIDE, _AROUND)
    column.setSpacing(_BETWEEN)
    for part in parts:
        part.setSpacing(_BETWEEN)
        column.addLayout(part)
    column.addStretch(1)
    return page
