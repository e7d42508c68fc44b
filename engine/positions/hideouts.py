"""Trail and lairs of a position: turns words into hideouts with the clues everybody would have.

1. A location card lies on the trail or in a lair once, and never hidden under a hunter's feet.
2. Where two neighbours of the trail are not one move apart, no clue says how Dracula went: a
   position may show any trail, and what is concluded from it stays true.
"""

from typing import Any

from msgspec import UNSET, Struct

from engine.clues import CameOut, Clue, Laid, NotThere
from engine.edition import Edition
from engine.ids import CASTLE, DRACULA, HIDE, LAND, POWER, SEA, CardId, PlaceId, SlotId
from engine.positions.box import Box, Reader
from engine.state import Encounter, Hideout

LONE_POWERS = ("feed", "dark_call", "misdirect")
POWERS_WITH_PLACE = ("wolf_form",)
ENTRY_KEYS = (
    "place", "power", "face", "encounters", "rumor", "bat_card", "partner", "not_hide",
)  # fmt: skip


class Lying(Struct, frozen=True):
    """One hideout as a position words it, before its partner and clues are known."""

    slot: SlotId
    place: PlaceId  # or HIDE; empty for an announced power lying alone
    power: CardId | None
    is_open: bool
    facedown: bool  # Castle Dracula, known by its back alone
    encounters: tuple[Encounter, ...]
    rumor: bool
    bat_card: bool
    tied: bool
    not_hide: bool


def split_face(words: str) -> tuple[str, str]:
    """A card's name and the face a text asks for: `rats up` is ("rats", "up")."""
    name, _, face = words.strip().partition(" ")
    return name, face.strip()


def entry_table(entry: Any, place_key: str = "place") -> dict[str, Any]:
    """A trail entry as a table: `paris up`, `feed`, or the table itself."""
    if isinstance(entry, dict):
        return entry
    name, face = split_face(str(entry))
    key = "power" if name in LONE_POWERS else place_key
    return {key: name, **({"face": face} if face else {})}


def read_entry(
    reader: Reader, box: Box, *, lair: bool = False, met: tuple[PlaceId, ...] = ()
) -> Lying:
    """One hideout or lair from its table; `met` are the places where hunters stand.

    Castle Dracula, known by its back, lies face down until a hunter comes, or anything else turns
    it up.
    """
    edition = box.edition
    place, power = reader.text("place"), reader.text("power") or None
    if place and place != HIDE:
        reader.check("place", place, edition.board.places)
    if power is not None:
        reader.check("power", power, () if lair else (*LONE_POWERS, *POWERS_WITH_PLACE))
    if not place and power not in LONE_POWERS:
        reader.bad("place", "a hideout needs a place, or feed, dark_call or misdirect alone")
    if place and power in LONE_POWERS:
        reader.bad("power", f"{power} lies alone on its space")
    if power is not None and edition.switches.power_cards == "unused":
        reader.bad("power", "this table plays without power cards")
    castle = place == edition.board.castle
    may_be_down = castle and edition.switches.castle_hide == "facedown" and place not in met
    if reader.has("face") and (not place or (castle and not may_be_down)):
        reader.bad("face", f"how {place or power} lies is not free; leave it out")
    face = reader.one_of("face", ("up", "down"), "down")
    is_open = bool(place) and (face == "up" or castle)
    lying = Lying(
        slot=box.slot("places", place, DRACULA) if place else box.slot("places", power or ""),
        place=place,
        power=power,
        is_open=is_open,
        facedown=may_be_down and face == "down",
        encounters=read_encounters(reader, box),
        rumor=reader.flag("rumor"),
        bat_card=reader.flag("bat_card"),
        tied=reader.flag("partner", default=True),
        not_hide=reader.flag("not_hide"),
    )
    reader.done(ENTRY_KEYS)
    _check(reader, lying, edition, lair=lair)
    return lying


def _check(reader: Reader, lying: Lying, edition: Edition, *, lair: bool) -> None:
    at_sea = bool(lying.place) and lying.place != HIDE and edition.board.places[lying.place].is_sea
    if at_sea and (lying.encounters or lying.rumor):
        reader.bad("encounters", "nothing is ever placed on a sea zone")
    if not lying.place and (lying.encounters or lying.rumor):
        reader.bad("encounters", f"nothing is ever placed on {lying.power}")
    if lair and (at_sea or lying.place == HIDE):
        reader.bad("place", f"{lying.place} can never be a lair")
    if lying.not_hide and lying.place == HIDE:
        reader.bad("not_hide", "this card is Hide")
    is_city = not at_sea and lying.place not in ("", HIDE)
    if lying.place and lying.power is not None and not is_city:
        reader.bad("power", f"{lying.power} takes Dracula to a city only")
    if lying.bat_card and (lair or lying.power is not None or not is_city):
        reader.bad("bat_card", "a bat flies to a city, and its card stays on the trail")


def read_encounters(reader: Reader, box: Box) -> tuple[Encounter, ...]:
    """The encounters of a hideout: `rats`, `rats up`, or {card, face, damage}."""
    found = []
    for number, entry in enumerate(reader.entries("encounters"), start=1):
        table = (
            entry
            if isinstance(entry, dict)
            else dict(zip(("card", "face"), split_face(str(entry)), strict=True))
        )
        inner = Reader(table, f"{reader.at('encounters')}.{number}")
        card = box.take(inner, "card", "encounters", inner.text("card"))
        face = inner.text("face") or "down"
        inner.check("face", face, ("up", "down"))
        health = box.edition.cards[card].health
        damage = inner.number("damage", high=(health or 1) - 1)
        inner.done(("card", "face", "damage"))
        if damage and face == "down":
            inner.bad("damage", "only a vampire lying face up has damage")
        slot = box.slot("encounters", card, DRACULA)
        found.append(Encounter(slot, card if face == "up" else None, damage))
    return tuple(found)


