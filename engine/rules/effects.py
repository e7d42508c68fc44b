"""How cards plug into the rules: an effect for a card at a moment, and what forbids playing it."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeAlias

from engine.ids import CardId, ClauseId, MomentId, Seat
from engine.knowledge import Knowledge
from engine.state import State
from engine.table import Table

# An effect receives what is about to happen and returns it unchanged, amended, or None to
# cancel it. What the proposal is depends on the moment (see proposals.py).
Run: TypeAlias = Callable[[Table, Seat, Any], Coroutine[Any, Any, Any]]
Barred: TypeAlias = Callable[[Table, Seat, Any], ClauseId | None]
# For a card whose price is itself hidden: the clause that bars it to somebody who cannot pay.
Unpaid: TypeAlias = Callable[[State, Seat, Knowledge], ClauseId | None]


class Effect(NamedTuple):
    """What a card does at one moment, and the clause that bars it as far as everybody sees."""

    run: Run
    barred: Barred | None = None
    unpaid: Unpaid | None = None


class Effects(dict[tuple[MomentId, CardId], Effect]):
    """The effects of a family of cards, by moment and card."""

    def of(
        self,
        card: CardId,
        *moments: MomentId,
        barred: Barred | None = None,
        unpaid: Unpaid | None = None,
    ) -> Callable[[Run], Run]:
        """Register a function as what a card does at these moments."""

        def register(run: Run) -> Run:
            for moment in moments:
                self[moment, card] = Effect(run, barred, unpaid)
            return run

        return register


def effect_of(table: Table, moment: MomentId, card: CardId) -> Effect:
    """What a card does at a moment."""
    effect: Effect = table.edition.effects[moment, card]
    return effect


def barred(
    table: Table, moment: MomentId, card: CardId, seat: Seat, proposal: Any
) -> ClauseId | None:
    """The clause that keeps a card from being played now, as far as everybody sees."""
    edition = table.edition
    only = edition.cards[card].only
    if only is not None and only != seat:
        return f"card.{card}"
    check: Barred | None = edition.effects[moment, card].barred
    return None if check is None else check(table, seat, proposal)
