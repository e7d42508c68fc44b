"""A round of combat: its eight steps, from the choice of cards to fresh hands (C)."""

from typing import Any

from engine.facts.combat import HunterEngaged, HunterLeftCombat, combat_of
from engine.facts.combat_cards import (
    CombatCardsChosen,
    CombatCardsDrawn,
    CombatCardsRevealed,
    CombatHandMixed,
    CombatRefreshed,
    DraculaCardCanceled,
    DraculaCardResolved,
)
from engine.ids import DRACULA, EVERYONE, CardId, ClauseId, Seat, SlotId
from engine.options import Option, PickSeat
from engine.requests import Choose, Conceal, Deal, Request, Reveal, Shuffle, together
from engine.rules import effects, hands, victory, windows, wounds
from engine.rules.proposals import CancelCard, Escape, Resolved
from engine.state import Played, State, hand_of, shown_of
from engine.table import Table


async def rounds(table: Table) -> Played | None:
    """Clause combat.rounds: round after round; the escape card that ended it, if one did."""
    while True:
        await _choose(table)
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


# Step 1


async def _choose(table: Table) -> None:
    """Clauses combat.step1.choose, banners.required: everybody lays a card face down."""
    await _mix_combat_hand(table)
    for seat in combat_of(table.state).hunters:
        await hands.mix(table, seat, "items")
    seats = (*combat_of(table.state).hunters, DRACULA)
    sealed = dict(zip(seats, table.new_slots("c", len(seats)), strict=True))
    members: tuple[Request[Any], ...] = tuple(
        Conceal(seat, slot, "combat.choose", _choices(table, seat)) for seat, slot in sealed.items()
    )
    await together(members)
    table.do(CombatCardsChosen(sealed))


async def _mix_combat_hand(table: Table) -> None:
    combat = combat_of(table.state)
    if combat.hand_mixed or len(combat.hand) < 2:
        return
    new = table.new_slots("b", len(combat.hand))
    await Shuffle(DRACULA, "dracula.combat", combat.hand, new)
    table.do(CombatHandMixed(new))


def own_cards(table: Table, seat: Seat) -> tuple[CardId, ...]:
    """Clause combat.step8.hunter-stay: the hunter's combat cards that are free to be chosen."""
    combat = combat_of(table.state)
    lying = [card.card for card in combat.locked.get(seat, ()) if not card.slot]
    if seat in combat.shown:
        lying.append(combat.shown[seat].card)
    return tuple(
        kind.id
        for kind in table.edition.cards.values()
        if kind.deck == "hunter_combat" and kind.id not in lying
    )


def _items(table: Table, seat: Seat) -> tuple[SlotId, ...]:
    """The items that can be a hunter's choice, as far as everybody sees."""
    slots = hand_of(table.state, seat, "items")
    shown = shown_of(table.state, seat, "items")
    if shown is not None and shown.card in table.edition.banner_cards:
        return (*slots, shown.slot)
    return slots


def _choices(table: Table, seat: Seat) -> tuple[str, ...]:
    if seat == DRACULA:
        return combat_of(table.state).hand
    return (*own_cards(table, seat), *_items(table, seat))


def why_not(state: State, seat: Seat, choice: str) -> ClauseId:
    """The clause that keeps a card, named by its id or its slot, from being chosen in secret."""
    if seat == DRACULA:
        return "combat.step1.dracula-card"
    locked = combat_of(state).locked.get(seat, ())
    lies_locked = any(choice in (card.card, card.slot) for card in locked)
    return "combat.step8.hunter-stay" if lies_locked else "banners.required"


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
    """Clause combat.step3.reveal: all cards are turned up together, then some may interfere."""
    sealed = combat_of(table.state).sealed
    members: tuple[Request[Any], ...] = tuple(
        Reveal(seat, (slot,), _faces(table, seat)) for seat, slot in sealed.items()
    )
    answers = await together(members)
    cards = {seat: _played(face) for seat, (face,) in zip(sealed, answers, strict=True)}
    table.do(CombatCardsRevealed(cards))
    if combat_of(table.state).round == 1:
        await windows.automatic(table, "combat.swap", combat_of(table.state))
    await _use_plot(table)


def _faces(table: Table, seat: Seat) -> tuple[str, ...]:
    """What a sealed choice can turn out to be: an own card, or a hand card with a fitting face."""
    if seat == DRACULA:
        fitting = tuple(dict.fromkeys(_dracula_cards(table)))
        return tuple(f"{slot}={card}" for slot in combat_of(table.state).hand for card in fitting)
    items = tuple(card for card in table.edition.banner_cards if _is_item(table, card))
    faces = tuple(f"{slot}={card}" for slot in _items(table, seat) for card in items)
    return (*own_cards(table, seat), *faces)


def _dracula_cards(table: Table) -> tuple[CardId, ...]:
    return tuple(kind.id for kind in table.edition.cards.values() if kind.deck == "dracula_combat")


def _is_item(table: Table, card: CardId) -> bool:
    return table.edition.cards[card].deck == "item"


def _played(face: str) -> Played:
    slot, _, card = face.rpartition("=")
    return Played(card, slot)


async def _use_plot(table: Table) -> None:
    """Clause combat.plotting.window: a card waiting from an earlier round may cancel one now.

    Waiting cards are alike, so one question is enough: a second would cancel nothing more.
    """
    combat = combat_of(table.state)
    assert combat.engaged is not None
    card = combat.shown[combat.engaged]
    if not combat.plottings or table.edition.cards[card.card].deck != "hunter_combat":
        return
    waiting = next(each for each in combat.played if each.slot == combat.plottings[0])
    plot = effects.effect_of(table, "combat.plotting", waiting.card)
    await plot.run(table, combat.engaged, waiting)


# Steps 4 and 5


async def _compare(table: Table) -> None:
    """Clauses combat.step4.cancel, combat.step4.engaged-only: icon against banner."""
    combat = combat_of(table.state)
    assert combat.engaged is not None
    answer, card = combat.shown[combat.engaged], combat.played[-1].card
    cards = table.edition.cards
    if answer.canceled or cards[card].icon not in cards[answer.card].banner:
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
        card = combat_of(table.state).shown.get(seat)  # none: struck out of the hunter's hands
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
