"""Encounters in hideouts and lairs: laid, turned up, hurt, taken away; and rumors on them."""

from msgspec.structs import replace

from engine.facts.fact import Fact, cards_without, changed, without
from engine.facts.piles import onto_discard
from engine.facts.trail import with_hideout
from engine.ids import DRACULA, CardId, SlotId
from engine.state import Card, Encounter, Hideout, State, hideout_of


def _hideout(state: State, slot: SlotId) -> Hideout:
    found = hideout_of(state, slot)
    assert found is not None, slot
    return found


def _without(hideout: Hideout, slot: SlotId) -> Hideout:
    left = tuple(each for each in hideout.encounters if each.slot != slot)
    return replace(hideout, encounters=left)


def _with(state: State, slot: SlotId, encounter: Encounter) -> State:
    hideout = _hideout(state, slot)
    lying = tuple(encounter if each.slot == encounter.slot else each for each in hideout.encounters)
    return with_hideout(state, replace(hideout, encounters=lying))


class EncounterLaid(Fact, frozen=True):
    """Dracula put an encounter from his hand face down on a hideout."""

    hideout: SlotId
    slot: SlotId

    def apply(self, state: State) -> State:
        """One card fewer in the hand, one more there."""
        state = changed(state, DRACULA, encounters=without(state.dracula.encounters, self.slot))
        hideout = _hideout(state, self.hideout)
        lying = (*hideout.encounters, Encounter(self.slot))
        return with_hideout(state, replace(hideout, encounters=lying))


class EncounterOpened(Fact, frozen=True):
    """An encounter was turned up where it lies."""

    hideout: SlotId
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The face, until it leaves."""
        return _with(state, self.hideout, Encounter(self.slot, self.card))


class EncounterDiscarded(Fact, frozen=True):
    """An encounter left its hideout for the discard; without a face: face down."""

    hideout: SlotId
    slot: SlotId
    card: CardId | None

    def apply(self, state: State) -> State:
        """The card on the discard."""
        state = with_hideout(state, _without(_hideout(state, self.hideout), self.slot))
        return onto_discard(state, "encounters", Card(self.slot, self.card))


class EncounterTakenBack(Fact, frozen=True):
    """An encounter went from a hideout into Dracula's hand; its damage is forgotten."""

    hideout: SlotId
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card in the hand, which wants mixing."""
        state = with_hideout(state, _without(_hideout(state, self.hideout), self.slot))
        hand = (*state.dracula.encounters, self.slot)
        return changed(state, DRACULA, encounters=hand, encounters_mixed=False)


class BodyguardsKept(Fact, frozen=True):
    """Matured bodyguards stay face up beside Dracula."""

    hideout: SlotId
    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card in his play area."""
        state = with_hideout(state, _without(_hideout(state, self.hideout), self.slot))
        kept = (*state.dracula.bodyguards, Card(self.slot, self.card))
        return changed(state, DRACULA, bodyguards=kept)


class BodyguardsSpent(Fact, frozen=True):
    """Kept bodyguards were used; they are discarded face up."""

    slot: SlotId
    card: CardId

    def apply(self, state: State) -> State:
        """The card on the discard."""
        left = cards_without(state.dracula.bodyguards, self.slot)
        state = changed(state, DRACULA, bodyguards=left)
        return onto_discard(state, "encounters", Card(self.slot, self.card))


class VampireWounded(Fact, frozen=True):
    """A vampire encounter suffered damage, or recovered it if the amount is negative."""

    hideout: SlotId
    slot: SlotId
    amount: int

    def apply(self, state: State) -> State:
        """The tokens on its card, never fewer than none."""
        hideout = _hideout(state, self.hideout)
        card = next(each for each in hideout.encounters if each.slot == self.slot)
        return _with(state, self.hideout, replace(card, damage=max(0, card.damage + self.amount)))


class RumorLaid(Fact, frozen=True):
    """Dracula put a rumor token on a hideout."""

    hideout: SlotId

    def apply(self, state: State) -> State:
        """One token from his play area to the hideout."""
        state = changed(state, DRACULA, rumors=state.dracula.rumors - 1)
        return with_hideout(state, replace(_hideout(state, self.hideout), rumor=True))
