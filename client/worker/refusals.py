"""Why what lies in sight cannot be answered now: each candidate with the clause that forbids it.

Only what a player could point at is asked about: places, own cards, hideouts, seats, actions. The
clauses come from the request itself, or from the check that knows the holder's secrets.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import truth
from engine.edition import Edition
from engine.ids import DRACULA, HIDE, SEATS, ClauseId, Seat
from engine.knowledge import Knowledge
from engine.options import (
    HandOption,
    Option,
    PickPlace,
    PickSeat,
    PickSlot,
    Play,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
)
from engine.requests import Choose, Conceal, Request, Sealed
from engine.rules import choosing, hidden_choice
from engine.shapes import Shape
from engine.state import State, hand_of, hideouts

Table = tuple[State, Edition, Knowledge]
Refusals = tuple[tuple[Any, ClauseId], ...]

_POWERS = ("dark_call", "feed", HIDE)


class _Case(NamedTuple):
    request: Choose
    state: State
    edition: Edition
    knowledge: Knowledge


def refused(request: Request[Any], answers: tuple[Any, ...], table: Table) -> Refusals:
    """Everything in sight that is not among the answers, and the clause of each."""
    if isinstance(request, Choose):
        case = _Case(request, *table)
        pairs = ((each, _clause(case, each)) for each in _candidates(case) if each not in answers)
        return tuple((each, clause) for each, clause in pairs if clause is not None)
    if isinstance(request, Conceal) and request.allows is not None:
        return tuple(_placings_refused(request, answers, table))
    return ()


def _clause(case: _Case, option: Option) -> ClauseId | None:
    """The clause that everybody sees, or the one that only the holder knows of."""
    openly = case.request.why_not(option)
    if openly is not None:
        return openly
    honest = choosing.HONEST.get(case.request.about)
    if honest is not None and not isinstance(option, HandOption):
        return honest(option, case.request, case.state, case.edition, case.knowledge)
    return truth.unpaid(option, case.request, case.state, case.edition, case.knowledge)


def _candidates(case: _Case) -> Iterator[Option]:
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


def _cards(case: _Case) -> Iterator[Option]:
    """Every card of the seat's own hand, done what this request does with cards."""
    request, state = case.request, case.state
    verb = request.hand[0].verb if request.hand else Play
    for kind in _hand_kinds(request.seat):
        for slot in hand_of(state, request.seat, kind):
            if slot in case.knowledge:
                yield verb(slot, case.knowledge[slot])


def _hand_kinds(seat: Seat) -> tuple[str, ...]:
    return ("events", "encounters") if seat == DRACULA else ("items", "events")


def _placings_refused(
    request: Conceal, answers: tuple[Any, ...], table: Table
) -> Iterator[tuple[Any, ClauseId]]:
    """Places and powers that Dracula cannot lay, one plain way each."""
    state, edition, knowledge = table
    open_to = {answer.value for answer in answers}
    for value in (*edition.board.places, *_POWERS):
        if value in open_to:
            continue
        back = edition.board.backs.get(value, "power")
        shape = Shape(back) if value in edition.board.places else Shape("power", power=value)
        sealed = Sealed(shape, value)
        clause = hidden_choice.why_not(request, sealed, state, edition, knowledge)
        if clause is not None:
            yield sealed, clause
