"""The group of E-1 in plain Python, from RFC 8032 alone: an independent check of libsodium (E-8).

Points are in extended coordinates (x, y, z, t): the point (x/z, y/z) with t = x·y/z. Windows of
four bits are added whatever their value, so the work does not depend on the scalar.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from net.crypto.fixed_points import BLINDING, SHUFFLE_BASES
from net.crypto.group import Point, Term, gathered

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
TWICE_CURVE = 2 * CURVE % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)

Extended = tuple[int, int, int, int]
NEUTRAL: Extended = (0, 1, 1, 0)


def add(left: Extended, right: Extended) -> Extended:
    """Add two points; the formula is complete, it holds for equal and neutral points too."""
    x1, y1, z1, t1 = left
    x2, y2, z2, t2 = right
    low = (y1 - x1) * (y2 - x2) % PRIME
    high = (y1 + x1) * (y2 + x2) % PRIME
    cross = t1 * t2 % PRIME * TWICE_CURVE % PRIME
    scale = 2 * z1 * z2 % PRIME
    e, f, g, h = high - low, scale - cross, scale + cross, high + low
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def double(point: Extended) -> Extended:
    """Add a point to itself, which is quicker than `add`."""
    x, y, z, _ = point
    x_squared, y_squared = x * x % PRIME, y * y % PRIME
    h = x_squared + y_squared
    e = h - (x + y) * (x + y) % PRIME
    g = x_squared - y_squared
    f = 2 * z * z % PRIME + g
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def negate(point: Extended) -> Extended:
    """The point that added to this one gives the neutral."""
    x, y, z, t = point
    return -x % PRIME, y, z, -t % PRIME


def encode(point: Extended) -> Point:
    """RFC 8032, 5.1.2: y in 255 bits, then the lowest bit of x."""
    x, y, z, _ = point
    inverse = pow(z, -1, PRIME)
    sign = (x * inverse % PRIME & 1) << 255
    return Point((y * inverse % PRIME | sign).to_bytes(32, "little"))


# A proof works with the same points many times, and the root costs as much as thirty additions.
@lru_cache(maxsize=1024)
def decode(encoded: bytes) -> Extended | None:
    """RFC 8032, 5.1.3: the point of the curve these bytes stand for, if they are canonical."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number % 2**255
    if len(encoded) != 32 or y >= PRIME:
        return None
    x = _x_of(y)
    if x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


def _x_of(y: int) -> int | None:
    numerator, denominator = y * y - 1, CURVE * y * y + 1
    cube = denominator**3 % PRIME
    power = pow(numerator * cube * denominator**4, (PRIME - 5) // 8, PRIME)
    root = numerator * cube * power % PRIME
    for x in (root, root * ROOT_OF_MINUS_ONE % PRIME):
        if (denominator * x * x - numerator) % PRIME == 0:
            return x
    return None


def window(point: Extended) -> list[Extended]:
    """The multiples 0 to 15 of a point."""
    multiples = [NEUTRAL]
    for _ in range(15):
        multiples.append(add(multiples[-1], point))
    return multiples


def sum_of_multiples(terms: list[tuple[int, Extended]]) -> Extended:
    """Add up multiples, four bits of all scalars at a time, so that they share the doublings."""
    windows = [(scalar, window(point)) for scalar, point in terms]
    total = NEUTRAL
    for shift in range(252, -1, -4):
        for _ in range(4):
            total = double(total)
        for scalar, multiples in windows:
            total = add(total, multiples[scalar >> shift & 15])
    return total


class FixedBase:
    """The multiples 0 to 15 of every 16th power of one point: a multiple is then 64 additions."""

    def __init__(self, point: Extended) -> None:
        self._windows: list[list[Extended]] = []
        for _ in range(64):
            self._windows.append(window(point))
            point = add(self._windows[-1][15], point)

    def multiply(self, scalar: int) -> Extended:
        """Multiply the one point."""
        total = NEUTRAL
        for position, multiples in enumerate(self._windows):
            total = add(total, multiples[scalar >> 4 * position & 15])
        return total


class PlainGroup:
    """E-8: the same functions as `SodiumGroup`, sharing no arithmetic with it."""

    order = ORDER
    identity = encode(NEUTRAL)
    generator = Point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    blinding = Point(BLINDING)
    shuffle_bases = tuple(Point(base) for base in SHUFFLE_BASES)

    @cached_property
    def _fixed(self) -> dict[bytes, FixedBase]:
        return {base: FixedBase(_known(base)) for base in (self.generator, self.blinding)}

    def base_multiply(self, scalar: int) -> Point:
        """Multiply the generator."""
        return self.multiply(scalar, self.generator)

    def multiply(self, scalar: int, point: Point) -> Point:
        """Multiply a point."""
        return encode(self._product(scalar, point))

    def _product(self, scalar: int, point: Point) -> Extended:
        if base := self._fixed.get(point):
            return base.multiply(scalar % ORDER)
        return sum_of_multiples([(scalar % ORDER, _known(point))])

    def add(self, left: Point, right: Point) -> Point:
        """Add two points."""
        return encode(add(_known(left), _known(right)))

    def subtract(self, left: Point, right: Point) -> Point:
        """Subtract the right point from the left."""
        return encode(add(_known(left), negate(_known(right))))

    def is_valid(self, encoded: bytes) -> bool:
        """E-2: canonical, on the curve, in the prime-order subgroup, not the identity."""
        point = decode(encoded)
        if point is None or encoded == self.identity:
            return False
        return encode(sum_of_multiples([(ORDER, point)])) == self.identity

    def combine(self, terms: Iterable[Term]) -> Point:
        """Add up the multiples of points."""
        total = NEUTRAL
        others = []
        for scalar, point in gathered(terms):
            if point in self._fixed:
                total = add(total, self._product(scalar, point))
            else:
                others.append((scalar % ORDER, _known(point)))
        return encode(add(total, sum_of_multiples(others)) if others else total)

    def point_from_hash(self, candidate: bytes) -> Point | None:
        """H-1: eight times the candidate, if it is a point and that is not the identity."""
        point = decode(candidate)
        if point is None:
            return None
        eightfold = encode(double(double(double(point))))
        return None if eightfold == self.identity else eightfold


def _known(point: Point) -> Extended:
    extended = decode(point)
    if extended is None:
        raise ValueError("not a point: it was never checked (E-2)")
    return extended
