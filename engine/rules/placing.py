"""Dracula lays a card: at the start, in his phase, as a bat; and the penalty when he cannot."""

from msgspec import UNSET

from engine.facts.trail import (
    CardLaid,
    CardOpened,
    CurrentCardMoved,
    HideoutsMoved,
    LairEntered,
    PowerShown,
)
from engine.ids import CASTLE, DRACULA, HIDE, POWER, PlaceId, SlotId
from engine.questions import OpenCards, Openings, Ties
from engine.requests import Attest, Conceal
from engine.rules import announced, disclosure, powers, trail, victory, whereabouts, wounds
from engine.rules.announced import Ground
from engine.shapes import Shape
from engine.state import Hideout, State, current_location, hunters_at
from engine.switches import Switches
from engine.table import Table


async def place_start(table: Table) -> None:
    """Clauses setup.dracula.secret-choice, setup.dracula.card-facedown: his start, unseen."""
    slot, shape = await _conceal(table, announced.START)
    limits = announced.ground(table.state, table.edition, announced.START, shape)
    _lay(table, slot, shape, limits)


async def place_card(table: Table) -> Shape:
    """Clauses dracula-phase.choose, dracula-phase.place: the card of this phase, as announced.

    With "no legal card" nothing is laid; the penalty is the caller's.
    """
    slot, shape = await _conceal(table, announced.CARD)
    if shape.no_card:
        return shape
    if shape.power is not None and table.switches.power_effect_shown == "yes":
        table.do(PowerShown(shape.power))
    if shape.power in powers.LONE:
        await _lay_lone(table, slot, shape)
        return shape
    # What limits the card is fixed before Misdirect's target is gone: he sets out from there.
    limits = announced.ground(table.state, table.edition, announced.CARD, shape)
    if shape.target is not None:
        await _misdirect(table, shape.target)
    if shape.lair is None:
        _lay(table, slot, shape, limits)
    else:
        power, clue = _beside(shape), limits.clue(shape.lair)
        table.do(LairEntered(shape.lair, clue, power, bool(power) and _lies_up(table)))
    return shape


async def _conceal(table: Table, about: str) -> tuple[SlotId, Shape]:
    """Dracula chooses in secret; everybody checks what he announces."""
    (slot,) = table.new_slots("d", 1)
    allows = announced.allows(table.state, table.edition, about)
    shape: Shape = await Conceal(DRACULA, slot, about, allows=allows)
    return slot, shape


def _beside(shape: Shape) -> str | None:
    """Clause wolf-form.place: Wolf Form lies with the location, Misdirect does not."""
    return shape.power if shape.power == powers.WOLF_FORM else None


def _lies_up(table: Table) -> bool:
    """Clause power.facedown: whether announced power cards lie face up on the trail."""
    return table.switches.power_on_trail == "by-card-text"


def _lies_known(table: Table, shape: Shape) -> bool:
    """Clauses castle.known, hide.revealed.faceup: whether it lies face down and yet all know it."""
    switches = table.switches
    if shape.back == CASTLE:
        is_met = bool(hunters_at(table.state, table.edition.board.castle))
        return switches.castle_hide == "facedown" and not is_met
    return shape.face == HIDE and switches.hide_when_revealed == "facedown"


def _lay(table: Table, slot: SlotId, shape: Shape, limits: Ground) -> None:
    """Clauses dracula-phase.place, hide.associate: the card on the first space, and what it tells.

    A card that cannot be Hide is known not to be; one that can is tied to the older card.
    """
    face: PlaceId | None = HIDE if shape.counts is False else shape.face
    hideout = Hideout(
        slot,
        shape.back,
        face,
        _beside(shape),
        power_up=_beside(shape) is not None and _lies_up(table),
        bat_card=limits.reach == "bat",
        partner=limits.before if limits.hide else None,
        not_hide=not limits.hide,
        facedown=_lies_known(table, shape) or UNSET,
    )
    table.do(CardLaid(hideout, 0, limits.clue(slot)))


async def _lay_lone(table: Table, slot: SlotId, shape: Shape) -> None:
    """Clauses feed.replaces-location, dark-call.replaces-location, consecrated.no-powers.

    Where holy tokens turn nothing up, Dracula proves that he does not stand on one.
    """
    await disclosure.prove_not_in(table, table.state.holy)
    hideout = Hideout(slot, POWER, power=shape.power, power_up=_lies_up(table))
    table.do(CardLaid(hideout, 0, None))


