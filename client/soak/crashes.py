"""A short game of two, interrupted at every write and every send (TV-11).

Each interruption is a table of its own: one program ends before one effect, comes back, and the
game must end as if nothing had been: one chain, and no part answered twice (K-1).
"""

from client.soak.judgement import faults_of
from client.soak.plan import Plan
from client.soak.simulated_table import SimulatedTable
from client.soak.weather import Weather
from net.crypto.group import Group
from net.peer.effects import Effect, Record, Send

_CALM = Weather(slowest=0.02, duplicates=0.0, longest_absence=1.0)


def plan_of_crashes(seed: str) -> Plan:
    """The game that is interrupted."""
    return Plan(seed, 2, switches={"influence_to_win": 3}, weather=_CALM)


class EndBefore:
    """The fate of whoever is about to do a numbered write or send of the table."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.seen = 0

    def __call__(self, _peer: int, effect: Effect) -> bool:
        """Whether the program ends here."""
        if not isinstance(effect, Record | Send):
            return False
        self.seen += 1
        return self.seen - 1 == self._number


def count_effects(seed: str, group: Group, until: int | None = None) -> int:
    """How many writes and sends the game has when nobody is interrupted."""
    never = EndBefore(-1)
    SimulatedTable(plan_of_crashes(seed), group, never).run(until)
    return never.seen


def interrupted(seed: str, group: Group, number: int, until: int | None = None) -> list[str]:
    """What is not as it should be when a program ends before this write or send."""
    table = SimulatedTable(plan_of_crashes(seed), group, EndBefore(number))
    table.run(until)
    found = faults_of(table, verifies=False)
    if table.crashes != 1:
        found.append(f"nobody came to effect {number}")
    return found
