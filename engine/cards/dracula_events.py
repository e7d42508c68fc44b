"""Dracula's events: tokens on the board, his phase, and answers to what hunters do."""

from typing import Any

from msgspec.structs import replace

from engine.cards import choices
from engine.cards.allies import takes_encounters
from engine.facts.board import (
    FlagRaised,
    GroundDesecrated,
    HunterMoved,
    RoadblockPlaced,
    StormPlaced,
)
from engine.facts.hands import AllyDismissed, CardDiscarded
from engine.ids import DRACULA, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.options import DONE, Option, PickCard, PickEffect, PickPlace, PickWay
from engine.rules import encounters, hands, movement, victory, weakened, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Arrival, PlayedEvent
from engine.state import shown_of
from engine.table import Table

EFFECTS = Effects()

SCHEMED_SPACE = 2  # the third of the trail, counted from zero
STORMS_SUMMONED = 3  # at most
ROADS_BLOCKED = 3
SEARCH_DAMAGE = 3


def _no_schemes(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether no encounter can be laid on the third space."""
    dracula = table.state.dracula
    if not dracula.encounters or not takes_encounters(table, dracula.trail[SCHEMED_SPACE]):
        return "card.hidden_schemes"
    return None


@EFFECTS.of("hidden_schemes", "dracula.end", barred=_no_schemes)
async def hidden_schemes(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.hidden_schemes: an encounter from hand on the hideout of the third space."""
    hideout = table.state.dracula.trail[SCHEMED_SPACE]
    assert hideout is not None
    about, clause = "hidden_schemes.encounter", "card.hidden_schemes"
    await encounters.place_from_hand(table, hideout.slot, about, clause)
    return proposal


def _stormy(table: Table, place: PlaceId, placed: tuple[PlaceId, ...]) -> ClauseId | None:
    """The clause against a storm on a place, with those of the same play already out."""
    if not table.edition.board.places[place].is_sea:
        return "storm.place"
    across_plays = table.switches.storms_distinct == "always"
    if place in placed or (across_plays and place in table.state.storms):
        return "storm.distinct"
    return None


def _no_storms(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether no storm token or no calm sea zone is left (U21)."""
    board, numbers = table.edition.board, table.edition.numbers
    if len(table.state.storms) >= numbers.storm_tokens:
        return "card.summon_storms"
    if all(_stormy(table, place, ()) for place in board.sea_zones):
        return "storm.distinct"
    return None


@EFFECTS.of("summon_storms", "event.drawn", "dracula.end", barred=_no_storms)
async def summon_storms(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.summon_storms: up to three storms on different sea zones."""
    placed: tuple[PlaceId, ...] = ()
    tokens = table.edition.numbers.storm_tokens - len(table.state.storms)
    while len(placed) < min(STORMS_SUMMONED, tokens):
        place = await _next_storm(table, placed)
        if place is None:
            break
        table.do(StormPlaced(place))
        placed += (place,)
    return proposal


async def _next_storm(table: Table, placed: tuple[PlaceId, ...]) -> PlaceId | None:
    """The sea zone of one more storm, or None if Dracula is done."""

    def refuse(option: Option) -> ClauseId:
        barred = _stormy(table, option.place, placed) if isinstance(option, PickPlace) else None
        return barred or "card.summon_storms"

    options: list[Option] = [
        PickPlace(place)
        for place in table.edition.board.sea_zones
        if _stormy(table, place, placed) is None
    ]
    if not options:
        return None
    options += [DONE] if placed else []
    answer = await choices.one_of(DRACULA, "summon_storms.sea", options, refuse, placed)
    return answer.place if isinstance(answer, PickPlace) else None


def _no_roadblock(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether no roadblock token is left (U21)."""
    return None if movement.roadblocks_left(table) else "card.roadblock"


@EFFECTS.of("roadblock", "event.drawn", "dracula.end", barred=_no_roadblock)
async def roadblock(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.roadblock: three roadblocks, or all that are left, each on another way."""
    placed: tuple[str, ...] = ()
    for _ in range(min(ROADS_BLOCKED, movement.roadblocks_left(table))):
        options = [PickWay(way) for way in movement.free_ways(table) if way not in placed]
        refuse = movement.roadblock_refusal(table, placed)
        chosen = await choices.one_of(DRACULA, "roadblock.way", options, refuse, placed)
        table.do(RoadblockPlaced(chosen.way))
        placed += (chosen.way,)
    return proposal


def _no_horses(table: Table, _seat: Seat, arrival: Arrival) -> ClauseId | None:
    """Whether no adjacent city is open to the hunter."""
    return None if movement.forced_destinations(table, arrival.seat) else "card.wild_horses"


async def _drive(table: Table, victim: Seat, card: CardId) -> PlaceId | None:
    """Where Dracula sends a hunter: an adjacent city, or None if there is none."""
    places = movement.forced_destinations(table, victim)

    def why(place: PlaceId) -> ClauseId | None:
        if place in places:
            return None
        return "fog.move.into" if place in table.state.fog else f"card.{card}"

    return await choices.place(DRACULA, f"{card}.city", places, why, (victim,))


@EFFECTS.of("wild_horses", "move.road-done", barred=_no_horses)
async def wild_horses(table: Table, _seat: Seat, arrival: Arrival) -> Arrival:
    """Clause card.wild_horses: the hunter is carried on to an adjacent city, which alone counts."""
    place = await _drive(table, arrival.seat, "wild_horses")
    assert place is not None
    table.do(HunterMoved(arrival.seat, arrival.place, place, "forced"))
    return replace(arrival, place=place)


def _wickedness(table: Table) -> list[PickEffect]:
    """The effects of Devilish Power that would change anything now."""
    state = table.state
    effects = [PickEffect("ground")] if state.consecrated is not None else []
    effects += [PickEffect("ally")] if state.hunter_ally is not None else []
    return effects + ([PickEffect("supply")] if "no_supply" not in state.flags else [])


def _no_devilry(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether it is not Dracula's phase, or nothing would change."""
    if table.state.step != "dracula":
        return "events.timing"
    return None if _wickedness(table) else "card.devilish_power"


@EFFECTS.of(
    "devilish_power", "dracula.phase", "dracula.end", "event.over-limit", barred=_no_devilry
)
async def devilish_power(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.devilish_power: no more holy ground, no hunters' ally, or no supply next time."""
    state = table.state
    chosen = await choices.one_of(DRACULA, "devilish_power.effect", _wickedness(table))
    if chosen.effect == "supply":
        table.do(FlagRaised("no_supply"))
    elif chosen.effect == "ground" and state.consecrated is not None:
        table.do(GroundDesecrated(state.consecrated))
    elif state.hunter_ally is not None and state.hunter_ally.card is not None:
        table.do(AllyDismissed(next(iter(state.hunters)), state.hunter_ally.card))
    return proposal


def _no_swiftness(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether it is not Dracula's phase, or a second one is due already."""
    if table.state.step != "dracula":
        return "events.timing"
    return "card.unearthly_swiftness" if "second_phase" in table.state.flags else None


@EFFECTS.of(
    "unearthly_swiftness", "dracula.phase", "dracula.end", "event.over-limit", barred=_no_swiftness
)
async def unearthly_swiftness(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.unearthly_swiftness: a second Dracula phase follows this one."""
    table.do(FlagRaised("second_phase"))
    return proposal


@EFFECTS.of("vampiric_influence", "event.drawn")
async def vampiric_influence(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.vampiric_influence: a bitten hunter shows all, loses a card, is moved (U57)."""

    def why(seat: Seat) -> ClauseId | None:
        if not table.state.hunters[seat].in_play:
            return "defeated.hunter.removed"
        return None if weakened.is_weakened(table, seat) else "card.vampiric_influence"

    victim = await choices.hunter(table, DRACULA, "vampiric_influence.hunter", why)
    if victim is None:
        return proposal
    await _rob(table, victim)
    place = await _drive(table, victim, "vampiric_influence")
    if place is not None:
        await movement.force_move(table, victim, place)
        victory.check(table)
    return proposal


async def _rob(table: Table, victim: Seat) -> None:
    """A hunter shows all items and events; Dracula discards one of them, if there is any."""
    held: dict[CardId, tuple[str, SlotId]] = {}
    for kind in ("items", "events"):
        shown = shown_of(table.state, victim, kind)
        for slot, card in (await hands.show_hand(table, victim, kind)).items():
            held[card] = kind, slot
        if shown is not None and shown.card is not None:
            held.setdefault(shown.card, (kind, shown.slot))
    if held:
        options = [PickCard(card) for card in held]
        about, subject = "vampiric_influence.card", (victim,)
        card = (await choices.one_of(DRACULA, about, options, subject=subject)).card
        kind, slot = held[card]
        table.do(CardDiscarded(victim, kind, slot, card))
        await weakened.expose(table, victim)


def _already_canceled(_table: Table, _seat: Seat, event: PlayedEvent) -> ClauseId | None:
    return "card.sensationalist_press" if event.canceled else None


@EFFECTS.of("sensationalist_press", "event.cancel", barred=_already_canceled)
async def sensationalist_press(_table: Table, _seat: Seat, event: PlayedEvent) -> PlayedEvent:
    """Clause card.sensationalist_press: the hunters' event is canceled before its choices (U64)."""
    return replace(event, canceled=True)


@EFFECTS.of(
    "darkness_returns",
    "dracula.end",
    barred=choices.unless_raised("skip_day", "card.darkness_returns"),
)
async def darkness_returns(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.darkness_returns: no day actions next; his discarded events into the deck."""
    table.do(FlagRaised("skip_day"))
    kinds = table.edition.cards
    his = tuple(
        lying.slot
        for lying in table.state.event_discard
        if lying.card is None or kinds[lying.card].deck == "dracula_event"
    )
    if his:
        await hands.reshuffle(table, "events", his)
        await hands.open_top(table)
    return proposal


@EFFECTS.of(
    "nocturnal_visit",
    "dracula.end",
    barred=choices.unless_raised("night_combats", "card.nocturnal_visit"),
)
async def nocturnal_visit(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.nocturnal_visit: combats of the next dawn and day are fought as if at night."""
    table.do(FlagRaised("night_combats"))
    return proposal


@EFFECTS.of("customs_search", "move.region-crossed")
async def customs_search(table: Table, _seat: Seat, arrival: Arrival) -> Arrival:
    """Clause card.customs_search: the traveller is delayed and loses all items or suffers (U52)."""
    seat = arrival.seat
    await wounds.delay(table, seat)
    options = (PickEffect("discard"), PickEffect("damage"))
    chosen = await choices.one_of(seat, "customs_search.effect", options)
    if chosen.effect == "damage":
        await wounds.hurt(table, seat, SEARCH_DAMAGE, "customs_search")
        victory.check(table)
        return arrival
    shown = shown_of(table.state, seat, "items")
    if shown is not None:
        table.do(CardDiscarded(seat, "items", shown.slot, shown.card))
    for slot, card in (await hands.show_hand(table, seat, "items")).items():
        table.do(CardDiscarded(seat, "items", slot, card))
    return arrival
