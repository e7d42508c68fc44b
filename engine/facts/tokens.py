"""Fog, storms, roadblocks, holy ground and bats on the board."""

from msgspec.structs import replace

from engine.facts.fact import Fact, changed
from engine.ids import PlaceId, Seat
from engine.state import State


class FogPlaced(Fact, frozen=True):
    """Fog tokens were put on a city."""

    place: PlaceId
    count: int

    def apply(self, state: State) -> State:
        """More fog there."""
        fog = {**state.fog, self.place: state.fog.get(self.place, 0) + self.count}
        return replace(state, fog=fog)


class FogThinned(Fact, frozen=True):
    """One fog token was taken off a city."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """One token fewer, and no entry when none is left."""
        fog = dict(state.fog)
        fog[self.place] -= 1
        if not fog[self.place]:
            del fog[self.place]
        return replace(state, fog=fog)


class StormPlaced(Fact, frozen=True):
    """A storm token was put on a sea zone."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """The storm among the others, sorted."""
        return replace(state, storms=tuple(sorted((*state.storms, self.place))))


class StormRemoved(Fact, frozen=True):
    """A storm token was taken off the board."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """One token of that sea zone fewer."""
        storms = list(state.storms)
        storms.remove(self.place)
        return replace(state, storms=tuple(storms))


class RoadblockPlaced(Fact, frozen=True):
    """A roadblock was put on a road or railway."""

    way: str

    def apply(self, state: State) -> State:
        """The roadblock among the others, sorted."""
        return replace(state, roadblocks=tuple(sorted((*state.roadblocks, self.way))))


class RoadblockRemoved(Fact, frozen=True):
    """A roadblock was taken off the board."""

    way: str

    def apply(self, state: State) -> State:
        """One token of that way fewer."""
        ways = list(state.roadblocks)
        ways.remove(self.way)
        return replace(state, roadblocks=tuple(ways))


class GroundConsecrated(Fact, frozen=True):
    """The Consecrated Ground token was put on a city, or moved there."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """The token where it is now."""
        return replace(state, consecrated=self.place)


class GroundDesecrated(Fact, frozen=True):
    """The Consecrated Ground token was taken off the board."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """No token."""
        return replace(state, consecrated=None)


class HostPlaced(Fact, frozen=True):
    """A Heavenly Host token was put on a city."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """The token with the round it came in."""
        return replace(state, hosts={**state.hosts, self.place: state.round})


class HostExpired(Fact, frozen=True):
    """A Heavenly Host token was taken off at the end of a dawn."""

    place: PlaceId

    def apply(self, state: State) -> State:
        """The other tokens."""
        return replace(state, hosts={k: v for k, v in state.hosts.items() if k != self.place})


class BatsGiven(Fact, frozen=True):
    """A bats token was put under a hunter's figure."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The token."""
        return changed(state, self.seat, bats=True)


class BatsFlew(Fact, frozen=True):
    """The bats token was used up, or went with a defeat."""

    seat: Seat

    def apply(self, state: State) -> State:
        """No token."""
        return changed(state, self.seat, bats=False)
