"""Step 1 of a round of combat: everybody picks a card in secret (C.1)."""

from typing import Any

from engine.facts.combat import CombatCardsChosen, CombatHandMixed, combat_of
from engine.ids import DRACULA, NO_CARD, CardId, ClauseId, Seat, SlotId
from engine.requests import Conceal, Request, Shuffle, together
from engine.rules import hands
from engine.state import State, hand_of, shown_of
from engine.table import Table


async def choose(table: Table) -> None:
    """Clauses combat.step1.choose, banners.required: everybody lays a card face down."""
    await _mix_combat_hand(table)
    for seat in combat_of(table.state).hunters:
        await hands.mix(table, seat, "items")
    seats = (*combat_of(table.state).hunters, DRACULA)
    sealed: dict[Seat, SlotId] = {}
    while left := tuple(seat for seat in seats if seat not in sealed):
        sealed |= await _seal(table, left)
    table.do(CombatCardsChosen({seat: sealed[seat] for seat in seats}))


async def _seal(table: Table, seats: tuple[Seat, ...]) -> dict[Seat, SlotId]:
    """Clause combat.lost-choice.anew: what nobody could open is missing, and is asked for again."""
    slots = dict(zip(seats, table.new_slots("c", len(seats)), strict=True))
    members: tuple[Request[Any], ...] = tuple(
        Conceal(seat, slot, "combat.choose", _choices(table, seat)) for seat, slot in slots.items()
    )
    answers = zip(slots, await together(members), strict=True)
    return {seat: answer for seat, answer in answers if answer != NO_CARD}


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


def faces(table: Table, seat: Seat) -> tuple[str, ...]:
    """What a sealed choice can turn out to be: an own card, or a hand card with a fitting face.

    Only hunters can be played on by somebody who cannot open what was chosen before.
    """
    if seat == DRACULA:
        fitting = tuple(dict.fromkeys(_dracula_cards(table)))
        return tuple(f"{slot}={card}" for slot in combat_of(table.state).hand for card in fitting)
    items = tuple(card for card in table.edition.banner_cards if _is_item(table, card))
    faces = tuple(f"{slot}={card}" for slot in _items(table, seat) for card in items)
    return (*own_cards(table, seat), *faces, NO_CARD)


def _dracula_cards(table: Table) -> tuple[CardId, ...]:
    return tuple(kind.id for kind in table.edition.cards.values() if kind.deck == "dracula_combat")


def _is_item(table: Table, card: CardId) -> bool:
    return table.edition.cards[card].deck == "item"
