"""Points and scalars as they travel, refused when they are not what they must be (E-2, E-3)."""

from collections.abc import Iterable, Sequence

from net.crypto.faults import BadPoint, BadScalar, Malformed
from net.crypto.group import Group, Point

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
