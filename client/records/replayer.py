"""The worker behind a replay: runs a record once, keeps every step, and shows any of them.

1. States share what did not change, so keeping all of them costs little memory.
2. What a seat knew at a step is what it had learned by then. Slots are never reused, so what was
   learned stays true.
3. A record that cannot be followed to its end is shown as far as it goes, with the reason.
4. `road` lists every card Dracula laid, where it led, and whether it was found.
"""

from collections.abc import Iterator
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from client.records.archive import copy_record, list_records
from client.records.judging import judge_record
from client.records.ledger_reader import read_ledger
from client.records.reading import Opened, open_record, seats_in, signatures
from client.words.fact_rules import rule_of
from client.words.facts import SILENT, place_of
from client.words.words import Words, fault_words
from client.worker.pipe import Pipe
from client.worker.prompting import waits_for
from client.worker.record_values import (
    ALL,
    PUBLIC,
    AllTold,
    CopyRecord,
    JudgeRecord,
    ListRecords,
    LoadProgress,
    Mark,
    ReadLedger,
    ReadRecord,
    RecordOrder,
    RecordRead,
    RoadStop,
    ShowStep,
    Source,
    StepShown,
    TellAll,
    Told,
)
from client.worker.values import Leave, Order
from engine.clues import Clue
from engine.deduction import bound
from engine.errors import BadRecord
from engine.facts import board, combat, hands, trail
from engine.facts.fact import Fact
from engine.ids import HIDE, POWER, SEATS, PlaceId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.record import Record, Replay, members, older_rules, played_switches
from engine.requests import Request
from engine.state import Hideout, State, hideout_of
from engine.view import View, see

_EVERY = 16


class WindowLeft(Exception):
    """The window left."""


class ReplayDesk:
    """One record, open for replay."""

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
        """Follow the window's orders until it leaves."""
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
        """Skip to the last of several steps asked for in a row, as while scrubbing."""
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
    """The seats whose view of a record may be shown.

    A game that is not over, kept by the one who plays it alone, is shown as its player may see it:
    the file knows every hand, and there would be no game left to go on with.
    """
    if source.seats is not None:
        return source.seats
    own = seats_in(Path(source.path).stem) if opened.game is None else ()
    return own if own and not is_over else None


