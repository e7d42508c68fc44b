"""A weakened hunter's open cards: shown, exchanged, and taken back into the hand (OB-19)."""

from typing import Any

from engine.facts.hands import CardCovered, CardExposed
from engine.ids import CardId, ClauseId, Seat
from engine.options import ACCEPT, DECLINE, PASS, Expose, Option
from engine.requests import Choose, FromHand, together
from engine.rules import hands
from engine.state import State, hand_of, shown_of
from engine.table import Table

KINDS = ("items", "events")
SWAP = "weakened.swap"  # the clause, and the moment at which it lets a hunter choose
_DECKS = {"items": "item", "events": "hunter_event"}


def is_weakened(table: Table, seat: Seat) -> bool:
    """Clauses weakened.meaning, weakened.mina.permanent: a bite token, or a printed bite."""
    return table.state.hunters[seat].bites > 0 or table.edition.characters[seat].bitten


def _cards(table: Table, kind: str) -> tuple[CardId, ...]:
    """What a hunter's hidden card of a kind can be."""
    return table.edition.decks[_DECKS[kind]]


def _must_show(table: Table, seat: Seat) -> bool:
    """Clause weakened.expose.not-combat: the duty rests while the hunter's combat lasts."""
    state = table.state
    if not state.hunters[seat].in_play or not is_weakened(table, seat):
        return False
    return state.combat is None or seat not in state.combat.fighters


async def expose(table: Table, seat: Seat) -> None:
    """Clause weakened.expose: one item and one event, where held and none lies open."""
    for kind in KINDS:
        if not _must_show(table, seat) or shown_of(table.state, seat, kind) is not None:
            continue
        slots = await hands.mix(table, seat, kind)
        if not slots:
            continue
        offered = (FromHand(Expose, slots, _cards(table, kind)),)
        answer = await Choose(
            seat, "weakened.expose", (), offered, (kind,), lambda _: "weakened.expose"
        )
        assert isinstance(answer, Expose)
        table.do(CardExposed(seat, kind, answer.slot, answer.card))


def _may_change(state: State, seat: Seat, kind: str) -> bool:
    return shown_of(state, seat, kind) is not None and bool(hand_of(state, seat, kind))


def _not_changed(_: Option) -> ClauseId:
    return SWAP


async def may_swap(table: Table, seat: Seat) -> None:
    """Clause weakened.swap: the open cards may be changed for others of the same kind."""
    hunter = table.state.hunters[seat]
    if hunter.item_shown is None and hunter.event_shown is None:
        return
    left = list(KINDS)
    while _must_show(table, seat) and SWAP not in table.state.standing.get(seat, ()):
        left = [kind for kind in left if _may_change(table.state, seat, kind)]
        if not left:
            return
        offered = [
            FromHand(Expose, await hands.mix(table, seat, kind), _cards(table, kind))
            for kind in left
        ]
        answer = await Choose(seat, SWAP, (PASS,), tuple(offered), tuple(left), _not_changed)
        if not isinstance(answer, Expose):
            return
        kind = hands.kind_of(table, answer.card)
        left.remove(kind)
        _change(table, seat, kind, answer)


def _change(table: Table, seat: Seat, kind: str, answer: Expose) -> None:
    """The open card goes back among the others before the new one is laid down."""
    shown = shown_of(table.state, seat, kind)
    assert shown is not None
    table.do(CardCovered(seat, kind, shown.slot))
    table.do(CardExposed(seat, kind, answer.slot, answer.card))


def cover(table: Table, seat: Seat) -> None:
    """Take the open cards back into the hand: for a combat, or when weakened no longer."""
    for kind in KINDS:
        shown = shown_of(table.state, seat, kind)
        if shown is not None:
            table.do(CardCovered(seat, kind, shown.slot))


def _not_covered(_: Option) -> ClauseId:
    return "weakened.expose.not-combat"


async def may_cover(table: Table, seats: tuple[Seat, ...]) -> None:
    """Clause weakened.expose.not-combat: hunters entering a combat may hide their open cards."""
    asked = [
        seat
        for seat in seats
        if any(shown_of(table.state, seat, kind) is not None for kind in KINDS)
    ]
    if not asked:
        return
    members: tuple[Choose, ...] = tuple(
        Choose(seat, "weakened.cover", (ACCEPT, DECLINE), refuse=_not_covered) for seat in asked
    )
    answers: tuple[Any, ...] = await together(members)
    for seat, answer in zip(asked, answers, strict=True):
        if answer == ACCEPT:
            cover(table, seat)
