"""Tracks, board tokens, decks and discards of a position, and the questions it can wait at.

The table of questions has the id of each and the side that is asked. Scenarios are checked against
it: "not asked" would always hold of a question that does not exist, or that this side never gets.
The driver stops at a question that is missing here, so the table cannot fall behind the rules.
"""

from typing import TypeAlias

from msgspec.structs import replace

from engine.cards.hunter_events import UNHOLY
from engine.edition import Edition
from engine.ids import DRACULA, CardId, PlaceId, SlotId
from engine.positions.box import KINDS, Box, Reader, kinds_of_cards
from engine.positions.hideouts import split_face
from engine.rules.windows import is_passable
from engine.state import Card, State, hideouts


def way_of(words: str) -> str:
    """The id of a road or railway however its ends are ordered: `road:paris:brussels` too."""
    kind, *ends = words.replace(":", " ").split() or [""]
    return ":".join((kind, *sorted(ends)))


def ways_of(edition: Edition) -> tuple[str, ...]:
    """The id of every road and railway."""
    board = edition.board
    roads = {way_of(f"road {one} {other}") for one, ends in board.roads.items() for other in ends}
    rails = {way_of(f"rail {one} {end}") for one, ends in board.rails.items() for end, _ in ends}
    return (*sorted(roads), *sorted(rails))


def read_tokens(reader: Reader, state: State, box: Box) -> State:
    """The state with everything that lies on tracks and board."""
    edition = box.edition
    switches, numbers = edition.switches, edition.numbers
    start = switches.despair_from_start
    despair = reader.number("despair", default=start, low=start, high=numbers.despair_tokens)
    out = reader.number("rumors_out", high=numbers.rumor_tokens)
    used = state.dracula.rumors + sum(each.rumor for each in hideouts(state)) + out
    tokens = numbers.rumor_tokens if switches.rumor_tokens == "used" else 0
    if used > tokens:
        reader.bad("rumors_out", f"there are {tokens} rumor tokens only")
    in_pool = numbers.rumor_tokens - used if switches.rumor_tokens == "used" else 0
    return replace(
        state,
        influence=reader.number("influence", high=switches.influence_to_win - 1),
        despair=despair,
        rumors_out=out,
        rumor_pool=in_pool,
        fog=_counted(reader, "fog", edition.board.cities),
        storms=_places(reader, "storms", edition.board.sea_zones),
        roadblocks=_roadblocks(reader, edition),
        consecrated=_place(reader, "consecrated", may_be_holy(edition)),
        hosts=_hosts(reader, edition),
        powers_resting=_resting(reader, state, box),
        standing=_standing(reader, state, edition),
    )


