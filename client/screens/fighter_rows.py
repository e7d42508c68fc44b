"""The rows of a fight: Dracula's, and below it the hunters', so many side by side."""

from PySide6.QtWidgets import QGridLayout, QWidget

from client.screens import combat_room
from client.screens.fighter_row import FighterRow


class FighterRows(QWidget):
    """Both sides; the first row that is added is Dracula's."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[FighterRow] = []
        self._in_line = 0  # hunters side by side
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(combat_room.GAP)
        for column in range(combat_room.ABREAST):
            self._grid.setColumnStretch(column, 1)

    def add(self, row: FighterRow) -> None:
        """Add a fighter; hunters get their places when it is known how many fit in a line."""
        if not self.rows:
            self._grid.addWidget(row, 0, 0, 1, combat_room.ABREAST)
        self.rows.append(row)

    def fit(self, name: int, height: int, in_line: int) -> None:
        """Names of this width beside cards this high, and so many hunters side by side."""
        hunters = self.rows[1:]
        lines = [hunters[at : at + in_line] for at in range(0, len(hunters), in_line)]
        for line in (self.rows[:1], *lines):
            words = max((row.words_height(name) for row in line), default=0)
            for row in line:  # who stand side by side have frames of one height
                row.fit(name, height, words)
        if self._in_line == in_line:
            return
        self._in_line = in_line
        for number, row in enumerate(hunters):
            down, column, columns = combat_room.place_of(number, len(hunters), in_line)
            self._grid.addWidget(row, down, column, 1, columns)