def may_deduce(opened: Opened, *, is_over: bool) -> bool:
    """Whether the aid may say where Dracula could be.

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


# Every step of a game, as any seat saw it.
# Facts about whole piles name every slot, denials every card that might have been there: they are
# no event in one card's life. Nor are the clues that a fact carries.
_NO_HISTORY = SILENT | {hands.PileShuffled, trail.CardsDenied}


class Timeline:
    """Every step of a game."""

    def __init__(self, record: Record) -> None:
        self.seats = SEATS
        self.sees_all = True
        self.states: list[State] = []
        self.facts: list[tuple[Fact, ...]] = []
        self.asked: list[tuple[Request[Any], ...]] = []
        self.fault: str | None = None
        self._learned: dict[Seat, dict[SlotId, tuple[int, str]]] = {seat: {} for seat in SEATS}
        replay = Replay(record)
        self.edition = replay.game.table.edition
        self._keep(replay)
        try:
            for _ in replay.run():
                self._keep(replay)
        except BadRecord as bad:
            self.fault = fault_words(bad)
        self._missing = {seat: len(slots) for seat, slots in replay.witness.missing.items()}
        self._opened: Knowledge = dict(record.opened)

    def limit(self, seats: tuple[Seat, ...]) -> None:
        """Allow only the views of these seats from now on."""
        self.seats = tuple(seat for seat in SEATS if seat in seats)
        self.sees_all = False

    def _keep(self, replay: Replay) -> None:
        at = len(self.states)
        self.states.append(replay.game.state)
        self.facts.append(tuple(replay.game.facts))
        pending = replay.game.pending
        self.asked.append(() if pending is None else members(pending))
        for seat, learned in self._learned.items():
            known = replay.witness.knowledge[seat]
            if len(known) != len(learned):
                learned.update({slot: (at, each) for slot, each in known.items() - _of(learned)})

    @property
    def opened(self) -> Knowledge:
        """Every hidden value that may be shown now."""
        return dict(self._opened) if self.sees_all else self.knowledge(self.steps, ALL)

    @property
    def missing(self) -> int:
        """How many hidden values nobody has opened."""
        return sum(self._missing[seat] for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the record reaches the end of the game."""
        return self.states[-1].outcome is not None

    @property
    def steps(self) -> int:
        """How many answers there are."""
        return len(self.states) - 1

    def knowledge(self, at: int, eyes: str) -> Knowledge:
        """What these eyes knew at a step; KeyError for eyes that are not allowed."""
        if eyes == PUBLIC:
            return {}
        seats = self.seats if eyes == ALL else (eyes,)
        found: Knowledge = {}
        for seat in seats:
            if seat not in self.seats:
                raise KeyError(seat)
            learned = self._learned[seat]
            found.update({slot: value for slot, (since, value) in learned.items() if since <= at})
        return found

    def view(self, at: int, eyes: str) -> View:
        """The game at a step."""
        return see(self.states[at], self.knowledge(at, eyes))

    def known(self, at: int) -> dict[Seat, dict[str, tuple[str, ...]]]:
        """What each allowed seat knew, by where it lies."""
        state = self.states[at]
        return {seat: _by_zone(see(state, self.knowledge(at, seat)), seat) for seat in self.seats}

    def marks(self) -> tuple[Mark, ...]:
        """What the timeline shows: weeks, nights, fights, reveals."""
        found = (mark for at, facts in enumerate(self.facts) for mark in _marks(at, facts))
        weeks = count(1)
        return tuple(
            replace(mark, number=next(weeks)) if mark.kind == "week" else mark for mark in found
        )

    def told(self, words: Words, eyes: str) -> Iterator[Told]:
        """The whole game as these eyes saw it, sentence by sentence."""
        for at, facts in enumerate(self.facts):
            if not facts:
                continue
            knows = self.knowledge(at, eyes)
            before = self.states[at - 1] if at else None
            for fact, sentence in words.tell(facts, see(self.states[at], knows), before):
                cards = () if type(fact) in _NO_HISTORY else self._cards_in(fact, knows)
                place, about = place_of(words, fact), tuple(dict.fromkeys(cards))
                yield Told(at, sentence, place, about, rule_of(fact, facts, before))

    def _cards_in(self, value: Any, known: Knowledge) -> Iterator[str]:
        """The cards that a fact is about, by id, as far as these eyes can tell."""
        if isinstance(value, str):
            name = known.get(value, value)
            if name in self.edition.cards:
                yield name
        for each in _inside(value):
            yield from self._cards_in(each, known)


def _inside(value: Any) -> Iterator[Any]:
    """What a value is made of."""
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif isinstance(value, Struct) and not isinstance(value, Clue):
        yield from (getattr(value, field) for field in value.__struct_fields__)


def _of(learned: dict[SlotId, tuple[int, str]]) -> set[tuple[SlotId, str]]:
    return {(slot, value) for slot, (_, value) in learned.items()}


def _marks(at: int, facts: tuple[Fact, ...]) -> Iterator[Mark]:
    for fact in facts:
        match fact:
            case board.TimeAdvanced(day=0, is_night=False):
                yield Mark(at, "week")
            case board.TimeAdvanced(is_night=True):
                yield Mark(at, "night", fact.day)
            case combat.CombatBegan():
                yield Mark(at, "fight", place=fact.city, vampire=fact.vampire)
            case trail.CardOpened():
                yield Mark(at, "reveal", place=fact.place)
            case _:
                pass


def _by_zone(view: View, seat: Seat) -> dict[str, tuple[str, ...]]:
    """What is known, by where it lies: the own hand, others' hands, the trail, the decks."""
    found: dict[str, list[str]] = {}
    zones = _zones(view.state, seat)
    for slot, value in view.known.items():
        found.setdefault(zones.get(slot, "deck"), []).append(value)
    return {zone: tuple(values) for zone, values in found.items()}


