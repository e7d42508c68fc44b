"""The combat cards of both sides, and items and events that are played in a combat.

Dracula's cards act at "combat.dracula" on the engaged hunter and say how they resolved; hunters'
cards act at "combat.hunter". In a vampire's combat "he" is whoever plays Dracula, too.
"""

from msgspec.structs import replace

from engine.facts.board import HarmPrevented, InfluenceChanged
from engine.facts.combat import (
    BatCardTaken,
    BulletsUsed,
    CombatCardExchanged,
    CombatCardFetched,
    CombatItemDiscarded,
    EscapesBarred,
    HunterCardCanceled,
    HunterMesmerized,
    PlotLaid,
    PlotUsed,
    combat_of,
)
from engine.facts.hands import (
    CardLaidInFront,
    CardLeftFront,
    CardsTakenUp,
    ResolvingDiscarded,
    TakenUpKept,
)
from engine.ids import DRACULA, EVERYONE, CardId, ClauseId, Seat, SlotId
from engine.options import ACCEPT, DECLINE, DONE, PASS, Option, PickCard, PickSeat, PickSlot, Play
from engine.requests import Choose, Deal, Reveal, Shuffle
from engine.rules import combat as combat_module
from engine.rules import combat_choice, hands, placing, supply, victory, windows, wounds
from engine.rules.effects import Barred, Effects
from engine.rules.proposals import CancelCard, Escape, Harm, Resolved, Shot
from engine.state import Card, Combat, Played, State
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


# Items as combat cards, and those that lie open or follow another during a combat.


ITEM_EFFECTS = Effects()

_CRUCIFIX_DAMAGE = 3
_GARLIC_DAMAGE = 2
_WREATH_DAMAGE = 4
_HOST_DAMAGE = 4
_BULLETS_DAMAGE = 3
_KNIFE_DAMAGE = 3
_FIREARM_DAMAGE = 2
_MESMERIZED = 1  # less from each weapon of a mesmerized hunter


def _is_engaged(state: State, seat: Seat) -> bool:
    return combat_of(state).engaged == seat


def _draculas_card(state: State) -> Played:
    """What Dracula has played in this round, canceled or not."""
    return combat_of(state).played[-1]


def _use_up(table: Table, seat: Seat, played: Played) -> None:
    table.do(CombatItemDiscarded(seat, played.slot, played.card))


