"""The handle a rule works through: the state, the edition, and `do` to make something happen."""

from engine.edition import Edition
from engine.facts.fact import Fact
from engine.facts.hands import SlotsMade
from engine.ids import SlotId
from engine.state import State
from engine.switches import Switches


class GameOver(Exception):
    """Raised by a rule when somebody has won; the game turns it into the last fact."""

    def __init__(self, outcome: str, cause: str) -> None:
        super().__init__(outcome, cause)
        self.outcome = outcome
        self.cause = cause


class Table:
    """The handle a rule works through. It has no knowledge to give."""

    __slots__ = ("edition", "facts", "state", "switches")

    def __init__(self, state: State, edition: Edition) -> None:
        self.state = state
        self.edition = edition
        self.switches: Switches = edition.switches
        self.facts: list[Fact] = []

    def do(self, fact: Fact) -> None:
        """Let something happen: the only way the state changes."""
        self.state = fact.apply(self.state)
        self.facts.append(fact)

    def new_slots(self, prefix: str, count: int) -> tuple[SlotId, ...]:
        """Names for hidden things that never were used before."""
        first = self.state.slots_made
        self.do(SlotsMade(count))
        return tuple([f"{prefix}{number}" for number in range(first, first + count)])
