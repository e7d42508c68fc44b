"""Sealed boxes open for their receiver and context, and can be made again for the audit."""

import nacl.bindings
import pytest

from net.crypto.boxes import box_size, open_box, read_box_key, seal_box
from net.crypto.derivation import SeedSecrets
from net.crypto.faults import BadPoint, Malformed, OpeningMismatch
from tests.support.proving import each_flipped
from tests.support.small_group import SmallGroup

SENDER = SeedSecrets(SmallGroup(), b"\x07" * 32)
SECRET = b"\x11" * 32
RECEIVER = nacl.bindings.crypto_scalarmult_base(SECRET)
CONTEXT = b"\x33" * 32

# X25519 points of small order: with them every secret gives the same shared key.
SMALL_ORDER = [
    bytes(32),
    (1).to_bytes(32, "little"),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    (2**255 - 20).to_bytes(32, "little"),
    (2**255 - 19).to_bytes(32, "little"),
    (2**255 - 18).to_bytes(32, "little"),
]


@pytest.mark.parametrize("size", [0, 96, 256])
def test_a_box_opens_for_its_receiver(size: int) -> None:
    content = b"\x55" * size
    sealed = seal_box(SENDER, CONTEXT, RECEIVER, content)
    assert len(sealed) == box_size(size) == size + 80
    assert open_box(SECRET, CONTEXT, sealed) == content
    assert nacl.bindings.crypto_box_seal_open(sealed, RECEIVER, SECRET) == CONTEXT + content


def test_the_same_box_can_be_made_again() -> None:
    """22.13: and every other context, receiver or content gives another ephemeral key."""
    assert seal_box(SENDER, CONTEXT, RECEIVER, b"a") == seal_box(SENDER, CONTEXT, RECEIVER, b"a")
    boxes = [
        seal_box(SENDER, CONTEXT, RECEIVER, b"a"),
        seal_box(SENDER, CONTEXT, RECEIVER, b"b"),
        seal_box(SENDER, bytes(32), RECEIVER, b"a"),
        seal_box(SENDER, CONTEXT, nacl.bindings.crypto_scalarmult_base(bytes(32)), b"a"),
    ]
    assert len({box[:32] for box in boxes}) == len(boxes)


def test_any_flipped_bit_of_a_box_is_refused() -> None:
    sealed = seal_box(SENDER, CONTEXT, RECEIVER, b"content")
    for changed in each_flipped(sealed, step=5):
        with pytest.raises(OpeningMismatch):
            open_box(SECRET, CONTEXT, changed)


def test_a_box_for_another_context_or_receiver_is_refused() -> None:
    sealed = seal_box(SENDER, CONTEXT, RECEIVER, b"content")
    for context in each_flipped(CONTEXT):
        with pytest.raises(OpeningMismatch):
            open_box(SECRET, context, sealed)
    with pytest.raises(OpeningMismatch):
        open_box(b"\x12" * 32, CONTEXT, sealed)


def test_what_is_too_short_for_a_box_is_malformed() -> None:
    for size in (0, 48, 79):
        with pytest.raises(Malformed):
            open_box(SECRET, CONTEXT, bytes(size))


@pytest.mark.parametrize("key", SMALL_ORDER, ids=[str(number) for number in range(7)])
def test_a_box_key_of_small_order_is_refused(key: bytes) -> None:
    with pytest.raises(BadPoint):
        read_box_key(key)


def test_an_honest_box_key_is_read() -> None:
    assert read_box_key(RECEIVER) == RECEIVER
    with pytest.raises(Malformed):
        read_box_key(RECEIVER + b"\0")
