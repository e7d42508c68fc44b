"""Effects that ordinary and matured encounters share: which hunters are hit, and how."""

from engine.facts.board import FogPlaced
from engine.ids import CardId, PlaceId, Seat
from engine.rules import answering, hands, railway, wounds
from engine.state import hunters_at
from engine.table import Table

_WOLVES_DAMAGE = 4
_WEAPON_SPARES = 2  # of the wolves' damage, for each weapon shown
_BODYGUARDS_DAMAGE = 2  # twice, unless a weapon is shown


def weapons(table: Table) -> tuple[CardId, ...]:
    """The items with the keyword WEAPON."""
    return tuple(kind.id for kind in table.edition.cards.values() if kind.weapon)


def fog_left(table: Table) -> int:
    """Clause setup.tokens.pool: how many fog tokens are not on the board (U21)."""
    return table.edition.numbers.fog_tokens - sum(table.state.fog.values())


def lay_fog(table: Table, place: PlaceId, count: int) -> None:
    """Clauses fog.place.city, fog.place.same-city: fog on one city, as far as tokens last (U21)."""
    laid = min(count, fog_left(table))
    if laid > 0:
        table.do(FogPlaced(place, laid))


async def mob(table: Table, places: tuple[PlaceId, ...]) -> None:
    """Clause card.szgany_mob: hunters there give up items, then suffer for each they keep.

    Clause hospitals.no-cards: a hunter in hospital is not in the city.
    """
    struck = tuple(
        seat
        for seat, hunter in table.state.hunters.items()
        if hunter.on_board and hunter.place in places
    )
    for seat in struck:
        await answering.give_up_items(table, seat, "szgany_mob")
    for seat in struck:
        kept = hands.hand_size(table.state, seat, "items")
        if kept:
            await wounds.hurt(table, seat, kept, "szgany_mob")


async def wolves(table: Table, place: PlaceId) -> None:
    """Clause card.wolves: damage to every hunter there, less for each weapon shown."""
    struck = hunters_at(table.state, place)
    enough = _WOLVES_DAMAGE // _WEAPON_SPARES
    appeal = answering.against("wolves", weapons(table))
    damage = {}
    for seat in struck:
        shown = await answering.show_up_to(table, seat, enough, appeal)
        damage[seat] = _WOLVES_DAMAGE - shown * _WEAPON_SPARES
    for seat in struck:
        if damage[seat]:
            await wounds.hurt(table, seat, damage[seat], "wolves")


async def bodyguards(table: Table, seat: Seat) -> None:
    """Clause card.szgany_bodyguards: damage, and without a weapon shown more of it and a delay."""
    await wounds.hurt(table, seat, _BODYGUARDS_DAMAGE, "szgany_bodyguards")
    if not table.state.hunters[seat].in_play:
        return
    if await answering.shows_one(table, seat, weapons(table), "szgany_bodyguards"):
        return
    await wounds.hurt(table, seat, _BODYGUARDS_DAMAGE, "szgany_bodyguards")
    if table.state.hunters[seat].in_play:
        await wounds.delay(table, seat)


async def spy(table: Table, seat: Seat) -> None:
    """Clause card.spy: a weapon is given up, or the hand is shown and the tickets are lost (U6)."""
    if await answering.pays_one(table, seat, weapons(table), "spy"):
        return
    for kind in ("items", "events"):
        await hands.show_hand(table, seat, kind)
        await hands.mix(table, seat, kind)
    for ticket in table.state.hunters[seat].tickets:
        await railway.give_up(table, seat, ticket)
