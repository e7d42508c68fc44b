"""What everybody can see of a card that Dracula lays on the trail."""

from msgspec import Struct

from engine.ids import LAND, CardId, PlaceId, SlotId

NOTHING = ""  # kept for a placing that has no card at all


class Shape(Struct, frozen=True, tag="shape", forbid_unknown_fields=True):
    """The announced part of a placing; the card itself stays with Dracula unless it has a face.

    A lone power (feed, dark_call) has `power`, the back POWER and no hidden card. `lair` names the
    lair he moves into, whose card is the one it already had, with its back and without a face.
    `target` is the hideout Misdirect clears. `no_card` claims that nothing legal is left.
    `counts` is announced only while a table plays that Hide earns no influence with three despair
    tokens out, because the rules show it then: of a card laid face down that could be Hide, it
    says whether it is a city.

    Where nothing is sealed, the value kept for the audit is the power's name, the lair's place,
    the face, or NOTHING for `no_card`.
    """

    back: str = LAND
    face: PlaceId | None = None  # laid open: a hunter's city, Castle Dracula, Hide while revealed
    power: CardId | None = None
    target: SlotId | None = None
    lair: SlotId | None = None
    no_card: bool = False
    counts: bool | None = None
