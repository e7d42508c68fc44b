"""A verdict on the screen: what was checked line by line, the result, and how to repeat it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from client.look.labels import PlainLabel, plain_tip
from client.words.game_words import (
    accusation_words,
    fault_words,
    is_good,
    line_words,
    verdict_words,
)
from client.words.messages import slug
from client.words.words import Words
from client.worker.record_values import RecordJudged

_LOOKS = {"good": "good", "so-far": "soft", "wrong": "danger"}


class VerdictView(QWidget):
    """The six lines of a verdict and what follows from them."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.result = PlainLabel()
        self._notes = PlainLabel()
        self._lines = QWidget()
        self._grid = QGridLayout(self._lines)
        self._lay_out()

    def _lay_out(self) -> None:
        self.result.setWordWrap(True)
        self._notes.setWordWrap(True)
        self._notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.result, self._lines, self._notes):
            column.addWidget(part)

    def show_judged(self, judged: RecordJudged, *, explains: bool = False) -> None:
        """Show a verdict; on paper every line says what it means, here its tooltip does."""
        self.result.setText(verdict_words(self._words, judged))
        self.result.setProperty("look", "good" if is_good(judged.kind) else "danger")
        self.result.style().unpolish(self.result)
        self.result.style().polish(self.result)
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        checked = [line for line in judged.lines if line.state != "none"]
        for row, line in enumerate(checked):
            name, found = line_words(self._words, line)
            meaning = self._words.detail(f"line-{slug(line.line)}", "means")
            self._add(row * 2, 0, name, "", meaning)
            self._add(row * 2, 1, found, _LOOKS[line.state], meaning)
            if explains:
                self._add(row * 2 + 1, 1, meaning, "soft", "")
        notes = accusation_words(self._words, judged)
        if not is_good(judged.kind):
            notes.insert(0, fault_words(self._words, judged))
        if judged.ending:
            notes.append(self._words.reason(judged.ending, judged.names))
        self._notes.setText("\n".join(notes))
        self._notes.setVisible(bool(notes))

    def _add(self, row: int, column: int, text: str, look: str, tip: str) -> None:
        label = PlainLabel(text)
        label.setProperty("look", look)
        label.setToolTip(plain_tip(tip))
        label.setWordWrap(column == 1)
        label.setAccessibleDescription(tip)
        self._grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)