def _zones(state: State, seat: Seat) -> dict[SlotId, str]:
    dracula = state.dracula
    zones = dict.fromkeys((*dracula.events, *dracula.encounters), "dracula")
    for each, hunter in state.hunters.items():
        zones |= dict.fromkeys((*hunter.items, *hunter.events, *hunter.tickets), each)
    for hideout in (*dracula.trail, dracula.fallen, *dracula.lairs):
        if hideout is not None:
            zones[hideout.slot] = "trail"
            zones |= {encounter.slot: "hidden" for encounter in hideout.encounters}
    if state.combat is not None:
        zones |= dict.fromkeys(state.combat.hand, "dracula")
        zones |= dict.fromkeys(state.combat.sealed.values(), "sealed")
    return {slot: "hand" if zone == seat else zone for slot, zone in zones.items()}


# Dracula's road: every card he laid, where it led, what he hid there, and whether it was found.


class _Stay(Struct):
    """A stop that may still be extended."""

    stop: RoadStop
    hideout: SlotId
    encounters: list[SlotId]
    is_power: bool  # an announced power lying alone: it leads nowhere by itself


def road(timeline: Timeline, opened: Knowledge) -> tuple[RoadStop, ...]:
    """Every stop in order, numbered; `opened` is what may be shown of hidden cards."""
    stays: list[_Stay] = []
    for at, facts in enumerate(timeline.facts):
        state = timeline.states[at]
        for fact in facts:
            came = _came(fact, state)
            if came is not None:
                stays.append(_stay(at, state, came, opened))
            else:
                _add(stays, fact)
    return tuple(_finished(stays, opened))


def _came(fact: Fact, state: State) -> Hideout | None:
    """The hideout that Dracula has just entered, if this fact says so."""
    match fact:
        case trail.CardLaid():
            return hideout_of(state, fact.hideout.slot) or fact.hideout
        case trail.LairEntered():
            return hideout_of(state, fact.slot)
        case _:
            return None


def _stay(at: int, state: State, came: Hideout, opened: Knowledge) -> _Stay:
    place = place_of_hideout(state, came, opened)
    power = came.power or (HIDE if opened.get(came.slot, came.card) == HIDE else None)
    held = [each.slot for each in came.encounters]
    stop = RoadStop(at, 0, state.round, place, power, rumor=came.rumor)
    return _Stay(stop, came.slot, held, came.back == POWER)


def place_of_hideout(state: State, hideout: Hideout, opened: Knowledge) -> PlaceId:
    """Where Dracula is by this card: its own place, or that of the card it is tied to."""
    value = hideout.card or opened.get(hideout.slot, "")
    if value and value != HIDE and hideout.back != POWER:
        return value
    if value == HIDE:
        tied = None if hideout.partner is None else hideout_of(state, hideout.partner)
        return "" if tied is None else place_of_hideout(state, tied, opened)
    return ""


def _add(stays: list[_Stay], fact: Fact) -> None:
    """Add to a stop what became of it later."""
    named = getattr(fact, "hideout", None) or getattr(fact, "slot", None)
    stay = next((each for each in reversed(stays) if each.hideout == named), None)
    if stay is None:
        return
    match fact:
        case trail.EncounterLaid():
            stay.encounters.append(fact.slot)
        case trail.RumorLaid():
            stay.stop = replace(stay.stop, rumor=True)
        case trail.CardOpened():
            stay.stop = replace(stay.stop, was_found=True)
        case _:
            return


def _finished(stays: list[_Stay], opened: Knowledge) -> Iterator[RoadStop]:
    """The stops; a power is joined with the card that came of it, or told as a night in place."""
    number, place, power = 0, "", None
    for stay, following in zip_longest(stays, stays[1:]):
        if stay.is_power and following is not None and following.stop.round == stay.stop.round:
            power = stay.stop.power
            continue
        number += 1
        place = place if stay.is_power else stay.stop.place
        slots = dict.fromkeys(stay.encounters)
        faces = tuple(opened[slot] for slot in slots if slot in opened)
        yield replace(
            stay.stop, number=number, place=place, power=stay.stop.power or power,
            hidden=faces, unknown=len(slots) - len(faces),
        )  # fmt: skip
        power = None


def serve(order: RecordOrder, pipe: Pipe) -> None:
    """Follow orders until the work is done or the window leaves."""
    match order:
        case ReadRecord():
            read_record(order, pipe)
        case JudgeRecord():
            judge_record(order, pipe)
        case ListRecords():
            list_records(order, pipe)
        case ReadLedger():
            read_ledger(order, pipe)
        case _:
            raise AssertionError(order)
