"""Builds the game of a `[position]`: a whole public state, and every hidden value behind it.

1. Every card lies in exactly one place: what a position does not name fills the decks.
2. What each seat knows follows from where the cards lie.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import DRACULA, HUNTERS, PlaceId, Seat
from engine.invariants import broken
from engine.knowledge import Knowledge
from engine.rules import setup
from engine.scenario import hideouts
from engine.scenario.box import Box
from engine.scenario.figures import read_hunter
from engine.scenario.hideouts import Lying
from engine.scenario.piles import Stacks, read_allies, read_combat, read_decks, read_piles
from engine.scenario.possible import impossible
from engine.scenario.reading import Reader
from engine.scenario.tokens import read_tokens
from engine.state import Card, Dracula, Hunter, State

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
