"""Narrows a public question to what its holder's secret allows: one honest check per question."""

from collections.abc import Callable

from engine.edition import Edition
from engine.ids import ClauseId
from engine.knowledge import Knowledge
from engine.options import Option
from engine.requests import Choose
from engine.rules import ambush, combat, lairs, railway, supply
from engine.state import State

# The clause that forbids an offered option to somebody who knows what this seat knows.
Honest = Callable[[Option, Choose, State, Edition, Knowledge], ClauseId | None]

HONEST: dict[str, Honest] = {
    "arrival.ambush": ambush.honest,
    "action": railway.honest_spending,
    "rail.destination": railway.honest_destination,
    "event.drawn": supply.honest_keeping,
    "combat.bat": combat.honest_flight,
    "dracula.slide-off": lairs.honest,
    "mature.choose": lairs.honest_maturing,
}
