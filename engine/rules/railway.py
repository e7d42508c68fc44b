"""Railway tickets and rides: what a ticket allows, what everybody can see of it, the ride itself.

1. A ticket is hidden. Everybody sees the cities that some kind of ticket could reach; which of
   them the spent ticket really reaches is proved when it is spent.
2. Roadblocks and fog bind every ride, also one by a card or one that Dracula chose.
"""

from engine.edition import Edition, Ticket
from engine.facts.hands import TicketReturned, TicketShown
from engine.ids import DRACULA, GODALMING, ClauseId, PlaceId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import ACCEPT, DECLINE, PASS, Option, PickPlace, PickSlot, RailBy
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, Deal, Reveal
from engine.rules import hands, windows
from engine.rules.movement import fog_stops, go, way_id, within
from engine.rules.proposals import RailRide
from engine.state import State
from engine.table import Table

CARRIAGE_LINKS = 4  # of any colour, printed on the card that replaces a ticket's numbers


def links_within(
    table: Table, origin: PlaceId, limit: int, colours: tuple[str, ...]
) -> tuple[PlaceId, ...]:
    """Clauses roadblock.railway, fog.move.through: cities so many open links of colours away."""
    state, board = table.state, table.edition.board

    def is_open(here: PlaceId, other: PlaceId) -> bool:
        blocked = way_id("rail", here, other) in state.roadblocks
        return not blocked and not fog_stops(table, here, by_rail=True)

    def links(here: PlaceId) -> tuple[PlaceId, ...]:
        return tuple([other for other, colour in board.rails[here] if colour in colours])

    reached = within(links, origin, limit, is_open)
    return tuple(place for place in reached if place not in state.fog)


def reach(table: Table, origin: PlaceId, ticket: Ticket) -> tuple[PlaceId, ...]:
    """Clauses movement.rail.white, movement.rail.yellow: the cities a ticket leads to."""
    if _nothing_hinders(table.state):
        return table.edition.rides[ticket.id][origin]
    white = links_within(table, origin, ticket.white, ("white",))
    mixed = links_within(table, origin, ticket.yellow, ("white", "yellow"))
    return tuple(sorted({*white, *mixed}))


def _nothing_hinders(state: State) -> bool:
    """Whether every railway is as free as on the bare board."""
    return not state.fog and not state.roadblocks


def reach_by_carriage(table: Table, origin: PlaceId) -> tuple[PlaceId, ...]:
    """Clause card.chartered_carriage: the cities any ticket leads to with that card."""
    return tuple(sorted(links_within(table, origin, CARRIAGE_LINKS, ("white", "yellow"))))


def reach_of_any(table: Table, origin: PlaceId) -> tuple[PlaceId, ...]:
    """The cities that some kind of ticket leads to: what everybody can see to be possible."""
    kinds = table.edition.tickets.values()
    return tuple(sorted({place for kind in kinds for place in reach(table, origin, kind)}))


def kinds_reaching(table: Table, origin: PlaceId, place: PlaceId) -> tuple[str, ...]:
    """The kinds of ticket that lead to a city."""
    kinds = table.edition.tickets.values()
    return tuple(kind.id for kind in kinds if place in reach(table, origin, kind))


def kinds_stuck(table: Table, origin: PlaceId) -> tuple[str, ...]:
    """The kinds of ticket that lead nowhere from here."""
    kinds = table.edition.tickets.values()
    return tuple(kind.id for kind in kinds if not reach(table, origin, kind))


def _leads_anywhere(table: Table, origin: PlaceId) -> bool:
    """Whether some ride, however long, is open; the first link mostly settles it."""
    if _nothing_hinders(table.state):
        return bool(table.edition.board.rails[origin])
    both = ("white", "yellow")
    return bool(links_within(table, origin, 1, both) or reach_by_carriage(table, origin))


def barred(table: Table, seat: Seat, ticket: SlotId) -> ClauseId | None:
    """Clause movement.rail.ticket: what keeps a hunter from spending a ticket here."""
    hunter, board = table.state.hunters[seat], table.edition.board
    if ticket not in hunter.tickets:
        return "movement.rail.ticket"
    if hunter.place in table.state.fog:
        return "fog.move.out"
    if not board.rails[hunter.place]:
        return "movement.rail.distance"
    if not _leads_anywhere(table, hunter.place):
        return why_no_ride(table, hunter.place, board.rails[hunter.place][0][0])
    return None


