"""What only one peer can judge when it happens, and what would only fill the state."""

import os

import pytest

from net.crypto.transcript import Verifier
from net.fairness.cards.opening import Showing
from net.game.pending import PendingRequest
from net.judging.game_file import from_file
from net.judging.verification import verify
from net.log.entry import Entry
from net.log.evidence import Reason
from net.wire.bodies import Answered, ShownTo, decode_body
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, table_for
from tests.support.liars import lie, with_fields

SEEDS = [f"shown {number}" for number in range(12)]


def shows_to_another(wire: FakeWire) -> int | None:
    """The peer that first shows a card to another peer, if one ever does."""
    givers: list[int] = []

    def inspect(hearing: PendingRequest) -> None:
        givers.extend(
            exchange.peer
            for exchange in hearing.exchanges
            if isinstance(exchange, Showing) and exchange.receiver != exchange.peer
        )

    wire.nodes[0].referee.proceedings.inspectors.append(inspect)
    while not givers and wire.step():
        continue
    return givers[0] if givers else None


@pytest.fixture(scope="module")
def showing() -> tuple[str, int]:
    """A seed with which one peer shows another a card in private, and which peer that is."""
    for seed in SEEDS:
        wire = FakeWire(table_for(3, influence_to_win=6), SMALL, seed, bots="random")
        giver = shows_to_another(wire)
        if giver is not None:
            return seed, giver
    raise AssertionError("nobody shows anybody a card")


def falsely(giver: int) -> object:
    def tell(_: int, entry: Entry) -> Entry | None:
        if entry.kind != ShownTo.kind:
            return None
        body = decode_body(SMALL, entry.kind, entry.body)
        assert isinstance(body, ShownTo)
        if body.target == giver:
            return None
        return with_fields(SMALL, entry, sealed=body.sealed[:-9] + bytes(9))

    return tell


@pytest.mark.slow
def test_a_false_show_is_named_by_its_receiver(showing: tuple[str, int]) -> None:
    seed, giver = showing
    wire = FakeWire(table_for(3, influence_to_win=6), SMALL, seed, bots="random")
    lie(wire, giver, falsely(giver))  # type: ignore[arg-type]
    wire.run()
    honest = [node for peer, node in enumerate(wire.nodes) if peer != giver]
    accused = [(each.peer, each.code) for node in honest for each in node.accused]
    assert accused == [(giver, Reason.OPENING_MISMATCH)]


@pytest.mark.slow
def test_an_honest_show_is_clean_at_the_audit(showing: tuple[str, int]) -> None:
    seed, _ = showing
    wire = FakeWire(table_for(3, influence_to_win=6), SMALL, seed, bots="random")
    wire.run()
    verdict = verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))
    assert verdict.kind == "clean"


def test_a_standing_pass_at_no_moment_is_refused() -> None:
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "standing")

    def tell(_: int, entry: Entry) -> Entry | None:
        if entry.kind != Answered.kind:
            return None
        return with_fields(SMALL, entry, standing=(("x" * 50, True),))

    lie(wire, 1, tell)
    wire.run()
    for peer in (0, 2):
        accused = wire.nodes[peer].accused
        assert [(each.peer, each.code) for each in accused] == [(1, Reason.RULE_BROKEN)]
