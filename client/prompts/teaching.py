"""What the rules say about an answer that can be given: the clause a newcomer wants to read."""

from client.words.rulebook import sentences
from client.worker.values import Prompt
from engine.ids import ClauseId
from engine.options import (
    HandOption,
    Lead,
    LeaveHospital,
    Option,
    PickCard,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
)
from engine.state import State

_CLAUSES: dict[type[Option], ClauseId] = {
    RoadTo: "movement.road",
    SeaTo: "movement.sea.port-sea",
    RailBy: "movement.rail.ticket",
    LeaveHospital: "hospitals.move",
    ReserveTicket: "ticket.reserve",
    Rest: "rest.recover",
    Search: "search.reveal",
    Trade: "trade.goods",
    Lead: "trade.leader.anywhere",
}


def clause_about(prompt: Prompt, number: int, state: State) -> ClauseId:
    """The clause about one answer, or else about what is asked; empty if there is none."""
    answer = prompt.answers[number]
    clause = _CLAUSES.get(type(answer), f"moment.{prompt.about.removesuffix('?')}")
    if isinstance(answer, Supply):
        clause = "supply.night.hunter" if state.is_night else "supply.day.hunter"
    elif isinstance(answer, HandOption | PickCard):
        clause = f"card.{answer.card}"
    return clause if clause in sentences() else ""
