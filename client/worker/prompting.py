"""What a player is asked: the prompt of a request, refusals with reasons, and the deduction aid.

Refusals cover only what a player can point at: places, own cards, hideouts, seats, actions. The
clause comes from the request, or from the check that knows the holder's secrets.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import structs

from client.worker.values import Deduced, Prompt, Report, Waits
from engine import truth
from engine.deduction import Whereabouts, bound
from engine.edition import Edition
from engine.ids import DRACULA, LAND, POWER, SEATS, CardId, ClauseId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import (
    Give,
    HandOption,
    Option,
    PickPlace,
    PickSeat,
    PickSlot,
    Play,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
)
from engine.record import members
from engine.requests import Choose, Conceal, Request, Sealed, not_now
from engine.rules import choosing, combat_choice, hidden_choice, powers
from engine.shapes import Shape
from engine.state import State, hand_of, hideouts, shown_of


def judged_elsewhere(_shape: Shape) -> ClauseId | None:
    """A placeholder for a request's own check, which stays with the rules."""
    return None


def without_functions(request: Request[Any]) -> Request[Any]:
    """The same request without functions, so that it can be pickled."""
    if isinstance(request, Choose):
        return structs.replace(request, refuse=not_now)
    if isinstance(request, Conceal) and request.allows is not None:
        return structs.replace(request, allows=judged_elsewhere)
    return request


def prompt_for(
    position: tuple[int, int],
    request: Request[Any],
    answers: tuple[Any, ...],
    table: tuple[State, Edition, Knowledge],
) -> Prompt:
    """The prompt at this index and part; `table` is the game of the asked seat."""
    index, part = position
    refusals = refused(request, answers, table)
    return Prompt(index, part, without_functions(request), answers, refusals)


def waits_of(pending: Request[Any] | None, answered: Collection[int] = ()) -> tuple[Waits, ...]:
    """Who is asked by this pending request; the parts in `answered` have answered."""
    return () if pending is None else waits_for(members(pending), answered)


def waits_for(asked: Iterable[Request[Any]], answered: Collection[int] = ()) -> tuple[Waits, ...]:
    """The same for requests that are asked together."""
    return tuple(
        Waits(
            member.seat,
            getattr(member, "about", type(member).__name__.lower()),
            getattr(member, "subject", ()),
            number in answered,
        )
        for number, member in enumerate(asked)
    )


# Why something in sight cannot be the answer now: the clause that forbids it.
Table = tuple[State, Edition, Knowledge]
Refusals = tuple[tuple[Any, ClauseId], ...]

# What an encounter of the hand waits for while Dracula's own card is laid.
_ENCOUNTER_LATER = "dracula-phase.encounter.place"


class _Question(NamedTuple):
    request: Choose
    state: State
    edition: Edition
    knowledge: Knowledge


def refused(request: Request[Any], answers: tuple[Any, ...], table: Table) -> Refusals:
    """Everything in sight that is not among the answers, and the clause of each."""
    if isinstance(request, Choose):
        case = _Question(request, *table)
        pairs = ((each, _clause(case, each)) for each in _candidates(case) if each not in answers)
        return tuple((each, clause) for each, clause in pairs if clause is not None)
    if isinstance(request, Conceal):
        found = _fights_refused if request.allows is None else _placings_refused
        return (*found(request, answers, table), *_hand_refused(request, answers, table))
    return ()


def _clause(case: _Question, option: Option) -> ClauseId | None:
    """The clause that everybody sees forbid it, or the one that only the holder knows of."""
    openly = case.request.why_not(option)
    if openly is not None:
        return openly
    honest = choosing.HONEST.get(case.request.about)
    if honest is not None and not isinstance(option, HandOption):
        return honest(option, case.request, case.state, case.edition, case.knowledge)
    return truth.unpaid(option, case.request, case.state, case.edition, case.knowledge)


def _candidates(case: _Question) -> Iterator[Option]:
    request, state, edition = case.request, case.state, case.edition
    kinds = {type(option) for option in request.options}
    places = edition.board.places
    if request.about == "action":
        yield from (SeaTo(each) if place.is_sea else RoadTo(each) for each, place in places.items())
        yield from (ReserveTicket(), Rest(), Search(), Supply())
        yield from (Trade(seat) for seat in state.hunters if seat != request.seat)
    if PickPlace in kinds:
        yield from (PickPlace(each) for each in places)
    if PickSeat in kinds:
        yield from (PickSeat(seat) for seat in SEATS if seat == DRACULA or seat in state.hunters)
    if PickSlot in kinds:
        yield from (PickSlot(each.slot) for each in hideouts(state))
    yield from _cards(case)
    if request.seat != DRACULA:
        verb = Give if Give in kinds else PickSlot if PickSlot in kinds else RailBy
        yield from (verb(slot) for slot in hand_of(state, request.seat, "tickets"))


def _cards(case: _Question) -> Iterator[Option]:
    """Every card of the seat's own hand, done what this request does with cards."""
    request = case.request
    kinds = {type(option) for option in request.options}
    verb = request.hand[0].verb if request.hand else Play
    for slot, card in _held(request.seat, case.state, case.knowledge):
        if Give in kinds:
            yield Give(slot)
        elif PickSlot in kinds and not request.hand:
            yield PickSlot(slot)
        else:
            yield verb(slot, card)


