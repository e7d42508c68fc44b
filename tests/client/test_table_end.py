"""After an accusation: the player keeps a file, which convinces whoever checks everything."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.table_end import auditor_of, is_wrong, keep_evidence
from net.crypto.parties import Verifier
from net.game_file import evidence_of, from_file
from net.log.entry import Entry
from net.log.evidence import Reason
from net.verification import Verification
from net.wire.bodies import Shuffled, decode_body
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import FakeWire, signed, table_for
from tests.support.liars import lie, with_fields
from tests.support.proving import entropy_from


@pytest.fixture(scope="module")
def playing() -> Any:
    """A game in which peer 1 has sent a shuffle with a proof that does not hold."""
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "evidence")
    lie(wire, 1, _false_shuffle)
    wire.run()
    referee = wire.nodes[0].referee
    wrong = referee.misdeed
    assert wrong is not None

    def game() -> object:
        return evidence_of(signed(wire.setup), referee.proceedings.chain, wrong)

    return SimpleNamespace(referee=referee, id=b"\x07" * 32, game=game)


def _false_shuffle(_receiver: int, entry: Entry) -> Entry | None:
    if entry.kind != Shuffled.kind:
        return None
    proof = _proof(entry)
    proof = proof[:-32] + bytes((proof[-32] ^ 1,)) + proof[-31:]
    return with_fields(SMALL, entry, proof=proof)


def _proof(entry: Entry) -> bytes:
    body: Any = decode_body(SMALL, entry.kind, entry.body)
    return bytes(body.proof)


def test_the_evidence_is_kept_and_convicts(playing: Any, tmp_path: Path) -> None:
    assert is_wrong(playing)
    path = keep_evidence(tmp_path, playing)
    assert path.parent == tmp_path / "games"
    desk: Any = SimpleNamespace(verifier=Verifier(SMALL, entropy_from("judge")))
    verdict = Verification(from_file(path.read_bytes()), auditor_of(playing, desk)).run()
    assert verdict.violation is not None
    assert (verdict.violation.peer, verdict.violation.code) == (1, Reason.PROOF_FAILED)


def test_a_game_without_fault_is_not_proved_twice(playing: Any) -> None:
    desk: Any = SimpleNamespace(verifier=Verifier(SMALL, entropy_from("judge")))
    clean: Any = SimpleNamespace(referee=SimpleNamespace(misdeed=None, oddity=None))
    assert not is_wrong(clean)
    verdict = Verification(playing.game(), auditor_of(clean, desk)).run()
    assert verdict.violation is not None
    assert verdict.violation.peer is None, "its proofs count as checked; only its end is cut off"
