"""TV-7: values that must be refused, wherever in a proof they stand, with their reason code."""

import json
from pathlib import Path

import pytest

from net.crypto.derivation import SeedSecrets
from net.crypto.faults import BadPoint, BadScalar, Malformed, PeerFault, ProofFailed
from net.crypto.group import FixedLayout, Group, SodiumGroup, read_point, read_scalar
from net.crypto.keys import read_identity_key
from tests.support.claims import CLAIMS, Claim
from tests.support.proving import prover_from
from tests.support.small_group import SmallGroup

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors/refused_values.json").read_text(encoding="utf-8")
)
POINTS = {vector["name"]: bytes.fromhex(vector["bytes"]) for vector in VECTORS["points"]}
SCALARS = {vector["name"]: bytes.fromhex(vector["bytes"]) for vector in VECTORS["scalars"]}
MIXED, IDENTITY = POINTS["mixed order: 7G + (0, -1)"], POINTS["identity"]

SODIUM = SodiumGroup()
REAL = {
    name: make(prover_from(SODIUM), SeedSecrets(SODIUM, b"\x07" * 32))
    for name, make in CLAIMS.items()
}

# Where in the last field of each claim its points are and where its scalars: (first, past the last)
# in bytes. SHUF(4, 2) is 12 outputs, 8 commitments and 13 scalars; MEMBER(3) 12 points, 10 scalars.
LAYOUTS = {
    "known_keys": ("proof", (0, 0), (0, 4 * 32)),
    "shares": ("proof", (0, 0), (0, 2 * 32)),
    "different_commitments": ("proof", (0, 0), (0, 3 * 32)),
    "in_a_set": ("proof", (1, 1 + 12 * 32), (1 + 12 * 32, 1 + 22 * 32)),
    "legal_move": ("proof", (1, 1 + 12 * 32), (1 + 12 * 32, 1 + 22 * 32)),
    "shuffled_pile": ("body", (0, 20 * 32), (20 * 32, 33 * 32)),
}
layouts = pytest.mark.parametrize("name", sorted(LAYOUTS))


def planted(claim: Claim, field: str, at: int, value: bytes) -> Claim:
    content = claim.fields[field]
    return claim.with_field(field, content[:at] + value + content[at + len(value) :])


@pytest.mark.parametrize("name", sorted(POINTS))
def test_a_bad_point_is_refused(name: str, group: Group) -> None:
    with pytest.raises(BadPoint) as refused:
        read_point(group, POINTS[name])
    assert refused.value.code == 2


@pytest.mark.parametrize("name", sorted(POINTS))
def test_a_bad_identity_key_is_refused(name: str) -> None:
    with pytest.raises(BadPoint):
        read_identity_key(POINTS[name])


@pytest.mark.parametrize("name", sorted(SCALARS))
def test_a_bad_scalar_is_refused(name: str, group: Group) -> None:
    with pytest.raises(BadScalar) as refused:
        read_scalar(group, SCALARS[name])
    assert refused.value.code == 2


def test_the_largest_and_smallest_scalars_are_read(any_group: Group) -> None:
    for scalar in (0, 1, any_group.order - 1):
        assert read_scalar(any_group, scalar.to_bytes(32, "little")) == scalar


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_value_of_another_length_is_malformed(size: int, any_group: Group) -> None:
    for read in (read_point, read_scalar):
        with pytest.raises(Malformed):
            read(any_group, bytes(size))
    with pytest.raises(Malformed):
        read_identity_key(bytes(size))
    with pytest.raises(Malformed):
        FixedLayout(any_group, bytes(size), 32)


@layouts
@pytest.mark.parametrize("bad", [MIXED, IDENTITY], ids=["mixed", "identity"])
def test_a_bad_point_is_refused_anywhere_in_a_proof(name: str, bad: bytes) -> None:
    """E-2: for every point, when the bytes are parsed."""
    field, (first, end), _ = LAYOUTS[name]
    for at in range(first, end, 32):
        with pytest.raises(BadPoint):
            planted(REAL[name], field, at, bad).check()


@layouts
def test_a_scalar_plus_the_order_is_refused_anywhere_in_a_proof(name: str) -> None:
    """E-3: it would stand for the same scalar, and the proof would have a second form."""
    field, _, (first, end) = LAYOUTS[name]
    for at in range(first, end, 32):
        scalar = int.from_bytes(REAL[name].fields[field][at : at + 32], "little")
        alias = (scalar + SODIUM.order).to_bytes(32, "little")
        with pytest.raises(BadScalar):
            planted(REAL[name], field, at, alias).check()


@layouts
def test_a_zero_scalar_is_read_and_fails_the_proof(name: str) -> None:
    """22.13: libsodium refuses the scalar 0; a peer that sends it must not stop the program."""
    field, _, (first, end) = LAYOUTS[name]
    for at in range(first, end, 32):
        with pytest.raises(ProofFailed) as refused:
            planted(REAL[name], field, at, bytes(32)).check()
        assert refused.value.code == 3
    with pytest.raises(ProofFailed):
        planted(REAL[name], field, first, bytes(end - first)).check()


@pytest.mark.parametrize("name", sorted(CLAIMS))
@pytest.mark.parametrize("change", [b"\x00", bytes(32), None], ids=["byte", "value", "short"])
def test_another_length_is_malformed(name: str, change: bytes | None) -> None:
    """E-5: trailing bytes and missing ones."""
    field = "body" if name == "shuffled_pile" else "proof"
    content = REAL[name].fields[field]
    changed = content[:-1] if change is None else content + change
    with pytest.raises(Malformed) as refused:
        REAL[name].with_field(field, changed).check()
    assert refused.value.code == 1


@pytest.mark.parametrize("bits", [0, 2, 4, 255])
def test_a_wrong_number_of_bits_is_malformed(bits: int) -> None:
    proof = REAL["in_a_set"].fields["proof"]
    with pytest.raises(Malformed):
        REAL["in_a_set"].with_field("proof", bytes((bits,)) + proof[1:]).check()


def test_a_wrong_count_of_shares_is_malformed() -> None:
    claim = REAL["shares"]
    with pytest.raises(Malformed):
        claim.with_field("shares", claim.fields["shares"][:64]).check()
    with pytest.raises(Malformed):
        claim.with_field("shares", b"").with_field("points", b"").check()


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_a_proof_of_one_group_is_none_of_another(name: str) -> None:
    small = SmallGroup()
    claim = CLAIMS[name](prover_from(small), SeedSecrets(small, b"\x07" * 32))
    with pytest.raises(PeerFault):
        REAL[name].verdict(SODIUM, claim.context, claim.fields)