def why_no_ride(table: Table, origin: PlaceId, place: PlaceId) -> ClauseId:
    """The clause that keeps every ride, however long, from ending in a city."""
    state, board = table.state, table.edition.board
    if origin in state.fog:
        return "fog.move.out"
    if place in state.fog:
        return "fog.move.into"

    def unblocked(here: PlaceId, other: PlaceId) -> bool:
        return way_id("rail", here, other) not in state.roadblocks

    def links(here: PlaceId) -> tuple[PlaceId, ...]:
        return tuple(other for other, _ in board.rails[here])

    if place not in within(links, origin, CARRIAGE_LINKS, lambda *_: True):
        return "movement.rail.distance"
    if place not in within(links, origin, CARRIAGE_LINKS, unblocked):
        return "roadblock.railway"
    is_open = place in reach_by_carriage(table, origin)
    return "movement.rail.distance" if is_open else "fog.move.through"


async def ride(table: Table, seat: Seat, ticket: SlotId) -> None:
    """Clauses movement.rail.ticket, movement.rail.distance: spend a ticket and go by railway."""
    plan: RailRide = await windows.offer(
        table, "rail.declare", RailRide(seat, ticket), (seat,), once=True
    )
    plan = await windows.offer(table, "rail.spend", plan, (DRACULA,))
    if plan.carriage:
        place = await _by_carriage(table, plan)
    elif plan.chosen_by_dracula:
        place = await _by_false_tip(table, plan)
    else:
        place = await _by_ticket(table, plan)
    if place is None:
        return
    # Cities passed on the way are not entered (movement.rail.pass-through, -no-reveal).
    await go(table, seat, place, "rail")


async def _spend(table: Table, plan: RailRide, kinds: tuple[str, ...]) -> None:
    """Clause movement.rail.return: the ticket goes back, shown or only proved to be fitting."""
    if table.switches.spent_ticket == "revealed":
        (ticket,) = await Reveal(plan.seat, (plan.ticket,), kinds)
        table.do(TicketShown(plan.ticket, ticket))
        table.do(TicketReturned(plan.seat, plan.ticket))
        return
    if len(kinds) < len(table.edition.tickets):
        await Attest(plan.seat, CardIsAmong(plan.ticket, kinds))
    await give_up(table, plan.seat, plan.ticket)


async def _by_carriage(table: Table, plan: RailRide) -> PlaceId | None:
    """Clause card.chartered_carriage: four links of any colour, whatever the ticket says."""
    origin = table.state.hunters[plan.seat].place
    options = tuple(PickPlace(place) for place in reach_by_carriage(table, origin))

    def refuse(option: Option) -> ClauseId:
        return _why_not(table, origin, option) or "card.chartered_carriage"

    answer = await Choose(plan.seat, "rail.carriage", options, refuse=refuse)
    await _spend(table, plan, tuple(table.edition.tickets))
    return answer.place if isinstance(answer, PickPlace) else None


async def _by_ticket(table: Table, plan: RailRide) -> PlaceId | None:
    """Clause movement.rail.two-values: the hunter names a city that the hidden ticket reaches.

    A ticket that leads nowhere can be spent with Chartered Carriage in mind; if that fails, the
    ride fails with it, which the hunter has to admit (as in DF-12).
    """
    origin = table.state.hunters[plan.seat].place
    options: tuple[Option, ...] = tuple(PickPlace(place) for place in reach_of_any(table, origin))
    stuck = kinds_stuck(table, origin)
    if stuck:
        options = (*options, PASS)

    def refuse(option: Option) -> ClauseId:
        return _why_not(table, origin, option) or "movement.rail.distance"

    answer = await Choose(
        plan.seat, "rail.destination", options, subject=(plan.ticket,), refuse=refuse
    )
    if not isinstance(answer, PickPlace):
        await _spend(table, plan, stuck)
        return None
    await _spend(table, plan, kinds_reaching(table, origin, answer.place))
    return answer.place


async def _by_false_tip(table: Table, plan: RailRide) -> PlaceId | None:
    """Clause card.false_tip: the ticket is shown and Dracula chooses within its values (DF-12)."""
    origin = table.state.hunters[plan.seat].place
    (shown,) = await Reveal(plan.seat, (plan.ticket,), tuple(table.edition.tickets))
    table.do(TicketShown(plan.ticket, shown))
    table.do(TicketReturned(plan.seat, plan.ticket))
    ticket = table.edition.tickets[shown]
    places = reach(table, origin, ticket)
    if not places:
        return None

    def refuse(option: Option) -> ClauseId:
        barred = _why_not(table, origin, option) or why_not_with(table, origin, option, ticket)
        return barred or "card.false_tip"

    options = tuple(PickPlace(place) for place in places)
    answer = await Choose(DRACULA, "rail.false-tip", options, subject=(plan.seat,), refuse=refuse)
    return answer.place if isinstance(answer, PickPlace) else None


