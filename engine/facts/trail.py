"""Facts about the trail, the lairs and their encounters: laid, slid, opened, denied, cleared."""

from msgspec import UNSET
from msgspec.structs import replace

from engine.clues import CameOut, Laid, WasThen, with_denial, worth_keeping
from engine.facts.fact import Fact, cards_without, changed, without
from engine.facts.hands import onto_discard
from engine.ids import DRACULA, HIDE, CardId, PlaceId, RegionId, Seat, SlotId
from engine.state import Card, Encounter, Hideout, State, hideout_of, hideouts


def with_hideout(state: State, hideout: Hideout) -> State:
    """The state with a hideout changed in its place, wherever that is."""
    dracula = state.dracula

    def swap(old: Hideout | None) -> Hideout | None:
        return hideout if old is not None and old.slot == hideout.slot else old

    return changed(
        state,
        DRACULA,
        trail=tuple(map(swap, dracula.trail)),
        lairs=tuple(map(swap, dracula.lairs)),
        fallen=swap(dracula.fallen),
    )


def _untied(state: State, slot: SlotId) -> State:
    """The state where no card is tied to this slot any more: it has left the trail."""
    for hideout in hideouts(state):
        if hideout.partner == slot:
            state = with_hideout(state, replace(hideout, partner=None))
    return state


def _bare(hideout: Hideout) -> Hideout:
    """The location card alone, without what lay with it."""
    return replace(hideout, encounters=(), rumor=False, power=None, power_up=False, bat_card=False)


def _pruned(state: State) -> State:
    """The state with those clues alone that cards still hidden depend on."""
    if not state.clues:
        return state
    hidden = tuple(hideout.slot for hideout in hideouts(state) if hideout.is_hidden)
    if hidden:
        # A card cleared away that may have been Hide still limits where the next Hide can be.
        hidden = (*hidden, *state.powers_resting)
    return replace(state, clues=worth_keeping(state.clues, hidden))


# The cards of the trail.
class CardLaid(Fact, frozen=True):
    """Dracula laid a card on an empty trail space; `clue` is what everybody may conclude."""

    hideout: Hideout
    space: int
    clue: Laid | None

    def apply(self, state: State) -> State:
        """The new hideout, and the clue."""
        trail = list(state.dracula.trail)
        trail[self.space] = self.hideout
        state = changed(state, DRACULA, trail=tuple(trail))
        if self.clue is None:
            return state
        clues = (*state.clues, self.clue)
        if self.hideout.card is not None:
            clues = (*clues, CameOut(self.hideout.slot, self.hideout.card))
        return _pruned(replace(state, clues=clues))


class PowerShown(Fact, frozen=True):
    """Dracula showed which power card he plays and what it does."""

    power: CardId

    def apply(self, state: State) -> State:
        """Nothing by itself: its effects follow."""
        return state


class LairEntered(Fact, frozen=True):
    """Dracula moved to one of his lairs: it is a hideout on the first space again."""

    slot: SlotId
    clue: Laid
    power: CardId | None  # Wolf Form, if that is how he came
    power_up: bool = False

    def apply(self, state: State) -> State:
        """The lair's place empty, the hideout on space one."""
        dracula = state.dracula
        lair = next(each for each in dracula.lairs if each is not None and each.slot == self.slot)
        came = replace(lair, power=self.power, power_up=self.power_up)
        trail = (came, *dracula.trail[1:])
        lairs = tuple(None if each is lair else each for each in dracula.lairs)
        state = changed(state, DRACULA, trail=trail, lairs=lairs)
        clues = (*state.clues, self.clue)
        if lair.card is not None:
            clues = (*clues, CameOut(self.slot, lair.card))
        return _pruned(replace(state, clues=clues))


class TrailSlid(Fact, frozen=True):
    """Every hideout moved one space on; one may have fallen off the sixth."""

    def apply(self, state: State) -> State:
        """The first space empty, the last hideout apart, and no card tied to it any more."""
        trail = state.dracula.trail
        fallen = trail[-1]
        state = changed(state, DRACULA, trail=(None, *trail[:-1]), fallen=fallen)
        resting = {card: left - 1 for card, left in state.powers_resting.items() if left > 1}
        state = replace(state, powers_resting=resting)
        return state if fallen is None else _untied(state, fallen.slot)


class CardOpened(Fact, frozen=True):
    """A trail or lair card lying face down was turned up."""

    slot: SlotId
    place: PlaceId  # or HIDE

    def apply(self, state: State) -> State:
        """The face, and the clue it gives about its neighbours, unless everybody knew the card."""
        turned = hideout_of(state, self.slot)
        if turned is not None:
            state = with_hideout(state, replace(turned, card=self.place, facedown=UNSET))
            if turned.facedown:
                return state
        return _pruned(replace(state, clues=(*state.clues, CameOut(self.slot, self.place))))


