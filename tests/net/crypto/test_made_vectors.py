"""Section 19.2: our own vectors stay as they are, on both implementations of the group."""

import json

from net.crypto.fixed_points import SHUFFLE_BASES
from net.crypto.group import Group
from tests.support.claims import CLAIMS
from tests.support.made_vectors import FILE, make


def test_the_vectors_are_made_as_they_were(group: Group) -> None:
    assert make(group) == json.loads(FILE.read_text(encoding="utf-8"))


def test_there_is_a_vector_for_every_kind_of_proof() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert {name for name in kept if name.startswith("proof ")} == {f"proof {n}" for n in CLAIMS}


def test_the_shuffle_generators_are_kept() -> None:
    """TV-1."""
    kept = json.loads((FILE.parent / "generators.json").read_text(encoding="utf-8"))
    assert [base.hex() for base in SHUFFLE_BASES] == kept["h"]
