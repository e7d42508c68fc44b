"""Builds the game of a `[position]`: a whole public state, and every hidden value behind it.

1. Every card lies in exactly one place: what a position does not name fills the decks.
2. What each seat knows follows from where the cards lie.
3. A position that no game can reach is refused, with the reason (`impossible`): a scenario that
   begins there shows nothing about the rules. Only what is certain under the table's switches is
   refused.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import DRACULA, HIDE, HUNTERS, POWER, PlaceId, Seat, SlotId
from engine.invariants import broken
from engine.knowledge import Knowledge
from engine.positions import hideouts
from engine.positions.box import Box, Reader
from engine.positions.hideouts import Lying
from engine.positions.tokens import (
    Stacks,
    read_allies,
    read_combat,
    read_decks,
    read_piles,
    read_tokens,
)
from engine.rules import setup
from engine.state import Card, Dracula, Hideout, Hunter, State

STEPS = ("setup", "dawn", "day", "dusk", "night", "dracula")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FLAGS = (
    "skip_day", "night_combats", "no_supply", "second_phase", "extra_action", "free_order",
    "long_night",
)  # fmt: skip
POSITION_KEYS = (
    "step", "round", "weekday", "influence", "despair", "flags", "turn", "acted", "trail", "lairs",
    "dracula", "fog", "storms", "roadblocks", "consecrated", "hosts", "rumors_out",
    "powers_resting", "ally", "standing", "decks", "discards", "combat", *HUNTERS,
)  # fmt: skip
DRACULA_KEYS = ("damage", "events", "encounters", "rumors", "ally", "bodyguards")

# Where Dracula hides unless a scenario says so: the first of these without a hunter.
LURKING_PLACES = ("klausenburg", "hamburg", "saragossa", "edinburgh", "bari")


class Start(Struct, frozen=True):
    """Where a scenario begins: the state, the hidden values, and what shuffles will bring up."""

    state: State
    values: Knowledge
    knowledge: dict[Seat, Knowledge]
    stacks: Stacks


def build(reader: Reader, edition: Edition, seats: tuple[Seat, ...]) -> Start:
    """The game a `[position]` describes."""
    step = reader.one_of("step", STEPS, "day")
    stacks = read_combat(reader.table("combat"), edition)
    if step == "setup":
        stacks.update(read_decks(reader.table("decks"), edition))
        reader.done(("step", "decks", "combat"))
        return Start(setup.opening_state(seats, edition), {}, Box(edition).knowledge, stacks)
    box = Box(edition)
    hunters = {
        seat: read_hunter(reader.raw(seat, {}), seat, box, reader.at(seat)) for seat in seats
    }
    state = State(hunters=hunters, dracula=_dracula(reader, box, hunters), step=step)
    state = read_tokens(reader, state, box)
    state = _calendar(reader, state)
    state = read_allies(reader, box, state)
    state = read_piles(reader, box, state)
    state = _with_clues(state, box)
    reader.done(POSITION_KEYS)
    for key, problem in impossible(state, edition, box.values):
        reader.bad(key, problem)
    for problem in broken(state, edition, box.values):
        reader.bad("trail", problem)
    return Start(state, box.values, box.knowledge, stacks)


def _calendar(reader: Reader, state: State) -> State:
    """Round, day and whose turn it is. At dawn and dusk the marker has yet to move."""
    step = state.step
    number = reader.number("round", default=2, low=1)
    weekday = reader.one_of("weekday", WEEKDAYS, WEEKDAYS[(number - 1) % 7])
    day = WEEKDAYS.index(weekday) - (step == "dawn")
    flags = reader.once("flags")
    for flag in flags:
        reader.check("flags", flag, FLAGS)
    return replace(
        state,
        round=number,
        day=day % 7,
        is_night=step in ("dawn", "night", "dracula"),
        flags=tuple(sorted(flags)),
        acted=_acted(reader, state),
    )


def _acted(reader: Reader, state: State) -> tuple[Seat, ...]:
    """Who has had this step's turn: named, or everybody before the one whose turn it is."""
    seats = tuple(state.hunters)
    if not reader.has("turn"):
        acted = reader.once("acted")
        for seat in acted:
            reader.check("acted", seat, seats)
        return acted
    if state.step not in ("day", "night"):
        reader.bad("turn", "hunters take turns by day and by night only")
    if reader.has("acted"):
        reader.bad("acted", "say either turn or acted, not both")
    return seats[: seats.index(reader.one_of("turn", seats))]


