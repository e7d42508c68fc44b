"""A prime-order group of 29 bits with the interface of the real one: quick, and of no strength.

Squares modulo a safe prime, written additively. The modulus is one digit of Python's integers:
with one bit more a multiplication takes ten times as long. Code that is given it runs the same
paths as with the real group; product code cannot import it.
"""

from collections.abc import Iterable
from functools import lru_cache

from net.crypto.group import Point, Term, gathered
from net.crypto.hashing import named_point

ORDER = 2**29 - 693
MODULUS = 2 * ORDER + 1


class SmallGroup:
    order = ORDER
    identity = Point((1).to_bytes(32, "little"))
    generator = Point((4).to_bytes(32, "little"))

    def __init__(self) -> None:
        self.blinding = named_point(self, b"pedersen.H")
        self.shuffle_bases = tuple(
            named_point(self, b"shuffle.h" + number.to_bytes(4, "little")) for number in range(128)
        )

    def base_multiply(self, scalar: int) -> Point:
        return self.multiply(scalar, self.generator)

    def multiply(self, scalar: int, point: Point) -> Point:
        return encode(power(decode(point), scalar % ORDER))

    def add(self, left: Point, right: Point) -> Point:
        return encode(decode(left) * decode(right))

    def subtract(self, left: Point, right: Point) -> Point:
        return encode(decode(left) * pow(decode(right), -1, MODULUS))

    def is_valid(self, encoded: bytes) -> bool:
        return is_square(encoded)

    def combine(self, terms: Iterable[Term]) -> Point:
        total = 1
        for scalar, point in gathered(terms):
            # The innermost loop of every proof: no call of our own.
            number = int.from_bytes(point, "little")
            total = total * power(number, scalar % ORDER) % MODULUS
        return encode(total)

    def point_from_hash(self, candidate: bytes) -> Point | None:
        square = encode(decode(candidate) ** 2)
        return square if self.is_valid(square) else None


@lru_cache(maxsize=100_000)
def power(number: int, scalar: int) -> int:
    """What one peer has worked out all others of a table do again."""
    return pow(number, scalar, MODULUS)


@lru_cache(maxsize=100_000)
def is_square(encoded: bytes) -> bool:
    """Found once for all peers of a table: each of them is sent the same points."""
    number = decode(encoded)
    return 1 < number < MODULUS and pow(number, ORDER, MODULUS) == 1


def encode(number: int) -> Point:
    return Point((number % MODULUS).to_bytes(32, "little"))


def decode(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little")
