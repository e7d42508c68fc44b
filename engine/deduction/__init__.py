"""Where Dracula can still be, from public facts alone.

1. `bound` never excludes the truth and is cheap enough to be asked at every decision.
2. `exact` lists only what some complete history of hidden cards confirms.
3. Both read the state alone, so neither can know too much.
4. Both trust only what was proved. "No legal card" is merely claimed, so it says nothing about the
   cards that would have to be in the way.
"""

from msgspec import Struct

from engine.deduction.atlas import HIDE_SHIFT, NAMED
from engine.deduction.histories import Histories
from engine.deduction.network import Network, Supports, stood
from engine.edition import Edition
from engine.ids import HIDE, PlaceId, SlotId
from engine.state import State


class Whereabouts(Struct, frozen=True):
    """What everybody can conclude about Dracula's trail."""

    current: tuple[PlaceId, ...]  # where he can be now
    slots: dict[SlotId, tuple[str, ...]]  # what each card of trail and lairs can be, HIDE last


def bound(state: State, edition: Edition) -> Whereabouts:
    """Places and cards that no single step and no pair of cards excludes."""
    supports = Supports(Network(state, edition))
    supports.settle()
    return _told(supports)


def exact(state: State, edition: Edition) -> Whereabouts:
    """Places and cards that at least one complete history bears out."""
    supports = Supports(Network(state, edition))
    supports.settle()
    Histories(supports).confirm()
    return _told(supports)


def _told(supports: Supports) -> Whereabouts:
    network, sets = supports.network, supports.sets
    atlas = network.atlas
    slots: dict[SlotId, tuple[str, ...]] = {}
    names = {card: slot for slot, card in network.index.items()}
    for card in network.visible:
        stands = sets[card]
        places = atlas.names(stands & NAMED)
        slots[names[card]] = (*places, HIDE) if stands >> HIDE_SHIFT else places
    current = () if network.newest is None else atlas.names(stood(sets[network.newest]))
    return Whereabouts(current, slots)