def _dracula(reader: Reader, box: Box, hunters: dict[Seat, Hunter]) -> Dracula:
    """Dracula's sheet, hands, trail and lairs."""
    numbers = box.edition.numbers
    inner = reader.table("dracula")
    met = tuple(hunter.place for hunter in hunters.values() if hunter.on_board)
    is_named = reader.has("trail")
    spaces = _spaces(reader, box, "trail", numbers.trail_length, met)
    if not any(each is not None and each.place for each in spaces):
        if is_named:
            reader.bad("trail", "no location lies there, and Dracula would be nowhere")
        spaces = _lurking(reader, box, hunters)
    lairs = _spaces(reader, box, "lairs", numbers.lair_slots, met)
    named_hand = inner.has("encounters")
    encounters = box.take_all(inner, "encounters", "encounters", (DRACULA,))
    events = box.take_all(inner, "events", "events", (DRACULA,))
    limit = box.edition.characters[DRACULA].event_limit
    if len(events) > limit:
        inner.bad("events", f"Dracula holds {limit} at most")
    for slot in events:
        if box.edition.cards[box.values[slot]].deck != "dracula_event":
            inner.bad("events", f'"{box.values[slot]}" is a hunters\' event')
    guards = box.take_all(inner, "bodyguards", "encounters")
    for slot in guards:
        inner.check("bodyguards", box.values[slot], ("szgany_bodyguards",))
    sheet = Dracula(
        damage=inner.number("damage", high=box.edition.switches.dracula_health - 1),
        events=events,
        encounters=encounters,
        rumors=inner.number("rumors", high=numbers.rumor_tokens),
        ally=_one_open(inner, box, "ally", "events"),
        bodyguards=tuple(Card(slot, box.values[slot]) for slot in guards),
        trail=hideouts.trail_of(spaces, box.edition),
        lairs=tuple(
            None if each is None else hideouts.lair_of(each, box.edition) for each in lairs
        ),
    )
    inner.done(DRACULA_KEYS)
    if named_hand:
        return sheet
    return replace(sheet, encounters=box.fill("encounters", numbers.encounter_hand, DRACULA))


def _one_open(reader: Reader, box: Box, key: str, kind: str) -> Card | None:
    slots = box.take_all(reader, key, kind)
    return Card(slots[0], box.values[slots[0]]) if slots else None


def _spaces(
    reader: Reader, box: Box, key: str, length: int, met: tuple[PlaceId, ...]
) -> tuple[Lying | None, ...]:
    """Trail or lairs from the left; an empty text or table is an empty space."""
    entries = reader.entries(key)
    if len(entries) > length:
        reader.bad(key, f"there are {length} spaces only")
    found: list[Lying | None] = []
    for number, entry in enumerate(entries, start=1):
        inner = Reader(hideouts.entry_table(entry), f"{reader.at(key)}.{number}")
        empty = entry in ("", {})
        found.append(
            None if empty else hideouts.read_entry(inner, box, lair=key == "lairs", met=met)
        )
    return (*found, *(None,) * (length - len(found)))


def _lurking(reader: Reader, box: Box, hunters: dict[Seat, Hunter]) -> tuple[Lying | None, ...]:
    """A trail of one hidden city, for scenarios that are not about it."""
    taken = {hunter.place for hunter in hunters.values()}
    place = next(each for each in LURKING_PLACES if each not in taken)
    lying = hideouts.read_entry(Reader({"place": place}, reader.at("trail")), box)
    return (lying, *(None,) * (box.edition.numbers.trail_length - 1))


def _with_clues(state: State, box: Box) -> State:
    cities = tuple(
        dict.fromkeys(
            hunter.place
            for hunter in state.hunters.values()
            if hunter.on_board and not box.edition.board.places[hunter.place].is_sea
        )
    )
    dracula = state.dracula
    clues = hideouts.clues_of(dracula.trail, dracula.lairs, box.values, box.edition, cities)
    return replace(state, clues=clues, slots_made=box.slots_made)