async def _misdirect(table: Table, target: SlotId) -> None:
    """Clauses misdirect.clear, misdirect.place, misdirect.not-hide-location: clear it first (U45).

    Which place it was is not shown, but that it was no Hide nor bore one (PA-4).
    """
    await disclosure.prove_not_hide(table, powers.misdirect_doubts(table.state, target))
    space = trail.space_of(table.state, target)
    assert space is not None
    await trail.clear(table, target)
    (slot,) = table.new_slots("d", 1)
    hideout = Hideout(slot, POWER, power=powers.MISDIRECT, power_up=_lies_up(table))
    table.do(CardLaid(hideout, space, None))


def can_escape(table: Table) -> bool:
    """Clause escape-bat.move-optional: whether any city is left to fly to, as everybody sees it."""
    allows = announced.allows(table.state, table.edition, announced.ESCAPE)
    castle = Shape(CASTLE, table.edition.board.castle)
    return allows(Shape()) is None or allows(castle) is None


async def place_bat(table: Table) -> None:
    """Clauses escape-bat.clear, escape-bat.place, escape-bat.first-space: he flies (U41, U42).

    The hideout he leaves is cleared, power cards left of it close the gap, and the new card lies
    on the first space with Escape as Bat. A Hide among them has lost its location.
    """
    here = current_location(table.state)
    slot, shape = await _conceal(table, announced.ESCAPE)
    limits = announced.ground(table.state, table.edition, announced.ESCAPE, shape)
    left = next(each.slot for each in table.state.dracula.trail if each and each.card == here)
    gap = trail.space_of(table.state, left)
    assert gap is not None
    await trail.clear(table, left)
    if gap > 0:
        table.do(HideoutsMoved(gap))
    _lay(table, slot, shape, limits)
    if table.switches.despair_trigger != "dracula-phase":
        victory.fury(table, shape)


async def pay(table: Table) -> None:
    """Clauses errors.no-legal-card, errors.step2.clear, errors.step3.damage: the whole penalty.

    Clauses errors.step2.keep-current, errors.lairs-untouched: the card of his location alone
    stays, on the first space, and lairs are no part of this.
    """
    own = await _show_location(table)
    for hideout in table.state.dracula.trail:
        if hideout is not None:
            await trail.clear(table, hideout.slot, keep_card=hideout.slot == own)
    table.do(CurrentCardMoved(own))
    wounds.hurt_dracula(table, table.edition.numbers.error_damage, "errors.step3.damage")
    victory.check(table)


def location_question(state: State, switches: Switches) -> OpenCards | None:
    """Clause errors.step1.reveal: what he turns up to show where he is; None if it lies open.

    If he is there by Hide, both cards are turned up (PA-13). Clause switch.no_card_opens: with his
    whole trail and his lairs, if tables want to see at once that there is no card (T-15).
    """
    if switches.no_card_opens == "trail-and-lairs":
        hidden = tuple(each.slot for each in trail.in_places(state) if each.is_hidden)
        return OpenCards(hidden, Ties({}, {})) if hidden else None
    newest = whereabouts.newest(state)
    home = newest.partner if newest.may_be_hide or newest.card == HIDE else None
    ties = Ties({}, {newest.slot: home} if home and trail.is_hidden(state, home) else {})
    asked = newest.slot if newest.card is None else home
    if asked is None or not trail.is_hidden(state, asked):
        return None
    return OpenCards((asked,), ties)


async def _show_location(table: Table) -> SlotId:
    """Clauses errors.step1.reveal, switch.no_card_opens: where he is lies open, or all he has.

    What lies face down though everybody knows it is turned up without a question.
    """
    question = location_question(table.state, table.switches)
    if question is not None:
        claim: Openings = await Attest(DRACULA, question)
        for slot, value in claim:
            table.do(CardOpened(slot, value))
    newest = whereabouts.newest(table.state)
    own = newest.partner if newest.card == HIDE and newest.partner else newest.slot
    is_all = table.switches.no_card_opens == "trail-and-lairs"
    lying = tuple(each.slot for each in trail.in_places(table.state)) if is_all else (own,)
    await disclosure.turn_up_known(table, lying)
    return own
