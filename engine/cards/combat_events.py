"""Events of both sides that are played into a combat or avert harm."""

from msgspec.structs import replace

from engine.facts.board import HarmPrevented
from engine.facts.combat import CombatCardExchanged, EscapesBarred, combat_of
from engine.facts.hands import CardLaidInFront, CardLeftFront
from engine.facts.piles import CardsTakenUp, ResolvingDiscarded, TakenUpKept
from engine.ids import EVERYONE, CardId, ClauseId, Seat, SlotId
from engine.options import PASS, Option, PickCard, PickSeat, PickSlot, Play
from engine.requests import Choose, Deal, Reveal
from engine.rules import combat as combat_module
from engine.rules import combat_choice, hands, supply, victory, wounds
from engine.rules.effects import Barred, Effects
from engine.rules.proposals import CancelCard, Escape, Harm
from engine.state import Combat, Played
from engine.table import Table

EFFECTS = Effects()

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


@EFFECTS.of("escape_route", "combat.start", barred=_outside("escape_route"))
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


@EFFECTS.of("planned_ambush", "combat.start", barred=_outside("planned_ambush"))
async def planned_ambush(table: Table, seat: Seat, combat: Combat) -> Combat:
    """Clause card.planned_ambush: lies ready for the first round."""
    _lay_in_front(table, seat, "planned_ambush")
    return combat


@EFFECTS.of("planned_ambush", "combat.swap")
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


@EFFECTS.of("lucky_find", "combat.start", barred=_outside("lucky_find"))
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


@EFFECTS.of("heroic_leap", "combat.start", barred=_outside("heroic_leap"))
async def heroic_leap(table: Table, seat: Seat, _combat: Combat) -> None:
    """Clause card.heroic_leap: no combat; the vampire is hurt, and then whoever leapt (U15)."""
    wounds.hurt_opponent(table, _LEAP_DAMAGE, "heroic_leap")
    victory.check(table)
    await wounds.hurt(table, seat, _LEAP_DAMAGE, "heroic_leap")
    victory.check(table)


@EFFECTS.of("lucys_revenge", "combat.start", barred=_outside("lucys_revenge"))
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


@EFFECTS.of("lucys_revenge", "combat.escape")
async def revenge_holds(table: Table, seat: Seat, escape: Escape) -> Escape:
    """Clause card.lucys_revenge: cancels an escape, even from outside the combat (U61)."""
    if escape.canceled or not await _uses_revenge(table, seat, "combat.escape", (escape.card,)):
        return escape
    return replace(escape, canceled=True, by="lucys_revenge")


@EFFECTS.of("lucys_revenge", "harm.prevent.in-play")
async def revenge_saves(table: Table, seat: Seat, harm: Harm) -> Harm | None:
    """Clause great-strength.lucys-revenge: averts harm from its owner as Great Strength would."""
    if harm.seat != seat or not await _uses_revenge(table, seat, "harm.prevent", _harm(harm)):
        return harm
    table.do(HarmPrevented(harm.seat, harm.bite, harm.amount, "lucys_revenge"))
    return None


def _harm(harm: Harm) -> tuple[str, ...]:
    return (harm.seat, "bite" if harm.bite else str(harm.amount), harm.source)


@EFFECTS.of("great_strength", "harm.prevent")
async def great_strength(table: Table, _seat: Seat, harm: Harm) -> None:
    """Clauses great-strength.card, great-strength.prevented: the harm is averted in every part."""
    table.do(HarmPrevented(harm.seat, harm.bite, harm.amount, "great_strength"))


def _enraged_barred(table: Table, _seat: Seat, cancel: CancelCard) -> ClauseId | None:
    """It would bar the very escape it saves (DF-9)."""
    return "card.enraged" if table.edition.cards[cancel.card].escape else None


@EFFECTS.of("enraged", "combat.cancel-dracula", barred=_enraged_barred)
async def enraged(table: Table, _seat: Seat, cancel: CancelCard) -> CancelCard:
    """Clause card.enraged: his card stands after all; no escape from this combat any more."""
    table.do(EscapesBarred())
    return replace(cancel, canceled=False)
