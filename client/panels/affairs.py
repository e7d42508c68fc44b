"""Matters of the table that wait for a word: one line each, with what can be said to it."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from client.announcing import announce
from client.look.plain_label import PlainLabel


class Choice(NamedTuple):
    """A button of a matter: its words, and what it does."""

    words: str
    act: Callable[[], object]


class _Matter(QWidget):
    """One line."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.label = PlainLabel()
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choices = tuple(each.words for each in choices)
        self.stays = False
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.label, 1)
        for choice in choices:
            # Unlike in a label, one & in a button gives it a key: no name of others does.
            button = QPushButton(choice.words.replace("&", "&&"))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked, act=choice.act: act())
            row.addWidget(button)


class AffairsBar(QWidget):
    """The matters in the order they came up; nothing where there are none."""

    def __init__(self) -> None:
        super().__init__()
        self._matters: dict[Hashable, _Matter] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    @property
    def matters(self) -> dict[Hashable, str]:
        """What every matter says, by its key."""
        return {key: matter.label.text() for key, matter in self._matters.items()}

    def buttons(self, key: Hashable) -> list[QPushButton]:
        """What can be said to a matter."""
        return self._matters[key].findChildren(QPushButton)

    def put(
        self, key: Hashable, words: str, choices: Sequence[Choice] = (), *, stays: bool = False
    ) -> None:
        """Show a matter as it stands now; buttons that stay the same are not touched.

        What `stays` is to be read, and outlasts the game.
        """
        matter = self._matters.get(key)
        is_new = matter is None
        if matter is None or matter.choices != tuple(each.words for each in choices):
            self.drop(key)
            matter = self._matters[key] = _Matter(choices)
            self._column.addWidget(matter)
        matter.stays = stays
        if matter.label.text() != words:
            matter.label.setText(words)
            matter.setAccessibleName(words)
        self.show()
        if is_new:  # how long somebody is away is told every second, and read when it is wanted
            announce(matter, words)

    def drop(self, key: Hashable) -> None:
        """The matter is settled."""
        matter = self._matters.pop(key, None)
        if matter is not None:
            self._column.removeWidget(matter)
            matter.hide()
            matter.deleteLater()
        self.setVisible(bool(self._matters))

    def settle(self) -> None:
        """The game has ended: nothing waits for a word any more."""
        for key in [key for key, matter in self._matters.items() if not matter.stays]:
            self.drop(key)

    def clear(self) -> None:
        """Nothing is between the players any more."""
        for key in tuple(self._matters):
            self.drop(key)
