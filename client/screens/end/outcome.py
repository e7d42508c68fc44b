"""How a game ended, in words and as a verdict, and the command that repeats the check."""

import shlex
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from client.board.marks import RoadStep
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
from client.worker.record_values import RecordJudged, RecordRead, RoadStop
from engine.ids import HUNTERS

_OUTCOMES = ("dracula", "hunters")
_WINNERS = {"conceded.dracula": "hunters", "conceded.hunters": "dracula"}


def outcome_words(words: Words, record: RecordRead) -> str:
    """Who won."""
    if record.outcome in _OUTCOMES:
        return words.outcome(record.outcome)
    return words.say("end.nobody")


def conceded_words(words: Words, judged: RecordJudged) -> tuple[str, str] | None:
    """Who won because the other side gave up, and that it did; None if nobody did."""
    winner = _WINNERS.get(judged.ending or "")
    if winner is None or judged.ending is None:
        return None
    return words.outcome(winner), words.reason(judged.ending)


def cause_words(words: Words, record: RecordRead) -> str:
    """By which rule."""
    return words.cause(record.cause) if record.cause else words.say("end.not-over")


def played_words(words: Words, record: RecordRead) -> str:
    """Who played whom."""
    if record.players:
        by_player: dict[str, list[str]] = {}
        for seat, player in record.players.items():
            by_player.setdefault(player, []).append(words.seat(seat))
        lines = [
            words.say("end.played", name=player, seats=words.listed(seats))
            for player, seats in by_player.items()
        ]
        return "\n".join(lines)
    if not record.own_seats:
        return words.say("end.played-unknown")
    if record.own_seats == HUNTERS:
        return words.say("end.played-alone-hunters")
    seats = [words.seat(seat) for seat in record.own_seats]
    return words.say("end.played-alone", seats=words.listed(seats))


def repeat_words(words: Words, command: str) -> str:
    """How anybody can repeat the check, if there is a file to check."""
    return words.say("end.repeat", command=command) if command else ""


def stop_words(words: Words, stop: RoadStop) -> str:
    """One night: where he was, by which power, what he hid, and whether it was found."""
    place = words.place(stop.place) if stop.place else words.say("end.unknown-place")
    night = words.say("end.night", number=stop.number, place=place)
    said: list[str] = []
    if stop.power is not None:
        said.append(words.card(stop.power).name)
    counted = Counter(words.card(card).name for card in stop.hidden)
    hidden = [
        name if count == 1 else words.say("replay.several", name=name, count=count)
        for name, count in counted.items()
    ]
    if stop.unknown:
        hidden.append(words.say("end.unknown-cards", count=stop.unknown))
    if hidden:
        said.append(words.say("end.hidden", what=words.listed(hidden)))
    if stop.rumor:
        said.append(words.say("panel.rumor"))
    if stop.was_found:
        said.append(words.say("end.found"))
    # Marks that may end a line: a night is often longer than one.
    return words.say("end.night-more", night=night, what="; ".join(said)) if said else night


def road_steps(stops: tuple[RoadStop, ...]) -> list[RoadStep]:
    """The road as the map draws it; what was never opened is left out."""
    return [(stop.place, str(stop.number)) for stop in stops if stop.place]


_PROGRAM = "borgo"
_IS_WINDOWS = sys.platform == "win32"


def check_command(file: str, program: str = _PROGRAM) -> str:
    """With the program by its name: for others, wherever it lies on their machine."""
    words = (program, "verify", file)
    return subprocess.list2cmdline(words) if _IS_WINDOWS else shlex.join(words)


def shown_command(file: str) -> str:
    """For a shell where this program was started; no longer than that needs."""
    program = _own_program()
    with suppress(ValueError, OSError):  # it lies elsewhere, or the folder of the start is gone
        program = program.relative_to(Path.cwd())
    return check_command(file, str(program))


def copied_command(file: str) -> str:
    """For any shell of this machine."""
    return check_command(str(Path(file).absolute()), str(_own_program()))


def _own_program() -> Path:
    """Where the program lies itself: beside its Python. No shell need know it by its name."""
    beside = Path(sys.executable).with_name(f"{_PROGRAM}.exe" if _IS_WINDOWS else _PROGRAM)
    return beside if beside.exists() else Path(_PROGRAM)


# A verdict on the screen: what was checked line by line, the result, and how to repeat it.


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
