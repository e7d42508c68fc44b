"""Day and night, journeys, health, tracks and tokens."""

from msgspec.structs import replace

from engine.facts.fact import Fact, changed
from engine.ids import MomentId, PlaceId, Seat
from engine.state import State


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
