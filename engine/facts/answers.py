"""What Dracula told when a card or an ability made him speak; the clues go with it."""

from engine.facts.fact import Fact
from engine.ids import RegionId, Seat
from engine.state import State


class HuntersNamed(Fact, frozen=True):
    """Dracula named every hunter whose place is adjacent to his own."""

    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        """Nothing but the telling; what follows from it are clues."""
        return state


class RegionTold(Fact, frozen=True):
    """Dracula told whether he is in a region; an empty region is the sea."""

    region: RegionId
    there: bool

    def apply(self, state: State) -> State:
        """Nothing but the telling; what follows from it are clues."""
        return state
