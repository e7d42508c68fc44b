"""A card as everybody has it, and what decks are made of (section 8 and appendix E)."""

from collections.abc import Sequence
from typing import NamedTuple

from group import ZERO, Wrong, open_value, sub
from layouts import Body
from proofs import Row
from transcript import b2b, frame

EVENT, ITEM, ENCOUNTER, COMBAT, TICKET = 1, 2, 3, 4, 5
HUNTERS_BACK, DRACULAS_BACK = 1, 2

# Appendix E: how many there are of each type, types ascending.
DECKS = {
    EVENT: (
        3, 3, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        2, 2, 3, 2, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ),
    ITEM: (2, 4, 3, 3, 3, 3, 3, 2, 3, 4, 4, 4),
    ENCOUNTER: (2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2),
    COMBAT: (2, 2, 2, 2, 2, 2, 1),
    TICKET: (4, 4, 3, 2, 3),
}  # fmt: skip
HUNTERS_EVENTS = 30  # the first so many types of events; the others are Dracula's
ESCAPE_AS_BAT = 6  # of the combat deck: those that lie on the trail are not in it


class Card(NamedTuple):
    """One card: (A, B), of a sealed event also B_back; sealed unless somebody holds it."""

    deck: int
    mask: bytes
    payload: bytes
    locked_back: bytes | None = None
    back: int | None = None  # of an event, once it is known
    holder: int | None = None
    code: int | None = None  # once it is open; then it is (O, v·G)
    is_unseen: bool = False  # all have mixed it, and nobody has had it in hand since

    @property
    def is_sealed(self) -> bool:
        """Whether only all peers together could read it."""
        return self.code is None and self.holder is None

    @property
    def row(self) -> Row:
        """Under one peer's key."""
        return (self.mask, self.payload)

    @property
    def sealed_row(self) -> Row:
        """As it goes into a joint shuffle."""
        if self.deck != EVENT:
            return self.row
        if self.locked_back is not None:
            return (self.mask, self.locked_back, self.payload)
        if self.back is None:
            raise Wrong("an event without a back")
        return (self.mask, open_value(self.back), self.payload)


class Keys(NamedTuple):
    """X, Y, C and Z of one peer."""

    identity: bytes
    back: bytes
    coin: bytes
    box: bytes


class Choice(NamedTuple):
    """A sealed choice that is not yet opened."""

    peer: int
    commitment: bytes
    context: bytes

    def is_opened_by(self, peer: int, body: Body) -> bool:
        """Whether a CHOICE_OPEN is of this choice."""
        content = (
            frame("ctx", self.context)
            + frame("choice", body.choice.to_bytes(2, "little"))
            + frame("salt", body.salt)
        )
        return self.peer == peer and b2b("choice", content) == self.commitment


def deck_list(deck: int, size: int | None = None) -> list[int]:
    """The codes of a new deck, in the order in which it enters its first shuffle.

    A combat deck may be smaller: each Escape as Bat that lies on the trail is not in it.
    """
    counts = list(DECKS[deck])
    if size is not None:
        counts[ESCAPE_AS_BAT - 1] -= sum(counts) - size
    return [1000 * deck + kind for kind, count in enumerate(counts, 1) for _ in range(count)]


def opened(code: int) -> Card:
    """A card that everybody has seen."""
    deck, kind = divmod(code, 1000)
    if not 1 <= kind <= len(DECKS.get(deck, ())):
        raise Wrong(f"there is no card {code}")
    back = None
    if deck == EVENT:
        back = HUNTERS_BACK if kind <= HUNTERS_EVENTS else DRACULAS_BACK
    return Card(deck, ZERO, open_value(code), back=back, code=code)


def check_face(card: Card, revealed: Body) -> None:
    """B - S = v·G, and v is a card of that deck."""
    if opened(revealed.code).deck != card.deck:
        raise Wrong("a card of another deck")
    if sub(card.payload, revealed.share) != open_value(revealed.code):
        raise Wrong("another card than was shown")


def value_of(left: bytes, codes: Sequence[int]) -> int:
    """Which of these a point is."""
    for code in codes:
        if open_value(code) == left:
            return code
    raise Wrong("no card of its deck")