def _why_not(table: Table, origin: PlaceId, option: Option) -> ClauseId | None:
    if not isinstance(option, PickPlace):
        return "movement.rail.distance"
    if option.place in reach_of_any(table, origin):
        return None
    return why_no_ride(table, origin, option.place)


def why_not_with(table: Table, origin: PlaceId, option: Option, ticket: Ticket) -> ClauseId | None:
    """Which of a ticket's two numbers is too small for a ride; None if it is not."""
    if not isinstance(option, PickPlace):
        return None if not reach(table, origin, ticket) else "movement.rail.ticket"
    if option.place in reach(table, origin, ticket):
        return None
    longest = len(table.edition.board.cities)
    is_white = option.place in links_within(table, origin, longest, ("white",))
    return "movement.rail.white" if is_white else "movement.rail.yellow"


def honest_destination(
    option: Option, request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """What the hidden ticket itself says about a city that another ticket would reach."""
    (slot,) = request.subject
    ticket = edition.tickets[knowledge[slot]]
    table = Table(state, edition)
    return why_not_with(table, state.hunters[request.seat].place, option, ticket)


def honest_spending(
    option: Option, request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """A ticket that leads nowhere is spent only by whoever can name Chartered Carriage with it."""
    if type(option) is not RailBy:
        return None
    hunter = state.hunters[request.seat]
    table = Table(state, edition)
    if reach(table, hunter.place, edition.tickets[knowledge[option.ticket]]):
        return None
    events = [knowledge[slot] for slot in hunter.events]
    if hunter.event_shown is not None and hunter.event_shown.card is not None:
        events.append(hunter.event_shown.card)
    declared = windows.cards_of_moment(table, "rail.declare")
    return None if any(card in declared for card in events) else "movement.rail.distance"


async def reserve(table: Table, seat: Seat) -> None:
    """Clauses ticket.reserve, ticket.godalming: draw a ticket; Lord Godalming perhaps a second."""
    numbers = table.edition.numbers
    most = numbers.reserved_tickets_godalming if seat == GODALMING else numbers.reserved_tickets
    room_first = table.switches.godalming_tickets == "draw-discard-draw"
    for draw in range(most):
        if draw and not await _goes_on(seat):
            break
        if draw == 0 or room_first:
            await _keep_to(table, seat, _limit(table, seat) - 1)
        await _draw(table, seat)
    await enforce_limit(table, seat)


def _limit(table: Table, seat: Seat) -> int:
    return table.edition.characters[seat].ticket_limit


async def _goes_on(seat: Seat) -> bool:
    """Clause ticket.godalming: the second draw is offered, not forced."""
    answer = await Choose(
        seat, "ticket.again", (ACCEPT, DECLINE), refuse=lambda _: "ticket.godalming"
    )
    return answer == ACCEPT


async def _draw(table: Table, seat: Seat) -> None:
    """Clauses ticket.reserve, ticket.keep-or-discard: one ticket of the mixed pool, or none."""
    await mix_pool(table)
    if not table.state.ticket_pool:
        return
    slot = table.state.ticket_pool[0]
    await hands.take(table, seat, "tickets", (slot,))
    answer = await Choose(
        seat,
        "ticket.keep",
        (ACCEPT, DECLINE),
        subject=(slot,),
        refuse=lambda _: "ticket.keep-or-discard",
    )
    if answer == DECLINE:
        await give_up(table, seat, slot)


async def mix_pool(table: Table) -> None:
    """Clause movement.rail.return: a pool that changed is mixed before anything leaves it."""
    if table.state.pool_changed:
        await hands.reshuffle(table, "tickets", ())


async def give_up(table: Table, seat: Seat, slot: SlotId) -> None:
    """Clause ticket.return: a ticket goes back to the pool unseen."""
    await Deal(seat, (slot,), "ticket_pool")
    table.do(TicketReturned(seat, slot))


async def enforce_limit(table: Table, seat: Seat) -> None:
    """Clause ticket.limit: nobody holds more than two tickets."""
    await _keep_to(table, seat, _limit(table, seat))


async def _keep_to(table: Table, seat: Seat, count: int) -> None:
    """Clauses ticket.limit, ticket.limit.discard-first: give tickets up down to a number."""
    while len(table.state.hunters[seat].tickets) > count:
        slots = await hands.mix(table, seat, "tickets")
        options = tuple(PickSlot(slot) for slot in slots)
        answer = await Choose(seat, "ticket.give-up", options, refuse=lambda _: "ticket.limit")
        assert isinstance(answer, PickSlot)
        await give_up(table, seat, answer.slot)
