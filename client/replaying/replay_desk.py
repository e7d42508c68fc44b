"""The worker of a replay: reads a record once, then shows any step that the window asks for."""

from pathlib import Path

from client.replaying.copying import copy_record
from client.replaying.reading import Opened, open_record, seats_in, signatures
from client.replaying.road import road
from client.replaying.timeline import Timeline
from client.text import Words
from client.worker.record_values import (
    AllTold,
    CopyRecord,
    LoadProgress,
    ReadRecord,
    RecordRead,
    ShowStep,
    Source,
    StepShown,
    TellAll,
)
from client.worker.sending import waits_for
from client.worker.values import Leave, Order
from client.worker.wires import Pipe
from engine.deduction import bound
from engine.ids import Seat
from engine.record import older_rules, played_switches

_EVERY = 16


class WindowLeft(Exception):
    """Nobody looks any more."""


class ReplayDesk:
    """One record, open on the desk."""

    def __init__(self, order: ReadRecord, pipe: Pipe) -> None:
        self._pipe = pipe
        self._words = Words(order.language)
        self._wanted: ShowStep | None = None
        self._opened = open_record(order.source, self._progress)
        self._timeline = Timeline(self._opened.record)
        allowed = allowed_seats(order.source, self._opened, is_over=self._timeline.is_over)
        if allowed is not None:
            self._timeline.limit(allowed)
        self._may_deduce = may_deduce(self._opened, is_over=self._timeline.is_over)
        self._own = () if self._opened.game else seats_in(Path(order.source.path).stem)
        pipe.tell(self._read())

    def run(self) -> None:
        """Do what the window asks for until it leaves."""
        while True:
            order = self._pipe.receive(None)
            match order:
                case ShowStep():
                    self._show(self._newest(order))
                case TellAll():
                    lines = tuple(self._timeline.told(self._words, order.eyes))
                    self._pipe.tell(AllTold(order.eyes, lines))
                case Leave():
                    return
                case CopyRecord():
                    copy_record(order, self._pipe)
                case _:
                    continue

    def _newest(self, asked: ShowStep) -> ShowStep:
        """Of several steps asked for in a row, as while scrubbing, only the last matters."""
        self._wanted = asked
        while (order := self._pipe.receive(0)) is not None:
            self._take(order)
        return self._wanted

    def _take(self, order: Order) -> None:
        match order:
            case ShowStep():
                self._wanted = order
            case TellAll():
                lines = tuple(self._timeline.told(self._words, order.eyes))
                self._pipe.tell(AllTold(order.eyes, lines))
            case Leave():
                raise WindowLeft
            case CopyRecord():
                copy_record(order, self._pipe)
            case _:
                return

    def _show(self, wanted: ShowStep) -> None:
        timeline = self._timeline
        at = min(max(0, wanted.at), timeline.steps)
        found = bound(timeline.states[at], timeline.edition) if self._may_deduce else None
        self._pipe.tell(
            StepShown(
                at,
                wanted.eyes,
                timeline.view(at, wanted.eyes),
                timeline.facts[at],
                waits_for(timeline.asked[at]),
                timeline.known(at),
                None if found is None else found.current,
                signatures(self._opened, at),
            )
        )

    def _read(self) -> RecordRead:
        timeline, opened = self._timeline, self._opened
        setup, last = opened.record.setup, timeline.states[-1]
        return RecordRead(
            steps=timeline.steps,
            edition=setup.edition,
            switches=played_switches(setup),
            players=opened.players,
            seats=timeline.seats,
            marks=timeline.marks(),
            nights=tuple(state.is_night for state in timeline.states),
            road=road(timeline, timeline.opened),
            is_signed=opened.game is not None,
            outcome=last.outcome,
            cause=last.cause,
            sees_all=timeline.sees_all,
            missing=timeline.missing,
            fault=opened.fault or timeline.fault,
            digest=opened.digest,
            own_seats=self._own,
            older=older_rules(setup),
        )

    def _progress(self, done: int, total: int) -> None:
        if isinstance(self._pipe.receive(0), Leave):
            raise WindowLeft
        if done % _EVERY == 0:
            self._pipe.tell(LoadProgress(done, total))


def allowed_seats(source: Source, opened: Opened, *, is_over: bool) -> tuple[Seat, ...] | None:
    """Through whose eyes a record may be seen.

    A game that is not over, kept by the one who plays it alone, is shown as its player may see it:
    the file knows every hand, and there would be no game left to go on with.
    """
    if source.seats is not None:
        return source.seats
    own = seats_in(Path(source.path).stem) if opened.game is None else ()
    return own if own and not is_over else None


def may_deduce(opened: Opened, *, is_over: bool) -> bool:
    """Whether it may be said where Dracula could be.

    A table may forbid that help. Looking back is no way around it while the game can go on.
    """
    setup = opened.setup
    can_go_on = not (is_over or opened.has_ended or opened.fault is not None)
    return setup is None or setup.aid or not can_go_on


def read_record(order: ReadRecord, pipe: Pipe) -> None:
    """Serve one record until the window leaves."""
    try:
        ReplayDesk(order, pipe).run()
    except WindowLeft:
        return
