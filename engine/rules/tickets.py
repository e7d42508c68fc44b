"""Railway tickets: drawn unseen, looked at, kept or given up."""

from engine.facts.hands import TicketReturned
from engine.ids import GODALMING, Seat, SlotId
from engine.options import ACCEPT, DECLINE, PickSlot
from engine.requests import Choose, Deal
from engine.rules import hands
from engine.table import Table


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
