"""Dracula's phase: the trail slides, he lays a card and its effect happens, then the encounter."""

from engine.facts.board import FlagLowered
from engine.facts.trail import RumorLaid, TrailSlid
from engine.ids import CASTLE, DRACULA, HIDE, SEA, ClauseId, SlotId
from engine.options import PASS, Option, PickSlot
from engine.requests import Choose
from engine.rules import (
    encounters,
    hands,
    lairs,
    placing,
    powers,
    trail,
    victory,
    whereabouts,
    windows,
    wounds,
)
from engine.rules.proposals import SeaDamage
from engine.shapes import Shape
from engine.state import current_class, hideout_of, hunters_at
from engine.table import Table


async def phase(table: Table) -> None:
    """Clauses dracula-phase.when, dracula-phase.steps: once, or twice by Unearthly Swiftness."""
    await _once(table)
    while "second_phase" in table.state.flags:
        table.do(FlagLowered("second_phase"))
        await _once(table)


async def _once(table: Table) -> None:
    """Clauses dracula-phase.steps, dracula-phase.no-pass: movement step, then encounter step."""
    await windows.automatic(table, "dracula.allies", None)
    victory.check(table)
    await windows.offer(table, "dracula.phase", None, (DRACULA,))
    await _slide(table)
    await lairs.settle_fallen(table)
    was_at_sea = current_class(table.state) == SEA
    shape = await placing.place_card(table)
    if shape.no_card:
        await placing.pay(table)
    else:
        await _consequences(table, shape, was_at_sea=was_at_sea)
        await _encounter_step(table, shape)
    await windows.offer(table, "dracula.end", None, (DRACULA,))


async def _slide(table: Table) -> None:
    """Clauses dracula-phase.slide, hideouts.slide-together: every hideout one space on."""
    table.do(TrailSlid())
    last = table.state.dracula.trail[-1]
    if last is not None:
        await windows.automatic(table, "trail.sixth", last.slot)


async def _consequences(table: Table, shape: Shape, *, was_at_sea: bool) -> None:
    """What the card costs and brings, from its public side alone; each effect by itself.

    Clause despair.three.city: where tables count the choice and not the laying, the influence
    comes before anything the journey costs.
    """
    by_choice = table.switches.despair_trigger == "any-choice"
    if by_choice:
        victory.fury(table, shape)
    if shape.power is not None:
        await _power(table, shape.power)
    if shape.back == SEA:
        await _sea(table, was_at_sea=was_at_sea)
    if shape.back == CASTLE:
        wounds.heal_dracula(table, table.edition.numbers.castle_recovery, "castle.recover")
    if not by_choice:
        victory.fury(table, shape)


async def _power(table: Table, power: str) -> None:
    """Clauses wolf-form.damage, dark-call.damage, dark-call.draw, feed.recover."""
    numbers = table.edition.numbers
    if power == powers.WOLF_FORM:
        wounds.hurt_dracula(table, numbers.wolf_form_damage, "wolf-form.damage")
        victory.check(table)
    elif power == powers.DARK_CALL:
        wounds.hurt_dracula(table, numbers.dark_call_damage, "dark-call.damage")
        victory.check(table)
        await hands.draw(table, DRACULA, "encounters", numbers.dark_call_cards)
    elif power == powers.FEED:
        wounds.heal_dracula(table, numbers.feed_recovery, "feed.recover")


async def _sea(table: Table, *, was_at_sea: bool) -> None:
    """Clauses movement.sea.dracula-embark, movement.sea.dracula-sail: what the sea costs him."""
    numbers = table.edition.numbers
    amount = numbers.sail_damage if was_at_sea else numbers.embark_damage
    damage = await windows.automatic(table, "sea.damage", SeaDamage(amount, not was_at_sea))
    source = "movement.sea.dracula-sail" if was_at_sea else "movement.sea.dracula-embark"
    wounds.hurt_dracula(table, damage.amount, source)
    victory.check(table)


async def _encounter_step(table: Table, shape: Shape) -> None:
    """Clauses dracula-phase.encounter.place, hide.encounter: an encounter, then perhaps a rumor.

    Clause dracula-phase.no-encounter.no-rumor: without the one there is not the other (U59).
    """
    if no_encounter(table, shape) is None:
        slot, clause = whereabouts.newest(table.state).slot, "dracula-phase.encounter.place"
        await encounters.place_from_hand(table, slot, "dracula.encounter", clause)
        await _rumor(table)


def no_encounter(table: Table, shape: Shape) -> ClauseId | None:
    """The clause that leaves out the encounter step after a placing."""
    if shape.power in powers.LONE:
        name = shape.power.replace("_", "-")
        return f"dracula-phase.no-encounter.{name}"
    if shape.back == SEA:
        return "dracula-phase.no-encounter.sea"
    if shape.face == HIDE:
        placed = table.switches.hide_when_revealed_encounter == "placed"
        return None if placed else "hide.revealed.no-encounter"
    place = whereabouts.newest(table.state).card
    if place is not None and hunters_at(table.state, place):
        return "dracula-phase.no-encounter.hunter-city"
    no_castle = shape.back == CASTLE and table.switches.castle_encounter == "none"
    return "castle.encounter" if no_castle else None


def rumor_barred(table: Table, slot: SlotId) -> ClauseId | None:
    """Clauses rumor.where, rumor.one-each, dracula-phase.rumor: why no rumor can go there."""
    hideout, space = hideout_of(table.state, slot), trail.space_of(table.state, slot)
    if hideout is None or space is None or space >= table.edition.numbers.rumor_spaces:
        return "rumor.where"
    if not hideout.encounters:
        return "dracula-phase.rumor"
    return "rumor.one-each" if hideout.rumor else None


async def _rumor(table: Table) -> None:
    """Clauses rumor.when, dracula-phase.rumor: after the encounter, he may lay a rumor token."""
    if not table.state.dracula.rumors or table.switches.rumor_tokens == "unused":
        return
    options = tuple(
        PickSlot(hideout.slot)
        for hideout in table.state.dracula.trail
        if hideout is not None and rumor_barred(table, hideout.slot) is None
    )
    if not options:
        return

    def refuse(option: Option) -> ClauseId:
        barred = rumor_barred(table, option.slot) if isinstance(option, PickSlot) else None
        return barred or "dracula-phase.rumor"

    answer = await Choose(DRACULA, "dracula.rumor", (PASS, *options), refuse=refuse)
    if isinstance(answer, PickSlot):
        table.do(RumorLaid(answer.slot))
