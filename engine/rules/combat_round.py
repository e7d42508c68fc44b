"""A round of combat: its eight steps, from the choice of cards to fresh hands (C)."""

from typing import Any

from engine.facts.combat import HunterEngaged, HunterLeftCombat, combat_of
from engine.facts.combat_cards import (
    CombatCardsDrawn,
    CombatCardsRevealed,
    CombatRefreshed,
    DraculaCardCanceled,
    DraculaCardResolved,
)
from engine.ids import DRACULA, EVERYONE, NO_CARD, CardId, ClauseId, Seat
from engine.options import Option, PickSeat
from engine.requests import Choose, Deal, Request, Reveal, together
from engine.rules import combat_choice, effects, victory, windows, wounds
from engine.rules.proposals import CancelCard, Escape, Resolved
from engine.state import Played
from engine.table import Table


async def rounds(table: Table) -> Played | None:
    """Clause combat.rounds: round after round; the escape card that ended it, if one did."""
    while True:
        await combat_choice.choose(table)
        await _engage(table)
        await _reveal(table)
        await _compare(table)
        escaped = await _dracula_resolves(table)
        if escaped is not None or not combat_of(table.state).hunters:
            return escaped
        if not wounds.opponent_is_defeated(table):
            await _hunters_resolve(table)
        if _is_over(table):
            return None
        await _refresh(table)


def _is_over(table: Table) -> bool:
    """Clause combat.step7.six: six cards played, nobody left, or the vampire defeated."""
    combat = combat_of(table.state)
    if not combat.hunters or wounds.opponent_is_defeated(table):
        return True
    return len(combat.played) >= table.edition.numbers.combat_cards_limit


# Step 2


async def _engage(table: Table) -> None:
    """Clauses combat.step2.engage, combat.step2.single: Dracula names the hunter he goes for."""
    hunters = combat_of(table.state).hunters

    def refuse(_: Option) -> ClauseId:
        return "combat.step2.engage"

    if len(hunters) == 1:
        table.do(HunterEngaged(hunters[0]))
        return
    options = tuple(PickSeat(seat) for seat in hunters)
    answer = await Choose(DRACULA, "combat.engage", options, refuse=refuse)
    assert isinstance(answer, PickSeat)
    table.do(HunterEngaged(answer.seat))


# Step 3


async def _reveal(table: Table) -> None:
    """Clause combat.step3.reveal: all cards are turned up together, then some may interfere.

    Clause combat.lost-choice: a choice that nobody can open is no card at all.
    """
    sealed = combat_of(table.state).sealed
    members: tuple[Request[Any], ...] = tuple(
        Reveal(seat, (slot,), combat_choice.faces(table, seat)) for seat, slot in sealed.items()
    )
    answers = await together(members)
    turned_up = zip(sealed, answers, strict=True)
    cards = {seat: _played(face) for seat, (face,) in turned_up if face != NO_CARD}
    table.do(CombatCardsRevealed(cards))
    if combat_of(table.state).round == 1:
        await windows.automatic(table, "combat.swap", combat_of(table.state))
    await _use_plot(table)


def _played(face: str) -> Played:
    slot, _, card = face.rpartition("=")
    return Played(card, slot)


async def _use_plot(table: Table) -> None:
    """Clause combat.plotting.window: a card waiting from an earlier round may cancel one now.

    Waiting cards are alike, so one question is enough: a second would cancel nothing more.
    """
    combat = combat_of(table.state)
    assert combat.engaged is not None
    card = combat.shown.get(combat.engaged)
    if not combat.plottings or card is None:
        return
    if table.edition.cards[card.card].deck != "hunter_combat":
        return
    waiting = next(each for each in combat.played if each.slot == combat.plottings[0])
    plot = effects.effect_of(table, "combat.plotting", waiting.card)
    await plot.run(table, combat.engaged, waiting)


# Steps 4 and 5


