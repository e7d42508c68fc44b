"""The replay screen: a recorded game at any step, as any seat that the viewer may look through."""

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QMenu, QWidget

from client.look.accessibility import bind
from client.look.arranging import lay_page
from client.screens.end.export import RecordExport
from client.screens.parts.base import Screen
from client.screens.parts.record_models import JudgeModel, RecordModel
from client.screens.replay.layout import ReplayLayout
from client.screens.replay.showing import LINE, StepShower, jump_target, mark_words
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.record_values import (
    PUBLIC,
    AllTold,
    JudgeProgress,
    LoadProgress,
    Mark,
    RecordJudged,
    RecordRead,
    RecordSoFar,
    Source,
    StepShown,
    Told,
    WantRecord,
)
from client.worker.values import Report

_DUSK_MS = 180  # without another step before day and night change places


class ReplayScreen(Screen):
    """Scrub, step, play, jump; see it as anybody; see how it is proved."""

    has_own_keys = True
    is_dressed_in_parts = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model: RecordModel | None = None
        self._look_back = LookBack(self._read, lambda: self._fail(self.words.say("replay.closed")))
        self._is_before_game = False
        self._first = -1
        self._first_eyes = ""
        self._given: RecordJudged | None = None
        self.parts = ReplayLayout(services, self)
        self._shower = StepShower(services, self.parts)
        self._checking = Checking(services, self.parts, self)
        self._saving = Saving(self)
        self._clock = QTimer(self, singleShot=True)
        self._dusk = QTimer(self, singleShot=True, interval=_DUSK_MS)
        lay_page(self, self.parts)
        self._connect()

    def _connect(self) -> None:
        parts, controls = self.parts, self.parts.controls
        parts.head.left.connect(self.done)
        parts.eyes.currentIndexChanged.connect(lambda _index: self._ask())
        parts.chronicle.itemClicked.connect(self._choose_line)
        parts.chronicle.itemActivated.connect(self._choose_line)
        parts.chronicle.reached.connect(parts.reader.close_reader)
        parts.sheets.place_wanted.connect(self._shower.show_place)
        parts.reader.rules_wanted.connect(lambda clause: self.visit("rules", clause=clause))
        parts.proof.check_wanted.connect(self.check)
        controls.slider.valueChanged.connect(lambda _at: self._ask())
        controls.slider.pointed.connect(self._point)
        controls.stepped.connect(self.step)
        controls.ended.connect(lambda way: self.go_to(0 if way < 0 else self.steps))
        controls.played.connect(self.toggle_play)
        controls.jumped.connect(self.jump)
        self._clock.timeout.connect(self._tick)
        self._dusk.timeout.connect(self._dress)
        self._shower.shown.connect(self._dusk.start)
        more = {
            "E": self._next_eyes,
            "F1": self._read_pointed,
            "F2": self._shower.switch_centre,
            "F6": lambda: parts.board.setFocus(Qt.FocusReason.ShortcutFocusReason),
        }
        bind_keys(self, self, more)

    # Coming and going

    def enter(self, **arguments: object) -> None:
        """Open a record; the arguments may name a step, eyes, and a verdict already given."""
        self._let_go()
        self._saving.offer_chronicle(is_there=False)
        at, eyes, judged = (arguments.get(name) for name in ("at", "eyes", "judged"))
        self._first = at if isinstance(at, int) else -1
        self._first_eyes = eyes if isinstance(eyes, str) else ""
        self._given = judged if isinstance(judged, RecordJudged) else None
        self.parts.show_waiting(self.words.say("common.loading"))
        source, table = arguments.get("source"), arguments.get("model")
        self._is_before_game = isinstance(table, TableModel)
        if isinstance(table, TableModel):
            self._look_back.start(table)
        else:
            path = str(arguments.get("path") or "")
            self._read(source if isinstance(source, Source) else Source(path=path))

    def _read(self, source: Source) -> None:
        self.model = RecordModel(self.services, source, self)
        self.model.loading.connect(self._load)
        self.model.read.connect(self._open)
        self.model.shown.connect(self._show)
        self.model.told.connect(self._tell)
        self.model.failed.connect(self._fail)

    def leave(self) -> None:
        """End the workers; a game that goes on behind follows its own clock."""
        was_read = self.model is not None
        self._let_go()
        if was_read and not self._is_before_game:
            self.palette_wanted.emit(self.services.palette_for(is_night=False))

    def restyle(self) -> None:
        """Dress what paints itself."""
        self.parts.restyle(self.services.palette)
        if self._shower.step is not None:
            self.parts.known.show_step(self._shower.step)

    def _let_go(self) -> None:
        self._pause()
        self._dusk.stop()
        self._look_back.stop()
        self._checking.cancel()
        self._checking.judged = None
        self._shower.forget()
        if self.model is not None:
            self.model.close()
            self.model = None

    # What the worker tells

    def _load(self, progress: LoadProgress) -> None:
        self.parts.show_waiting(self.words.say("replay.reading"), progress.done, progress.total)

    def _fail(self, words: str) -> None:
        self.parts.show_waiting(self.words.say("replay.refused", what=words))

    def _open(self, record: RecordRead) -> None:
        self._shower.open(record, self._first_eyes)
        if self._given is not None:
            self._checking.show(self._given)
        first = self.steps if self._first < 0 and record.outcome is None else max(0, self._first)
        slider = self.parts.controls.slider
        with QSignalBlocker(slider):
            slider.setValue(min(first, self.steps))
        slider.setFocus(Qt.FocusReason.OtherFocusReason)
        self._ask()

    @property
    def steps(self) -> int:
        """How many steps the record has."""
        return self.parts.controls.slider.maximum()

    @property
    def at(self) -> int:
        """The step that is looked at."""
        return self.parts.controls.slider.value()

    @property
    def eyes(self) -> str:
        """Through whose eyes it is seen."""
        return self.parts.eyes.currentData() or PUBLIC

    @property
    def step_shown(self) -> StepShown | None:
        """The step as it was last shown."""
        return self._shower.step

    @property
    def judged(self) -> RecordJudged | None:
        """The verdict, once there is one."""
        return self._checking.judged

    @property
    def lines(self) -> tuple[Told, ...]:
        """The chronicle as these eyes saw it, once it is told."""
        return () if self.model is None else self.model.lines.get(self.eyes, ())

    @property
    def is_told(self) -> bool:
        """Whether the chronicle stands there to its end."""
        return self._shower.is_told

    def _ask(self) -> None:
        if self.model is not None and self.model.record is not None:
            self.model.ask(self.at, self.eyes)
            self._saving.offer_chronicle(is_there=bool(self.lines))
            if self.lines:
                self._shower.tell(self.lines, self.at)

    def _show(self, step: StepShown) -> None:
        if step.eyes == self.eyes:
            self._shower.show(step)

    def _dress(self) -> None:
        """Follow the game's clock, once the player has stopped scrubbing: it takes a while."""
        step = self._shower.step
        if step is not None:
            palette = self.services.palette_for(is_night=step.view.state.is_night)
            if palette is not self.services.palette:
                self.palette_wanted.emit(palette)

    def _tell(self, told: AllTold) -> None:
        if told.eyes == self.eyes:
            self._saving.offer_chronicle(is_there=bool(told.lines))
            self._shower.tell(told.lines, self.at)

    # Moving about

    def go_to(self, at: int) -> None:
        """Look at a step."""
        self.parts.controls.slider.setValue(min(max(0, at), self.steps))

    def step(self, way: int) -> None:
        """Go to the next event worth telling, or back to the one before."""
        told = sorted({line.at for line in self.lines}) or range(self.steps + 1)  # not told yet
        target = jump_target(told, self.at, way)
        self.go_to((self.steps if way > 0 else 0) if target is None else target)

    def jump(self, kind: str, way: int) -> None:
        """Go to the next fight, week, reveal, night, or moment of the chosen card."""
        record = None if self.model is None else self.model.record
        if record is None:
            return
        controls = self.parts.controls
        if kind == "card":
            moments = [line.at for line in self.lines if controls.card in line.cards]
        else:
            moments = [mark.at for mark in record.marks if mark.kind == kind]
        target = jump_target(moments, self.at, way)
        if target is None:
            is_untold = kind == "card" and not self.lines
            why = "common.loading" if is_untold else "replay.no-more"
            controls.place.setText(self.words.say(why))
        else:
            self.go_to(target)

    def toggle_play(self) -> None:
        """Start or stop playing by itself."""
        if self._clock.isActive():
            self._pause()
        elif self.model is not None and self.model.record is not None:
            if self.at >= self.steps:
                self.go_to(0)
            self._clock.start(self.parts.controls.pause_ms)
            self.parts.controls.show_playing(is_playing=True)

    def _pause(self) -> None:
        self._clock.stop()
        self.parts.controls.show_playing(is_playing=False)

    def _tick(self) -> None:
        """Take a step, unless a rule is read in front of the replay."""
        if self.isVisible():
            self.step(1)
        goes_on = self.isVisible() and self.at < self.steps
        self._clock.start(self.parts.controls.pause_ms) if goes_on else self._pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays, wherever no focused part wants it for itself."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.toggle_play()
        else:
            super().keyPressEvent(event)

    def _next_eyes(self) -> None:
        eyes = self.parts.eyes
        if eyes.isVisible() and eyes.count():
            eyes.setCurrentIndex((eyes.currentIndex() + 1) % eyes.count())

    def _point(self, mark: Mark) -> None:
        self.parts.controls.slider.show_tip(mark_words(self.words, mark))

    def _choose_line(self, item: QListWidgetItem) -> None:
        line: Told = item.data(LINE)
        self.go_to(line.at)
        self._shower.show_place(line.place)

    def _read_pointed(self) -> None:
        """Open the rules at the card that is read, or else at the line of the chronicle.

        No card is read any more when the keyboard comes to a line, until the mouse moves.
        """
        chronicle = self.parts.chronicle
        item = chronicle.currentItem() if chronicle.hasFocus() else None
        line: Told | None = None if item is None else item.data(LINE)
        clause = self.parts.reader.clause or ("" if line is None else line.rule)
        self.visit("rules", clause=clause)

    def check(self) -> None:
        """Have the record judged."""
        if self.model is not None:
            self._checking.start(self.model.source)


