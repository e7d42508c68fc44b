"""A fight: who is in it, what has befallen them, how it ends.

A card in a fight is in exactly one place: a hand, in front of whoever played it (`shown` this
round, `locked` from the round before, `played` by Dracula), or a discard.
"""

from msgspec.structs import replace

from engine.facts.fact import Fact, changed, without
from engine.ids import CardId, PlaceId, Seat, SlotId
from engine.state import Combat, Encounter, Hideout, Played, State, hideouts


def combat_of(state: State) -> Combat:
    """The fight in progress, where there must be one."""
    assert state.combat is not None
    return state.combat


def vampire_of(state: State) -> tuple[Hideout, Encounter]:
    """The encounter that is being fought, and the hideout or lair it lies in."""
    slot = combat_of(state).opponent
    return next(
        (hideout, encounter)
        for hideout in hideouts(state)
        for encounter in hideout.encounters
        if encounter.slot == slot
    )


def in_combat(state: State, **changes: object) -> State:
    """The state with something changed in the fight."""
    return replace(state, combat=replace(combat_of(state), **changes))


def back_to_hand(state: State, seat: Seat, card: Played) -> State:
    """A hunter's item goes back to the hand; a combat card of one's own is simply free again."""
    if not card.slot:
        return state
    items = (*state.hunters[seat].items, card.slot)
    return changed(state, seat, items=items, items_mixed=False)


class CombatRefused(Fact, frozen=True):
    """In the fog Dracula refused to fight these hunters."""

    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        """Nothing changes: that is the point."""
        return state


class CombatBegan(Fact, frozen=True):
    """Hunters met Dracula, or the vampire of an encounter."""

    opponent: SlotId  # DRACULA, or the slot of the encounter
    city: PlaceId
    night: bool
    hunters: tuple[Seat, ...]
    vampire: CardId | None = None
    by_ambush: bool = False

    def apply(self, state: State) -> State:
        """A fight with these hunters in it."""
        combat = Combat(
            opponent=self.opponent,
            city=self.city,
            night=self.night,
            by_ambush=self.by_ambush,
            hunters=self.hunters,
            fighters=self.hunters,
            vampire=self.vampire,
        )
        return replace(state, combat=combat)


class HunterEngaged(Fact, frozen=True):
    """Dracula named the hunter he goes for, or there was only one."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The engaged hunter."""
        return in_combat(state, engaged=self.seat)


class HunterMesmerized(Fact, frozen=True):
    """A hunter is mesmerized until the combat ends; a second time adds nothing."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The hunter among the mesmerized."""
        already = combat_of(state).mesmerized
        if self.seat in already:
            return state
        return in_combat(state, mesmerized=(*already, self.seat))


class EscapesBarred(Fact, frozen=True):
    """Dracula cannot escape for the rest of this combat."""

    def apply(self, state: State) -> State:
        """No escape any more."""
        return in_combat(state, escapes_barred=True)


class BulletsUsed(Fact, frozen=True):
    """Holy bullets were fired; there will be no more in this combat."""

    seat: Seat

    def apply(self, state: State) -> State:
        """The one shot is gone."""
        return in_combat(state, bullets_used=True)


class HunterLeftCombat(Fact, frozen=True):
    """A hunter is out of the combat, staying in the place unless defeated."""

    seat: Seat
    by: str  # the card or the clause

    def apply(self, state: State) -> State:
        """One hunter fewer in it."""
        return in_combat(state, hunters=without(combat_of(state).hunters, self.seat))


class CombatEnded(Fact, frozen=True):
    """A combat is over: hunters take their cards back, Dracula's go back to the box."""

    cause: str  # a clause

    def apply(self, state: State) -> State:
        """No fight any more."""
        combat = combat_of(state)
        for seat, cards in combat.locked.items():
            for card in cards:
                state = back_to_hand(state, seat, card)
        for seat, card in combat.shown.items():
            state = back_to_hand(state, seat, card)
        return replace(state, combat=None)