async def _compare(table: Table) -> None:
    """Clauses combat.step4.cancel, combat.step4.engaged-only: icon against banner."""
    combat = combat_of(table.state)
    assert combat.engaged is not None
    answer, card = combat.shown.get(combat.engaged), combat.played[-1].card
    cards = table.edition.cards
    if answer is None or answer.canceled or cards[card].icon not in cards[answer.card].banner:
        return
    cancel: CancelCard = await windows.offer(
        table, "combat.cancel-dracula", CancelCard(card), (DRACULA,), once=True
    )
    if cancel.canceled:
        table.do(DraculaCardCanceled(card, answer.card))


async def _dracula_resolves(table: Table) -> Played | None:
    """Clauses combat.step5.resolve, combat.step5.escape-ends: his card acts, if not canceled."""
    combat = combat_of(table.state)
    card, engaged = combat.played[-1], combat.engaged
    if card.canceled:
        return None
    is_escape = table.edition.cards[card.card].escape
    if is_escape and not await _may_escape(table, card.card):
        return None
    resolved: Resolved = await effects.effect_of(table, "combat.dracula", card.card).run(
        table, engaged or DRACULA, card
    )
    table.do(DraculaCardResolved(card.card, resolved.stays))
    await _after_dracula(table, resolved)
    return card if is_escape else None


async def _after_dracula(table: Table, resolved: Resolved) -> None:
    """Clause winning.tie: what answers his card belongs to it; only then is it seen who has won."""
    moment, vampire = "combat.dracula-resolved", combat_of(table.state).vampire
    await windows.automatic(table, moment, resolved)
    own = table.edition.effects.get((moment, vampire)) if vampire is not None else None
    if own is not None:
        await own.run(table, DRACULA, resolved)
    victory.check(table)


async def _may_escape(table: Table, card: CardId) -> bool:
    """Clause combat.step5.pride: an escape passes Pride, then the cards lying against it."""
    clause = _pride(table)
    if clause is not None:
        table.do(DraculaCardCanceled(card, clause))
        return False
    escape: Escape = await windows.automatic(table, "combat.escape", Escape(card))
    if escape.canceled:
        table.do(DraculaCardCanceled(card, escape.by))
    return not escape.canceled


def _pride(table: Table) -> ClauseId | None:
    """Clauses escape-bat.threshold, vampire.escape.three: the clause that keeps Dracula there."""
    combat, switches = combat_of(table.state), table.switches
    if combat.escapes_barred:
        return "golden.cannot"
    played = len(combat.played)
    if switches.escape_count == "earlier-cards-only":
        played -= 1
    by_count = combat.opponent != DRACULA and switches.vampire_escape_threshold == "three-cards"
    if by_count:
        needed = table.edition.numbers.vampire_escape_cards
        return None if played >= needed else "vampire.escape.three"
    return None if played > table.state.despair else "combat.step5.pride"


# Step 6


async def _hunters_resolve(table: Table) -> None:
    """Clauses combat.step6.resolve, combat.step6.out: all who are in it now, in order (U48)."""
    for seat in combat_of(table.state).hunters:
        card = combat_of(table.state).shown.get(seat)  # none: struck down, or lost
        if card is None or card.canceled or not table.state.hunters[seat].on_board:
            continue
        await effects.effect_of(table, "combat.hunter", card.card).run(table, seat, card)
        victory.check(table)
        if wounds.opponent_is_defeated(table):
            return


def leave(table: Table, seat: Seat, by: str) -> None:
    """Clause combat.hunter-escape: out of the combat, but not out of the place."""
    if seat in combat_of(table.state).hunters:
        table.do(HunterLeftCombat(seat, by))


# Step 8


async def _refresh(table: Table) -> None:
    """Clauses combat.step8.hunter-return, combat.step8.dracula-draw: hands for the next round."""
    table.do(CombatRefreshed())
    combat = combat_of(table.state)
    is_full = len(combat.hand) >= table.edition.numbers.combat_hand
    if not combat.deck or (is_full and table.switches.dracula_combat_draw == "below-five"):
        return
    drawn = combat.deck[:1]
    await Deal(EVERYONE, drawn, DRACULA)
    table.do(CombatCardsDrawn(drawn))
