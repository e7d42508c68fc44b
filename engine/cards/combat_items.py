"""Items as combat cards, and those that lie open or follow another during a combat."""

from engine.cards.combat_cards import bite_and_leave
from engine.facts.combat import BulletsUsed, CombatItemDiscarded, combat_of
from engine.facts.hands import CardLaidInFront, CardLeftFront
from engine.ids import CardId, ClauseId, Seat
from engine.options import DONE, Option, PickSeat
from engine.requests import Choose
from engine.rules import combat as combat_module
from engine.rules import victory, windows, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Resolved, Shot
from engine.state import Card, Combat, Played, State
from engine.table import Table

EFFECTS = Effects()

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


@EFFECTS.of("crucifix", "combat.hunter")
async def crucifix(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.crucifix: damage if it has canceled Fangs or Mesmerize."""
    theirs = _draculas_card(table.state)
    if _is_engaged(table.state, seat) and theirs.canceled and theirs.card in ("fangs", "mesmerize"):
        wounds.hurt_opponent(table, _CRUCIFIX_DAMAGE, "crucifix")


@EFFECTS.of("garlic", "combat.hunter")
async def garlic(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.garlic: damage if the hunter is engaged and Fangs or Claws was played."""
    theirs = _draculas_card(table.state).card
    if _is_engaged(table.state, seat) and theirs in ("fangs", "claws"):
        wounds.hurt_opponent(table, _GARLIC_DAMAGE, "garlic")


@EFFECTS.of("heavenly_host", "combat.hunter")
async def heavenly_host(table: Table, seat: Seat, played: Played) -> None:
    """Clause card.heavenly_host: damage; against Fangs on this hunter, a bite instead."""
    _use_up(table, seat, played)
    if _is_engaged(table.state, seat) and _draculas_card(table.state).card == "fangs":
        await bite_and_leave(table, seat, "heavenly_host")
    else:
        wounds.hurt_opponent(table, _HOST_DAMAGE, "heavenly_host")


@EFFECTS.of("holy_circle", "combat.hunter")
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


@EFFECTS.of("knife", "combat.hunter")
async def knife(table: Table, seat: Seat, _played: Played) -> None:
    """Clause card.knife: damage to the vampire."""
    _strike(table, seat, "knife", _KNIFE_DAMAGE)


@EFFECTS.of("pistol", "combat.hunter")
@EFFECTS.of("rifle", "combat.hunter")
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


@EFFECTS.of("holy_bullets", "combat.firearm", barred=_bullets_barred)
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


@EFFECTS.of("garlic_wreath", "combat.start", barred=_wreath_barred)
async def garlic_wreath(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.garlic_wreath: worn until the combat ends."""
    slot = next(each.slot for each in table.state.resolving if each.card == "garlic_wreath")
    table.do(CardLaidInFront(seat, slot, "garlic_wreath"))
    return combat


@EFFECTS.of("garlic_wreath", "combat.dracula-resolved")
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
