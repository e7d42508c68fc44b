"""The combat cards of both sides.

Dracula's cards act at "combat.dracula" on the engaged hunter and say how they resolved; hunters'
cards act at "combat.hunter". Whoever plays Dracula is "he" in a vampire's combat as well.
"""

from engine.facts.board import InfluenceChanged
from engine.facts.combat import (
    BatCardTaken,
    CombatCardFetched,
    CombatItemDiscarded,
    HunterCardCanceled,
    HunterMesmerized,
    PlotLaid,
    PlotUsed,
    combat_of,
)
from engine.ids import DRACULA, EVERYONE, CardId, Seat, SlotId
from engine.options import ACCEPT, DECLINE, PASS, PickSeat, PickSlot
from engine.requests import Choose, Deal, Shuffle
from engine.rules import combat as combat_module
from engine.rules import placing, victory, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Resolved
from engine.state import Played
from engine.table import Table

EFFECTS = Effects()

_PUNCH_DAMAGE = 1
_FANGS_RECOVERY = 2
_DRACULA_DAMAGE = 2  # of Fangs, Strength and Claws alike


# Hunters


@EFFECTS.of("punch", "combat.hunter")
async def punch(table: Table, _seat: Seat, _played: Played) -> None:
    """Clause card.punch: one damage to the vampire."""
    wounds.hurt_opponent(table, _PUNCH_DAMAGE, "punch")


@EFFECTS.of("dodge", "combat.hunter")
async def dodge(_table: Table, _seat: Seat, _played: Played) -> None:
    """Clause card.dodge: nothing beyond the banner."""


@EFFECTS.of("escape", "combat.hunter")
async def escape(table: Table, seat: Seat, _played: Played) -> None:
    """Clause combat.hunter-escape: out of the combat, but still in the place."""
    combat_module.leave(table, seat, "escape")


# Dracula


