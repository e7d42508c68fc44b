"""The worker for a game alone: the engine with a local dealer, bots on the empty seats."""

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import structs

from client.records.game_files import read_game
from client.settings import Orders, window_of
from client.simulation import bots_below
from client.worker.prompting import Deducing, prompt_for, waits_of
from client.worker.record_values import RecordSoFar, Source, WantRecord
from client.worker.values import (
    Answered,
    Awaited,
    GameOver,
    Leave,
    Order,
    Passed,
    PlayAlone,
    Recalled,
    Report,
    Shown,
    StandingOrders,
    StopNext,
    TableOpened,
)
from client.written_files import write_anew
from engine.bots.plain import plain_bots
from engine.dealer import Below
from engine.errors import BadRecord
from engine.facts.fact import Fact
from engine.ids import DRACULA, HUNTERS, Seat
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.options import PASS
from engine.record import Record, Setup, members, older_rules, played_switches
from engine.record_file import from_bytes, to_bytes
from engine.requests import Request
from engine.state import State, hand_of, shown_of
from engine.view import see

Receive = Callable[[float | None], Order | None]  # the next order; None after so many seconds


class PlayerLeft(Exception):
    """The player left the game."""


class SoloTable:
    """One game of one player against bots."""

    def __init__(self, start: PlayAlone, tell: Callable[[Report], None], receive: Receive) -> None:
        self._start = start
        self._tell = tell
        self._receive = receive
        self._below = bots_below(start.seed or None)
        self._local, self._past = _local_game(start, self._below)
        self._edition = self._local.game.table.edition
        self._bots = plain_bots(self._edition, self._below)
        self._orders = Orders(start.passes)
        self._told: Shown | None = None
        self._skipped: list[Shown] = []
        self._deducing = Deducing(tell, is_wanted=start.aid and DRACULA not in start.seats)
        self._skip, self._skip_to = start.skip, start.skip_to
        self._path = _record_path(start)
        setup = self._local.setup
        game = "" if self._path is None else self._path.stem
        self._keep()  # from now on it is among the unfinished ones, whatever happens
        tell(
            TableOpened(
                setup.edition, played_switches(setup), start.seats, game=game,
                older=older_rules(setup),
            )
        )  # fmt: skip

    def run(self) -> None:
        """Play to the end, or until the player leaves."""
        game = self._local.game
        self._show(() if self._past else tuple(game.facts))
        if self._past:
            self._tell(Recalled(self._past))
        try:
            while game.pending is not None:
                self._take_orders()
                step = game.state.step
                self._local.step(self._choose)
                self._show(tuple(game.facts))
                if game.state.step != step:
                    self._keep()
        except PlayerLeft:
            self._keep()
            return
        self._keep()
        if self._skipped:  # it ended before it came where the player is asked
            self._skip, self._skip_to = 0, ""
            self._show(())
        path = None if self._path is None else str(self._path)
        self._tell(GameOver(game.state.outcome or "", game.state.cause, path))

    @property
    def state(self) -> State:
        """The public state now."""
        return self._local.game.state

    def knowledge(self) -> Knowledge:
        """What the player's seats know together."""
        return _known(self._local, self._start.seats)

    def _show(self, facts: tuple[Fact, ...], part: int = 0) -> None:
        """Report what changed; of those asked together, the ones before `part` have answered.

        While a bot answers for the player, only where that leads is shown; the rest is recalled.
        """
        game, before = self._local.game, self._told
        waits = waits_of(game.pending, range(part))
        view, at = see(game.state, self.knowledge()), game.position
        shown = Shown(at, view, facts, waits, at)
        if shown == before and not facts:
            return
        is_skipping = bool(self._skip or self._skip_to) and not self._start.shows_skipped
        if is_skipping and before is not None:
            self._skipped.append(shown)
            return
        self._told = shown
        if before is not None and structs.replace(before, facts=(), waits=waits) == shown:
            self._tell(Awaited(waits))
            return
        self._deducing.conclude(game.position, game.state, self._edition)
        if not self._skipped:
            self._tell(shown)
            return
        self._tell(structs.replace(shown, facts=()))
        self._tell(Recalled((*self._skipped, shown)))
        self._skipped.clear()

    def _choose(self, request: Request[Any], answers: list[Any]) -> Any:
        known = self._local.dealer.knowledge[request.seat]
        if request.seat not in self._start.seats or self._skips(request):
            return self._bots[request.seat].choose(
                see(self._local.game.state, known), request, answers
            )
        moment = self._orders.passing(request)
        if moment is not None:
            self._tell(Passed(request.seat, moment))
            return PASS
        if self._has_nothing_for(request, known):
            return PASS
        return answers[self._ask(request, tuple(answers), known)]

    def _has_nothing_for(self, request: Request[Any], known: Knowledge) -> bool:
        """Whether this seat could only pass in this window.

        The game itself gives an answer that is the only one. Alone, nobody can learn from either;
        an order to stop stands until there is a choice.
        """
        moment = window_of(request)
        if moment is None:
            return False
        fitting = self._edition.moments[moment]
        kinds = ("events",) if request.seat == DRACULA else ("items", "events")
        state = self._local.game.state
        held = [known.get(slot) for kind in kinds for slot in hand_of(state, request.seat, kind)]
        shown = [shown_of(state, request.seat, kind) for kind in kinds]
        held += [each.card for each in shown if each is not None]
        return not any(card in fitting for card in held)

    def _skips(self, request: Request[Any]) -> bool:
        """Whether a bot still answers for the player."""
        if self._skip > 0:
            self._skip -= 1
            return True
        if self._skip_to and getattr(request, "about", "") != self._skip_to:
            return True
        self._skip_to = ""
        return False

    def _ask(self, request: Request[Any], answers: tuple[Any, ...], known: Knowledge) -> int:
        game = self._local.game
        part = _part_of(game.pending, request)
        self._show((), part)
        self._orders.shown(request)
        table = (game.state, self._edition, known)
        self._tell(prompt_for((game.position, part), request, answers, table))
        while True:
            order = self._receive(None)
            if isinstance(order, Answered):
                if (order.index, order.part) == (game.position, part) and (
                    0 <= order.choice < len(answers)
                ):
                    return order.choice
            else:
                self._obey(order)

    def _take_orders(self) -> None:
        while (order := self._receive(0)) is not None:
            self._obey(order)

    def _obey(self, order: Order | None) -> None:
        match order:
            case Leave():
                raise PlayerLeft
            case StandingOrders():
                self._orders.passes = frozenset(order.passes)
                self._deducing.want(is_wanted=order.aid and DRACULA not in self._start.seats)
                game = self._local.game
                self._deducing.conclude(game.position, game.state, self._edition)
            case StopNext():
                self._orders.stops_next = order.stops
            case WantRecord():
                self._tell(RecordSoFar(self._so_far()))
            case _:
                return  # an answer to an older question, or nobody there to talk to

    def _so_far(self) -> Source:
        """The game up to now as its player may see it: the record without the bots' secrets."""
        record = self._local.record()
        known = self.knowledge()
        plain = to_bytes(Record(record.setup, record.answers, tuple(known.items())))
        return Source(content=plain, seats=self._start.seats)

    def _keep(self) -> None:
        if self._path is not None:
            write_anew(self._path, to_bytes(self._local.record()))