# Positions that the rules never bring about.
# A table of the position with its key, and what cannot be there.
Problem = tuple[str, str]


def impossible(state: State, edition: Edition, values: Knowledge) -> Iterator[Problem]:
    """Everything about a position that the rules never bring about."""
    trail = [
        (f"trail.{number}", each)
        for number, each in enumerate(state.dracula.trail, start=1)
        if each is not None
    ]
    places = {each.slot: values[each.slot] for _, each in trail}
    yield from _sliding_off(trail, places, edition)
    yield from _staying_at_sea(trail, places, edition)
    for where, hideout in trail:
        if places[hideout.slot] == HIDE:
            yield from _hide(where, hideout, state, edition, places)
        if hideout.is_hidden and edition.switches.consecrated_reveals != "nothing":
            home = places.get(hideout.partner or "") if places[hideout.slot] == HIDE else None
            if {places[hideout.slot], home} & {*state.holy}:
                yield where, "a holy token has turned up what lies there"
    yield from _tokens(state, edition)


def _sliding_off(
    trail: list[tuple[str, Hideout]], places: dict[SlotId, str], edition: Edition
) -> Iterator[Problem]:
    """Clause current-location.leftmost: what tells where Dracula is never leaves the trail."""
    where, newest = next(each for each in trail if each[1].back != POWER)
    if places[newest.slot] == HIDE:
        where = next((at for at, each in trail if each.slot == newest.partner), where)
    if where == f"trail.{edition.numbers.trail_length}":
        yield where, "it slides off when Dracula moves, and he would be nowhere"


def _hide(
    where: str, hideout: Hideout, state: State, edition: Edition, places: dict[SlotId, str]
) -> Iterator[Problem]:
    """Clauses hide.no-sea, hide.reveal.with-location, hide.associate: what Hide is tied to."""
    home = next(
        (each for each in state.dracula.trail if each and each.slot == hideout.partner), None
    )
    if home is None:
        lying = [each for each in state.dracula.trail if each is not None and each.back != POWER]
        if lying[0] is hideout:
            yield where, "Hide keeps Dracula where he is, and no location lies to its right"
        return
    place = places[home.slot]
    if place in edition.board.sea_zones:
        yield where, f"Hide cannot be played at sea, and it is tied to {place}"
    is_shown = hideout.is_hidden and not home.lies_facedown
    if is_shown and edition.switches.hide_when_revealed != "facedown-and-hidden":
        yield where, f"{place} lies open, and Hide is turned up with it"


def _staying_at_sea(
    trail: list[tuple[str, Hideout]], places: dict[SlotId, str], edition: Edition
) -> Iterator[Problem]:
    """Clauses feed.no-sea, dark-call.no-sea: a card that lies on the place where Dracula is."""
    for where, hideout in trail:
        place = places[hideout.slot]
        if place in edition.board.sea_zones and where != trail[0][0]:
            yield trail[0][0], f"it cannot be played at sea, and Dracula is in {place}"
        if hideout.back != POWER or hideout.power == "misdirect":
            return


def _tokens(state: State, edition: Edition) -> Iterator[Problem]:
    """What lies with hunters who are off the board, in lairs that are not used, and twice."""
    for seat, hunter in state.hunters.items():
        if hunter.where == "hospital" and hunter.bats:
            yield seat, "bats carry off nobody who is in a hospital"
        if hunter.where == "away" and (hunter.delayed or hunter.bats):
            yield seat, "whoever is defeated is neither delayed nor carried off by bats"
    if edition.switches.lairs == "unused" and any(state.dracula.lairs):
        yield "lairs", "this table plays without lairs"
    bats = sum(each.bat_card for each in state.dracula.trail if each is not None)
    if bats > edition.cards["escape_as_bat"].copies:
        yield "trail", f"there are not {bats} cards of escape_as_bat"
    latest = state.round - (state.step == "dawn")
    if any(number > latest for number in state.hosts.values()):
        yield "hosts", f"a token cannot have come after round {latest}"
    if len({*state.storms}) < len(state.storms) and edition.switches.storms_distinct == "always":
        yield "storms", "at this table no sea zone bears two"


# The hunters of a position: where they stand, what they suffer and what they hold.


# The hunters.
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
