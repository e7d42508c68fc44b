"""The model of a running game in the window: the latest of everything reported, with signals.

1. Widgets read its attributes and connect to its signals. Only the worker's reports change it.
2. Reports are shown in order, at the player's pace; `hurry` shows all that are left at once.
3. A question is shown only after everything that happened before it.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from client.look.slices import Slices
from client.window.bridge import Bridge
from client.worker.table_values import TableClosed
from client.worker.values import (
    Answered,
    Awaited,
    Broken,
    Deduced,
    GameOver,
    Gone,
    LineHeard,
    Order,
    Passed,
    PeersSeen,
    Prompt,
    Report,
    Shown,
    TableOpened,
    Waits,
)
from engine.facts.fact import Fact
from engine.ids import Seat
from engine.view import View

_BUSY_S = 0.008  # so long the window may be busy with what came in before it draws a frame

Worth = Callable[[Fact], bool]  # whether a fact is worth a moment's pause


class TableModel(QObject):
    """One table, as far as the worker has reported it."""

    opened = Signal(object)  # TableOpened
    view_changed = Signal(object)  # View
    facts_happened = Signal(object)  # tuple of facts, those that made the view
    asked = Signal(object)  # Prompt, or None when nothing is asked any more
    peers_changed = Signal(object)  # tuple of PeerSeen
    waits_changed = Signal(object)  # tuple of Waits
    deduced = Signal(object)  # Deduced
    passed = Signal(object)  # Passed
    said = Signal(object)  # LineHeard
    ended = Signal(object)  # GameOver
    broke = Signal(object)  # Broken
    told = Signal(object)  # any other report: the table before the game, notices, what is kept
    gone = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.table: TableOpened | None = None
        self.view: View | None = None
        self.index = -1  # how many requests were settled before the view
        self.step = -1  # how many answers the game had had by then
        self.prompt: Prompt | None = None
        self._waits: tuple[Waits, ...] = ()
        self.chosen: dict[Seat, Any] = {}  # the player's own answers to what is still pending
        self.peers: PeersSeen = PeersSeen(())
        self.deduction: Deduced | None = None
        self.over: GameOver | None = None
        self.pace_ms = 0
        self.worth: Worth = lambda _fact: True
        self._has_ended = False
        self._queue: deque[Report] = deque()
        self._turns = Slices(self, self._next, _BUSY_S)
        bridge.received.connect(self._receive)

    @property
    def has_ended(self) -> bool:
        """Whether no more will come from this table: it is over, closed or broken."""
        return self._has_ended

    @property
    def kept_at(self) -> str | None:
        """The file of the game, once it is over."""
        return None if self.over is None else self.over.record

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The player's own seats."""
        return () if self.table is None else self.table.seats

    @property
    def waits(self) -> tuple[Waits, ...]:
        """Who is asked; the player's own answer counts before the others have it."""
        return tuple(
            structs.replace(each, has_answered=True) if each.seat in self.chosen else each
            for each in self._waits
        )

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Whom the game waits for; nobody once it has ended."""
        waits = () if self._has_ended else self.waits
        return tuple(each.seat for each in waits if not each.has_answered)

    def answer(self, choice: int) -> None:
        """Send an answer to the current question; a second answer is ignored."""
        if self.prompt is None:
            return
        prompt, self.prompt = self.prompt, None
        self.chosen[prompt.seat] = prompt.answers[choice]
        self.asked.emit(None)
        self.bridge.send(Answered(prompt.index, prompt.part, choice))

    def order(self, order: Order) -> None:
        """Send an order to the worker."""
        self.bridge.send(order)

    def close(self) -> None:
        """Let the worker end; its remaining reports are ignored."""
        self._turns.stop()
        self._queue.clear()
        self.bridge.close()

    def tell_again(self) -> None:
        """Repeat earlier reports, in turns and in order, to a screen that starts to listen now."""
        known: list[Report] = [each for each in (self.table, self.deduction) if each is not None]
        if self.view is not None:
            known.append(Shown(self.index, self.view, (), self._waits, self.step))
        if self.peers.peers:
            known.append(self.peers)
        if self.prompt is not None:
            known.append(self.prompt)
        self._queue.extendleft(reversed(known))
        self._turns.start(0)

    def hurry(self) -> None:
        """Show everything that has arrived, without pauses."""
        self._turns.stop()
        while self._queue:
            self._show_next()

    def _receive(self, report: Report) -> None:
        self._queue.append(report)
        if not self._turns.is_active:
            # What comes together is shown together: drawing every step of it would take time.
            self._turns.start(0)

    def _next(self) -> bool:
        """Show the next report, perhaps after a pause; returns whether to go on."""
        if self._queue and self._show_next() and self.pace_ms:
            self._turns.start(self.pace_ms)
            return False
        return bool(self._queue)

    def _show_next(self) -> bool:
        """Show the next report; returns whether a pause should follow."""
        report = self._queue.popleft()
        if not isinstance(report, Shown):
            self._show(report)
            return False
        is_worth = any(map(self.worth, report.facts))
        is_last = not self._queue or not isinstance(self._queue[0], Shown)
        self._show_game(report, draws=is_last or (is_worth and self.pace_ms > 0))
        return is_worth

    def _show(self, report: Report) -> None:
        match report:
            case Prompt():
                self.chosen.pop(report.seat, None)
                self.prompt = report
                self.asked.emit(report)
            case Awaited():
                self._waits = report.waits
                self.waits_changed.emit(self.waits)
            case Deduced():
                self.deduction = report
                self.deduced.emit(report)
            case TableOpened():
                self.table = report
                self.opened.emit(report)
            case PeersSeen():
                self.peers = report
                self.peers_changed.emit(report.peers)
            case _:
                self._show_rest(report)

    def _show_game(self, shown: Shown, *, draws: bool) -> None:
        """Take a step of the game; if another follows at once, this one is not drawn."""
        if shown.index != self.index:
            self.chosen = {}
        self.view = shown.view
        self.index, self.step = shown.index, shown.step
        self._waits = shown.waits
        if draws:
            self.view_changed.emit(shown.view)
        if shown.facts:
            self.facts_happened.emit(shown.facts)
        if draws:
            self.waits_changed.emit(self.waits)

    def _show_rest(self, report: Report) -> None:
        match report:
            case Passed():
                self.passed.emit(report)
            case LineHeard():
                self.said.emit(report)
            case GameOver():
                self._has_ended = True
                self.over = report
                self.ended.emit(report)
            case Broken():
                self._has_ended = True
                self.broke.emit(report)
            case Gone():
                if not self._has_ended:  # the worker's process was ended from outside
                    self._has_ended = True
                    self.broke.emit(Broken(""))
                self.gone.emit()
            case _:
                self._has_ended |= isinstance(report, TableClosed)
                self.told.emit(report)
