"""Trades between two hunters: shown in private, handed over unseen by the others.

1. A card that lies open because its owner is weakened goes back into the hand first, so that
   nobody can tell which card changed hands; afterwards one is laid open again.
2. A card is handed over at most once and shown at most once in a trade, so every trade ends.
"""

from engine.facts.hands import CardCovered, CardGiven, CardShownToPartner
from engine.ids import VAN_HELSING, ClauseId, Seat, SlotId
from engine.options import DONE, Give, Option, ShowPartner
from engine.requests import Choose, Deal, Reveal
from engine.rules import hands, railway, supply, weakened
from engine.state import hand_of, shown_of
from engine.table import Table

GOODS = ("items", "tickets")
LEADER_GOODS = ("events",)


def barred(table: Table, seat: Seat, partner: Seat) -> ClauseId | None:
    """Clause trade.partner: what keeps a hunter in a city from trading with another."""
    other = table.state.hunters.get(partner)
    hunter = table.state.hunters[seat]
    if other is None or partner == seat or other.place != hunter.place:
        return "trade.partner"
    if table.edition.board.places[hunter.place].is_sea:
        return "trade.no-sea"
    if other.where == "hospital":
        return "hospitals.no-trade"
    return None if other.on_board else "trade.partner"


def leading_barred(table: Table, seat: Seat, partner: Seat) -> ClauseId | None:
    """Clause trade.leader.anywhere: what keeps Van Helsing from sharing events with a hunter."""
    if seat != VAN_HELSING:
        return "trade.leader.exclusive"
    other = table.state.hunters.get(partner)
    if other is None or partner == seat:
        return "trade.leader.anywhere"
    if other.where == "hospital":
        return "hospitals.no-trade"
    if not other.on_board:
        return "defeated.hunter.removed"
    return "trade.no-sea" if table.edition.board.places[other.place].is_sea else None


async def trade(table: Table, seat: Seat, partner: Seat) -> None:
    """Clause trade.goods: items and tickets may be shown and handed over."""
    await _exchange(table, (seat, partner), GOODS)


async def lead(table: Table, seat: Seat, partner: Seat) -> None:
    """Clause trade.leader.events-only: Van Helsing and another hunter exchange events alone."""
    await _exchange(table, (seat, partner), LEADER_GOODS)


async def _exchange(table: Table, pair: tuple[Seat, Seat], goods: tuple[str, ...]) -> None:
    """Clause hidden.trade.private: by turns each shows, gives or is done, until both are done."""
    for seat in pair:
        await _gather(table, seat, goods)
    used: tuple[tuple[str, SlotId], ...] = ()
    done, turn = 0, 0
    while done < 2:
        giver, taker = pair[turn % 2], pair[(turn + 1) % 2]
        turn += 1
        answer = await _ask(table, giver, taker, goods, used)
        if isinstance(answer, Give):
            await _give(table, giver, taker, answer.slot)
            # What came over is known to both: it is neither shown nor handed back.
            used = (*used, ("give", answer.slot), ("show", answer.slot))
        elif isinstance(answer, ShowPartner):
            await _show(table, giver, taker, answer.slot)
            used = (*used, ("show", answer.slot))
        done = done + 1 if answer == DONE else 0
    for seat in pair:
        await _settle(table, seat)


async def _gather(table: Table, seat: Seat, goods: tuple[str, ...]) -> None:
    """Take open cards of these kinds into the hand and mix it."""
    for kind in goods:
        shown = shown_of(table.state, seat, kind)
        if shown is not None:
            table.do(CardCovered(seat, kind, shown.slot))
        await hands.mix(table, seat, kind)


def _slots(table: Table, seat: Seat, goods: tuple[str, ...]) -> tuple[SlotId, ...]:
    return tuple(slot for kind in goods for slot in hand_of(table.state, seat, kind))


async def _ask(
    table: Table,
    giver: Seat,
    taker: Seat,
    goods: tuple[str, ...],
    used: tuple[tuple[str, SlotId], ...],
) -> Option:
    """Clauses trade.goods, trade.leader.events-only: what one of the two does next."""
    slots = _slots(table, giver, goods)
    gives = tuple(Give(slot) for slot in slots if ("give", slot) not in used)
    shows = tuple(ShowPartner(slot) for slot in slots if ("show", slot) not in used)
    if not gives and not shows:
        return DONE

    def refuse(option: Option) -> ClauseId:
        if goods == LEADER_GOODS:
            return "trade.leader.events-only"
        is_event = isinstance(option, Give | ShowPartner) and option.slot in hand_of(
            table.state, giver, "events"
        )
        return "trade.leader.exclusive" if is_event else "trade.goods"

    return await Choose(giver, "trade", (DONE, *gives, *shows), subject=(taker,), refuse=refuse)


def _kind_of_slot(table: Table, seat: Seat, slot: SlotId) -> str:
    kinds = (*GOODS, *LEADER_GOODS)
    return next(kind for kind in kinds if slot in hand_of(table.state, seat, kind))


async def _give(table: Table, giver: Seat, taker: Seat, slot: SlotId) -> None:
    """Clause trade.goods: a card or ticket changes hands, seen by these two alone."""
    kind = _kind_of_slot(table, giver, slot)
    await Deal(giver, (slot,), taker)
    table.do(CardGiven(giver, taker, kind, slot))


async def _show(table: Table, giver: Seat, taker: Seat, slot: SlotId) -> None:
    """Clause hidden.trade.private: the partner alone looks at a card or ticket."""
    kind = _kind_of_slot(table, giver, slot)
    await Reveal(giver, (slot,), to=taker)
    table.do(CardShownToPartner(giver, taker, kind, slot))


async def _settle(table: Table, seat: Seat) -> None:
    """Clauses supply.item.limit, ticket.limit, events.over-limit.discard: back to the limits."""
    await supply.enforce_item_limit(table, seat)
    await railway.enforce_limit(table, seat)
    await supply.discard_events(table, seat)
    await weakened.expose(table, seat)
