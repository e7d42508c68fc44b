"""Questions about hidden things, and the claims that can answer each.

A claim that opens cards is a tuple of (slot, value); the empty tuple says "none of them".
"""

from typing import TypeAlias

from msgspec import Struct

from engine.ids import HIDE, CardId, PlaceId, SlotId

Openings: TypeAlias = tuple[tuple[SlotId, PlaceId], ...]


class Ties(Struct, frozen=True):
    """Which hidden slots may be a Hide tied to which other slot, both ways.

    `hides`: location slot -> hidden slots that are opened with it if they are Hide.
    `homes`: hidden slot that may be Hide -> its location slot, opened with it (empty: not shown).
    """

    hides: dict[SlotId, tuple[SlotId, ...]]
    homes: dict[SlotId, SlotId]


def _opens(claim: object, slots: tuple[SlotId, ...], ties: Ties) -> bool:
    """Whether a claim has the form of openings of these slots with what is tied to them."""
    if not isinstance(claim, tuple):
        return False
    possible = set(slots) | set(ties.homes.values())
    for slot in slots:
        possible.update(ties.hides.get(slot, ()))
    return all(isinstance(pair, tuple) and len(pair) == 2 and pair[0] in possible for pair in claim)


class CardsAt(Struct, frozen=True, tag="cards_at"):
    """Which of these hidden slots is this place? With it, a Hide tied to it is opened."""

    place: PlaceId
    slots: tuple[SlotId, ...]
    ties: Ties

    def accepts(self, claim: object) -> bool:
        """Nothing, or the one slot opened as the place and any tied Hide."""
        if not _opens(claim, self.slots, self.ties):
            return False
        assert isinstance(claim, tuple)
        return not claim or (
            claim[0][0] in self.slots
            and claim[0][1] == self.place
            and all(value == HIDE for _, value in claim[1:])
        )


class CardsAmong(Struct, frozen=True, tag="cards_among"):
    """Open those of these hidden slots whose value is one of these places (or HIDE)."""

    slots: tuple[SlotId, ...]
    places: tuple[PlaceId, ...]
    ties: Ties

    def accepts(self, claim: object) -> bool:
        """Any openings of these slots; values outside the places only through a tie."""
        if not _opens(claim, self.slots, self.ties):
            return False
        assert isinstance(claim, tuple)
        return not claim or claim[0][1] in self.places


class OpenCards(Struct, frozen=True, tag="open_cards"):
    """Open these hidden trail slots, with what is tied to them."""

    slots: tuple[SlotId, ...]
    ties: Ties

    def accepts(self, claim: object) -> bool:
        """Openings that cover every slot asked for."""
        if not _opens(claim, self.slots, self.ties):
            return False
        assert isinstance(claim, tuple)
        return {slot for slot, _ in claim} >= set(self.slots)


class SlotIsAmong(Struct, frozen=True, tag="slot_is_among"):
    """Is the value of this hidden trail slot one of these? Nothing is opened."""

    slot: SlotId
    places: tuple[PlaceId, ...]

    def accepts(self, claim: object) -> bool:
        """Yes or no."""
        return isinstance(claim, bool)


class CurrentIsAmong(Struct, frozen=True, tag="current_is_among"):
    """Whether Dracula's current location is one of these places."""

    places: tuple[PlaceId, ...]

    def accepts(self, claim: object) -> bool:
        """Yes or no."""
        return isinstance(claim, bool)


class WhichOf(Struct, frozen=True, tag="which_of"):
    """In which of these sets of places is Dracula's current location? Answered by its name."""

    sets: dict[str, tuple[PlaceId, ...]]

    def accepts(self, claim: object) -> bool:
        """The name of one of the sets."""
        return isinstance(claim, str) and claim in self.sets


class NotHide(Struct, frozen=True, tag="not_hide"):
    """Prove that none of these hidden slots is Hide; a legal choice before made it so."""

    slots: tuple[SlotId, ...]

    def accepts(self, claim: object) -> bool:
        """Only the proof itself."""
        return claim is True


class CardIsAmong(Struct, frozen=True, tag="card_is_among"):
    """Prove that a card of one's own hand is one of these without showing it."""

    slot: SlotId
    cards: tuple[CardId, ...]

    def accepts(self, claim: object) -> bool:
        """Only the proof itself."""
        return claim is True


Question: TypeAlias = (
    CardsAt
    | CardsAmong
    | OpenCards
    | SlotIsAmong
    | CurrentIsAmong
    | WhichOf
    | NotHide
    | CardIsAmong
)