class Checking:
    """One check at a time, and what the last one found."""

    def __init__(self, services: Services, parts: ReplayLayout, page: QObject) -> None:
        self._services = services
        self._parts = parts
        self._page = page
        self._model: JudgeModel | None = None
        self.judged: RecordJudged | None = None
        parts.proof.cancel_wanted.connect(self.cancel)

    def start(self, source: Source) -> None:
        """Begin, if it does not run already."""
        if self._model is not None:
            return
        self._model = JudgeModel(self._services, source, self._page)
        self._model.progressed.connect(self._progress)
        self._model.judged.connect(self.show)
        self._model.failed.connect(self._fail)
        self._progress(JudgeProgress(0, 0, 0))

    def cancel(self) -> None:
        """Stop; what was not judged stays unjudged."""
        if self._model is not None:
            self._model.close()
            self._model = None
            self._parts.proof.show_progress(None)
            self._parts.controls.slider.show_checked(0, None)

    def show(self, judged: RecordJudged) -> None:
        """Show a verdict."""
        self.cancel()
        self.judged = judged
        wrong = judged.step if judged.kind == "violation" else None
        self._parts.proof.show_judged(judged)
        self._parts.controls.slider.show_checked(judged.step, wrong)

    def _progress(self, progress: JudgeProgress) -> None:
        self._parts.proof.show_progress(progress)
        self._parts.controls.slider.show_checked(progress.step, None)

    def _fail(self, words: str) -> None:
        self.cancel()
        self._parts.proof.show_failed(words)