def _held(seat: Seat, state: State, knowledge: Knowledge) -> Iterator[tuple[SlotId, CardId]]:
    """The cards of a seat's hand, and those that lie open beside it."""
    for kind in _hand_kinds(seat):
        known = [slot for slot in hand_of(state, seat, kind) if slot in knowledge]
        yield from ((slot, knowledge[slot]) for slot in known)
        shown = None if seat == DRACULA else shown_of(state, seat, kind)
        if shown is not None and shown.card is not None:
            yield shown.slot, shown.card


def _hand_kinds(seat: Seat) -> tuple[str, ...]:
    return ("events", "encounters") if seat == DRACULA else ("items", "events")


def _fights_refused(
    request: Conceal, answers: tuple[Any, ...], table: Table
) -> Iterator[tuple[Any, ClauseId]]:
    """Combat cards, items and tickets that cannot be chosen for this round."""
    state, edition, knowledge = table
    if request.seat == DRACULA:
        return
    free = {answer.value for answer in answers}
    own = [card.id for card in edition.cards.values() if card.deck == "hunter_combat"]
    items = [slot for slot in hand_of(state, request.seat, "items") if slot in knowledge]
    shown = shown_of(state, request.seat, "items")
    lying = [] if shown is None else [shown.slot]
    for choice in (*own, *items, *lying, *hand_of(state, request.seat, "tickets")):
        if choice not in free:
            clause = combat_choice.why_not(state, request.seat, choice)
            yield Sealed(request.slot, choice), clause


def _hand_refused(
    request: Conceal, answers: tuple[Any, ...], table: Table
) -> Iterator[tuple[Any, ClauseId]]:
    """Cards of the hand that have their moment, and it is not this one."""
    state, _, knowledge = table
    chosen = {answer.value for answer in answers}
    encounters = hand_of(state, DRACULA, "encounters")
    fights = request.allows is None
    for slot, card in _held(request.seat, state, knowledge):
        option = Play(slot, card)
        if slot in encounters:
            yield option, "combat.step1.dracula-card" if fights else _ENCOUNTER_LATER
        elif slot not in chosen:
            yield option, not_now(option)


def _placings_refused(
    request: Conceal, answers: tuple[Any, ...], table: Table
) -> Iterator[tuple[Any, ClauseId]]:
    """Places, powers and hideouts that Dracula cannot lay or use, one plain way each."""
    state, edition, knowledge = table
    unoffered = (*_places_and_powers(answers, edition), *_hideouts(answers, state, knowledge))
    for sealed in unoffered:
        clause = hidden_choice.why_not(request, sealed, state, edition, knowledge)
        if clause is not None:
            yield sealed, clause


def _places_and_powers(answers: tuple[Any, ...], edition: Edition) -> Iterator[Sealed]:
    board = edition.board
    values = [answer.value for answer in answers]
    used = {answer.public.power for answer in answers}
    yield from (Sealed(Shape(board.backs.get(each, LAND)), each)
                for each in board.places if each not in values)  # fmt: skip
    yield from (Sealed(Shape(POWER, power=each), each)
                for each in powers.STAYING if each not in values)  # fmt: skip
    # These go with a place: one he could reach, so that the power itself is what is asked about.
    near = next((value for value in values if value in board.places), next(iter(board.places)))
    yield from (Sealed(Shape(power=each), near)
                for each in (powers.WOLF_FORM, powers.MISDIRECT) if each not in used)  # fmt: skip


def _hideouts(answers: tuple[Any, ...], state: State, knowledge: Knowledge) -> Iterator[Sealed]:
    """Lairs to return to, and hideouts to clear by Misdirect."""
    slots = {slot for each in answers for slot in (each.public.lair, each.public.target)}
    for each in hideouts(state):
        if each.slot in slots or each.back == POWER:
            continue
        shape = Shape(each.back, power=powers.MISDIRECT, target=each.slot)
        if each in state.dracula.lairs:
            shape = Shape(each.back, lair=each.slot)
        yield Sealed(shape, knowledge.get(each.slot, each.card or ""))


# Where Dracula can be.
class Deducing:
    """The deduction aid, if the table allows it and the player wants it."""

    def __init__(self, tell: Callable[[Report], None], *, is_wanted: bool) -> None:
        self._tell = tell
        self._is_wanted = is_wanted
        self._read: object = None  # what the last conclusion was drawn from
        self._told: Whereabouts | None = None

    def want(self, *, is_wanted: bool) -> None:
        """Turn the aid on or off."""
        if is_wanted != self._is_wanted:
            self._is_wanted = is_wanted
            self.begin()

    def begin(self) -> None:
        """Forget what was reported: the window is new, or starts again."""
        self._read = self._told = None

    def conclude(self, index: int, state: State, edition: Edition) -> None:
        """Report what follows from this state, unless it is what was reported before."""
        read = (hideouts(state), state.clues)
        if not self._is_wanted or read == self._read:
            return
        self._read = read
        found = bound(state, edition)
        if found != self._told:
            self._told = found
            self._tell(Deduced(index, found.current, found.slots))