def trail_of(spaces: tuple[Lying | None, ...], edition: Edition) -> tuple[Hideout | None, ...]:
    """The hideouts of the trail, each tied to the nearest older location if it may be Hide."""
    made: list[Hideout | None] = []
    older: Lying | None = None
    for lying in reversed(spaces):
        may_be_hide = lying is not None and _may_be_hide(lying, older, spaces, edition)
        partner = older.slot if older is not None and may_be_hide else None
        made.append(None if lying is None else _hideout(lying, edition, partner, may_be_hide))
        if lying is not None and lying.place:
            older = lying
    return tuple(reversed(made))


def _may_be_hide(
    lying: Lying, older: Lying | None, spaces: tuple[Lying | None, ...], edition: Edition
) -> bool:
    """Whether everybody must reckon with Hide here; a real Hide may always be one.

    Hide is laid face down only on land and while Dracula is not revealed, so not after a sea zone
    or a card lying face up; and the card he started with, the oldest of a trail that is not full,
    is a city.
    """
    if lying.place == HIDE:
        return True
    if lying.is_open or lying.not_hide or lying.power or lying.bat_card:
        return False
    if back_of(lying.place, edition) != LAND:
        return False
    if any(each is not None and each.is_open and each.place == HIDE for each in spaces):
        return False
    if older is None:
        return spaces[-1] is lying
    is_seen = older.is_open and not older.facedown
    return not is_seen and back_of(older.place, edition) != SEA


def _hideout(
    lying: Lying,
    edition: Edition,
    partner: SlotId | None,
    may_be_hide: bool,  # noqa: FBT001
) -> Hideout:
    return Hideout(
        slot=lying.slot,
        back=back_of(lying.place, edition),
        card=lying.place if lying.is_open else None,
        power=lying.power,
        power_up=lying.power is not None and edition.switches.power_on_trail == "by-card-text",
        bat_card=lying.bat_card,
        partner=partner if lying.tied else None,
        not_hide=not may_be_hide and bool(lying.place),
        encounters=lying.encounters,
        rumor=lying.rumor,
        facedown=lying.facedown or UNSET,
    )


def lair_of(lying: Lying, edition: Edition) -> Hideout:
    """A lair: like a hideout, tied to nothing and never Hide."""
    return Hideout(
        slot=lying.slot,
        back=back_of(lying.place, edition),
        card=lying.place if lying.is_open else None,
        not_hide=True,
        encounters=lying.encounters,
        rumor=lying.rumor,
        facedown=lying.facedown or UNSET,
    )


def back_of(place: PlaceId, edition: Edition) -> str:
    """What the back of a card tells."""
    if not place:
        return POWER
    if place == HIDE:
        return LAND
    kind = edition.board.places[place].kind
    return {"sea": SEA, "castle": CASTLE}.get(kind, LAND)


def clues_of(
    trail: tuple[Hideout | None, ...],
    lairs: tuple[Hideout | None, ...],
    values: dict[SlotId, str],
    edition: Edition,
    hunter_cities: tuple[PlaceId, ...],
) -> tuple[Clue, ...]:
    """What everybody may conclude, oldest card first; nothing if no card is hidden."""
    lying = [each for each in reversed(trail) if each is not None and each.back != POWER]
    kept = [each for each in lairs if each is not None]
    hidden = tuple(each.slot for each in (*kept, *lying) if each.is_hidden)
    if not hidden:
        return ()
    clues: list[Clue] = [
        Laid(lair.slot, None, "start", lair.back, (), (), hide=False) for lair in kept
    ]
    before: Hideout | None = None
    passed: tuple[SlotId, ...] = tuple(lair.slot for lair in kept if lair.is_hidden)
    for hideout in lying:
        clues.append(_laid(hideout, before, passed, values, edition))
        if hideout.card is not None:
            clues.append(CameOut(hideout.slot, hideout.card))
        else:
            passed = (*passed, hideout.slot)
        before = hideout
    if hunter_cities:
        clues.append(NotThere(hidden, hunter_cities))
    return tuple(clues)


def _laid(
    hideout: Hideout,
    before: Hideout | None,
    differs: tuple[SlotId, ...],
    values: dict[SlotId, str],
    edition: Edition,
) -> Laid:
    reach = "bat" if hideout.bat_card else "wolf" if hideout.power else "move"
    place = values[hideout.slot]
    came_from = None if before is None else values[before.slot]
    follows = (
        before is not None
        and came_from is not None
        and reach == "move"
        and (place == HIDE or place in edition.board.adjacent.get(came_from, ()))
    )
    return Laid(
        slot=hideout.slot,
        before=before.slot if follows and before is not None else None,
        reach=reach if follows else "start",
        back=hideout.back,
        barred=(),
        differs=differs,
        hide=hideout.may_be_hide or hideout.card == HIDE,
        origin=before.card if follows and before is not None else None,
        partner=hideout.partner,
    )
