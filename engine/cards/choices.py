"""Questions that several event cards share, and the public reasons against playing one.

Options and refusals come from the same `why` function: what it forbids is not offered. A choice
with one option left is made without asking.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.ids import ClauseId, PlaceId, Seat
from engine.options import Option, PickPlace, PickSeat
from engine.requests import Choose
from engine.rules.effects import Barred
from engine.state import hunters_at
from engine.table import Table

OptionT = TypeVar("OptionT", bound=Option)
Refuse = Callable[[Option], ClauseId]


async def one_of(
    seat: Seat,
    about: str,
    options: Sequence[OptionT],
    refuse: Refuse | None = None,
    subject: tuple[str, ...] = (),
) -> OptionT:
    """Let a seat pick one of these options; there must be one.

    `about` begins with the card that asks, whose own clause forbids everything else.
    """
    if len(options) == 1:
        return options[0]
    clause = _card_of(about)
    answer = await Choose(
        seat, about, tuple(options), subject=subject, refuse=refuse or (lambda _: clause)
    )
    return next(option for option in options if option == answer)


def _card_of(about: str) -> ClauseId:
    """The clause of the card that asks."""
    return f"card.{about.partition('.')[0]}"


async def place(
    seat: Seat,
    about: str,
    places: Iterable[PlaceId],
    why: Callable[[PlaceId], ClauseId | None],
    subject: tuple[str, ...] = (),
) -> PlaceId | None:
    """Let a seat name one of these places that nothing forbids; None if there is none."""
    fitting = [PickPlace(each) for each in places if why(each) is None]
    if not fitting:
        return None

    def refuse(option: Option) -> ClauseId:
        barred = why(option.place) if isinstance(option, PickPlace) else None
        return barred or _card_of(about)

    return (await one_of(seat, about, fitting, refuse, subject)).place


async def hunter(
    table: Table, seat: Seat, about: str, why: Callable[[Seat], ClauseId | None]
) -> Seat | None:
    """Let a seat name a hunter that nothing forbids; None if there is none."""
    fitting = [PickSeat(each) for each in table.state.hunters if why(each) is None]
    if not fitting:
        return None

    def refuse(option: Option) -> ClauseId:
        barred = None
        if isinstance(option, PickSeat) and option.seat in table.state.hunters:
            barred = why(option.seat)
        return barred or _card_of(about)

    return (await one_of(seat, about, fitting, refuse)).seat


async def city(table: Table, seat: Seat, card: str, named: tuple[PlaceId, ...] = ()) -> PlaceId:
    """Let a seat name a city that the same card has not named yet."""
    board = table.edition.board

    def why(place: PlaceId) -> ClauseId | None:
        is_new_city = board.places[place].is_city and place not in named
        return None if is_new_city else f"card.{card}"

    found = await place(seat, f"{card}.city", board.places, why, named)
    assert found is not None
    return found


def reaches_lairs(table: Table) -> bool:
    """Clause lairs.events: whether events about hideouts speak of lairs as well."""
    return table.switches.hideout_events_hit_lairs == "by-card-text"


def beside(table: Table, seat: Seat) -> tuple[PlaceId, ...]:
    """Clause hospitals.beside-city: the places next to a hunter, in hospital the city alone."""
    figure = table.state.hunters[seat]
    if not figure.on_board:
        return (figure.place,)
    return table.edition.board.adjacent[figure.place]


def unless_raised(flag: str, clause: ClauseId) -> Barred:
    """Bar a card whose lasting effect is at work already."""

    def check(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
        return clause if flag in table.state.flags else None

    return check


def unable(table: Table, seat: Seat, step: str | None = None) -> ClauseId | None:
    """What bars a hunter from any special action, or from one of the day or night alone."""
    state, figure = table.state, table.state.hunters[seat]
    if figure.where != "board":
        return "hospitals.no-special"
    if table.edition.board.places[figure.place].is_sea:
        return "actions.sea.day-must-move" if state.step == "day" else "actions.sea.night-must-pass"
    return None if state.step == step or step is None else "events.timing"


def company(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The other hunters in the same city; whoever is in its hospital is not in it."""
    here = hunters_at(table.state, table.state.hunters[seat].place)
    return tuple([other for other in here if other != seat])


def alone(table: Table, seat: Seat, hospital: ClauseId, otherwise: ClauseId) -> ClauseId | None:
    """The clause against an action that wants another hunter in the city."""
    if company(table, seat):
        return None
    place = table.state.hunters[seat].place
    beside = any(
        hunter.where == "hospital" and hunter.place == place
        for hunter in table.state.hunters.values()
    )
    return hospital if beside else otherwise
