"""The group of all proofs (section 1), and what is made of its points alone (sections 2 and 4).

Points are their 32 bytes, so that they can be compared and hashed as they are; scalars are numbers.
The library does the arithmetic of the curve and nothing else.
"""

import hashlib
from collections.abc import Iterable
from functools import cache

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

Q = 2**252 + 27742317777372353535851937790883648493  # the order of the group
FIELD = 2**255 - 19
ZERO = b"\x01" + bytes(31)  # O, the identity


class Wrong(Exception):
    """Something in the file is not as the document demands."""


def point(encoded: bytes) -> bytes:
    """A point that somebody sent: canonical, on the curve, in the subgroup and not O."""
    if len(encoded) != 32 or not sodium.crypto_core_ed25519_is_valid_point(encoded):
        raise Wrong("no point of the group")
    return encoded


def scalar(encoded: bytes) -> int:
    """A scalar that somebody sent: 32 bytes little endian, below q."""
    number = int.from_bytes(encoded, "little")
    if len(encoded) != 32 or number >= Q:
        raise Wrong("no scalar")
    return number


def written(number: int) -> bytes:
    """A scalar as it is sent."""
    return (number % Q).to_bytes(32, "little")


def add(one: bytes, other: bytes) -> bytes:
    """The sum of two points."""
    return sodium.crypto_core_ed25519_add(one, other)


def sub(one: bytes, other: bytes) -> bytes:
    """The difference of two points."""
    return sodium.crypto_core_ed25519_sub(one, other)


def times(number: int, base: bytes) -> bytes:
    """A multiple of a point. The library gives no O and takes none, so that is done here."""
    number %= Q
    if number == 0 or base == ZERO:
        return ZERO
    if number == 1:
        return base
    if base == G:
        return sodium.crypto_scalarmult_ed25519_base_noclamp(written(number))
    return sodium.crypto_scalarmult_ed25519_noclamp(written(number), base)


def total(terms: Iterable[tuple[int, bytes]]) -> bytes:
    """The sum of multiples of points."""
    found = ZERO
    for number, base in terms:
        found = add(found, times(number, base))
    return found


@cache
def open_value(code: int) -> bytes:
    """v·G: how an open value stands in every proof."""
    return times(code, G)


def commitment(value: int, blinding: int) -> bytes:
    """Section 4: v·G + r·H."""
    return add(times(value, G), times(blinding, H))


def nums(label: bytes) -> bytes:
    """H-1: a point of which nobody knows what multiple of G it is."""
    attempt = 0
    while True:
        hashed = hashlib.blake2b(
            label + attempt.to_bytes(4, "little"), digest_size=32, person=b"FOD1-nums"
        ).digest()
        attempt += 1
        if int.from_bytes(hashed, "little") % 2**255 >= FIELD:
            continue
        try:
            found = add(hashed, hashed)
        except CryptoError:
            continue  # its x is no number: not on the curve
        found = add(found, found)
        found = add(found, found)
        if found != ZERO:
            return found


def refuse_unsafe_library() -> None:
    """Section 1: a library that takes 7·G + (0, -1) for a good point is not fit for this."""
    outside = add(open_value(7), (FIELD - 1).to_bytes(32, "little"))
    if sodium.crypto_core_ed25519_is_valid_point(outside):
        raise RuntimeError("this libsodium takes points outside the subgroup")


G = sodium.crypto_scalarmult_ed25519_base_noclamp(written(1))
H = nums(b"pedersen.H")
h = tuple(nums(b"shuffle.h" + number.to_bytes(4, "little")) for number in range(128))
