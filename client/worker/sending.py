"""Makes a prompt that can travel from a request that cannot."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import structs

from client.worker.refusals import refused
from client.worker.values import Prompt, Waits
from engine.edition import Edition
from engine.ids import ClauseId
from engine.knowledge import Knowledge
from engine.record import members
from engine.requests import Choose, Conceal, Request, not_now
from engine.shapes import Shape
from engine.state import State


def judged_elsewhere(_shape: Shape) -> ClauseId | None:
    """Stands in for a request's own judgement, which stays with the rules."""
    return None


def without_functions(request: Request[Any]) -> Request[Any]:
    """The same request with nothing that only lives in one process."""
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
    """The prompt at this index and part; `table` is what the seat asked plays by."""
    index, part = position
    refusals = refused(request, answers, table)
    return Prompt(index, part, without_functions(request), answers, refusals)


def waits_of(pending: Request[Any] | None, answered: Collection[int] = ()) -> tuple[Waits, ...]:
    """Who is asked while this request is pending; of several, these by number have answered."""
    return () if pending is None else waits_for(members(pending), answered)


def waits_for(asked: Iterable[Request[Any]], answered: Collection[int] = ()) -> tuple[Waits, ...]:
    """The same for single requests that are asked together."""
    return tuple(
        Waits(
            member.seat,
            getattr(member, "about", type(member).__name__.lower()),
            getattr(member, "subject", ()),
            number in answered,
        )
        for number, member in enumerate(asked)
    )
