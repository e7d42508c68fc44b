"""L-1: a signed answer in bytes and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from net.crypto.faults import Malformed, ProofFailed
from net.crypto.hashing import next_parent
from net.crypto.keys import Identity
from net.limits import LONGEST_BODY, LONGEST_ENTRY
from net.log.entry import (
    FIRST_PARENT,
    Entry,
    EntryPlace,
    Unsigned,
    check_signed,
    decode_entry,
    sign_entry,
)
from tests.support.entries import IDENTITIES, signed
from tests.support.hostile import mutations
from tests.support.proving import each_flipped

SIGNER = Identity(b"\x03" * 32)
GIVEN = Unsigned(
    kind=0x20,
    game_id=bytes(range(32)),
    epoch=0,
    index=5,
    part=0,
    peer=1,
    parent=b"\xaa" * 32,
    state_digest=b"\xbb" * 32,
    body=b"hello",
)
ENTRY = sign_entry(SIGNER, GIVEN)


def test_the_given_entry() -> None:
    """19.1, ENTRY and the parent after it; 22.3: its first bytes are FOD1."""
    assert len(ENTRY.to_bytes()) == 186
    assert ENTRY.to_bytes()[:4] == b"FOD1"
    assert ENTRY.hash.hex() == "d8bd1f536f6f8fb99aadee343f8a9841abbf0957bebc4769c1079db359b0279d"
    assert ENTRY.signature.hex() == (
        "02de68591b45e88a0b34bafd7494f7c1ed82bc674eb278c2ea018db01b49402b"
        "4e52af439532efc672f6da1c2ea6a904f6cb53264dbe0c41bf7e0f3419a52906"
    )
    assert next_parent(ENTRY.parent, [ENTRY.hash]).hex() == (
        "f20d8188a4fa2742a6005ccbcf01521efb607ef65f4cc816cc634ada25d82b0c"
    )


def test_an_entry_comes_back_as_it_went() -> None:
    assert decode_entry(ENTRY.to_bytes()) == ENTRY
    check_signed(decode_entry(ENTRY.to_bytes()), SIGNER.public_key)


def test_an_entry_knows_its_place() -> None:
    assert ENTRY.place == EntryPlace(epoch=0, index=5, part=0, peer=1)
    assert not ENTRY.is_control
    assert signed(0, 5, 0x8000, FIRST_PARENT).is_control


def test_any_changed_bit_is_no_entry_or_not_signed() -> None:
    """L-5: nothing in an entry can be changed without its signer."""
    for changed in each_flipped(ENTRY.to_bytes()):
        with pytest.raises((Malformed, ProofFailed)):
            check_signed(decode_entry(changed), SIGNER.public_key)


def test_an_entry_signed_by_another_is_refused() -> None:
    with pytest.raises(ProofFailed):
        check_signed(ENTRY, IDENTITIES[0].public_key)


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        ENTRY.to_bytes()[:-1],
        ENTRY.to_bytes() + b"\0",
        b"FOD2" + ENTRY.to_bytes()[4:],
        ENTRY.to_bytes()[:5] + b"\1" + ENTRY.to_bytes()[6:],
        bytes(LONGEST_ENTRY + 1),
    ],
    ids=["nothing", "cut", "trailing", "another protocol", "flags", "too long"],
)
def test_what_is_no_entry_is_refused(wrong: bytes) -> None:
    with pytest.raises(Malformed):
        decode_entry(wrong)


def test_the_longest_body_fits_and_no_longer_one() -> None:
    longest = sign_entry(SIGNER, structs.replace(GIVEN, body=bytes(LONGEST_BODY)))
    assert len(longest.to_bytes()) == LONGEST_ENTRY
    assert decode_entry(longest.to_bytes()) == longest
    with pytest.raises(ValueError, match="bytes"):
        sign_entry(SIGNER, structs.replace(GIVEN, body=bytes(LONGEST_BODY + 1)))


def read_or_refuse(encoded: bytes) -> None:
    try:
        entry = decode_entry(encoded)
    except Malformed:
        return
    assert isinstance(entry, Entry)
    assert entry.to_bytes() == encoded


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=400))
def test_random_bytes(encoded: bytes) -> None:
    read_or_refuse(encoded)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_mutated_entries(changes: st.DataObject) -> None:
    read_or_refuse(changes.draw(mutations(ENTRY.to_bytes())))