class CardsDenied(Fact, frozen=True):
    """Dracula proved that none of these hidden cards is any of these places."""

    slots: tuple[SlotId, ...]
    places: tuple[PlaceId, ...]

    def apply(self, state: State) -> State:
        """The clue; a card proved not to be Hide remembers it."""
        if not self.slots:
            return state
        if HIDE in self.places:
            for hideout in hideouts(state):
                if hideout.slot in self.slots:
                    state = with_hideout(state, replace(hideout, not_hide=True))
        return replace(state, clues=with_denial(state.clues, self.slots, self.places))


class WhereaboutsTold(Fact, frozen=True):
    """Dracula answered truthfully about his current location: it is one of these places."""

    slot: SlotId  # of the card his place came from
    places: tuple[PlaceId, ...]

    def apply(self, state: State) -> State:
        """The clue."""
        return _pruned(replace(state, clues=(*state.clues, WasThen(self.slot, self.places))))


class HideoutCleared(Fact, frozen=True):
    """A hideout or lair was cleared: cards to their decks, encounters discarded.

    `rumor_out` sends its rumor token out of the game instead of to the pool. `keep_card` leaves
    the location card alone in its place (it is Dracula's current location). `resting` says for how
    many slides a power card lying there may not be used again (0: at once); a hidden card that may
    be Hide rests under its slot.
    """

    slot: SlotId
    rumor_out: bool = False
    keep_card: bool = False
    resting: int = 0

    def apply(self, state: State) -> State:
        """Everything of the hideout where it belongs."""
        gone = next(each for each in hideouts(state) if each.slot == self.slot)
        for encounter in gone.encounters:
            state = onto_discard(state, "encounters", Card(encounter.slot, encounter.card))
        if gone.rumor and self.rumor_out:
            state = replace(state, rumors_out=state.rumors_out + 1)
        elif gone.rumor:
            state = replace(state, rumor_pool=state.rumor_pool + 1)
        state = self._rested(state, gone)
        if self.keep_card:
            return with_hideout(state, _bare(gone))
        dracula = state.dracula

        def emptied(old: Hideout | None) -> Hideout | None:
            return None if old is not None and old.slot == self.slot else old

        state = changed(
            state,
            DRACULA,
            trail=tuple(map(emptied, dracula.trail)),
            lairs=tuple(map(emptied, dracula.lairs)),
            fallen=emptied(dracula.fallen),
        )
        # Its clues stay until the next card is laid, which may have come from here.
        return _untied(state, self.slot)

    def _rested(self, state: State, gone: Hideout) -> State:
        """The state that remembers which power cards cannot be used again yet."""
        resting = [gone.power] if gone.power is not None else []
        if not self.keep_card and gone.card == HIDE:
            resting.append(HIDE)
        elif not self.keep_card and gone.may_be_hide:
            resting.append(gone.slot)
        if not self.resting or not resting:
            return state
        fresh = dict.fromkeys(resting, self.resting)
        return replace(state, powers_resting={**state.powers_resting, **fresh})


class LairMade(Fact, frozen=True):
    """The hideout that slid off became a lair; Wolf Form and a bat card went back."""

    slot: SlotId
    place: int

    def apply(self, state: State) -> State:
        """The lair in its place."""
        fallen = state.dracula.fallen
        assert fallen is not None
        lair = replace(
            fallen, power=None, power_up=False, bat_card=False, partner=None, not_hide=True
        )
        lairs = list(state.dracula.lairs)
        lairs[self.place] = lair
        return changed(state, DRACULA, lairs=tuple(lairs), fallen=None)


class HideoutsMoved(Fact, frozen=True):
    """Hideouts left of a gap moved one space right into it, so that the first space is free."""

    gap: int

    def apply(self, state: State) -> State:
        """The gap filled from the left."""
        trail = state.dracula.trail
        return changed(state, DRACULA, trail=(None, *trail[: self.gap], *trail[self.gap + 1 :]))


class CurrentCardMoved(Fact, frozen=True):
    """After the error penalty the card of the current location lies alone on the first space."""

    slot: SlotId

    def apply(self, state: State) -> State:
        """The one hideout left, on space one."""
        card = next(each for each in hideouts(state) if each.slot == self.slot)
        length = len(state.dracula.trail)
        return changed(state, DRACULA, trail=(_bare(card), *(None,) * (length - 1)))


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


# Encounters in hideouts and lairs: laid, turned up, hurt, taken away; and rumors on them.


# The encounters on hideouts.
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
