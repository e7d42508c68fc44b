"""Facts about a combat: who is in it, what happens to them, its cards, and how it ends.

A card in a combat is in exactly one place: a hand, in front of its player (`shown` this round,
`locked` from the round before, `played` by Dracula), or a discard.
"""

from msgspec.structs import replace

from engine.facts.fact import Fact, changed, without
from engine.facts.hands import onto_discard, out_of_hand
from engine.ids import DRACULA, CardId, PlaceId, Seat, SlotId
from engine.state import Card, Combat, Encounter, Hideout, Played, State, hideouts


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


# Those in the combat.
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


# The cards of a fight: dealt, chosen, shown, canceled, resolved, taken back.


# The cards of the combat.
def _last_played(state: State, **changes: object) -> State:
    *earlier, last = combat_of(state).played
    return in_combat(state, played=(*earlier, replace(last, **changes)))


class CombatDeckMade(Fact, frozen=True):
    """Dracula's combat cards were shuffled into a deck."""

    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The deck."""
        return in_combat(state, deck=self.slots)


class CombatCardsDrawn(Fact, frozen=True):
    """Dracula drew from the top of his combat deck."""

    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The cards in the hand, which wants mixing."""
        combat = combat_of(state)
        left = tuple(slot for slot in combat.deck if slot not in self.slots)
        return in_combat(state, deck=left, hand=(*combat.hand, *self.slots), hand_mixed=False)


class CombatHandMixed(Fact, frozen=True):
    """Dracula mixed his combat hand."""

    slots: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The same cards under new names."""
        return in_combat(state, hand=self.slots, hand_mixed=True)


class CombatCardFetched(Fact, frozen=True):
    """Dracula took one card of his choice out of the combat deck, which was shuffled again."""

    slot: SlotId
    deck: tuple[SlotId, ...]

    def apply(self, state: State) -> State:
        """The card in the hand, the rest under new names."""
        hand = (*combat_of(state).hand, self.slot)
        return in_combat(state, deck=self.deck, hand=hand, hand_mixed=False)


class CombatCardsChosen(Fact, frozen=True):
    """A round began: everybody in the fight laid a card face down."""

    sealed: dict[Seat, SlotId]

    def apply(self, state: State) -> State:
        """The choices, and nobody engaged yet."""
        number = combat_of(state).round + 1
        return in_combat(state, round=number, sealed=self.sealed, engaged=None)


class CombatCardsRevealed(Fact, frozen=True):
    """All chosen cards were turned up at once."""

    cards: dict[Seat, Played]

    def apply(self, state: State) -> State:
        """Items out of the hands, Dracula's card out of his, all lying open."""
        combat = combat_of(state)
        shown = dict(combat.shown)
        for seat, card in self.cards.items():
            if seat == DRACULA:
                hand = without(combat.hand, card.slot)
                state = in_combat(state, hand=hand, hand_mixed=False, played=(*combat.played, card))
                continue
            shown[seat] = card
            if card.slot:
                state = out_of_hand(state, seat, "items", card.slot)
        return in_combat(state, sealed={}, shown=shown)


class CombatCardExchanged(Fact, frozen=True):
    """A hunter took the card just shown back and played another instead."""

    seat: Seat
    card: Played

    def apply(self, state: State) -> State:
        """The new card open, the old one in the hand."""
        shown = combat_of(state).shown
        if self.card.slot:
            state = out_of_hand(state, self.seat, "items", self.card.slot)
        state = back_to_hand(state, self.seat, shown[self.seat])
        return in_combat(state, shown={**shown, self.seat: self.card})


class HunterCardCanceled(Fact, frozen=True):
    """A hunter's combat card was canceled and turned face down."""

    seat: Seat
    by: CardId

    def apply(self, state: State) -> State:
        """The card without effect."""
        shown = combat_of(state).shown
        canceled = replace(shown[self.seat], canceled=True, facedown=True)
        return in_combat(state, shown={**shown, self.seat: canceled})


class CombatItemDiscarded(Fact, frozen=True):
    """An item played in this round was used up, or struck out of a hunter's hands."""

    seat: Seat
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card on the discard."""
        shown = {k: v for k, v in combat_of(state).shown.items() if k != self.seat}
        state = in_combat(state, shown=shown)
        return onto_discard(state, "items", Card(self.slot, self.card))


class DraculaCardCanceled(Fact, frozen=True):
    """Dracula's combat card was canceled; `by` is the clause or the card that did it."""

    card: CardId
    by: str

    def apply(self, state: State) -> State:
        """The card face down among those played."""
        return _last_played(state, canceled=True, facedown=True)


class DraculaCardResolved(Fact, frozen=True):
    """Dracula's combat card took effect."""

    card: CardId
    stays: bool  # face up until the combat ends

    def apply(self, state: State) -> State:
        """The card face down among those played, unless its text keeps it up."""
        return state if self.stays else _last_played(state, facedown=True)


class PlotLaid(Fact, frozen=True):
    """A resolved card lies ready to cancel a hunter's combat card in a later round."""

    slot: SlotId

    def apply(self, state: State) -> State:
        """The card among the plots."""
        return in_combat(state, plottings=(*combat_of(state).plottings, self.slot))


class PlotUsed(Fact, frozen=True):
    """Dracula turned a waiting card face down to cancel a hunter's combat card."""

    slot: SlotId

    def apply(self, state: State) -> State:
        """One plot fewer."""
        combat = combat_of(state)
        played = tuple(
            replace(card, facedown=True) if card.slot == self.slot else card
            for card in combat.played
        )
        return in_combat(state, plottings=without(combat.plottings, self.slot), played=played)


class CombatRefreshed(Fact, frozen=True):
    """Hunters took the cards of the round before back; this round's lie locked in front of them."""

    def apply(self, state: State) -> State:
        """New locks, and no card shown."""
        combat = combat_of(state)
        for seat, cards in combat.locked.items():
            for card in cards:
                state = back_to_hand(state, seat, card)
        locked = {seat: (card,) for seat, card in combat.shown.items()}
        return in_combat(state, locked=locked, shown={})


class BatCardTaken(Fact, frozen=True):
    """The escape card went with Dracula to his new hideout, out of the combat cards."""

    slot: SlotId

    def apply(self, state: State) -> State:
        """The other cards played."""
        played = tuple(card for card in combat_of(state).played if card.slot != self.slot)
        return in_combat(state, played=played)
