"""Identities: a signature is of one key, one message and one purpose."""

from itertools import permutations

import pytest

from net.crypto.faults import Malformed, ProofFailed
from net.crypto.keys import Identity, SignedAs, check_signature, read_identity_key
from tests.support.proving import each_flipped

IDENTITY = Identity(b"\x03" * 32)
MESSAGE = bytes(range(32))


def test_a_signature_holds_for_what_was_signed() -> None:
    for signed_as in SignedAs:
        signature = IDENTITY.sign(signed_as, MESSAGE)
        check_signature(IDENTITY.public_key, signed_as, MESSAGE, signature)


def test_a_signature_for_one_purpose_is_none_for_another() -> None:
    """22.2."""
    for made, claimed in permutations(SignedAs, 2):
        signature = IDENTITY.sign(made, MESSAGE)
        with pytest.raises(ProofFailed):
            check_signature(IDENTITY.public_key, claimed, MESSAGE, signature)


def test_any_flipped_bit_of_message_or_signature_is_refused() -> None:
    signature = IDENTITY.sign(SignedAs.ENTRY, MESSAGE)
    for changed in each_flipped(MESSAGE, step=3):
        with pytest.raises(ProofFailed):
            check_signature(IDENTITY.public_key, SignedAs.ENTRY, changed, signature)
    for changed in each_flipped(signature, step=3):
        with pytest.raises(ProofFailed):
            check_signature(IDENTITY.public_key, SignedAs.ENTRY, MESSAGE, changed)


def test_another_key_did_not_sign() -> None:
    signature = IDENTITY.sign(SignedAs.SETUP, MESSAGE)
    with pytest.raises(ProofFailed):
        check_signature(Identity(bytes(32)).public_key, SignedAs.SETUP, MESSAGE, signature)


def test_a_signature_has_64_bytes() -> None:
    signature = IDENTITY.sign(SignedAs.CHAT, MESSAGE)
    for wrong in (signature[:-1], signature + b"\0", b""):
        with pytest.raises(Malformed):
            check_signature(IDENTITY.public_key, SignedAs.CHAT, MESSAGE, wrong)


def test_the_scalar_of_a_signature_plus_the_order_is_refused() -> None:
    """One verifier, one verdict: a second form of a signature would be a second entry."""
    order = 2**252 + 27742317777372353535851937790883648493
    signature = IDENTITY.sign(SignedAs.ENTRY, MESSAGE)
    alias = int.from_bytes(signature[32:], "little") + order
    with pytest.raises(ProofFailed):
        check_signature(
            IDENTITY.public_key,
            SignedAs.ENTRY,
            MESSAGE,
            signature[:32] + alias.to_bytes(32, "little"),
        )


def test_an_identity_shows_its_public_key_only() -> None:
    """N-9."""
    assert read_identity_key(IDENTITY.public_key) == IDENTITY.public_key
    assert repr(IDENTITY) == f"Identity({IDENTITY.public_key.hex()})"
