"""Encounters: drawn, laid on hideouts, resolved on a hunter, kept for a combat."""

from engine.facts.trail import BodyguardsSpent, EncounterDiscarded, EncounterLaid
from engine.ids import DRACULA, CardId, ClauseId, Seat, SlotId
from engine.options import PASS, Option, PickSeat, PickSlot
from engine.requests import Choose
from engine.rules import hands, victory, weakened
from engine.rules.effects import effect_of
from engine.state import State, hideout_of
from engine.table import Table


def lies(state: State, hideout: SlotId, encounter: SlotId) -> bool:
    """Whether an encounter still lies in this hideout or lair."""
    holder = hideout_of(state, hideout)
    return holder is not None and any(each.slot == encounter for each in holder.encounters)


async def resolve(  # noqa: PLR0913 -- who, where, which and how: the chapters agreed on this
    table: Table, seat: Seat, hideout: SlotId, encounter: SlotId, card: CardId, *, by_ambush: bool
) -> None:
    """Clauses encounters.effect, encounters.discard-after: one encounter acts by its plain text.

    The effect says whether the card is discarded; if not it stays face up, or is gone already.
    """
    run = effect_of(table, "encounter", card).run
    if await run(table, seat, (hideout, encounter, by_ambush)):
        discard(table, hideout, encounter, card)
    victory.check(table)
    await show_again(table)


def discard(table: Table, hideout: SlotId, encounter: SlotId, card: CardId) -> None:
    """Clause encounters.discard-after: an encounter that everybody has seen goes face up."""
    if lies(table.state, hideout, encounter):
        table.do(EncounterDiscarded(hideout, encounter, card))


async def show_again(table: Table) -> None:
    """Clause weakened.expose: whoever gave up an exposed card lays out another."""
    for seat, hunter in table.state.hunters.items():
        if hunter.in_play:
            await weakened.expose(table, seat)


async def refill(table: Table) -> None:
    """Clause encounters.refill: with fewer than five encounters Dracula draws up to five."""
    missing = table.edition.numbers.encounter_hand - len(table.state.dracula.encounters)
    if missing > 0:
        await hands.draw(table, DRACULA, "encounters", missing)


async def place_from_hand(table: Table, hideout: SlotId, about: str, clause: ClauseId) -> None:
    """Clause encounters.facedown: one from the hand, unseen; the clause given demands it."""
    slots = await hands.mix(table, DRACULA, "encounters")
    if slots:
        options = tuple(PickSlot(slot) for slot in slots)
        answer = await Choose(DRACULA, about, options, (), (hideout,), lambda _: clause)
        assert isinstance(answer, PickSlot)
        table.do(EncounterLaid(hideout, answer.slot))
    await refill(table)


async def bodyguards_before_combat(table: Table, hunters: tuple[Seat, ...]) -> None:
    """Clause moment.combat.before: each kept card may strike one hunter about to fight."""
    for kept in table.state.dracula.bodyguards:
        present = tuple(seat for seat in hunters if table.state.hunters[seat].on_board)
        if not present or kept.card is None:
            return
        options: tuple[Option, ...] = (PASS, *(PickSeat(seat) for seat in present))
        subject = (kept.slot, kept.card)
        answer = await Choose(
            DRACULA, "combat.before", options, subject=subject, refuse=_is_not_fighting
        )
        if isinstance(answer, PickSeat):
            await effect_of(table, "combat.before", kept.card).run(table, DRACULA, answer.seat)
            table.do(BodyguardsSpent(kept.slot, kept.card))
            victory.check(table)
            await show_again(table)


def _is_not_fighting(_option: Option) -> ClauseId:
    """Clause moment.combat.before: only a hunter about to fight can be struck."""
    return "moment.combat.before"
