"""N-9: a secret that is printed shows its kind and nothing else."""

import pytest

from net.crypto.card_proofs import LinkSecrets, RekeySecrets
from net.crypto.commitment import Committed, Opening, TrailOpening, committed
from net.crypto.derivation import Remixing, SeedSecrets
from net.crypto.faults import Unprovable
from net.crypto.membership import BitSecrets
from net.crypto.set_proofs import prove_different, prove_in_set
from net.crypto.shuffle_proof import Numbers
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
        Numbers((1, 2, 3, 4), (5,), (6,)),
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
