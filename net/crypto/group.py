"""The group of E-1 behind six functions, and its points and scalars as they travel (E-2, E-3).

1. Nothing else touches the curve. A `Point` is 32 bytes that passed `is_valid`, or was computed
   from such, or is the identity. The identity occurs in local computation only, never on the wire
   (E-6).
2. libsodium refuses the scalar 0 and the identity. Here both give the identity, by a branch: that
   is for public numbers. A secret that may be 0 goes through `commitment.commit` (22.13, N-6).
3. A `SodiumGroup` exists only if its library passed the self-test of E-7.
4. Reading a point or scalar from the wire fails if it is not valid.
"""

from collections.abc import Iterable, Sequence
from typing import NewType, Protocol

import nacl.bindings
from nacl.exceptions import CryptoError

from net.crypto.faults import BadPoint, BadScalar, Malformed, UnsafeLibrary
from net.crypto.fixed_points import BLINDING, SHUFFLE_BASES

Point = NewType("Point", bytes)
Term = tuple[int, Point]

ORDER = 2**252 + 27742317777372353535851937790883648493
FIELD = 2**255 - 19
IDENTITY = Point((1).to_bytes(32, "little"))
GENERATOR = Point(bytes.fromhex("58" + "66" * 31))

# 7·G + (0, -1): on the curve, of order 2q. Older builds take it for a member of the subgroup.
MIXED_ORDER = bytes.fromhex("359dbf604a3b3bedc20d5408b9d4770fbe52c922979b3178d02ab8d41c9c3a4e")
SEVEN = Point(bytes.fromhex("b862409fb5c4c4123df2abf7462b88f041ad36dd6864ce872fd5472be363c5b1"))


class Group(Protocol):
    """A prime-order group, written additively, with the fixed generators of H-1."""

    @property
    def order(self) -> int:
        """The number of points, a prime."""

    @property
    def identity(self) -> Point:
        """The point O."""

    @property
    def generator(self) -> Point:
        """The point G."""

    @property
    def blinding(self) -> Point:
        """The point H, whose logarithm nobody knows."""

    @property
    def shuffle_bases(self) -> tuple[Point, ...]:
        """The points h_0, h_1, …, whose logarithms nobody knows."""

    def base_multiply(self, scalar: int) -> Point:
        """Multiply the generator."""

    def multiply(self, scalar: int, point: Point) -> Point:
        """Multiply a point."""

    def add(self, left: Point, right: Point) -> Point:
        """Add two points."""

    def subtract(self, left: Point, right: Point) -> Point:
        """Subtract the right point from the left."""

    def is_valid(self, encoded: bytes) -> bool:
        """E-2: whether these bytes may be taken from the wire as a point."""

    def combine(self, terms: Iterable[Term]) -> Point:
        """Add up the multiples of points."""

    def point_from_hash(self, candidate: bytes) -> Point | None:
        """H-1: the point that one candidate of NUMS gives, if it gives one."""


class Library(Protocol):
    """What is used of nacl.bindings, so that a benchmark can record it and a test replace it."""

    def crypto_scalarmult_ed25519_base_noclamp(self, n: bytes) -> bytes:
        """Multiply the base point; fails for 0."""

    def crypto_scalarmult_ed25519_noclamp(self, n: bytes, p: bytes) -> bytes:
        """Multiply a point; fails for 0, for the identity and outside the subgroup."""

    def crypto_core_ed25519_add(self, p: bytes, q: bytes) -> bytes:
        """Add two points of the curve."""

    def crypto_core_ed25519_sub(self, p: bytes, q: bytes) -> bytes:
        """Subtract two points of the curve."""

    def crypto_core_ed25519_is_valid_point(self, p: bytes) -> bool:
        """Whether a point is canonical, in the subgroup and not the identity."""


