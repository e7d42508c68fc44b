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
from tests.support.claims import CLAIMS, MOMENT, Claim
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
    with pytest.raises(PeerFault):
        if field == "context":
            claim.with_context(changed).check()
        else:
            claim.with_field(field, changed).check()


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
    refuse_one_flip(SMALL_CLAIMS[name], choice)


@names
@settings(max_examples=15, deadline=None)
@given(choice=st.data())
def test_any_flipped_bit_is_refused_on_the_real_group(name: str, choice: st.DataObject) -> None:
    refuse_one_flip(REAL_CLAIMS[name], choice)


@names
def test_every_byte_of_every_field_matters(name: str) -> None:
    claim = SMALL_CLAIMS[name]
    for field, content in claim.fields.items():
        for changed in each_flipped(content, step=8):
            with pytest.raises(PeerFault):
                claim.with_field(field, changed).check()


@pytest.mark.slow
@names
def test_every_byte_of_every_field_matters_on_the_real_group(name: str) -> None:
    claim = REAL_CLAIMS[name]
    for field, content in claim.fields.items():
        for changed in each_flipped(content, step=8):
            with pytest.raises(PeerFault):
                claim.with_field(field, changed).check()


@names
@pytest.mark.parametrize(
    "moment",
    [
        MOMENT._replace(game_id=bytes(32)),
        MOMENT._replace(epoch=1),
        MOMENT._replace(anchor=bytes(32)),
        MOMENT._replace(peer=2),
    ],
    ids=["game", "epoch", "anchor", "peer"],
)
def test_a_proof_is_useless_elsewhere(name: str, moment: Moment) -> None:
    """H-3."""
    claim = SMALL_CLAIMS[name]
    for purpose in Purpose:
        for index in range(5):
            with pytest.raises(PeerFault):
                claim.with_context(moment.context(purpose, index)).check()
