"""22.15, K-8: what a leaver sealed in the request that it left is to be chosen anew."""

from types import SimpleNamespace
from typing import Any

from engine.ids import NO_CARD
from net.fairness.choices import Committing
from net.game.pending import Part
from net.recovery.recovery import Recovery
from tests.net.recovery.conftest import Table


def committing(slot: str) -> Committing:
    exchange = Committing.__new__(Committing)
    exchange.request = SimpleNamespace(slot=slot)  # type: ignore[assignment]
    return exchange


def recovery_of(table: Table, *, void: list[int] | None) -> tuple[Recovery, dict[str, object]]:
    """A fight of peer 1 with one hunter, of peer 2 with two; peer 2 was replaced, or nobody."""
    choices: dict[str, object] = {"c1": None, "c2": None, "c3": None, "c4": None}
    peers = (1, 2, 2, 0)
    hearing = SimpleNamespace(
        parts=[Part(number, peer, number, 0) for number, peer in enumerate(peers)],
        exchanges=[committing(slot) for slot in choices],
    )
    roster = table(3, "lost").nodes[0].referee.proceedings.roster
    game: Any = SimpleNamespace(
        hearing=hearing, ledger=SimpleNamespace(choices=choices), roster=roster
    )
    recovery = Recovery(game, is_on=True)
    if void is not None:
        accepted: Any = SimpleNamespace(peer=2, void_parts=lambda: void)
        recovery.interlude.accepted = accepted
    return recovery, choices


def test_what_the_leaver_had_sealed_is_lost_and_what_its_successor_sealed_is_not(
    table: Table,
) -> None:
    recovery, choices = recovery_of(table, void=[2])
    assert recovery.openable(["c1", "c2", "c3", "c4"]) == ["c1", NO_CARD, "c3", "c4"]
    assert list(choices) == ["c1", "c3", "c4"]


def test_where_nobody_was_replaced_every_choice_counts(table: Table) -> None:
    recovery, choices = recovery_of(table, void=None)
    assert recovery.openable(["c1", "c2", "c3", "c4"]) == ["c1", "c2", "c3", "c4"]
    assert len(choices) == 4
