"""A record run again once, every step kept: any of them can be shown through anybody's eyes.

1. States are values that share what did not change, so keeping all of them costs little.
2. What a seat knew at a step is what it had learned by then; slots are never reused, so what was
   learned stays true.
3. A record that cannot be followed to its end is shown as far as it goes, with the reason.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from client.spoken import fault_words
from client.text import Words
from client.words.fact_rules import rule_of
from client.words.facts import SILENT, place_of
from client.worker.record_values import ALL, PUBLIC, Mark, Told
from engine.clues import Clue
from engine.errors import BadRecord
from engine.facts import board, combat, piles, trail
from engine.facts.fact import Fact
from engine.ids import SEATS, Seat, SlotId
from engine.knowledge import Knowledge
from engine.record import Record, Replay, members
from engine.requests import Request
from engine.state import State
from engine.view import View, see

# Facts about whole piles name every slot, denials every card that might have been there: they are
# no event in one card's life. Nor are the clues that a fact carries.
_NO_HISTORY = SILENT | {piles.PileShuffled, trail.CardsDenied}


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
        """From now on only these seats may be looked through."""
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
        """Every hidden value that may be told now."""
        return dict(self._opened) if self.sees_all else self.knowledge(self.steps, ALL)

    @property
    def missing(self) -> int:
        """How many hidden values nobody has opened."""
        return sum(self._missing[seat] for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game comes to its end."""
        return self.states[-1].outcome is not None

    @property
    def steps(self) -> int:
        """How many answers there are."""
        return len(self.states) - 1

    def knowledge(self, at: int, eyes: str) -> Knowledge:
        """What these eyes could read by a step; KeyError for eyes that may not be used."""
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
        """For each seat that may be looked through: what it knew, by where it lies."""
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
