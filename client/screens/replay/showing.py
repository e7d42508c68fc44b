"""Shows one step of a replay on every part of the screen, and finds the next of a kind."""

from collections import deque
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem

from client.look.labels import plain_tip
from client.look.slices import Slices
from client.screens.replay.layout import ReplayLayout
from client.window.services import Services
from client.words.words import Words
from client.worker.record_values import ALL, PUBLIC, Mark, RecordRead, StepShown, Told
from engine.edition import Edition
from engine.editions import edition
from engine.ids import HIDE, SEATS, Seat

LINE = Qt.ItemDataRole.UserRole
_BUSY_S = 0.006  # so long a chronicle is written before the window may draw a frame


class StepShower(QObject):
    """One record on the parts of the replay screen."""

    shown = Signal()  # a step, on every part

    def __init__(self, services: Services, parts: ReplayLayout) -> None:
        super().__init__(parts)
        self._words = services.words
        self._parts = parts
        self._edition: Edition | None = None
        self._record: RecordRead | None = None
        self._lines: tuple[Told, ...] = ()
        self._unwritten: deque[Told] = deque()
        self._writing = Slices(parts, self._write_line, _BUSY_S)
        self._marked = -1  # the step whose sentence is marked, once it is written
        self._possible: tuple[str, ...] = ()
        self._hands: tuple[Seat, ...] | None = None
        self.step: StepShown | None = None  # the last that all parts show
        self._wanted: StepShown | None = None  # the next, when that one is shown
        self._left: Iterator[None] = iter(())  # of showing it
        self._turns = Slices(self, self._show_more)
        parts.heat.toggled.connect(lambda _on: self.show_heat())
        parts.switch.clicked.connect(self.switch_centre)
        parts.board.reduced_motion = True  # while scrubbing nobody walks

    def open(self, record: RecordRead, eyes: str) -> None:
        """Begin with a record, seen through these eyes if that may be."""
        parts = self._parts
        self.forget()
        self._record, self._lines = record, ()
        self._edition = edition(record.edition, dict(record.switches))
        parts.chronicle.clear()
        parts.tracks.influence_to_win = self._edition.switches.influence_to_win
        parts.controls.slider.show_game(record.marks, record.nights)
        parts.proof.show_record(record)
        fault = record.fault
        title = "replay.title" if fault is None else "replay.title-cut"
        parts.head.title.setText(self._words.say(title))
        parts.head.title.setToolTip(plain_tip(fault or ""))
        if fault is not None:
            parts.tabs.setCurrentIndex(parts.tabs.indexOf(parts.proof))
        self._fill_eyes(record, eyes)
        parts.show_body()

    def _fill_eyes(self, record: RecordRead, wanted: str) -> None:
        eyes, say = self._parts.eyes, self._words.say
        with QSignalBlocker(eyes):
            eyes.clear()
            eyes.addItem(say("replay.public"), PUBLIC)
            for seat in record.seats:
                player, name = record.players.get(seat), self._words.seat(seat)
                named = name if not player else say("replay.as", seat=name, player=player)
                eyes.addItem(named, seat)
            if len(record.seats) > 1:
                eyes.addItem(say("replay.all" if record.sees_all else "replay.all-own"), ALL)
            is_closed = record.missing > 0 and record.sees_all
            found = eyes.findData(wanted or (PUBLIC if is_closed else ALL))
            eyes.setCurrentIndex(found if found >= 0 else eyes.count() - 1)

    def forget(self) -> None:
        """No step of this record is to be seen any more."""
        self._turns.stop()
        self._writing.stop()
        self._left, self.step, self._wanted = iter(()), None, None

    def show(self, step: StepShown) -> None:
        """Show a step, some parts in every turn; of those that come meanwhile the last."""
        self._wanted = step
        if not self._turns.is_active:
            self._turns.start(0)

    def _show_more(self) -> bool:
        if next(self._left, self) is self:
            step, self._wanted = self._wanted, None
            if step is None:
                return False
            self._left = self._shown_on_parts(step)
        return True

    def _shown_on_parts(self, step: StepShown) -> Iterator[None]:
        """Show a step; between what takes long a frame may be drawn."""
        assert self._edition is not None
        assert self._record is not None
        parts, view = self._parts, step.view
        parts.tracks.show_view(view)
        parts.board.show_view(view)
        parts.trail.show_view(view)
        self._show_heat(step)
        yield
        if self._seats(step.eyes) != self._hands:
            self._hands = self._seats(step.eyes)
            parts.hand.set_seats(self._hands)
        parts.hand.show_view(view)
        yield
        parts.sheets.show_view(view, self._edition)
        parts.sheets.mark((), tuple(each.seat for each in step.asked))
        parts.known.show_step(step)
        parts.proof.show_step(step)
        self._show_combat(step)
        yield
        self.mark_line(step.at)
        words = place_words(self._words, step, self._record)
        parts.controls.place.setText(words)
        parts.controls.slider.setAccessibleDescription(words)
        self.step = step
        self.shown.emit()

    def _seats(self, eyes: str) -> tuple[Seat, ...]:
        assert self._record is not None
        if eyes == ALL:
            return self._record.seats
        return (eyes,) if eyes in SEATS else ()

    def _show_combat(self, step: StepShown) -> None:
        parts, combat = self._parts, step.view.state.combat
        parts.switch.setVisible(combat is not None)
        if combat is None:
            parts.show_centre(parts.board)
            return
        assert self._edition is not None
        parts.combat.show_view(step.view, self._edition)
        parts.combat.show_waits(step.asked, {})
        parts.show_centre(parts.combat)

    def switch_centre(self) -> None:
        """During a fight, show the map instead, or the fight again."""
        parts = self._parts
        if self.step is not None and self.step.view.state.combat is not None:
            is_map = parts.centre.currentWidget() is parts.board
            parts.show_centre(parts.combat if is_map else parts.board)

    def show_heat(self) -> None:
        """Show where the public could think Dracula, if that is wanted and may be told."""
        if self.step is not None:
            self._show_heat(self.step)

    def _show_heat(self, step: StepShown) -> None:
        told, heat = step.possible, self._parts.heat
        heat.setVisible(told is not None)
        possible = told if told is not None and heat.isChecked() else ()
        if possible != self._possible:
            self._possible = possible
            self._parts.board.show_heat(possible)

    def show_place(self, place: str) -> None:
        """Bring a place to the middle of the map."""
        if place:
            self._parts.show_centre(self._parts.board)
            self._parts.board.centre_on(place)

    def tell(self, lines: tuple[Told, ...], at: int) -> None:
        """Write the whole chronicle, a little in every turn, and offer the cards it is about."""
        self._marked = at
        if lines is not self._lines:
            self._lines, self._unwritten = lines, deque(lines)
            self._parts.chronicle.clear()
            self._writing.start(0)

    @property
    def is_told(self) -> bool:
        """Whether there is a chronicle and all of it is written."""
        return bool(self._lines) and not self._writing.is_active

    def _write_line(self) -> bool:
        """Write one sentence more; after the last one, what there is to say about all of them."""
        if self._unwritten:
            line = self._unwritten.popleft()
            item = QListWidgetItem(line.text)
            item.setData(LINE, line)
            self._parts.chronicle.add(item)
            return True
        cards = {card for line in self._lines for card in line.cards}
        named = sorted((self._words.card(card).name, card) for card in cards)
        self._parts.controls.show_cards(named)
        self._mark()
        return False

    def mark_line(self, at: int) -> None:
        """Mark the last sentence that had been told by a step."""
        self._marked = at
        if self.is_told:
            self._mark()

    def _mark(self) -> None:
        chronicle, lines, at = self._parts.chronicle, self._lines, self._marked
        row = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].at <= at), -1)
        with QSignalBlocker(chronicle):
            chronicle.setCurrentRow(row)
        if row >= 0:
            centre = QAbstractItemView.ScrollHint.PositionAtCenter
            chronicle.scrollToItem(chronicle.item(row), centre)


