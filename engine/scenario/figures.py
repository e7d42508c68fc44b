"""The hunters of a position: where they stand, what they suffer and what they hold."""

from typing import Any

from engine.edition import Edition
from engine.ids import HUNTERS, PlaceId, Seat, SlotId
from engine.scenario.box import Box
from engine.scenario.reading import Reader
from engine.state import Card, Hunter

HUNTER_KEYS = (
    "place", "hospital", "away", "damage", "bites", "delayed", "bats", "items", "events",
    "tickets", "exposed_item", "exposed_event",
)  # fmt: skip

# Where hunters stand that a scenario does not mention: corners of the map, far from one another.
HOMES: dict[Seat, PlaceId] = dict(
    zip(HUNTERS, ("dublin", "lisbon", "cagliari", "athens"), strict=True)
)


def read_hunter(entry: Any, seat: Seat, box: Box, where: str) -> Hunter:
    """One hunter from a place alone, or from a table."""
    table = {"place": entry} if isinstance(entry, str) else entry
    reader = Reader(table, where)
    place, standing = _where(reader, seat, box.edition)
    sheet = box.edition.characters[seat]
    damage = reader.number("damage", high=sheet.health - 1)
    bites = reader.number("bites", high=sheet.bite_spaces)
    weakened = sheet.bitten or bites > 0
    open_first = weakened and standing != "away"
    items, item_shown = _hand(reader, "items", seat, box, open_first=open_first)
    events, event_shown = _hand(reader, "events", seat, box, open_first=open_first)
    if (item_shown or event_shown) and not weakened:
        reader.bad("exposed_item", "only a hunter with a bite plays with exposed cards")
    for kind, count, limit in (
        ("items", len(items) + (item_shown is not None), sheet.item_limit),
        ("events", len(events) + (event_shown is not None), sheet.event_limit),
    ):
        if count > limit:
            reader.bad(kind, f"{seat} holds {limit} at most")
    tickets = box.take_all(reader, "tickets", "tickets", (seat,))
    if len(tickets) > sheet.ticket_limit:
        reader.bad("tickets", f"a hunter holds {sheet.ticket_limit} at most")
    hunter = Hunter(
        place=place,
        where=standing,
        damage=damage,
        bites=bites,
        delayed=reader.flag("delayed"),
        bats=reader.flag("bats"),
        items=items,
        item_shown=item_shown,
        events=events,
        event_shown=event_shown,
        tickets=tickets,
    )
    reader.done(HUNTER_KEYS)
    return hunter


def _where(reader: Reader, seat: Seat, edition: Edition) -> tuple[PlaceId, str]:
    """The place, and whether the figure is on it, in its hospital, or away until it returns."""
    named = [key for key in ("place", "hospital", "away") if reader.has(key)]
    if len(named) > 1:
        reader.bad(named[1], f"{seat} cannot be there and have a {named[0]} as well")
    if not named:
        return HOMES[seat], "board"
    (key,) = named
    if key == "place":
        return reader.one_of(key, edition.board.places), "board"
    return reader.one_of(key, edition.board.hospitals), key


def _hand(
    reader: Reader, kind: str, seat: Seat, box: Box, *, open_first: bool
) -> tuple[tuple[SlotId, ...], Card | None]:
    """The hidden cards of a hand, and the one that lies open: the first, if unsaid."""
    exposed = f"exposed_{kind[:-1]}"
    cards = reader.texts(kind)
    default = cards[0] if open_first and cards else ""
    name = reader.text(exposed, default)
    if name and name not in cards:
        reader.bad(exposed, f'"{name}" is not among the {kind}')
    slots = {box.slot(kind, box.take(reader, kind, kind, card), seat): card for card in cards}
    shown = next((slot for slot, card in slots.items() if card == name), None)
    if shown is None:
        return tuple(slots), None
    return tuple(slot for slot in slots if slot != shown), Card(shown, name)