@ITEM_EFFECTS.of("crucifix", "combat.hunter")
async def crucifix(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.crucifix: damage if it has canceled Fangs or Mesmerize."""
    theirs = _draculas_card(table.state)
    if _is_engaged(table.state, seat) and theirs.canceled and theirs.card in ("fangs", "mesmerize"):
        wounds.hurt_opponent(table, _CRUCIFIX_DAMAGE, "crucifix")


@ITEM_EFFECTS.of("garlic", "combat.hunter")
async def garlic(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.garlic: damage if the hunter is engaged and Fangs or Claws was played."""
    theirs = _draculas_card(table.state).card
    if _is_engaged(table.state, seat) and theirs in ("fangs", "claws"):
        wounds.hurt_opponent(table, _GARLIC_DAMAGE, "garlic")


@ITEM_EFFECTS.of("heavenly_host", "combat.hunter")
async def heavenly_host(table: Table, seat: Seat, played: Played) -> None:
    """Clause card.heavenly_host: damage; against Fangs on this hunter, a bite instead."""
    _use_up(table, seat, played)
    if _is_engaged(table.state, seat) and _draculas_card(table.state).card == "fangs":
        await bite_and_leave(table, seat, "heavenly_host")
    else:
        wounds.hurt_opponent(table, _HOST_DAMAGE, "heavenly_host")


@ITEM_EFFECTS.of("holy_circle", "combat.hunter")
async def holy_circle(table: Table, seat: Seat, played: Played) -> None:
    """Clause card.holy_circle: one or more hunters leave the combat, whoever they are."""
    _use_up(table, seat, played)
    first = True
    while combat_of(table.state).hunters:
        answer = await Choose(
            seat,
            "combat.circle",
            _who_may_leave(combat_of(table.state), first=first),
            refuse=lambda _: "card.holy_circle",
        )
        if not isinstance(answer, PickSeat):
            return
        combat_module.leave(table, answer.seat, "holy_circle")
        first = False


def _who_may_leave(combat: Combat, *, first: bool) -> tuple[Option, ...]:
    hunters: tuple[Option, ...] = tuple(PickSeat(seat) for seat in combat.hunters)
    return hunters if first else (DONE, *hunters)


def _strike(table: Table, seat: Seat, card: CardId, amount: int) -> None:
    """Clause card.mesmerize: a weapon in a mesmerized hand does less, never below nothing."""
    if seat in combat_of(table.state).mesmerized:
        amount -= _MESMERIZED
    wounds.hurt_opponent(table, amount, card)


@ITEM_EFFECTS.of("knife", "combat.hunter")
async def knife(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.knife: damage to the vampire."""
    _strike(table, seat, "knife", _KNIFE_DAMAGE)


@ITEM_EFFECTS.of("pistol", "combat.hunter")
@ITEM_EFFECTS.of("rifle", "combat.hunter")
async def firearm(table: Table, seat: Seat, played: Played) -> None:
    """Clauses card.pistol, card.rifle: damage to the vampire, perhaps a holy bullet after it."""
    _strike(table, seat, played.card, _FIREARM_DAMAGE)
    victory.check(table)
    if not wounds.opponent_is_defeated(table):
        shot = Shot(seat, played.card)
        await windows.offer(table, "combat.firearm", shot, (seat,), once=True)


def _bullets_barred(table: Table, _seat: Seat, _shot: Shot) -> ClauseId | None:
    """One in a combat, whoever fires it (U9)."""
    return "card.holy_bullets" if combat_of(table.state).bullets_used else None


@ITEM_EFFECTS.of("holy_bullets", "combat.firearm", barred=_bullets_barred)
async def holy_bullets(table: Table, seat: Seat, shot: Shot) -> Shot:
    """Clause card.holy_bullets: three damage more."""
    table.do(BulletsUsed(seat))
    wounds.hurt_opponent(table, _BULLETS_DAMAGE, "holy_bullets")
    return shot


def _in_front(state: State, seat: Seat, card: CardId) -> Card | None:
    lying = (each for each in state.hunters[seat].in_front if each.card == card)
    return next(lying, None)


def _wreath_barred(table: Table, seat: Seat, _combat: Combat) -> ClauseId | None:
    """Only in one's own combat, and only one wreath at a time (U49)."""
    if seat not in combat_of(table.state).hunters:
        return "card.garlic_wreath"
    worn = _in_front(table.state, seat, "garlic_wreath")
    return None if worn is None else "card.garlic_wreath"


@ITEM_EFFECTS.of("garlic_wreath", "combat.start", barred=_wreath_barred)
async def garlic_wreath(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.garlic_wreath: worn until the combat ends."""
    slot = next(each.slot for each in table.state.resolving if each.card == "garlic_wreath")
    table.do(CardLaidInFront(seat, slot, "garlic_wreath"))
    return combat


@ITEM_EFFECTS.of("garlic_wreath", "combat.dracula-resolved")
async def wreath_answers(table: Table, seat: Seat, resolved: Resolved) -> Resolved:
    """Clause card.garlic_wreath: burns whoever hurt its wearer with Fangs; Claws tear it off.

    It burns even if the wearer was defeated by that damage (U49), and Claws tear it off whether
    they struck the wearer as the engaged hunter or by the second blow (U8).
    """
    worn = _in_front(table.state, seat, "garlic_wreath")
    if worn is None:
        return resolved
    if resolved.card == "fangs" and seat in resolved.wounded:
        wounds.hurt_opponent(table, _WREATH_DAMAGE, "garlic_wreath")
    if resolved.card == "claws" and seat in resolved.struck:
        table.do(CardLeftFront(seat, "items", worn.slot, "garlic_wreath"))
    return resolved


# Events of both sides that are played into a combat or avert harm.


EVENT_EFFECTS = Effects()

_LEAP_DAMAGE = 5  # to the vampire, then to whoever leapt
_FOUND_ITEMS = 5


def _outside(card: CardId) -> Barred:
    """The clause that keeps a hunter who is not in the combat from starting it with a card."""

    def barred(table: Table, seat: Seat, _combat: Combat) -> ClauseId | None:
        return None if seat in combat_of(table.state).hunters else f"card.{card}"

    return barred


def _lay_in_front(table: Table, seat: Seat, card: CardId) -> None:
    slot = next(each.slot for each in table.state.resolving if each.card == card)
    table.do(CardLaidInFront(seat, slot, card))


@EVENT_EFFECTS.of("escape_route", "combat.start", barred=_outside("escape_route"))
async def escape_route(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.escape_route: one hunter, oneself or another, leaves before the first round."""
    hunters = combat_of(table.state).hunters
    chosen = hunters[0]
    if len(hunters) > 1:
        options = tuple(PickSeat(each) for each in hunters)
        answer = await Choose(
            seat, "escape_route.hunter", options, refuse=lambda _: "card.escape_route"
        )
        assert isinstance(answer, PickSeat)
        chosen = answer.seat
    combat_module.leave(table, chosen, "escape_route")
    return combat


@EVENT_EFFECTS.of("planned_ambush", "combat.start", barred=_outside("planned_ambush"))
async def planned_ambush(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.planned_ambush: lies ready for the first round."""
    _lay_in_front(table, seat, "planned_ambush")
    return combat


@EVENT_EFFECTS.of("planned_ambush", "combat.swap")
async def exchange(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clauses card.planned_ambush, banners.required: the card shown is exchanged for another."""
    if seat not in combat_of(table.state).shown:
        return combat
    items = tuple(
        card for card in table.edition.banner_cards if table.edition.cards[card].deck == "item"
    )
    own = tuple(PickCard(card) for card in combat_choice.own_cards(table, seat))
    await hands.mix(table, seat, "items")
    shown, hidden = hands.from_hand(table.state, seat, "items", Play, items)
    answer = await Choose(
        seat, "combat.swap", (PASS, *own, *shown), hidden, refuse=lambda _: "banners.required"
    )
    if isinstance(answer, PickCard):
        table.do(CombatCardExchanged(seat, Played(answer.card)))
    elif isinstance(answer, Play):
        table.do(CombatCardExchanged(seat, Played(answer.card, answer.slot)))
    return combat


@EVENT_EFFECTS.of("lucky_find", "combat.start", barred=_outside("lucky_find"))
async def lucky_find(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.lucky_find: one of the top five items is kept unseen, the others discarded."""
    await hands.rebuild(table, "items")
    slots = table.state.item_deck[:_FOUND_ITEMS]
    if slots:
        table.do(CardsTakenUp("items", slots))
        await Deal(EVERYONE, slots, seat)
        await _keep_one(table, seat, slots)
        await supply.enforce_item_limit(table, seat)
    return combat


async def _keep_one(table: Table, seat: Seat, slots: tuple[SlotId, ...]) -> None:
    options = tuple(PickSlot(slot) for slot in slots)
    answer = await Choose(seat, "lucky_find.keep", options, refuse=lambda _: "card.lucky_find")
    assert isinstance(answer, PickSlot)
    table.do(TakenUpKept(seat, "items", answer.slot))
    rest = tuple(slot for slot in slots if slot != answer.slot)
    if rest:
        faces = await Reveal(seat, rest, hands.cards_of(table, "items"))
        for slot, card in zip(rest, faces, strict=True):
            table.do(ResolvingDiscarded("items", slot, card))


@EVENT_EFFECTS.of("heroic_leap", "combat.start", barred=_outside("heroic_leap"))
async def heroic_leap(table: Table, seat: Seat, _combat: Combat) -> None:
    """Clause card.heroic_leap: no combat; the vampire is hurt, and then whoever leapt (U15)."""
    wounds.hurt_opponent(table, _LEAP_DAMAGE, "heroic_leap")
    victory.check(table)
    await wounds.hurt(table, seat, _LEAP_DAMAGE, "heroic_leap")
    victory.check(table)


@EVENT_EFFECTS.of("lucys_revenge", "combat.start", barred=_outside("lucys_revenge"))
async def lucys_revenge(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.lucys_revenge: lies ready until the combat ends or it is used once."""
    _lay_in_front(table, seat, "lucys_revenge")
    return combat


async def _uses_revenge(table: Table, seat: Seat, moment: str, subject: tuple[str, ...]) -> bool:
    """Ask whoever has the card lying open; used, it is discarded."""
    hunter = table.state.hunters[seat]
    lying = next((each for each in hunter.in_front if each.card == "lucys_revenge"), None)
    if lying is None or not hunter.in_play or moment in table.state.standing.get(seat, ()):
        return False
    options: tuple[Option, ...] = (PASS, Play(lying.slot, "lucys_revenge"))
    answer = await Choose(
        seat, moment, options, subject=subject, refuse=lambda _: "card.lucys_revenge"
    )
    if answer == PASS:
        return False
    table.do(CardLeftFront(seat, "events", lying.slot, "lucys_revenge"))
    return True


@EVENT_EFFECTS.of("lucys_revenge", "combat.escape")
async def revenge_holds(table: Table, seat: Seat, escape: Escape) -> Escape:
    """Clause card.lucys_revenge: cancels an escape, even from outside the combat (U61)."""
    if escape.canceled or not await _uses_revenge(table, seat, "combat.escape", (escape.card,)):
        return escape
    return replace(escape, canceled=True, by="lucys_revenge")


@EVENT_EFFECTS.of("lucys_revenge", "harm.prevent.in-play")
async def revenge_saves(table: Table, seat: Seat, harm: Harm) -> Harm | None:
    """Clause great-strength.lucys-revenge: averts harm from its owner as Great Strength would."""
    if harm.seat != seat or not await _uses_revenge(table, seat, "harm.prevent", _harm(harm)):
        return harm
    table.do(HarmPrevented(harm.seat, harm.bite, harm.amount, "lucys_revenge"))
    return None


def _harm(harm: Harm) -> tuple[str, ...]:
    return (harm.seat, "bite" if harm.bite else str(harm.amount), harm.source)


@EVENT_EFFECTS.of("great_strength", "harm.prevent")
async def great_strength(table: Table, _seat: Seat, harm: Harm) -> None:
    """Clauses great-strength.card, great-strength.prevented: the harm is averted in every part."""
    table.do(HarmPrevented(harm.seat, harm.bite, harm.amount, "great_strength"))


def _enraged_barred(table: Table, _seat: Seat, cancel: CancelCard) -> ClauseId | None:
    """It would bar the very escape it saves (DF-9)."""
    return "card.enraged" if table.edition.cards[cancel.card].escape else None


@EVENT_EFFECTS.of("enraged", "combat.cancel-dracula", barred=_enraged_barred)
async def enraged(table: Table, _seat: Seat, cancel: CancelCard) -> CancelCard:
    """Clause card.enraged: his card stands after all; no escape from this combat any more."""
    table.do(EscapesBarred())
    return replace(cancel, canceled=False)
