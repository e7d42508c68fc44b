"""A scenario as values: its title, its start, what is played and what is expected."""

from typing import Any

from msgspec import Struct

from engine.edition import Edition
from engine.ids import ClauseId, MomentId, Seat
from engine.scenario.piles import Stacks
from engine.scenario.position import Start


class Step(Struct, frozen=True, kw_only=True):
    """One `[[play]]`: run to a question, look at it, answer it, look at what came of it."""

    where: str  # file and number, for messages
    seat: Seat | None = None
    about: str | None = None
    answer: str | None = None
    standing: tuple[tuple[MomentId, bool], ...] = ()  # open passes declared with the answer
    until: str | None = None
    passing: str | None = None
    stacks: Stacks = {}
    offered: tuple[str, ...] = ()
    only_offered: tuple[str, ...] | None = None
    not_offered: tuple[str, ...] = ()
    refused: dict[str, ClauseId] = {}
    asked: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    no_facts: tuple[str, ...] = ()
    hold: dict[str, Any] = {}
    sees: dict[Seat, dict[str, tuple[str, ...]]] = {}
    does_not_see: dict[Seat, tuple[str, ...]] = {}


class Scenario(Struct, frozen=True):
    """A whole scenario, checked and ready to run."""

    name: str
    title: str
    clauses: tuple[ClauseId, ...]
    edition: Edition
    start: Start
    passing: str
    steps: tuple[Step, ...]
    after: dict[str, Any]
