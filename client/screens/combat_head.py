"""What stands above a fight: who fights whom, the eight steps, and what limits it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.look.arranging import Flow
from client.look.labels import PlainLabel, plain_tip
from client.screens.combat_facts import STEPS, pride_needs
from client.words.words import Words
from engine.edition import Edition
from engine.ids import DRACULA
from engine.state import Combat, State

_BETWEEN = 4  # pixels between a step and the next
_AROUND = 8  # pixels that the style puts around the words of a step
LIMIT = 6  # cards of Dracula that end a fight


class CombatHead(QWidget):
    """The title, the strip of steps and the notes."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._title = PlainLabel()
        self._notes = PlainLabel()
        self._names = [f"{n} {words.say(f'combat.step-{each}')}" for n, each in enumerate(STEPS, 1)]
        self._steps = [PlainLabel(name) for name in self._names]
        self._lay_out()

    def _lay_out(self) -> None:
        self._title.setObjectName("combat_title")
        self._title.setWordWrap(True)
        self._notes.setObjectName("combat_notes")
        self._notes.setWordWrap(True)
        strip = Flow(spacing=_BETWEEN, manner="filled")
        for label, name in zip(self._steps, self._names, strict=True):
            label.setObjectName("step")
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setAccessibleName(name)
            strip.add(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addLayout(strip)
        column.addWidget(self._notes)

    def show_fight(self, state: State, combat: Combat, edition: Edition) -> None:
        """Say who fights whom, and what limits it."""
        say, seat = self._words.say, self._words.seat
        foe = seat(DRACULA) if combat.vampire is None else self._words.card(combat.vampire).name
        names = self._words.listed([seat(each) for each in combat.hunters])
        place = self._words.place(combat.city)
        # The count rises when the cards are chosen; what is being chosen belongs to the next.
        number = combat.round if combat.sealed or combat.shown else combat.round + 1
        which = "combat.title" if names else "combat.title-alone"  # the last hunter may have fled
        self._title.setText(say(which, foe=foe, hunters=names, place=place, round=number))
        laid, needs = len(combat.played), pride_needs(state, combat, edition)
        lines = [say("combat.night-note" if combat.night else "combat.day-note")]
        lines.append(say("combat.pride", needs=needs, laid=laid))
        lines.append(say("combat.limit", laid=laid, most=LIMIT))
        if combat.escapes_barred:
            lines.append(say("combat.escapes-barred"))
        self._notes.setText("  ·  ".join(lines))

    def show_step(self, step: int | None) -> None:
        """Light the step the fight is in."""
        for number, label in enumerate(self._steps):
            is_now = number == step
            if bool(label.property("now")) != is_now:
                label.setProperty("now", is_now)
                label.style().unpolish(label)
                label.style().polish(label)
        self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room for other words now."""
        super().resizeEvent(event)
        self._shorten()

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._shorten()

    def _shorten(self) -> None:
        """Where not all steps have room in a line, those of another moment are their numbers."""
        metrics = self.fontMetrics()
        room = self.width() - (len(self._steps) - 1) * (_BETWEEN + _AROUND) - _AROUND
        is_roomy = sum(map(metrics.horizontalAdvance, self._names)) <= room
        for label, name in zip(self._steps, self._names, strict=True):
            is_whole = is_roomy or bool(label.property("now"))
            said = name if is_whole else name.partition(" ")[0]
            if label.text() != said:
                label.setText(said)
                label.setToolTip(plain_tip("" if is_whole else name))
