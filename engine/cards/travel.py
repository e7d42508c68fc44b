"""Cards that move hunters, or send them the wrong way."""

from msgspec.structs import replace

from engine.facts.hands import CardReturned, EventTurnedUp, TicketShown
from engine.ids import DRACULA, EVERYONE, ClauseId, Seat
from engine.requests import Reveal
from engine.rules import hands, movement, railway, supply, victory, weakened, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import PlayedEvent, RailRide
from engine.table import Table

EFFECTS = Effects()

EMERGENCY_DAMAGE = 2
EMERGENCY_ROADS = 3
STUMBLING_HORSES_ROADS = 1  # with a ticket that has no yellow number


def _goes_on(table: Table, seat: Seat) -> bool:
    """Clause delayed.turn-ends: whether a hunter can still travel in this action."""
    hunter = table.state.hunters[seat]
    return hunter.on_board and not (hunter.delayed and table.switches.delay_ends_turn == "yes")


def _no_road(table: Table, seat: Seat, limit: int, card: ClauseId) -> ClauseId | None:
    """What keeps a card's road move from being worth anything here, as everybody can see."""
    place = table.state.hunters[seat].place
    if table.state.is_night:
        return card
    if table.edition.board.places[place].is_sea:
        return "actions.sea.day-must-move"
    if place in table.state.fog:
        return "fog.move.out"
    if not table.edition.board.roads[place]:
        return "movement.road"
    nearest = movement.roads_within(table, place, 1)  # which mostly settles it
    if not nearest and not movement.roads_within(table, place, limit):
        first = table.edition.board.roads[place][0]
        return movement.why_too_far(table, place, first, limit)
    return None


def _no_weather(table: Table, seat: Seat, _proposal: None) -> ClauseId | None:
    """Clause card.excellent_weather: by day, at a port or at sea, with somewhere to sail to."""
    place = table.state.hunters[seat].place
    if table.state.is_night:
        return "movement.sea.hunter-day"
    neighbours = table.edition.board.seas[place]
    if not neighbours:
        return "movement.port"
    if movement.voyages(table, seat):
        return None
    return movement.sea_barred(table, place, neighbours[0])


@EFFECTS.of("excellent_weather", "action", "action.at-sea", barred=_no_weather)
async def excellent_weather(table: Table, seat: Seat, _proposal: None) -> None:
    """Clause card.excellent_weather: one sea move, and a second if the hunter likes."""
    await movement.sail(table, seat, "weather.first", optional=False)
    if _goes_on(table, seat):
        await movement.sail(table, seat, "weather.second", optional=True)


def _no_emergency(table: Table, seat: Seat, _proposal: None) -> ClauseId | None:
    return _no_road(table, seat, EMERGENCY_ROADS, "card.sense_of_emergency")


@EFFECTS.of("sense_of_emergency", "action", barred=_no_emergency)
async def sense_of_emergency(table: Table, seat: Seat, _proposal: None) -> None:
    """Clause card.sense_of_emergency: two damage, then one to three roads if not defeated."""
    await wounds.hurt(table, seat, EMERGENCY_DAMAGE, "sense_of_emergency")
    victory.check(table)
    if _goes_on(table, seat):
        await movement.travel_roads(
            table, seat, EMERGENCY_ROADS, "emergency.destination", optional=False
        )


def _no_horses(table: Table, seat: Seat, _proposal: None) -> ClauseId | None:
    return _no_road(table, seat, STUMBLING_HORSES_ROADS, "card.fast_horses")


@EFFECTS.of("fast_horses", "action", barred=_no_horses)
async def fast_horses(table: Table, seat: Seat, _proposal: None) -> None:
    """Clause card.fast_horses: a ticket of the pool is turned up and says how far they run.

    The card goes back to the hand, unless the ticket has no yellow number.
    """
    played = next(card for card in reversed(table.state.resolving) if card.card == "fast_horses")
    await railway.mix_pool(table)
    slot = table.state.ticket_pool[0]
    (face,) = await Reveal(EVERYONE, (slot,), tuple(table.edition.tickets))
    table.do(TicketShown(slot, face))
    roads = table.edition.tickets[face].yellow
    await movement.travel_roads(table, seat, roads or STUMBLING_HORSES_ROADS, "horses.destination")
    if roads:
        table.do(CardReturned(seat, "items", played.slot, "fast_horses"))
        if table.state.hunters[seat].in_play:
            await weakened.expose(table, seat)


def _no_carriage(_table: Table, _seat: Seat, ride: RailRide) -> ClauseId | None:
    return "card.chartered_carriage" if ride.carriage else None


@EFFECTS.of("chartered_carriage", "rail.declare", barred=_no_carriage)
async def chartered_carriage(_table: Table, _seat: Seat, ride: RailRide) -> RailRide:
    """Clause card.chartered_carriage: four links of any colour in place of the ticket's numbers."""
    return replace(ride, carriage=True)


def _no_tip(_table: Table, _seat: Seat, ride: RailRide) -> ClauseId | None:
    return "card.false_tip" if ride.chosen_by_dracula else None


@EFFECTS.of("false_tip", "rail.spend", barred=_no_tip)
async def false_tip(_table: Table, _seat: Seat, ride: RailRide) -> RailRide:
    """Clause card.false_tip: a carriage is lost; without one Dracula names the destination."""
    if ride.carriage:
        return replace(ride, carriage=False)
    return replace(ride, chosen_by_dracula=True)


def _no_luck(table: Table, _seat: Seat, event: PlayedEvent) -> ClauseId | None:
    return "card.good_luck" if event.canceled or table.state.step != "day" else None


@EFFECTS.of("good_luck", "falsetip.cancel", barred=_no_luck)
async def luck_against_false_tip(_table: Table, _seat: Seat, event: PlayedEvent) -> PlayedEvent:
    """Clause card.good_luck: a False Tip being played is canceled."""
    return replace(event, canceled=True)


@EFFECTS.of("long_night", "night.move")
async def price_of_the_night(table: Table, _seat: Seat, _proposal: None) -> None:
    """Clause card.long_night: a move by night costs the bottom event, to Dracula if it is his."""
    await hands.rebuild(table, "events")
    if not table.state.event_deck:
        return
    bottom = table.state.event_deck[-1]
    if await hands.open_back(table, bottom) == "dracula":
        await hands.take(table, DRACULA, "events", (bottom,))
        await supply.receive_events(table, DRACULA, (bottom,))
        return
    (card,) = await Reveal(EVERYONE, (bottom,))
    table.do(EventTurnedUp(bottom, card))
    await hands.open_top(table)
