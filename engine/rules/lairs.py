"""A hideout slid off the trail: Dracula matures it or makes it a lair."""

from engine.edition import Edition
from engine.facts.trail import LairMade
from engine.ids import DRACULA, HIDE, POWER, SEA, ClauseId
from engine.knowledge import Knowledge
from engine.options import Option, PickEffect, PickSlot
from engine.requests import Choose
from engine.rules import disclosure, encounters, maturing, trail
from engine.state import Hideout, State
from engine.table import Table

MATURE, LAIR = PickEffect("mature"), PickEffect("lair")


def barred(state: State, edition: Edition) -> ClauseId | None:
    """The clause that keeps the fallen hideout from becoming a lair, as everybody sees it."""
    fallen = state.dracula.fallen
    if fallen is None or edition.switches.lairs == "unused" or not state.dracula.lairs:
        return "lairs.source"
    if fallen.back == SEA:
        return "encounters.no-sea"  # a lair gets an encounter, and none can lie at sea (U27)
    if fallen.back == POWER or fallen.card == HIDE:
        return "power.no-lair"
    return None


def honest(
    option: Option, _request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clause power.no-lair: a Hide that lies hidden does not become a lair either."""
    fallen = state.dracula.fallen
    if option != LAIR or fallen is None:
        return None
    hides = fallen.card is None and knowledge[fallen.slot] == HIDE
    return "power.no-lair" if hides else barred(state, edition)


async def settle_fallen(table: Table) -> None:
    """Clause dracula-phase.slide-off: a hideout that slid off is matured or becomes a lair."""
    fallen = table.state.dracula.fallen
    if fallen is None:
        return
    if await _is_made_lair(table, fallen):
        await _make_lair(table, fallen)
    else:
        await maturing.mature(table)


async def _is_made_lair(table: Table, fallen: Hideout) -> bool:
    """Dracula's choice; where only maturing is possible he is not asked."""
    if barred(table.state, table.edition) is not None:
        return False

    def refuse(_option: Option) -> ClauseId:
        return "dracula-phase.slide-off"

    answer = await Choose(
        DRACULA, "dracula.slide-off", (MATURE, LAIR), subject=(fallen.slot,), refuse=refuse
    )
    return answer == LAIR


async def _make_lair(table: Table, fallen: Hideout) -> None:
    """Clauses lairs.convert.slot, lairs.convert.revealed, lairs.convert.encounter, power.no-lair.

    Clauses wolf-form.lair, escape-bat.out-of-deck: such cards beside it go back to their decks.
    """
    await disclosure.prove_not_hide(table, (fallen.slot,) if fallen.may_be_hide else ())
    if None not in table.state.dracula.lairs:
        await _free_a_place(table)
    table.do(LairMade(fallen.slot, table.state.dracula.lairs.index(None)))
    clause = "lairs.convert.encounter"
    await encounters.place_from_hand(table, fallen.slot, "dracula.encounter", clause)


async def _free_a_place(table: Table) -> None:
    """Clauses lairs.full, lairs.clear.encounters, lairs.clear.tokens, lairs.clear.location."""
    lairs = tuple(lair.slot for lair in table.state.dracula.lairs if lair is not None)

    def refuse(_option: Option) -> ClauseId:
        return "lairs.full"

    options = tuple(PickSlot(slot) for slot in lairs)
    answer = await Choose(DRACULA, "lairs.full", options, refuse=refuse)
    assert isinstance(answer, PickSlot)
    await trail.clear(table, answer.slot)