def _part_of(pending: Request[Any] | None, request: Request[Any]) -> int:
    """Which part of what is pending a request is; 0 if it is all of it."""
    members: tuple[Request[Any], ...] = getattr(pending, "members", ())
    return next((number for number, each in enumerate(members) if each is request), 0)


def _known(local: LocalGame, seats: tuple[Seat, ...]) -> Knowledge:
    """What these seats know together."""
    known: Knowledge = {}
    for seat in seats:
        known.update(local.dealer.knowledge[seat])
    return known


def _local_game(start: PlayAlone, below: Below) -> tuple[LocalGame, tuple[Shown, ...]]:
    """A new game or a resumed one, and what had happened in it."""
    if start.resume is None:
        return LocalGame(Setup(start.edition, dict(start.switches)), below), ()
    record = from_bytes(read_game(Path(start.resume)))
    local = LocalGame(record.setup, below)
    local.dealer.values.update(record.opened)
    past = [_step(local, start.seats)]
    for answer in record.answers:
        pending = local.game.pending
        if pending is None:
            raise BadRecord("record-after-end", answer=local.game.position)
        local.game.submit(answer)
        local.answers.append(answer)
        for member in members(pending):
            local.dealer.attend(member)
        past.append(_step(local, start.seats))
    return local, tuple(step for step in past if step.facts)


def _step(local: LocalGame, seats: tuple[Seat, ...]) -> Shown:
    """What has just happened, as these seats saw it."""
    game = local.game
    view, at = see(game.state, _known(local, seats)), game.position
    return Shown(at, view, tuple(game.facts), (), at)


def _record_path(start: PlayAlone) -> Path | None:
    """The record's own name, or one no other game has; it says whose seats were played."""
    if start.resume is not None:
        return Path(start.resume)
    if start.folder is None:
        return None
    side = "hunters" if start.seats == HUNTERS else "+".join(start.seats)
    stem = f"{time.strftime('%Y-%m-%d %H.%M')} {side}"
    names = (f"{stem}{f' {number}' if number else ''}.borgo" for number in count())
    return next(path for name in names if not (path := Path(start.folder) / name).exists())
