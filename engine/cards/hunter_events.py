"""Hunter events played at dawn, at dusk, by day, or at once when they are drawn."""

from typing import Any

from engine.cards import acting, choices
from engine.facts.board import FlagRaised
from engine.facts.hands import CardDiscarded
from engine.facts.piles import AllyDismissed, AllyTakenBack
from engine.facts.tokens import RoadblockRemoved
from engine.facts.trail import HuntersNamed
from engine.ids import DRACULA, LAND, SEA, ClauseId, Seat
from engine.options import PickCard, PickEffect, PickSlot, PickWay
from engine.rules import disclosure, encounters, hands, trail
from engine.rules.effects import Effects, effect_of
from engine.state import Card, Hideout
from engine.table import Table

EFFECTS = Effects()


@EFFECTS.of(
    "speedy_telegraph",
    "dawn.events",
    barred=acting.unless_raised("free_order", "card.speedy_telegraph"),
)
async def speedy_telegraph(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.speedy_telegraph: in this day and night the hunters act in any order."""
    table.do(FlagRaised("free_order"))
    return proposal


@EFFECTS.of(
    "renewed_vigor",
    "dawn.events",
    barred=acting.unless_raised("extra_action", "card.renewed_vigor"),
)
async def renewed_vigor(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.renewed_vigor: this day every hunter may take a second, different action."""
    table.do(FlagRaised("extra_action"))
    return proposal


def _no_long_night(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """What keeps Long Night from being played, or from ever being of use."""
    if table.switches.night_card_moves == "forbidden":
        return "movement.hunter.night-effects"
    return "card.long_night" if "long_night" in table.state.flags else None


@EFFECTS.of("long_night", "dawn.events", barred=_no_long_night)
async def long_night(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.long_night: in the coming night hunters may move by road, at a price."""
    table.do(FlagRaised("long_night"))
    return proposal


async def _turn_up(table: Table, hideout: Hideout | None) -> None:
    """Turn up the card of a trail space; an empty space or an open card gives nothing."""
    if hideout is not None:
        await disclosure.disclose_slots(table, (hideout.slot,))


@EFFECTS.of("newspaper_reports", "event.drawn")
async def early_news(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.newspaper_reports: played when drawn, the card on the third space is revealed."""
    await _turn_up(table, table.state.dracula.trail[2])
    return proposal


def _late_spaces(table: Table) -> list[Hideout]:
    """What lies on the fifth and sixth spaces."""
    return [hideout for hideout in table.state.dracula.trail[4:6] if hideout is not None]


def _no_late_news(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether both spaces are empty."""
    return None if _late_spaces(table) else "card.newspaper_reports"


@EFFECTS.of("newspaper_reports", "dawn.events", "dusk.events", barred=_no_late_news)
async def late_news(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.newspaper_reports: at dawn or dusk, the card on the fifth or sixth space."""
    spaces = _late_spaces(table)
    options = [PickSlot(hideout.slot) for hideout in spaces]
    chosen = await choices.one_of(seat, "newspaper_reports.space", options)
    await _turn_up(table, next(each for each in spaces if each.slot == chosen.slot))
    return proposal


def _returnable(table: Table) -> list[Card]:
    """The hunters' events with an ally effect that lie face up in the discard (U11)."""
    kinds = table.edition.cards
    return [
        lying
        for lying in table.state.event_discard
        if lying.card is not None
        and kinds[lying.card].ally
        and kinds[lying.card].deck == "hunter_event"
    ]


def _nobody_returns(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether no ally event of the hunters lies face up in the discard."""
    return None if _returnable(table) else "card.surprising_return"


@EFFECTS.of("surprising_return", "dawn.events", "dusk.events", barred=_nobody_returns)
async def surprising_return(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.surprising_return: an ally event of the discard is played as if just drawn."""
    lying = _returnable(table)
    options = [PickCard(each.card) for each in lying if each.card is not None]
    card = (await choices.one_of(seat, "surprising_return.card", options)).card
    slot = next(each.slot for each in lying if each.card == card)
    table.do(AllyTakenBack(slot, card))
    await effect_of(table, "event.drawn", card).run(table, seat, proposal)
    hands.clear_away(table, slot, card)
    return proposal


@EFFECTS.of("hired_scouts", "event.drawn")
async def hired_scouts(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.hired_scouts: two cities are named and their cards on the trail revealed."""
    first = await choices.city(table, seat, "hired_scouts")
    second = await choices.city(table, seat, "hired_scouts", (first,))
    for place in (first, second):
        await disclosure.disclose_city(table, place, lairs=choices.reaches_lairs(table))
    return proposal


@EFFECTS.of("local_rumors", "event.drawn")
async def local_rumors(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.local_rumors: every card on the trail adjacent to the hunter is revealed."""
    lairs = choices.reaches_lairs(table)
    slots = trail.hidden_slots(table.state, lairs=lairs, backs=(LAND, SEA))
    places = choices.beside(table, seat)
    if slots:
        await disclosure.disclose_among(table, slots, places)
    cards = trail.in_places(table.state) if lairs else table.state.dracula.trail
    known = tuple(each.slot for each in cards if each is not None and each.card in places)
    await disclosure.turn_up_known(table, known)
    return proposal


@EFFECTS.of("evil_presence", "event.drawn")
async def evil_presence(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.evil_presence: Dracula names every hunter next to where he is (U60)."""
    seats = [seat for seat, hunter in table.state.hunters.items() if hunter.in_play]
    near = {seat: choices.beside(table, seat) for seat in seats}
    asked = tuple(dict.fromkeys(near.values()))
    told = dict(zip(asked, await disclosure.tell_each(table, asked), strict=True))
    table.do(HuntersNamed(tuple(seat for seat in seats if told[near[seat]])))
    return proposal


@EFFECTS.of("behind_the_veil", "event.drawn")
async def behind_the_veil(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.behind_the_veil: Dracula's hands are shown; the hunter discards an encounter."""
    await hands.show_hand(table, DRACULA, "events")
    faces = await hands.show_hand(table, DRACULA, "encounters")
    if faces:
        options = [PickCard(card) for card in dict.fromkeys(faces.values())]
        card = (await choices.one_of(seat, "behind_the_veil.encounter", options)).card
        slot = next(each for each, face in faces.items() if face == card)
        table.do(CardDiscarded(DRACULA, "encounters", slot, card))
        await encounters.refill(table)
    return proposal


def _no_luck(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether it is not day (DF-21), or nothing lies out that luck could take away."""
    state = table.state
    if state.step != "day":
        return "events.timing"
    return None if state.roadblocks or state.dracula.ally is not None else "card.good_luck"


@EFFECTS.of("good_luck", "day.free", "event.over-limit", barred=_no_luck)
async def good_luck(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.good_luck: by day a roadblock is taken off, or Dracula's ally discarded."""
    ally, roadblocks = table.state.dracula.ally, tuple(dict.fromkeys(table.state.roadblocks))
    effects = [PickEffect("roadblock")] if roadblocks else []
    effects += [PickEffect("ally")] if ally is not None else []
    chosen = await choices.one_of(seat, "good_luck.effect", effects)
    if chosen.effect == "roadblock":
        ways = [PickWay(way) for way in roadblocks]
        table.do(RoadblockRemoved((await choices.one_of(seat, "good_luck.roadblock", ways)).way))
    elif ally is not None and ally.card is not None:
        table.do(AllyDismissed(DRACULA, ally.card))
    return proposal