class SodiumGroup:
    """E-8: the prime-order subgroup of edwards25519 by libsodium."""

    order = ORDER
    identity = IDENTITY
    generator = GENERATOR
    blinding = Point(BLINDING)
    shuffle_bases = tuple(Point(base) for base in SHUFFLE_BASES)

    def __init__(self, library: Library = nacl.bindings) -> None:
        refuse_unsafe(library)
        self._base_multiply = library.crypto_scalarmult_ed25519_base_noclamp
        self._multiply = library.crypto_scalarmult_ed25519_noclamp
        self._add = library.crypto_core_ed25519_add
        self._subtract = library.crypto_core_ed25519_sub
        self.is_valid = library.crypto_core_ed25519_is_valid_point

    def base_multiply(self, scalar: int) -> Point:
        """Multiply the generator."""
        reduced = scalar % ORDER
        if reduced == 0:
            return IDENTITY
        return Point(self._base_multiply(reduced.to_bytes(32, "little")))

    def multiply(self, scalar: int, point: Point) -> Point:
        """Multiply a point."""
        reduced = scalar % ORDER
        if reduced == 0 or point == IDENTITY:
            return IDENTITY
        return Point(self._multiply(reduced.to_bytes(32, "little"), point))

    def add(self, left: Point, right: Point) -> Point:
        """Add two points."""
        return Point(self._add(left, right))

    def subtract(self, left: Point, right: Point) -> Point:
        """Subtract the right point from the left."""
        return Point(self._subtract(left, right))

    def combine(self, terms: Iterable[Term]) -> Point:
        """Add up the multiples of points."""
        total = IDENTITY
        for scalar, point in gathered(terms):
            product = self._product(scalar, point)
            if total == IDENTITY:
                total = product
            elif product != IDENTITY:
                total = self.add(total, product)
        return total

    def _product(self, scalar: int, point: Point) -> Point:
        if scalar == 1:
            return point
        if point == GENERATOR:
            return self.base_multiply(scalar)
        return self.multiply(scalar, point)

    def point_from_hash(self, candidate: bytes) -> Point | None:
        """H-1: eight times the candidate, by doublings, for it may lie outside the subgroup."""
        if int.from_bytes(candidate, "little") % 2**255 >= FIELD:
            return None
        try:
            doubled = self._add(candidate, candidate)
        except CryptoError:
            return None
        doubled = self._add(doubled, doubled)
        eightfold = Point(self._add(doubled, doubled))
        return None if eightfold == IDENTITY else eightfold


def gathered(terms: Iterable[Term]) -> Iterable[Term]:
    """Join the multiples of equal points, so that each point is multiplied once."""
    scalars: dict[Point, int] = {}
    for scalar, point in terms:
        scalars[point] = scalars.get(point, 0) + scalar
    return ((scalar, point) for point, scalar in scalars.items())


def refuse_unsafe(library: Library) -> None:
    """E-7: raise `UnsafeLibrary` unless the library judges and refuses bad points as it must."""
    try:
        seven = library.crypto_scalarmult_ed25519_base_noclamp((7).to_bytes(32, "little"))
    except CryptoError as error:
        raise UnsafeLibrary("unsafe-library", test="multiplying") from error
    if seven != SEVEN or not library.crypto_core_ed25519_is_valid_point(SEVEN):
        raise UnsafeLibrary("unsafe-library", test="curve")
    for bad in (MIXED_ORDER, bytes(IDENTITY)):
        if library.crypto_core_ed25519_is_valid_point(bad):
            raise UnsafeLibrary("unsafe-library", test="bad-point")
    try:
        library.crypto_scalarmult_ed25519_noclamp((5).to_bytes(32, "little"), MIXED_ORDER)
    except CryptoError:
        return
    raise UnsafeLibrary("unsafe-library", test="subgroup")


# --- Points and scalars as they travel ---


SIZE = 32


def read_point(group: Group, encoded: bytes) -> Point:
    """E-2: a point from the wire."""
    if len(encoded) != SIZE:
        raise Malformed("a point has 32 bytes")
    if not group.is_valid(encoded):
        raise BadPoint("not a point of the group")
    return Point(encoded)


def read_scalar(group: Group, encoded: bytes) -> int:
    """E-3: a scalar from the wire."""
    if len(encoded) != SIZE:
        raise Malformed("a scalar has 32 bytes")
    scalar = int.from_bytes(encoded, "little")
    if scalar >= group.order:
        raise BadScalar("a scalar is not below the order of the group")
    return scalar


def write_scalars(scalars: Iterable[int]) -> bytes:
    """E-3: scalars, reduced by whoever computed them, joined."""
    return b"".join([scalar.to_bytes(SIZE, "little") for scalar in scalars])


class FixedLayout:
    """E-5: reads a body of a known length in order; the length is checked before anything else."""

    def __init__(self, group: Group, body: bytes, size: int) -> None:
        if len(body) != size:
            raise Malformed(f"{len(body)} bytes where {size} belong")
        self._group = group
        self._body = body
        self._at = 0

    def points(self, count: int) -> Sequence[Point]:
        """Read so many points."""
        return [read_point(self._group, chunk) for chunk in self._chunks(count)]

    def unchecked_points(self, count: int) -> Sequence[Point]:
        """So many points that somebody else checks, or has checked."""
        return [Point(chunk) for chunk in self._chunks(count)]

    def scalars(self, count: int) -> Sequence[int]:
        """Read so many scalars."""
        return [read_scalar(self._group, chunk) for chunk in self._chunks(count)]

    def _chunks(self, count: int) -> Iterable[bytes]:
        start = self._at
        self._at += count * SIZE
        return (self._body[at : at + SIZE] for at in range(start, self._at, SIZE))
