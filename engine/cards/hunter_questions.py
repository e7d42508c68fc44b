"""Actions of the hunters that make Dracula answer or show something of his trail."""

from typing import Any

from engine.cards import acting, choices
from engine.facts.hands import CardReturned
from engine.facts.trail import RegionTold
from engine.ids import HIDE, MINA, SEA, ClauseId, Seat, SlotId
from engine.options import PickEffect, PickSlot
from engine.rules import disclosure, trail, weakened, wounds
from engine.rules.effects import Effects
from engine.state import Hideout
from engine.table import Table

EFFECTS = Effects()


def _studied(table: Table) -> list[Hideout]:
    """The hideouts whose encounters are not all known."""
    dracula = table.state.dracula
    places = (*dracula.trail, *(dracula.lairs if choices.reaches_lairs(table) else ()))
    return [
        hideout
        for hideout in places
        if hideout is not None and any(each.card is None for each in hideout.encounters)
    ]


def _no_cylinders(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """An action like any other, if one of its two effects can do anything."""
    if table.switches.power_cards == "unused" and not _studied(table):
        return acting.unable(table, seat) or "card.wax_cylinders"
    return acting.unable(table, seat)


@EFFECTS.of("wax_cylinders", "action", barred=_no_cylinders)
async def wax_cylinders(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.wax_cylinders: a hideout's encounters are revealed, or Hide wherever it is."""
    studied = _studied(table)
    effects = [PickEffect("deduction")] if studied else []
    effects += [PickEffect("analysis")] if table.switches.power_cards == "used" else []
    chosen = await choices.one_of(seat, "wax_cylinders.effect", effects)
    if chosen.effect == "analysis":
        await _analyse(table, seat)
        return proposal
    options = [PickSlot(hideout.slot) for hideout in studied]
    slot = (await choices.one_of(seat, "wax_cylinders.hideout", options)).slot
    await disclosure.open_encounters(table, slot)
    return proposal


async def _analyse(table: Table, seat: Seat) -> None:
    """Clause card.wax_cylinders: Hide is shown on the trail or in the deck; this card is kept."""
    cards = [hideout for hideout in table.state.dracula.trail if hideout is not None]
    known = tuple(hideout.slot for hideout in cards if hideout.card == HIDE)
    if known:
        await disclosure.disclose_slots(table, known)
    slots = tuple(hideout.slot for hideout in cards if hideout.may_be_hide and not known)
    if slots:
        await disclosure.disclose_among(table, slots, (HIDE,))
    lying = next(each for each in table.state.resolving if each.card == "wax_cylinders")
    table.do(CardReturned(seat, "events", lying.slot, "wax_cylinders"))
    if weakened.is_weakened(table, seat):
        await weakened.expose(table, seat)


def _no_hypnosis(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Mina needs another hunter in her city."""
    return acting.unable(table, seat) or acting.alone(
        table, seat, "hospitals.no-hypnosis", "card.hypnosis"
    )


@EFFECTS.of("hypnosis", "action", barred=_no_hypnosis)
async def hypnosis(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.hypnosis: Dracula tells his region, or the sea; Mina becomes delayed."""
    board = table.edition.board
    told = await disclosure.tell_which(table, {**board.regions, SEA: board.sea_zones})
    table.do(RegionTold("" if told == SEA else told, there=True))
    await wounds.delay(table, seat)
    return proposal


def _no_bond(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Mina's own, with another hunter in her city."""
    if seat != MINA:
        return "abilities.special-action"
    return acting.unable(table, seat) or acting.alone(
        table, seat, "hospitals.no-psychic-bond", "abilities.special-action"
    )


@EFFECTS.of("psychic_bond", "action", barred=_no_bond)
async def psychic_bond(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause regions.effects: Dracula tells whether he is in Mina's region."""
    board = table.edition.board
    region = board.places[table.state.hunters[seat].place].region
    assert region is not None
    there = await disclosure.tell_whether(table, board.regions[region])
    table.do(RegionTold(region, there))
    return proposal


def _sea_cards(table: Table) -> tuple[SlotId, ...]:
    """The hidden sea cards on the trail; their back tells them."""
    return trail.hidden_slots(table.state, lairs=False, backs=(SEA,))


def _no_money_trail(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """There must be a sea card to turn up."""
    return acting.unable(table, seat) or (None if _sea_cards(table) else "card.money_trail")


@EFFECTS.of("money_trail", "action", barred=_no_money_trail)
async def money_trail(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.money_trail: Dracula reveals a sea card of the trail."""
    options = [PickSlot(slot) for slot in _sea_cards(table)]
    slot = (await choices.one_of(seat, "money_trail.card", options)).slot
    await disclosure.disclose_slots(table, (slot,))
    return proposal
