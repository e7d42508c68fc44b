"""N-9: a secret that is printed shows its kind and nothing else."""

from typing import Any

import pytest

from engine.ids import DRACULA
from engine.questions import CardIsAmong
from engine.requests import Attest, Sealed
from net.crypto.card_proofs import LinkSecrets, RekeySecrets
from net.crypto.commitment import Committed, Opening, TrailOpening, committed
from net.crypto.derivation import Remixing, SeedSecrets
from net.crypto.faults import Unprovable
from net.crypto.set_proofs import BitSecrets, prove_different, prove_in_set
from net.crypto.shuffle_proof import ChainScalars
from net.errors import LocalMistake
from net.fairness.trail.trail_answers import make_attest
from net.fairness.trail.trail_ledger import TrailRequest
from net.peer.effects import Ask, Decided
from tests.support.fake_wire import FakeWire, table_for
from tests.support.proving import prover_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
SECRETS = SeedSecrets(SMALL, b"\x07" * 32)


@pytest.mark.parametrize(
    "secret",
    [
        SECRETS,
        SECRETS.game_secrets(bytes(32), 0),
        Remixing((2, 0, 1), (5, 6, 7)),
        Opening(17, 4242),
        TrailOpening(1, 17, b"4242"),
        RekeySecrets(31, 7),
        LinkSecrets(31, 7, 2017),
        BitSecrets(1, 2, 3, 4, 5),
        ChainScalars((1, 2, 3, 4), (5,), (6,)),
    ],
    ids=lambda secret: type(secret).__name__,
)
def test_a_printed_secret_shows_its_kind_only(secret: object) -> None:
    assert repr(secret) == f"{type(secret).__name__}(…)"
    assert f"{secret}" == repr(secret)


def test_a_kept_commitment_shows_its_point_only() -> None:
    kept = committed(SMALL, 17, 4242)
    assert repr(kept) == f"Committed(point={kept.point!r}, opening=Opening(…))"


def test_a_mistake_of_ours_does_not_tell_the_value() -> None:
    hidden = Committed(SMALL.base_multiply(17), Opening(4242, 0))
    with pytest.raises(Unprovable) as mistake:
        prove_in_set(prover_from(SMALL), bytes(32), hidden, [1, 2])
    assert "4242" not in str(mistake.value)
    with pytest.raises(Unprovable) as mistake:
        prove_different(prover_from(SMALL), bytes(32), hidden, hidden)
    assert "4242" not in str(mistake.value)


def test_an_answer_that_cannot_be_given_is_not_told() -> None:
    """N-9: neither by what is printed of it nor by what is raised, and so by no log and screen."""
    place = "a secret place"
    sealed = Sealed("shown", place)
    assert repr(sealed) == "Sealed(public='shown', value=…)"
    wire = FakeWire(table_for(2, influence_to_win=3), SMALL, "an answer")
    asked: Ask | None = None
    while asked is None:
        wire.step()
        asked = next((each for node in wire.nodes for each in node.asked[-1:]), None)
    peer = next(number for number, node in enumerate(wire.nodes) if node.asked)
    referee = wire.nodes[peer].referee
    with pytest.raises(LocalMistake) as mistake:
        referee.handle(Decided(asked.index, asked.part, sealed), wire.now)
    assert "Sealed" in str(mistake.value)
    assert place not in str(mistake.value)


def test_a_claim_about_the_trail_that_nobody_asked_for_is_not_told() -> None:
    """N-9: the claim would say where Dracula is."""
    nothing: Any = None  # it does not come to using them
    asked = TrailRequest(nothing, 0, Attest(DRACULA, CardIsAmong("a", ())), nothing)
    with pytest.raises(LocalMistake) as mistake:
        make_attest(nothing, nothing, asked, ("paris",))
    assert "tuple" in str(mistake.value)
    assert "paris" not in str(mistake.value)
