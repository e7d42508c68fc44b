"""Before the first day: the seats in play, the decks, and where everybody begins."""

from engine.edition import Edition
from engine.errors import BadSetup
from engine.facts.board import DespairGrew, HunterPlaced, RumorGained
from engine.facts.hands import DECKS, PileShuffled
from engine.ids import DRACULA, EVERYONE, HUNTERS, CardId, ClauseId, PlaceId, Seat
from engine.options import Option, PickPlace
from engine.requests import Choose, Shuffle
from engine.rules import encounters, hands, placing
from engine.state import Dracula, Hunter, State, newest_location
from engine.table import Table


def hunters_in_play(seated: tuple[Seat, ...], edition: Edition) -> tuple[Seat, ...]:
    """Clause setup.roles.hunters: the hunters of this game, in activation order."""
    for seat in seated:
        if seat not in HUNTERS:
            raise BadSetup("setup-no-hunter", seat=seat, known=", ".join(HUNTERS))
    if edition.switches.hunters_in_play == "all-four-shared":
        return HUNTERS
    if not seated:
        raise BadSetup("setup-no-hunters")
    return tuple(seat for seat in HUNTERS if seat in seated)


def opening_state(hunters: tuple[Seat, ...], edition: Edition) -> State:
    """Clause setup.sequence: everything that lies on the table before the first shuffle."""
    numbers = edition.numbers
    uses_rumors = edition.switches.rumor_tokens == "used"
    return State(
        hunters={seat: Hunter() for seat in hunters_in_play(hunters, edition)},
        dracula=Dracula(trail=(None,) * numbers.trail_length, lairs=(None,) * numbers.lair_slots),
        rumor_pool=numbers.rumor_tokens if uses_rumors else 0,
    )


async def set_up(table: Table) -> None:
    """Clause setup.sequence: decks and tokens, opening draws, hunters' starts, Dracula's start."""
    for kind in ("items", "events", "encounters", "tickets"):
        await _make_deck(table, kind)
    await hands.open_top(table)
    await hands.draw(table, DRACULA, "encounters", table.edition.numbers.encounter_hand)
    _give_tokens(table)
    for seat in table.state.hunters:
        await _start_hunter(table, seat)
    await placing.place_start(table)
    if table.switches.start_encounter == "placed":
        newest = newest_location(table.state)
        assert newest is not None
        slot, clause = newest[1].slot, "dracula-phase.encounter.place"
        await encounters.place_from_hand(table, slot, "dracula.encounter", clause)


def _faces(table: Table, kind: str) -> tuple[CardId, ...]:
    """Every copy of every card of a deck, in the order of the tables."""
    if kind == "tickets":
        tickets = table.edition.tickets.values()
        return tuple(ticket.id for ticket in tickets for _ in range(ticket.copies))
    cards = table.edition.cards
    return tuple(card for card in hands.cards_of(table, kind) for _ in range(cards[card].copies))


async def _make_deck(table: Table, kind: str) -> None:
    """Clauses setup.items.deck, setup.events.single-deck, setup.tickets.facedown: mix a deck."""
    cards = _faces(table, kind)
    slots = table.new_slots(hands.PREFIXES[kind], len(cards))
    await Shuffle(EVERYONE, DECKS[kind], (), slots, cards)
    table.do(PileShuffled(kind, slots))


def _give_tokens(table: Table) -> None:
    """Clauses setup.rumor.one, despair.weeks: Dracula's first rumor, and despair from the start.

    Despair that lies on the track from the first day counts as weeks gone by, and each of those
    weeks would have given Dracula one rumor token as well, so he has these too (dawn.week.rumor).
    """
    for _ in range(table.edition.numbers.starting_rumors):
        gain_rumor(table)
    for _ in range(table.switches.despair_from_start):
        table.do(DespairGrew())
        gain_rumor(table)


def gain_rumor(table: Table) -> None:
    """Clause dawn.week.rumor: Dracula takes a rumor token, if the pool has one."""
    if table.state.rumor_pool:
        table.do(RumorGained())


def _start_cities(table: Table) -> tuple[PlaceId, ...]:
    """Clause setup.hunters.start-city: cities a hunter may start in; not Castle Dracula (U26)."""
    taken: tuple[PlaceId, ...] = ()
    if table.switches.shared_start_city == "forbidden":
        taken = tuple(hunter.place for hunter in table.state.hunters.values())
    places = table.edition.board.places
    return tuple(
        city
        for city in table.edition.board.cities
        if places[city].kind != "castle" and city not in taken
    )


async def _start_hunter(table: Table, seat: Seat) -> None:
    """Clause setup.hunters.start-city: a figure is put on the board, before Dracula's start."""
    first_city = table.edition.characters[seat].first_city
    if table.switches.hunter_starts == "fixed" and first_city is not None:
        table.do(HunterPlaced(seat, first_city))
        return
    options = tuple(PickPlace(city) for city in _start_cities(table))
    answer = await Choose(seat, "setup.start", options, refuse=_no_start)
    assert isinstance(answer, PickPlace)
    table.do(HunterPlaced(seat, answer.place))


def _no_start(_option: Option) -> ClauseId:
    """Clause setup.hunters.start-city: whatever else is pointed at is no city to start in."""
    return "setup.hunters.start-city"
