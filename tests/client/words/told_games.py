"""Whole games between bots, with all that is told, asked and offered on the way."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from client.simulation import below_from, bots_for
from client.words.fact_rules import rule_of
from client.words.words import Words
from engine.errors import DeadEnd
from engine.facts.fact import Fact
from engine.ids import EVERYONE, Seat
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request, Sealed, Together
from engine.view import View, see


class Told(NamedTuple):
    """One game in words, as one seat or the public sees it."""

    lines: list[str]
    asked: set[str]
    labels: set[str]
    seen: set[Any]
    rules: set[tuple[type[Fact], str]]  # of what was told


@cache
def told(
    seed: str, preset: str = "fourth", players: str = "random", seat: Seat | None = None
) -> Told:
    """Play a game and tell it; whatever has no words raises."""
    words, below = Words(strict=True), below_from(seed)
    local = LocalGame(Setup(preset, {"influence_to_win": 6}), below)
    bots = bots_for(players, local, below)
    game, result = local.game, Told([], set(), set(), set(), set())

    def view_of(who: Seat | None) -> View:
        return see(game.state, local.dealer.knowledge[who] if who else {})

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        return bots[request.seat].choose(view_of(request.seat), request, answers)

    while game.pending is not None:
        _ask(words, local, view_of, result)
        before = game.state
        local.step(choose)
        for fact, line in words.tell(game.facts, view_of(seat)):
            result.lines.append(line)
            result.rules.add((type(fact), rule_of(fact, tuple(game.facts), before)))
    return result


def _ask(
    words: Words, local: LocalGame, view_of: Callable[[Seat | None], View], result: Told
) -> None:
    pending = local.game.pending
    assert pending is not None
    result.asked.add(words.ask(pending))
    for request in pending.members if isinstance(pending, Together) else (pending,):
        mine = view_of(None if request.seat == EVERYONE else request.seat)
        result.asked.add(words.ask(request, mine))
        if request.seat == EVERYONE:
            continue
        try:
            answers = local.allowed(request)
        except DeadEnd:
            continue
        for answer in answers:
            _label(words, request, answer, mine, result)


def _label(words: Words, request: Request[Any], answer: Any, mine: View, result: Told) -> None:
    """The words of an answer, unless this very one has been offered before."""
    about = getattr(request, "about", type(request).__name__)
    if (about, answer) in result.seen:
        return
    result.seen.add((about, answer))
    public = answer.public if isinstance(answer, Sealed) else answer
    said = (words.option(answer, request, mine), words.option(public, request))
    if not isinstance(answer, tuple):
        result.labels.update(said)
