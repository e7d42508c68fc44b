"""Reactions to an effect that strikes a hunter: showing and paying cards (sequence.md 2.3).

1. Everything here is optional, so nobody ever has to prove that a card is missing.
2. Several cards shown for one effect are different cards: the hand is mixed before the first and
   after the last, and a slot that was shown is not offered again in between.
"""

from typing import NamedTuple

from engine.facts.hands import CardDiscarded, CardShown
from engine.ids import CardId, ClauseId, MomentId, Seat, SlotId
from engine.options import DONE, PASS, Discard, Option, Show
from engine.requests import Choose, FromHand
from engine.rules import hands, windows
from engine.table import Table

ANSWER: MomentId = "encounter.answer"


class Appeal(NamedTuple):
    """What a hunter is asked to show: when, which items, because of what, by which clause."""

    moment: MomentId
    cards: tuple[CardId, ...]
    cause: str
    clause: ClauseId


def against(card: CardId, cards: tuple[CardId, ...]) -> Appeal:
    """What may be shown against a card that is striking."""
    return Appeal(ANSWER, cards, card, f"card.{card}")


def answers(table: Table, seat: Seat) -> bool:
    """Whether a hunter is asked at all: in play, and without an open standing pass."""
    passed = table.state.standing.get(seat, ())
    return table.state.hunters[seat].in_play and ANSWER not in passed


async def show_another(
    table: Table, seat: Seat, appeal: Appeal, shown: tuple[SlotId, ...]
) -> Show | None:
    """Clause reveal.from-hand: show one card more than those already shown, or none.

    The caller has the hand mixed before the first and after the last.
    """
    possible = tuple(card for card in appeal.cards if windows.may_hold(table, seat, card))
    open_ones, hidden = hands.from_hand(table.state, seat, "items", Show, possible)
    options = tuple(
        option for option in open_ones if isinstance(option, Show) and option.slot not in shown
    )
    fresh = tuple(
        FromHand(part.verb, left, part.cards)
        for part in hidden
        if (left := tuple(slot for slot in part.slots if slot not in shown))
    )
    if not options and not fresh:
        return None

    answer = await Choose(
        seat,
        appeal.moment,
        (PASS, *options),
        fresh,
        subject=(appeal.cause,),
        refuse=lambda _: appeal.clause,
    )
    if not isinstance(answer, Show):
        return None
    table.do(CardShown(seat, "items", answer.slot, answer.card))
    return answer


async def show_up_to(table: Table, seat: Seat, most: int, appeal: Appeal) -> int:
    """Clause encounters.discard-by-keyword: how many different fitting items a hunter shows.

    Clause reveal.weakened-card-counts: one that lies exposed serves as well.
    """
    if not answers(table, seat):
        return 0
    await hands.mix(table, seat, "items")
    shown: tuple[SlotId, ...] = ()
    while len(shown) < most:
        answer = await show_another(table, seat, appeal, shown)
        if answer is None:
            break
        shown += (answer.slot,)
    await hands.mix(table, seat, "items")
    return len(shown)


async def shows_one(table: Table, seat: Seat, cards: tuple[CardId, ...], cause: CardId) -> bool:
    """Clause encounters.discard-by-item-name: whether a hunter shows one of these items."""
    return await show_up_to(table, seat, 1, against(cause, cards)) == 1


async def pays_one(table: Table, seat: Seat, cards: tuple[CardId, ...], cause: CardId) -> bool:
    """Clause golden.may: whether a hunter discards one of these items to be spared."""
    possible = tuple(card for card in cards if windows.may_hold(table, seat, card))
    if not possible or not answers(table, seat):
        return False
    await hands.mix(table, seat, "items")
    return await _discard(table, seat, possible, PASS, cause)


async def give_up_items(table: Table, seat: Seat, cause: CardId) -> None:
    """Clause golden.may: a hunter discards as many items as wished, one after another."""
    everything = hands.cards_of(table, "items")
    while answers(table, seat) and hands.hand_size(table.state, seat, "items"):
        await hands.mix(table, seat, "items")
        if not await _discard(table, seat, everything, DONE, cause):
            break


async def _discard(
    table: Table, seat: Seat, cards: tuple[CardId, ...], no: Option, cause: CardId
) -> bool:
    """One discard from the hand, face up, or none."""
    open_ones, hidden = hands.from_hand(table.state, seat, "items", Discard, cards)
    options, clause = (no, *open_ones), f"card.{cause}"
    answer = await Choose(seat, ANSWER, options, hidden, (cause,), lambda _: clause)
    if not isinstance(answer, Discard):
        return False
    table.do(CardDiscarded(seat, "items", answer.slot, answer.card))
    return True
