"""TV-9: a proof holds, and stops holding when any bit of it, its statement or its context changes.

On the small group many changes are tried; on the real one fewer, for each costs milliseconds.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.derivation import SeedSecrets
from net.crypto.faults import PeerFault
from net.crypto.group import Group, SodiumGroup
from net.crypto.transcript import Moment, Purpose
from tests.support.claims import CLAIMS, INDEX, MOMENT, Claim
from tests.support.proving import each_flipped, flipped, prover_from
from tests.support.small_group import SmallGroup

SODIUM, SMALL = SodiumGroup(), SmallGroup()


def claim_on(group: Group, name: str, seed: bytes = b"\x07" * 32) -> Claim:
    return CLAIMS[name](prover_from(group), SeedSecrets(group, seed))


# Made once: hypothesis changes them thousands of times.
SMALL_CLAIMS = {name: claim_on(SMALL, name) for name in CLAIMS}
REAL_CLAIMS = {name: claim_on(SODIUM, name) for name in CLAIMS}

names = pytest.mark.parametrize("name", sorted(CLAIMS))


def refuse_one_flip(claim: Claim, choice: st.DataObject) -> None:
    field = choice.draw(st.sampled_from(["context", *claim.fields]))
    content = claim.context if field == "context" else claim.fields[field]
    bit = choice.draw(st.integers(0, 8 * len(content) - 1))
    changed = flipped(content, bit)
    mutant = claim.with_context(changed) if field == "context" else claim.with_field(field, changed)
    with pytest.raises(PeerFault):
        mutant.check()


@names
def test_an_honest_proof_holds(name: str, any_group: Group) -> None:
    claim_on(any_group, name).check()


@names
@settings(max_examples=20, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_an_honest_proof_holds_whatever_the_secrets(name: str, seed: bytes) -> None:
    claim_on(SMALL, name, seed).check()


@names
@settings(max_examples=100, deadline=None)
@given(choice=st.data())
def test_any_flipped_bit_is_refused(name: str, choice: st.DataObject) -> None:
    """P-8."""
    refuse_one_flip(SMALL_CLAIMS[name], choice)


@names
@settings(max_examples=15, deadline=None)
@given(choice=st.data())
def test_any_flipped_bit_is_refused_on_the_real_group(name: str, choice: st.DataObject) -> None:
    refuse_one_flip(REAL_CLAIMS[name], choice)


@names
@pytest.mark.parametrize("claims", [SMALL_CLAIMS, REAL_CLAIMS], ids=["small", "sodium"])
def test_every_value_of_every_field_matters(name: str, claims: dict[str, Claim]) -> None:
    # Steps of 257 bits reach each value of 32 bytes, each time at another bit of it.
    for field, content in claims[name].fields.items():
        for changed in each_flipped(content, step=257):
            with pytest.raises(PeerFault):
                claims[name].with_field(field, changed).check()


@names
@pytest.mark.parametrize(
    "elsewhere",
    [
        MOMENT._replace(game_id=bytes(32)),
        MOMENT._replace(epoch=1),
        MOMENT._replace(anchor=bytes(32)),
        MOMENT._replace(peer=2),
    ],
    ids=["game", "epoch", "anchor", "peer"],
)
def test_a_proof_is_useless_elsewhere(name: str, elsewhere: Moment) -> None:
    """H-3: also where purpose and index are those it was made for."""
    claim = SMALL_CLAIMS[name]
    for purpose in Purpose:
        with pytest.raises(PeerFault):
            claim.with_context(elsewhere.context(purpose, INDEX)).check()


@names
def test_a_proof_is_useless_for_another_purpose_or_position(name: str) -> None:
    """H-3."""
    claim = SMALL_CLAIMS[name]
    others = [(purpose, INDEX) for purpose in Purpose if purpose != claim.purpose]
    for purpose, index in [*others, (claim.purpose, INDEX + 1)]:
        with pytest.raises(PeerFault):
            claim.with_context(MOMENT.context(purpose, index)).check()