class Travelling(Protocol):
    """Whoever can be sent through a game."""

    def step(self, way: int) -> None:
        """Go to the next event, or back to the one before."""

    def jump(self, kind: str, way: int) -> None:
        """Go to the next moment of a kind, or back to the one before."""


def bind_keys(page: QWidget, travel: Travelling, more: Mapping[str, Callable[[], object]]) -> None:
    """Comma and full stop step, letters jump; with Shift the other way."""
    keys: dict[str, Callable[[], object]] = {
        ".": lambda: travel.step(1),
        ",": lambda: travel.step(-1),
        "F": lambda: travel.jump("fight", 1),
        "Shift+F": lambda: travel.jump("fight", -1),
        "W": lambda: travel.jump("week", 1),
        "Shift+W": lambda: travel.jump("week", -1),
        "R": lambda: travel.jump("reveal", 1),
        "Shift+R": lambda: travel.jump("reveal", -1),
        **more,
    }
    bind(page, keys)


class Saving:
    """The menu of what is saved."""

    def __init__(self, screen: "ReplayScreen") -> None:
        self._screen, parts, say = screen, screen.parts, screen.words.say
        self._export = RecordExport(screen.services, parts.head)
        self._export.told = parts.controls.place.setText
        menu = QMenu(screen)
        self._chronicle = menu.addAction(
            say("end.export-chronicle"), lambda: self._export.chronicle(screen.lines)
        )
        menu.addAction(say("end.export-road"), self._save_road)
        menu.addAction(say("end.export-verdict"), self._save_verdict)
        parts.save.setMenu(menu)

    def offer_chronicle(self, *, is_there: bool) -> None:
        """Offer the chronicle, once it is told and something is in it."""
        self._chronicle.setEnabled(is_there)

    def _save_road(self) -> None:
        model = self._screen.model
        if model is not None and model.record is not None:
            self._export.road(model.record)

    def _save_verdict(self) -> None:
        """Save the verdict; where there is none yet, begin to find it."""
        screen, model = self._screen, self._screen.model
        if model is None or model.record is None:
            return
        if screen.judged is None:
            screen.parts.tabs.setCurrentWidget(screen.parts.proof)
            screen.check()
        else:
            self._export.verdict(model.record, screen.judged, model.source)


class LookBack:
    """Listens to a table until it has told; the table goes on meanwhile."""

    def __init__(self, take: Callable[[Source], None], refuse: Callable[[], None]) -> None:
        self._take, self._refuse = take, refuse
        self._table: TableModel | None = None

    def start(self, table: TableModel) -> None:
        """Ask; what comes is handed on. Where nobody is left to answer, there may be a file."""
        self.stop()
        if table.kept_at is not None:
            self._take(Source(path=table.kept_at))
        elif table.has_ended:
            self._refuse()
        else:
            self._table = table
            table.told.connect(self._hear)
            table.gone.connect(self._start_anew)
            table.order(WantRecord())

    def stop(self) -> None:
        """Listen no more."""
        if self._table is not None:
            self._table.told.disconnect(self._hear)
            self._table.gone.disconnect(self._start_anew)
            self._table = None

    def _start_anew(self) -> None:
        """The table has ended before it could answer."""
        assert self._table is not None
        self.start(self._table)

    def _hear(self, report: Report) -> None:
        if isinstance(report, RecordSoFar):
            self.stop()
            self._take(report.source)
