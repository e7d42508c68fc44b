"""A hideout that slid off the trail: Dracula matures its encounters or makes it a lair."""

from engine.edition import Edition
from engine.facts.board import InfluenceChanged
from engine.facts.trail import EncounterOpened, LairMade
from engine.ids import DRACULA, HIDE, POWER, SEA, CardId, ClauseId, SlotId
from engine.knowledge import Knowledge
from engine.options import DONE, Option, PickEffect, PickSlot
from engine.requests import Choose, Reveal
from engine.rules import disclosure, encounters, trail, victory
from engine.state import Encounter, Hideout, State, newest_location
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
        await mature(table)


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


# Maturing the hideout that slid off: matured effects, what a vampire clears, the clearing.


async def mature(table: Table) -> None:
    """Clauses maturing.resolve, maturing.discard, maturing.clear: the hideout that slid off.

    Clauses maturing.clear.damage, maturing.clear.rumor, maturing.clear.cards: it ends cleared.
    """
    fallen = table.state.dracula.fallen
    if fallen is None:
        return
    if table.switches.maturing_shows_location == "yes":
        await disclosure.disclose_slots(table, (fallen.slot,))
    if await _resolve_effects(table):
        await _clear_old_spaces(table)
    await trail.clear(table, fallen.slot, matured=True)


async def _resolve_effects(table: Table) -> bool:
    """Clause maturing.resolve: effects one by one in his order; whether a vampire matured."""
    used: tuple[SlotId, ...] = ()
    vampires = 0
    while (encounter := await _choose(table, used)) is not None:
        used += (encounter.slot,)
        card = await _turn_up(table, encounter)
        if table.edition.cards[card].vampire:
            vampires += 1
        counts = vampires == 1 or table.switches.rumor_two_vampires == "each-time"
        await _resolve(table, encounter.slot, card, rumored=counts)
    return vampires > 0


def matures(edition: Edition, card: CardId | None) -> bool:
    """Clause encounters.matured-effect: whether a card has such an effect, or may have."""
    return card is None or edition.cards[card].matures


def _open_to(state: State, edition: Edition, used: tuple[SlotId, ...]) -> tuple[Encounter, ...]:
    """Clause hide.no-mature: the encounters that may still be matured, as everybody sees it."""
    fallen = state.dracula.fallen
    if fallen is None or fallen.card == HIDE:
        return ()
    return tuple(
        each for each in fallen.encounters if each.slot not in used and matures(edition, each.card)
    )


def _may_stop(fallen: Hideout, left: tuple[Encounter, ...], edition: Edition) -> bool:
    """Clause maturing.resolve: whether Dracula can leave the rest, as everybody sees it."""
    if edition.switches.maturing == "optional" or fallen.may_be_hide:
        return True
    return all(each.card is None for each in left)


async def _choose(table: Table, used: tuple[SlotId, ...]) -> Encounter | None:
    """Dracula names an encounter to mature, or is done."""
    fallen = table.state.dracula.fallen
    left = _open_to(table.state, table.edition, used)
    if fallen is None or not left:
        return None
    stop: tuple[Option, ...] = (DONE,) if _may_stop(fallen, left, table.edition) else ()
    options = (*stop, *(PickSlot(each.slot) for each in left))
    answer = await Choose(
        DRACULA,
        "mature.choose",
        options,
        subject=(fallen.slot,),
        refuse=lambda _: "maturing.resolve",
    )
    if not isinstance(answer, PickSlot):
        return None
    return next(each for each in left if each.slot == answer.slot)


def honest_maturing(
    option: Option, request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clauses hide.no-mature, maturing.resolve: what his hidden cards leave Dracula to choose."""
    fallen = state.dracula.fallen
    if fallen is None:
        return None
    is_hide = HIDE in (fallen.card, knowledge.get(fallen.slot))
    if isinstance(option, PickSlot):
        if is_hide:
            return "hide.no-mature"
        return None if matures(edition, knowledge[option.slot]) else "maturing.resolve"
    if edition.switches.maturing == "optional" or is_hide:
        return None
    offered = (each.slot for each in request.options if isinstance(each, PickSlot))
    must = any(matures(edition, knowledge[slot]) for slot in offered)
    return "maturing.resolve" if must else None


async def _turn_up(table: Table, encounter: Encounter) -> CardId:
    """Clauses maturing.resolve, hide.no-mature: the card used is shown, its Hide disproved."""
    fallen = table.state.dracula.fallen
    assert fallen is not None
    await disclosure.prove_not_hide(table, (fallen.slot,) if fallen.may_be_hide else ())
    if encounter.card is not None:
        return encounter.card
    among = tuple(kind.id for kind in table.edition.cards.values() if kind.matures)
    (card,) = await Reveal(DRACULA, (encounter.slot,), among)
    table.do(EncounterOpened(fallen.slot, encounter.slot, card))
    return card


async def _resolve(table: Table, encounter: SlotId, card: CardId, *, rumored: bool) -> None:
    """Clauses winning.influence.vampire, rumor.bonus: one matured effect, and a rumor's worth.

    Clause maturing.location-hidden: the location is shown if the card says so. A rumor token
    counts for every vampire, or by switch for the first one alone.
    """
    fallen = table.state.dracula.fallen
    assert fallen is not None
    kind = table.edition.cards[card]
    if kind.reveals_location:
        await disclosure.disclose_slots(table, (fallen.slot,))
    if kind.influence:
        table.do(InfluenceChanged(kind.influence, "winning.influence.vampire"))
    if kind.vampire and rumored and fallen.rumor:
        table.do(InfluenceChanged(table.edition.numbers.rumor_influence, "rumor.bonus"))
    effect = table.edition.effects.get(("mature.choose", card))
    if effect is not None:  # a vampire brings nothing beyond its influence and the clearing
        await effect.run(table, DRACULA, (fallen.slot, encounter))
    victory.check(table)


async def _clear_old_spaces(table: Table) -> None:
    """Clause winning.influence.vampire: after the last effect spaces four to six are cleared.

    The card of Dracula's current location alone stays (U44, DF-8).
    """
    first = table.edition.numbers.vampire_clears_from - 1
    own = await _own_card(table, first)
    for hideout in table.state.dracula.trail[first:]:
        if hideout is not None:
            await trail.clear(table, hideout.slot, keep_card=hideout.slot == own)


async def _own_card(table: Table, first: int) -> SlotId | None:
    """Obligation OB-39b: the card of his location, told from Hide where that decides."""
    newest = newest_location(table.state)
    if newest is None:
        return None
    space, card = newest
    if card.partner is None:
        return card.slot
    if card.may_be_hide:
        home = trail.space_of(table.state, card.partner)
        if space < first and (home is None or home < first):
            return card.slot  # neither is touched, so nothing is told
        return card.partner if await disclosure.tell_if_hide(table, card.slot) else card.slot
    return card.partner if card.card == HIDE else card.slot
