"""The single values in a body: numbers, bytes, points, scalars, each in its bytes (E-2 to E-5).

Reading raises nothing but a `PeerFault`; writing what could not be read is a mistake of our own, a
ValueError.
"""

from collections.abc import Callable

from net.crypto.faults import Malformed
from net.crypto.group import Group, Point
from net.crypto.wire_values import SIZE, read_point, read_scalar, write_scalars


class Reader:
    """Takes bytes from the front of a body."""

    def __init__(self, group: Group, body: bytes) -> None:
        self.group = group
        self._body = body
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next so many bytes."""
        taken = self._body[self._at : self._at + size]
        if len(taken) != size:
            raise Malformed("the body ends too early")
        self._at += size
        return taken

    def peek(self) -> int:
        """The next byte, which stays."""
        if self._at >= len(self._body):
            raise Malformed("the body ends too early")
        return self._body[self._at]

    def finish(self) -> None:
        """E-5: refuse trailing bytes."""
        if self._at != len(self._body):
            raise Malformed(f"{len(self._body) - self._at} bytes too many")


class Whole:
    """E-4: a whole number, little endian, within bounds."""

    def __init__(self, size: int, least: int = 0, most: int | None = None) -> None:
        self.size, self.least = size, least
        self.most = 256**size - 1 if most is None else most

    def read(self, reader: Reader) -> int:
        """Refuse a number out of bounds."""
        number = int.from_bytes(reader.take(self.size), "little")
        if not self.least <= number <= self.most:
            raise Malformed(f"{number} is not between {self.least} and {self.most}")
        return number

    def write(self, value: int) -> bytes:
        """Little endian."""
        if not self.least <= value <= self.most:
            raise ValueError(f"{value} is not between {self.least} and {self.most}")
        return value.to_bytes(self.size, "little")


class Raw:
    """So many bytes, which `judge` may refuse."""

    def __init__(self, size: int, judge: Callable[[bytes], bytes] = bytes) -> None:
        self.size, self._judge = size, judge

    def read(self, reader: Reader) -> bytes:
        """Exactly so many bytes."""
        return self._judge(reader.take(self.size))

    def write(self, value: bytes) -> bytes:
        """The bytes themselves."""
        if len(value) != self.size:
            raise ValueError(f"{len(value)} bytes where {self.size} belong")
        return bytes(value)


class Located:
    """E-2: a point, refused when it is read if it is not one."""

    def read(self, reader: Reader) -> Point:
        """A point of the group."""
        return read_point(reader.group, reader.take(SIZE))

    def write(self, value: Point) -> bytes:
        """Its encoding."""
        if len(value) != SIZE:
            raise ValueError("a point has 32 bytes")
        return bytes(value)


class Scaled:
    """E-3: a scalar, refused when it is read if it is not below the order."""

    def read(self, reader: Reader) -> int:
        """A scalar of the group."""
        return read_scalar(reader.group, reader.take(SIZE))

    def write(self, value: int) -> bytes:
        """Little endian."""
        return write_scalars((value,))


class Absentable:
    """A number of which one value says that there is none."""

    def __init__(self, number: Whole, nothing: int) -> None:
        self.number, self.nothing = number, nothing

    def read(self, reader: Reader) -> int | None:
        """The number, or None."""
        number = self.number.read(reader)
        return None if number == self.nothing else number

    def write(self, value: int | None) -> bytes:
        """The number, or the one for nothing."""
        if value == self.nothing:
            raise ValueError(f"{value} stands for nothing")
        return self.number.write(self.nothing if value is None else value)
