"""Facts about the calendar, journeys, hunters' and Dracula's health, tracks and board tokens."""

from msgspec.structs import replace

from engine.facts.fact import Fact, changed
from engine.ids import MomentId, PlaceId, Seat
from engine.state import State


# The calendar and the tracks.
class StepBegan(Fact, frozen=True):
    """The calendar reached a step; nobody has acted in it yet."""

    step: str
    round: int

    def apply(self, state: State) -> State:
        """The step with an empty list of those who have acted."""
        return replace(state, step=self.step, round=self.round, acted=(), actions=())


class TimeAdvanced(Fact, frozen=True):
    """The time marker moved to the next space."""

    day: int
    is_night: bool

    def apply(self, state: State) -> State:
        """The marker where it is now."""
        return replace(state, day=self.day, is_night=self.is_night)


class DespairGrew(Fact, frozen=True):
    """A week passed: one more despair token."""

    def apply(self, state: State) -> State:
        """One token more."""
        return replace(state, despair=state.despair + 1)


class RumorGained(Fact, frozen=True):
    """Dracula took a rumor token from the pool."""

    def apply(self, state: State) -> State:
        """One token from the pool to Dracula."""
        state = replace(state, rumor_pool=state.rumor_pool - 1)
        return changed(state, "dracula", rumors=state.dracula.rumors + 1)


class InfluenceChanged(Fact, frozen=True):
    """Dracula's influence rose or fell."""

    by: int
    cause: str

    def apply(self, state: State) -> State:
        """The track, never below zero."""
        return replace(state, influence=max(0, state.influence + self.by))


class FlagRaised(Fact, frozen=True):
    """An effect began that lasts until a named step."""

    flag: str

    def apply(self, state: State) -> State:
        """The flag among the others, sorted."""
        return replace(state, flags=tuple(sorted({*state.flags, self.flag})))


class FlagLowered(Fact, frozen=True):
    """A lasting effect ended."""

    flag: str

    def apply(self, state: State) -> State:
        """The other flags."""
        return replace(state, flags=tuple(flag for flag in state.flags if flag != self.flag))


class ActionTaken(Fact, frozen=True):
    """The acting hunter used an action of this kind."""

    seat: Seat
    action: str

    def apply(self, state: State) -> State:
        """The kind among those of this turn."""
        return replace(state, actions=(*state.actions, self.action))


class TurnEnded(Fact, frozen=True):
    """A hunter has had this step's turn."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The hunter among those who have acted."""
        return replace(state, acted=(*state.acted, self.seat), actions=())


class StandingChanged(Fact, frozen=True):
    """A seat declared openly that it passes at a moment, or took that back."""

    seat: Seat
    moment: MomentId
    on: bool

    def apply(self, state: State) -> State:
        """The seat's list of moments, sorted."""
        moments = set(state.standing.get(self.seat, ()))
        (moments.add if self.on else moments.discard)(self.moment)
        return replace(state, standing={**state.standing, self.seat: tuple(sorted(moments))})


class GameEnded(Fact, frozen=True):
    """Somebody won; `cause` says by which rule."""

    outcome: str
    cause: str

    def apply(self, state: State) -> State:
        """The outcome on the table."""
        return replace(state, outcome=self.outcome, cause=self.cause)


# Journeys.
class HunterPlaced(Fact, frozen=True):
    """A hunter began the game in a city."""

    seat: Seat
    place: PlaceId

    def apply(self, state: State) -> State:
        """The figure on the board."""
        return changed(state, self.seat, place=self.place, where="board")


class HunterMoved(Fact, frozen=True):
    """A hunter's figure came to another place; `way` is road, rail, sea, leave or forced."""

    seat: Seat
    origin: PlaceId
    place: PlaceId
    way: str

    def apply(self, state: State) -> State:
        """The figure where it is now."""
        return changed(state, self.seat, place=self.place, where="board")


class HunterDelayed(Fact, frozen=True):
    """A hunter's figure was laid on its side."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The delay."""
        return changed(state, self.seat, delayed=True)


class HunterStoodUp(Fact, frozen=True):
    """A delayed hunter used the turn to stand up."""

    seat: Seat

    def apply(self, state: State) -> State:
        """No delay."""
        return changed(state, self.seat, delayed=False)


# Health: wounds, bites, defeat, recovery.
class HunterWounded(Fact, frozen=True):
    """A hunter suffered damage."""

    seat: Seat
    amount: int
    source: str

    def apply(self, state: State) -> State:
        """The tokens on the sheet."""
        return changed(state, self.seat, damage=state.hunters[self.seat].damage + self.amount)


class HunterHealed(Fact, frozen=True):
    """A hunter recovered damage."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        """Fewer tokens, never below none."""
        left = max(0, state.hunters[self.seat].damage - self.amount)
        return changed(state, self.seat, damage=left)


class HunterBitten(Fact, frozen=True):
    """A hunter took a bite token."""

    seat: Seat
    source: str

    def apply(self, state: State) -> State:
        """One bite more."""
        return changed(state, self.seat, bites=state.hunters[self.seat].bites + 1)


class BiteRemoved(Fact, frozen=True):
    """A hunter gave a bite token back."""

    seat: Seat

    def apply(self, state: State) -> State:
        """One bite fewer."""
        return changed(state, self.seat, bites=state.hunters[self.seat].bites - 1)


class HarmPrevented(Fact, frozen=True):
    """A bite, or damage that would have defeated a hunter, was prevented by a card."""

    seat: Seat
    bite: bool
    amount: int
    card: str

    def apply(self, state: State) -> State:
        """Nothing changes: that is the point."""
        return state


class HunterDefeated(Fact, frozen=True):
    """A hunter was defeated and will return at the hospital beside this city."""

    seat: Seat
    hospital: PlaceId
    cause: str

    def apply(self, state: State) -> State:
        """The figure off the board, delay and bats over."""
        return changed(
            state, self.seat, place=self.hospital, where="away", delayed=False, bats=False
        )


class HospitalChosen(Fact, frozen=True):
    """Of several hospitals equally near, Dracula named the one a defeated hunter goes to."""

    seat: Seat
    hospital: PlaceId

    def apply(self, state: State) -> State:
        """The hunter due there."""
        return changed(state, self.seat, place=self.hospital)


class HunterReturned(Fact, frozen=True):
    """A defeated hunter came back on a hospital space, healed."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The figure beside the city, without damage or bites."""
        return changed(state, self.seat, where="hospital", damage=0, bites=0)


class DraculaWounded(Fact, frozen=True):
    """Dracula suffered damage."""

    amount: int
    source: str

    def apply(self, state: State) -> State:
        """The tokens on his sheet."""
        return changed(state, "dracula", damage=state.dracula.damage + self.amount)


class DraculaHealed(Fact, frozen=True):
    """Dracula recovered damage."""

    amount: int
    source: str

    def apply(self, state: State) -> State:
        """Fewer tokens, never below none."""
        return changed(state, "dracula", damage=max(0, state.dracula.damage - self.amount))


# Fog, storms, roadblocks, holy ground and bats on the board.


# Tokens on the board.
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
