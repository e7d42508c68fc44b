"""What everybody can see against playing a card: the time, the place, who stands there."""

from typing import Any

from engine.ids import ClauseId, Seat
from engine.rules.effects import Barred
from engine.state import hunters_at
from engine.table import Table


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