def _counted(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> dict[PlaceId, int]:
    """Places with a number each; a list of places gives one each time."""
    inner = Reader(reader.counted(key), reader.at(key))
    found = {}
    for place in inner.names():
        inner.check(place, place, known)
        found[place] = inner.number(place, low=1)
    return found


def _places(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
    places = reader.texts(key)
    for place in places:
        reader.check(key, place, known)
    return tuple(sorted(places))


def _place(reader: Reader, key: str, known: tuple[PlaceId, ...]) -> PlaceId | None:
    return reader.one_of(key, known) if reader.has(key) else None


def may_be_holy(edition: Edition) -> tuple[PlaceId, ...]:
    """The cities that a holy token can lie on."""
    return tuple(city for city in edition.board.cities if city not in UNHOLY)


def _roadblocks(reader: Reader, edition: Edition) -> tuple[str, ...]:
    ways = tuple(way_of(words) for words in reader.texts("roadblocks"))
    for way in ways:
        reader.check("roadblocks", way, ways_of(edition))
        if ways.count(way) > 1 and edition.switches.roadblock_stacking == "forbidden":
            reader.bad("roadblocks", f"{way} cannot bear two")
    return tuple(sorted(ways))


def _hosts(reader: Reader, edition: Edition) -> dict[PlaceId, int]:
    """Heavenly Host tokens with the round they came in; a list: the round before this one."""
    inner = Reader(reader.counted("hosts", once=True), reader.at("hosts"))
    found = {}
    for place in inner.names():
        inner.check(place, place, may_be_holy(edition))
        found[place] = inner.number(place, low=1)
    return found


def _resting(reader: Reader, state: State, box: Box) -> dict[str, int]:
    inner = reader.table("powers_resting")
    powers = [card.id for card in box.edition.cards.values() if card.deck == "power"]
    found = {}
    if inner.names() and box.edition.switches.power_reuse == "slide-off-or-clear":
        reader.bad("powers_resting", "a power card that has left the trail is back at once")
    for power in inner.names():
        inner.check(power, power, powers)
        if any(power in (each.power, box.values[each.slot]) for each in hideouts(state)):
            inner.bad(power, "it lies on the trail")
        found[power] = inner.number(power, low=1, high=6)
    return found


def _standing(reader: Reader, state: State, edition: Edition) -> dict[str, tuple[str, ...]]:
    inner = reader.table("standing")
    found = {}
    for seat in inner.names():
        inner.check(seat, seat, (DRACULA, *state.hunters))
        moments = inner.once(seat)
        for moment in moments:
            inner.check(seat, moment, [each for each in put_to(seat) if is_passable(edition, each)])
        found[seat] = tuple(sorted(moments))
    return found


# Decks, discards and allies of a position, and what a scenario stacks for later shuffles.


# What shall lie on top and at the bottom after the next shuffle, by kind of deck.
Stacks: TypeAlias = dict[str, tuple[tuple[CardId, ...], tuple[CardId, ...]]]

STATE_NAMES = {
    "events": "event_deck",
    "items": "item_deck",
    "encounters": "encounter_deck",
    "tickets": "ticket_pool",
}
DISCARD_NAMES = {
    "events": "event_discard",
    "items": "item_discard",
    "encounters": "encounter_discard",
}


def read_combat(reader: Reader, edition: Edition) -> Stacks:
    """Dracula's combat cards of the next fight: the five of his hand, then the deck's top."""
    hand, deck = reader.texts("hand"), reader.texts("deck")
    reader.done(("hand", "deck"))
    cards = [card for card in edition.cards.values() if card.deck == "dracula_combat"]
    copies = {card.id: card.copies for card in cards}
    for key, named in (("hand", hand), ("deck", deck)):
        for card in named:
            reader.check(key, card, copies)
    for card, most in copies.items():
        if (*hand, *deck).count(card) > most:
            reader.bad("hand", f'there are {most} copies of "{card}" only')
    return {"combat": ((*hand, *deck), ())} if hand or deck else {}


def read_decks(reader: Reader, edition: Edition) -> Stacks:
    """What the next shuffle of each deck shall bring to its top and bottom."""
    kinds = kinds_of_cards(edition)
    found: Stacks = {}
    for kind in KINDS:
        if not reader.has(kind):
            continue
        inner = reader.table(kind)
        top, bottom = inner.texts("top"), inner.texts("bottom")
        inner.done(("top", "bottom"))
        for key, cards in (("top", top), ("bottom", bottom)):
            for card in cards:
                inner.check(key, card, [each for each in kinds if kinds[each] == kind])
        found[kind] = (top, bottom)
    reader.done(KINDS)
    return found


def read_allies(reader: Reader, box: Box, state: State) -> State:
    """The hunters' ally."""
    slots = box.take_all(reader, "ally", "events")
    ally = Card(slots[0], box.values[slots[0]]) if slots else None
    for owner, card in (("hunter_event", ally), ("dracula_event", state.dracula.ally)):
        if card is not None and card.card is not None:
            kind = box.edition.cards[card.card]
            if not kind.ally or kind.deck != owner:
                reader.bad("ally", f'"{card.card}" is no ally of that side')
    return replace(state, hunter_ally=ally)


def read_piles(reader: Reader, box: Box, state: State) -> State:
    """Named tops, bottoms and discards; everything that is left fills the decks."""
    changes: dict[str, object] = {}
    discards, decks = reader.table("discards"), reader.table("decks")
    thrown = {kind: _discard(discards, box, kind) for kind in DISCARD_NAMES}
    discards.done(DISCARD_NAMES)
    named = {kind: _ends(decks.table(kind), box, kind) for kind in KINDS}
    decks.done(KINDS)
    for kind, (top, bottom, to_discard) in named.items():
        rest = tuple(box.slot(kind, card) for card in box.empty(kind))
        if to_discard:
            thrown[kind] = (*(Card(slot, box.values[slot]) for slot in rest), *thrown[kind])
            rest = ()
        changes[STATE_NAMES[kind]] = (*top, *rest, *bottom)
    changes.update({DISCARD_NAMES[kind]: cards for kind, cards in thrown.items()})
    state = replace(state, **changes)
    if not state.event_deck:
        return state
    top_card = box.edition.cards[box.values[state.event_deck[0]]]
    return replace(state, backs={state.event_deck[0]: top_card.deck.removesuffix("_event")})


def _ends(
    reader: Reader, box: Box, kind: str
) -> tuple[tuple[SlotId, ...], tuple[SlotId, ...], bool]:
    """The named top (first card first) and bottom (last card last), and where the rest goes."""
    top = box.take_all(reader, "top", kind)
    bottom = box.take_all(reader, "bottom", kind)
    allowed = ("deck",) if kind == "tickets" else ("deck", "discard")
    rest = reader.one_of("rest", allowed, "deck")
    reader.done(("top", "bottom", "rest"))
    return top, bottom, rest == "discard"


def _discard(reader: Reader, box: Box, kind: str) -> tuple[Card, ...]:
    """A discard, oldest card first: `knife`, or `roadblock down` for one lying face down."""
    found = []
    for words in reader.texts(kind):
        card, face = split_face(words)
        reader.check(kind, face or "up", ("up", "down"))
        box.take(reader, kind, kind, card)
        if face != "down":
            found.append(Card(box.slot(kind, card), card))
            continue
        if kind == "items" or box.edition.cards[card].deck == "hunter_event":
            reader.bad(kind, f'"{card}" never lies face down in a discard')
        known_to = (DRACULA,) if kind == "encounters" else ()
        found.append(Card(box.slot(kind, card, *known_to)))
    return tuple(found)


# Every question, and which side is asked.
_HUNTERS = frozenset((
    "action", "ally.choice", "ambush.avoid", "behind_the_veil.encounter",
    "blood_transfusion.hunter", "combat.choose", "combat.circle", "combat.escape",
    "combat.firearm", "combat.join", "combat.start", "combat.swap", "consecrate.hosts",
    "consecrated_ground.city", "customs_search.effect", "dawn.events", "day.free",
    "dusk.events", "emergency.destination", "encounter.answer", "escape_route.hunter",
    "event.drawn", "event.over-limit", "events.over-limit.discard", "falsetip.cancel",
    "good_luck.effect", "good_luck.roadblock", "harm.prevent", "heavenly_host.city",
    "hired_scouts.city", "horses.destination", "jonathan_harker.city", "lucky_find.keep",
    "money_trail.card", "newspaper_reports.space", "rail.carriage", "rail.declare",
    "rail.destination", "rufus_smith.city", "search.before", "search.found", "search.order",
    "setup.start", "sister_agatha.city", "supply.item.limit", "surprising_return.card",
    "ticket.again", "ticket.give-up", "ticket.keep", "trade", "turn.order",
    "vampire_lair.stake", "wax_cylinders.effect", "wax_cylinders.hideout", "weakened.cover",
    "weakened.expose", "weakened.swap", "weather.first", "weather.second",
))  # fmt: skip

_DRACULA = frozenset((
    "ally.choice", "arrival.ambush", "bats.carry", "combat.bat", "combat.before",
    "combat.cancel-dracula", "combat.choose", "combat.claws", "combat.engage", "combat.fetch",
    "combat.plotting", "combat.refuse", "defeat.hospital", "desecrated_soil.discard",
    "devilish_power.effect", "dracula.allies", "dracula.bat", "dracula.card",
    "dracula.encounter", "dracula.end", "dracula.phase", "dracula.rumor", "dracula.slide-off",
    "draculas_brides.encounter", "draculas_brides.hideout", "dusk.roadblock", "dusk.storm",
    "event.cancel", "event.drawn", "event.over-limit", "events.over-limit.discard",
    "great_wolf.hunter", "hidden_schemes.encounter", "hoax.keep", "lairs.full", "mature.choose",
    "move.region-crossed", "move.road-done", "rail.false-tip", "rail.spend", "roadblock.way",
    "saboteur.way", "search.found", "seduction.vampire", "setup.dracula", "spy.hunter",
    "summon_storms.sea", "unnatural_fog.city", "vampiric_influence.card",
    "vampiric_influence.city", "vampiric_influence.hunter", "wild_horses.city", "wolves.city",
))  # fmt: skip

QUESTIONS = _HUNTERS | _DRACULA


def put_to(seat: str) -> frozenset[str]:
    """What a seat can be asked about."""
    return _DRACULA if seat == DRACULA else _HUNTERS


def check_about(reader: Reader, key: str, about: str, seat: str | None) -> None:
    """Refuse a question that does not exist, or that is never put to this seat."""
    reader.check(key, about, QUESTIONS)
    if seat is not None and about not in put_to(seat):
        reader.bad(key, f"{seat} is never asked {about}")