def jump_target(moments: Sequence[int], at: int, way: int) -> int | None:
    """The next moment in a direction, if there is one."""
    if way > 0:
        return next((each for each in moments if each > at), None)
    return next((each for each in reversed(moments) if each < at), None)


def mark_words(words: Words, mark: Mark) -> str:
    """What a mark of the timeline stands for."""
    if mark.kind == "fight":
        foe = words.card(mark.vampire).name if mark.vampire else words.seat("dracula")
        return words.say("replay.mark-fight", foe=foe, place=words.place(mark.place))
    if mark.kind == "reveal":
        is_hide = mark.place == HIDE
        what = words.card(HIDE).name if is_hide else words.place(mark.place)
        return words.say("replay.mark-reveal", what=what)
    return words.say("replay.week", number=mark.number + 1)


def place_words(words: Words, step: StepShown, record: RecordRead) -> str:
    """Where in the game a step is: its number, the week, the day, and what is asked then."""
    state = step.view.state
    week = 1 + sum(mark.kind == "week" and mark.at <= step.at for mark in record.marks)
    at = words.say("replay.at", at=step.at, total=record.steps)
    if state.step == "setup":
        when = words.say("track.setup")
    else:
        time = "night" if state.is_night else "day"
        day = words.say(f"track.{time}", day=words.say(f"day.{state.day}"))
        when = words.say("replay.when", week=words.say("replay.week", number=week), day=day)
    return f"{at} · {when}"
