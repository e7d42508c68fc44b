"""Whatever bytes a peer sends, reading them ends in a body or in a fault of that peer's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.faults import PeerFault
from net.crypto.group import Group, SodiumGroup
from net.wire.bodies import BODY_TYPES, decode_body, encode_body
from tests.support.hostile import mutations
from tests.support.sample_bodies import sample_bodies
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
SODIUM = SodiumGroup()
KINDS = sorted(BODY_TYPES)


def read_or_refuse(group: Group, kind: int, body: bytes) -> None:
    """Either refused, or written back exactly as it came: nothing has two spellings."""
    try:
        read = decode_body(group, kind, body)
    except PeerFault:
        return
    assert encode_body(read) == body
    assert read.kind == kind


SAMPLES = {
    "small": [(body.kind, encode_body(body)) for body in sample_bodies(SMALL).values()],
    "sodium": [(body.kind, encode_body(body)) for body in sample_bodies(SODIUM).values()],
}


@settings(deadline=None, max_examples=300)
@given(kind=st.integers(0, 255), body=st.binary(max_size=400))
def test_random_bytes(kind: int, body: bytes) -> None:
    read_or_refuse(SMALL, kind, body)


@settings(deadline=None, max_examples=200)
@given(kind=st.sampled_from(KINDS), body=st.binary(max_size=120))
def test_random_bytes_of_a_known_type(kind: int, body: bytes) -> None:
    read_or_refuse(SODIUM, kind, body)


@pytest.mark.slow
@settings(deadline=None, max_examples=500)
@given(sample=st.sampled_from(SAMPLES["small"]), changes=st.data())
def test_mutated_bodies(sample: tuple[int, bytes], changes: st.DataObject) -> None:
    kind, body = sample
    read_or_refuse(SMALL, kind, changes.draw(mutations(body)))


@settings(deadline=None, max_examples=60)
@given(sample=st.sampled_from(SAMPLES["sodium"]), changes=st.data())
def test_mutated_real_bodies(sample: tuple[int, bytes], changes: st.DataObject) -> None:
    kind, body = sample
    read_or_refuse(SODIUM, kind, changes.draw(mutations(body)))


@settings(deadline=None, max_examples=200)
@given(sample=st.sampled_from(SAMPLES["small"]), kind=st.sampled_from(KINDS))
def test_a_body_under_another_type(sample: tuple[int, bytes], kind: int) -> None:
    read_or_refuse(SMALL, kind, sample[1])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_changed_byte_of_every_sample(kind: int) -> None:
    for sample_kind, body in SAMPLES["small"]:
        if sample_kind == kind:
            for at in range(len(body)):
                for value in (0, 1, 0x7F, 0x80, 0xFF, body[at] ^ 1):
                    read_or_refuse(SMALL, kind, body[:at] + bytes((value,)) + body[at + 1 :])
