"""The matured effects of encounter cards, one by one as Dracula names them.

1. Before an effect runs, `rules/lairs.py` has opened the encounter, has shown the location if the
   card says so, and has added the influence printed on it.
2. What becomes of the hideout, and what a matured vampire clears, is decided elsewhere.
"""

from engine.cards import choices, striking
from engine.facts.board import RoadblockPlaced
from engine.facts.hands import CardsTakenUp, TakenUpKept, TakenUpMixed
from engine.facts.trail import BodyguardsKept
from engine.ids import DRACULA, EVERYONE, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.options import PickSlot, PickWay
from engine.requests import Choose, Deal, Shuffle
from engine.rules import encounters, hands, movement, supply, victory, wounds
from engine.rules.effects import Effects
from engine.state import Card, Hideout, hideout_of
from engine.table import Table

Ripe = tuple[SlotId, SlotId]  # the hideout that slid off, and the encounter in it

EFFECTS = Effects()

_SOIL_RECOVERY = 3
_FOG = 2


def _hideout(table: Table, slot: SlotId) -> Hideout:
    found = hideout_of(table.state, slot)
    assert found is not None
    return found


def _place(table: Table, hideout: SlotId) -> PlaceId:
    """Clause maturing.location-hidden: this effect is one that has shown the location card."""
    place = _hideout(table, hideout).card
    assert place is not None
    return place


def _region(table: Table, place: PlaceId) -> tuple[PlaceId, ...]:
    """The cities of the region a city lies in."""
    region = table.edition.board.places[place].region
    return table.edition.board.regions[region] if region is not None else ()


@EFFECTS.of("hoax", "mature.choose")
async def hoax(table: Table, _seat: Seat, _ripe: Ripe) -> None:
    """Clauses hidden.hoax, obligation.ob-27: one discarded Dracula event is kept in secret."""
    taken = tuple(card for card in table.state.event_discard if _is_draculas(table, card))
    if not taken:
        return
    slots = tuple(card.slot for card in taken)
    unseen = tuple(card.slot for card in taken if card.card is None)
    table.do(CardsTakenUp("events", slots))
    if unseen:
        await Deal(EVERYONE, unseen, DRACULA)
    mixed = table.new_slots(hands.PREFIXES["events"], len(slots))
    await Shuffle(DRACULA, "hoax", slots, mixed)
    table.do(TakenUpMixed(slots, mixed))
    options = tuple(PickSlot(slot) for slot in mixed)
    answer = await Choose(DRACULA, "hoax.keep", options, refuse=lambda _: "card.hoax")
    assert isinstance(answer, PickSlot)
    table.do(TakenUpKept(DRACULA, "events", answer.slot))
    rest = tuple(slot for slot in mixed if slot != answer.slot)
    if rest:
        await Deal(DRACULA, rest, "event_deck")
        await hands.reshuffle(table, "events", rest)
    await supply.receive_events(table, DRACULA, (answer.slot,))


def _is_draculas(table: Table, card: Card) -> bool:
    """Whether a discarded event is one of Dracula's: only those are ever discarded face down."""
    return card.card is None or table.edition.cards[card.card].deck == "dracula_event"


@EFFECTS.of("unnatural_fog", "mature.choose")
async def unnatural_fog(table: Table, _seat: Seat, ripe: Ripe) -> None:
    """Clause card.unnatural_fog: two fog tokens on a city of the region, its own included."""
    cities = _region(table, _place(table, ripe[0]))

    def why(place: PlaceId) -> ClauseId | None:
        return None if place in cities else "card.unnatural_fog"

    if striking.fog_left(table):
        place = await choices.place(DRACULA, "unnatural_fog.city", cities, why)
        if place is not None:
            striking.lay_fog(table, place, _FOG)


@EFFECTS.of("desecrated_soil", "mature.choose")
async def desecrated_soil(table: Table, _seat: Seat, _ripe: Ripe) -> None:
    """Clause card.desecrated_soil: Dracula recovers up to three damage."""
    wounds.heal_dracula(table, _SOIL_RECOVERY, "desecrated_soil")


@EFFECTS.of("szgany_mob", "mature.choose")
async def szgany_mob(table: Table, _seat: Seat, ripe: Ripe) -> None:
    """Clause card.szgany_mob: it strikes in every city of the region."""
    await striking.mob(table, _region(table, _place(table, ripe[0])))
    victory.check(table)
    await encounters.show_again(table)


@EFFECTS.of("saboteur", "mature.choose")
async def saboteur(table: Table, _seat: Seat, _ripe: Ripe) -> None:
    """Clauses roadblock.sources, roadblock.place: one on any road or railway, if any is left."""
    ways = movement.free_ways(table)
    if ways:
        options = tuple(PickWay(way) for way in ways)
        refuse = movement.roadblock_refusal(table, ())
        answer = await Choose(DRACULA, "saboteur.way", options, refuse=refuse)
        assert isinstance(answer, PickWay)
        table.do(RoadblockPlaced(answer.way))


@EFFECTS.of("wolves", "mature.choose")
async def wolves(table: Table, _seat: Seat, ripe: Ripe) -> None:
    """Clause card.wolves: they strike a city one or two roads off, not the one revealed."""
    home = _place(table, ripe[0])
    roads = table.edition.board.roads
    near = {*roads[home], *(far for each in roads[home] for far in roads[each])} - {home}

    def why(place: PlaceId) -> ClauseId | None:
        return None if place in near else "card.wolves"

    place = await choices.place(DRACULA, "wolves.city", table.edition.board.cities, why)
    if place is not None:
        await striking.wolves(table, place)
        victory.check(table)


@EFFECTS.of("szgany_bodyguards", "mature.choose")
async def szgany_bodyguards(table: Table, _seat: Seat, ripe: Ripe) -> None:
    """Clause card.szgany_bodyguards: kept face up for a later combat with Dracula."""
    hideout, encounter = ripe
    card: CardId = "szgany_bodyguards"
    table.do(BodyguardsKept(hideout, encounter, card))


@EFFECTS.of("spy", "mature.choose")
async def spy(table: Table, _seat: Seat, _ripe: Ripe) -> None:
    """Clause card.spy: it strikes any hunter, at sea or in hospital too (DF-11)."""

    def why(victim: Seat) -> ClauseId | None:
        return None if table.state.hunters[victim].in_play else "defeated.hunter.removed"

    victim = await choices.hunter(table, DRACULA, "spy.hunter", why)
    if victim is not None:
        await striking.spy(table, victim)
        await encounters.show_again(table)
