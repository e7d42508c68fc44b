"""The audit: with the seeds open, whatever was made otherwise shows (A-2, A-3)."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.audit import audit as judge_record
from engine.requests import Conceal
from net.crypto.derivation import SeedSecrets
from net.crypto.transcript import Verifier
from net.fairness.trail import placing
from net.game.replica import Replica
from net.judging.audit import Audit
from net.judging.game_file import TableGame, from_file
from net.judging.verdict import Line, Verdict
from net.judging.verification import Verification, verify
from net.log.entry import decode_entry
from net.log.evidence import Reason
from net.wire.bodies import AuditOpened, Final
from net.wire.bodies_table import OpenedSeed
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for
from tests.support.liars import lie, with_fields

DRACULA, HUNTERS = 0, 1


def judged(wire: FakeWire) -> Verdict:
    return verify(from_file(wire.file_of(0)), Verifier(SMALL, os.urandom))


def strange_wire(
    monkeypatch: pytest.MonkeyPatch, name: str, strange: Callable[..., Any], peer: int
) -> FakeWire:
    """A whole game in which one peer derives something otherwise than its seed says."""
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "strange")
    honest = getattr(SeedSecrets, name)
    seeds = [node.referee.player.seed for node in wire.nodes]

    def derived(self: SeedSecrets, *arguments: Any) -> Any:
        found = honest(self, *arguments)
        return strange(found) if self._seed == seeds[peer] else found

    with monkeypatch.context() as patch:
        patch.setattr(SeedSecrets, name, derived)
        wire.run()
    return wire


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "strange", "peer"),
    [
        ("remixing", lambda found: found._replace(order=found.order[::-1]), HUNTERS),
        ("location_blinding", lambda found: found + 1, DRACULA),
    ],
)
def test_other_randomness_is_told_and_is_no_cheat(
    monkeypatch: pytest.MonkeyPatch, name: str, strange: Callable[..., Any], peer: int
) -> None:
    verdict = judged(strange_wire(monkeypatch, name, strange, peer))
    assert verdict.violation is None
    assert verdict.irreproducible == (peer,)
    assert (verdict.kind, verdict.irreproducible) == ("irreproducible", (peer,))


@pytest.mark.slow
def test_a_card_sealed_with_another_nonce_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = judged(strange_wire(monkeypatch, "trail_nonce", lambda found: found[::-1], DRACULA))
    assert verdict.violation is None
    assert verdict.irreproducible == (DRACULA,)
    assert verdict.unjudged > 0


def test_a_seal_that_does_not_fit_its_twin_is_found_though_never_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = placing.seal_hash

    def other_card(game_id: bytes, opening: Any) -> bytes:
        return honest(game_id, opening._replace(code=opening.code % 60 + 1, nonce=nonces[-1]))

    nonces: list[bytes] = []
    derive = SeedSecrets.trail_nonce

    def trail_nonce(self: SeedSecrets, anchor: bytes, slot: int, code: int) -> bytes:
        nonces.append(derive(self, anchor, slot, code % 60 + 1))
        return derive(self, anchor, slot, code)

    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "two things")
    with monkeypatch.context() as patch:
        patch.setattr(placing, "seal_hash", other_card)
        patch.setattr(SeedSecrets, "trail_nonce", trail_nonce)
        wire.run_until(22)
    proceedings = Replica(wire.setup, Verifier(SMALL, os.urandom))
    seeds = {
        peer: AuditOpened((OpenedSeed(0, node.referee.player.seed),), ())
        for peer, node in enumerate(wire.nodes)
    }
    audit = Audit(proceedings, seeds)
    for encoded in from_file(wire.file_of(1)).entries:
        proceedings.take(proceedings.read(encoded))
    offences = [(each.peer, each.words) for each in audit.findings if each.is_offence]
    assert offences[:1] == [(DRACULA, "a card sealed as something else than was proved")]


def test_a_seed_that_is_not_that_of_the_keys_is_refused_by_all() -> None:
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "played")

    def tell(_: int, entry: Any) -> Any:
        if entry.kind != AuditOpened.kind:
            return None
        return with_fields(SMALL, entry, seeds=(OpenedSeed(0, bytes(32)),))

    lie(wire, HUNTERS, tell)
    wire.run()
    assert [(each.peer, each.code) for each in wire.nodes[0].accused] == [
        (HUNTERS, Reason.AUDIT_MISMATCH)
    ]


def test_another_end_than_our_own_engine_has_seen_is_refused() -> None:
    wire = FakeWire(table_for(2, **OVER_SOON), SMALL, "played")

    def tell(_: int, entry: Any) -> Any:
        return with_fields(SMALL, entry, outcome=2) if entry.kind == Final.kind else None

    lie(wire, HUNTERS, tell)
    wire.run()
    assert [each.peer for each in wire.nodes[0].accused] == [HUNTERS]


def without_audit(wire: FakeWire, peer: int) -> TableGame:
    game = from_file(wire.file_of(0))
    entries = [
        encoded
        for encoded in game.entries
        if decode_entry(encoded).kind != AuditOpened.kind or decode_entry(encoded).peer != peer
    ]
    parent = wire.nodes[0].referee.proceedings.chain.parents[-2]
    return game._replace(entries=tuple(entries), final_parent=parent)


@pytest.mark.parametrize("peer", [DRACULA, HUNTERS])
def test_a_refused_audit_leaves_the_result_and_says_for_whom(played: FakeWire, peer: int) -> None:
    verdict = verify(without_audit(played, peer), Verifier(SMALL, os.urandom))
    assert verdict.violation is None
    assert verdict.outcome is not None
    assert verdict.unaudited == (peer,)
    assert (verdict.kind, verdict.unaudited) == ("unaudited", (peer,))


def test_what_no_proof_covered_is_judged_by_the_rules(played: FakeWire) -> None:
    """A hunter's item without a banner, chosen in secret, or a lie of Dracula's: the same path."""
    verification = Verification(from_file(played.file_of(0)), Verifier(SMALL, os.urandom))
    verification.run()
    record = verification.audit.record()
    slots = {
        slot
        for slot, value in record.opened
        if value in verification.proceedings.edition.board.places
    }
    changed = tuple((slot, "dublin" if slot in slots else value) for slot, value in record.opened)
    breaches = judge_record(replace(record, opened=changed))
    assert breaches
    verification.audit.values.update(dict(changed))
    verdict = verification.finish()
    assert verdict.violation is not None
    assert (verdict.violation.line, verdict.violation.peer) == (Line.RULES, DRACULA)
    assert verdict.violation.entry is not None


def test_every_hidden_choice_of_the_trail_is_opened(played: FakeWire) -> None:
    verification = Verification(from_file(played.file_of(0)), Verifier(SMALL, os.urandom))
    slots: list[str] = []
    verification.proceedings.watchers.append(
        lambda settled: slots.extend(
            [settled.request.slot] if isinstance(settled.request, Conceal) else []
        )
    )
    verification.run()
    assert slots
    assert set(slots) <= set(verification.audit.values)