@EFFECTS.of("fangs", "combat.dracula")
async def fangs(table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clauses card.fangs, winning.influence.fangs: he recovers, and the hunter bleeds.

    At night a mesmerized hunter is bitten instead of hurt, and is out of the combat. Influence
    rises by it even if the bite is averted (great-strength.influence).
    """
    combat = combat_of(table.state)
    mesmerized = engaged in combat.mesmerized
    wounds.heal_opponent(table, _FANGS_RECOVERY, "fangs")
    wounded: tuple[Seat, ...] = ()
    if mesmerized and combat.night:
        await bite_and_leave(table, engaged, "fangs")
    elif await wounds.hurt(table, engaged, _DRACULA_DAMAGE, "fangs"):
        wounded = (engaged,)
    gives = table.switches.fangs_influence
    if gives == "any" or (mesmerized and (combat.night or gives == "mesmerized")):
        amount = table.edition.numbers.fangs_influence
        table.do(InfluenceChanged(amount, "winning.influence.fangs"))
    return Resolved("fangs", engaged, (engaged,), wounded)


async def bite_and_leave(table: Table, seat: Seat, source: CardId) -> None:
    """Clause great-strength.fangs: a bite that also takes the hunter out of the combat.

    Averting the bite token and the defeat leaves the rest of it standing (U46); where the whole
    bite is averted the hunter stays.
    """
    bitten = await wounds.bite(table, seat, source)
    if bitten or table.switches.great_strength_scope == "bite-and-defeat":
        combat_module.leave(table, seat, source)


def _can_be_struck_down(table: Table, card: CardId) -> bool:
    """What Strength cancels: Punch, Crucifix and every weapon."""
    return card in ("punch", "crucifix") or table.edition.cards[card].weapon


@EFFECTS.of("strength", "combat.dracula")
async def strength(table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clauses card.strength, banners.yellow.no-discard: damage, and the hunter's blow is stopped.

    At night Crucifix or the weapon is discarded too; Punch is nobody's to discard.
    """
    hurt = await wounds.hurt(table, engaged, _DRACULA_DAMAGE, "strength")
    combat = combat_of(table.state)
    theirs = combat.shown.get(engaged)
    if theirs is not None and _can_be_struck_down(table, theirs.card):
        if not theirs.canceled:
            table.do(HunterCardCanceled(engaged, "strength"))
        if combat.night and theirs.slot:
            table.do(CombatItemDiscarded(engaged, theirs.slot, theirs.card))
    return Resolved("strength", engaged, (engaged,), (engaged,) if hurt else ())


@EFFECTS.of("claws", "combat.dracula")
async def claws(table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clause card.claws: damage; at night, damage again to any hunter still in the combat."""
    hurt = await wounds.hurt(table, engaged, _DRACULA_DAMAGE, "claws")
    struck: tuple[Seat, ...] = (engaged,)
    wounded: tuple[Seat, ...] = (engaged,) if hurt else ()
    combat = combat_of(table.state)
    if combat.night and combat.hunters:
        victim = await _second_victim(combat.hunters)
        struck = (*struck, victim)
        if await wounds.hurt(table, victim, _DRACULA_DAMAGE, "claws"):
            wounded = (*wounded, victim)
    return Resolved("claws", engaged, struck, wounded)


async def _second_victim(hunters: tuple[Seat, ...]) -> Seat:
    if len(hunters) == 1:
        return hunters[0]
    options = tuple(PickSeat(seat) for seat in hunters)
    answer = await Choose(DRACULA, "combat.claws", options, refuse=lambda _: "card.claws")
    assert isinstance(answer, PickSeat)
    return answer.seat


@EFFECTS.of("mesmerize", "combat.dracula")
async def mesmerize(table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clauses card.mesmerize, mesmerize.duration: the hunter's card fails, and weapons weaken."""
    theirs = combat_of(table.state).shown.get(engaged)
    if theirs is not None and not theirs.canceled:
        table.do(HunterCardCanceled(engaged, "mesmerize"))
    table.do(HunterMesmerized(engaged))
    return Resolved("mesmerize", engaged, (engaged,), stays=True)


@EFFECTS.of("plotting", "combat.dracula")
async def plotting(table: Table, engaged: Seat, played: Played) -> Resolved:
    """Clause card.plotting: one card of choice from the deck, unseen; then it lies in wait."""
    deck = combat_of(table.state).deck
    if deck:
        await _fetch(table, deck)
    table.do(PlotLaid(played.slot))
    return Resolved("plotting", engaged, stays=True)


async def _fetch(table: Table, deck: tuple[SlotId, ...]) -> None:
    """Look at the whole deck, keep one card, give the rest back to be shuffled (OB-42)."""
    await Deal(EVERYONE, deck, DRACULA)
    options = tuple(PickSlot(slot) for slot in deck)
    answer = await Choose(DRACULA, "combat.fetch", options, refuse=lambda _: "card.plotting")
    assert isinstance(answer, PickSlot)
    rest = tuple(slot for slot in deck if slot != answer.slot)
    new: tuple[SlotId, ...] = ()
    if rest:
        await Deal(DRACULA, rest, "combat_deck")
        new = table.new_slots("b", len(rest))
        await Shuffle(EVERYONE, "combat_deck", rest, new)
    table.do(CombatCardFetched(answer.slot, new))


@EFFECTS.of("plotting", "combat.plotting")
async def plot(table: Table, engaged: Seat, waiting: Played) -> None:
    """Clause combat.plotting.window: turned down to cancel the engaged hunter's combat card."""
    answer = await Choose(
        DRACULA,
        "combat.plotting",
        (PASS, PickSlot(waiting.slot)),
        subject=(engaged,),
        refuse=lambda _: "combat.plotting.window",
    )
    if isinstance(answer, PickSlot):
        table.do(PlotUsed(waiting.slot))
        table.do(HunterCardCanceled(engaged, "plotting"))


@EFFECTS.of("escape_as_mist", "combat.dracula")
async def escape_as_mist(_table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clause escape-mist.card: the combat ends and nobody moves."""
    return Resolved("escape_as_mist", engaged)


@EFFECTS.of("escape_as_bat", "combat.dracula")
async def escape_as_bat(_table: Table, engaged: Seat, _played: Played) -> Resolved:
    """Clause escape-bat.card: the combat ends; whether he flies off is asked afterwards."""
    return Resolved("escape_as_bat", engaged)


@EFFECTS.of("escape_as_bat", "combat.escaped")
async def flight(table: Table, seat: Seat, played: Played) -> None:
    """Clauses escape-bat.move-optional, escape-bat.vampire: at night he may fly, if it was he."""
    combat = combat_of(table.state)
    if combat.opponent != DRACULA or not combat.night or not placing.can_escape(table):
        return
    answer = await Choose(
        seat, "combat.bat", (ACCEPT, DECLINE), refuse=lambda _: "escape-bat.move-optional"
    )
    if answer == ACCEPT:
        await placing.place_bat(table)
        table.do(BatCardTaken(played.slot))
        victory.check(table)
