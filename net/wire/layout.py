"""How a body is written in bytes, field by field (section 18).

1. A body is a frozen struct whose fields carry their layout in their type; this module knows no
   message. What it writes it reads back, and every byte string it reads is written back the same.
2. Reading raises nothing but a `PeerFault`: Malformed for lengths, counts and numbers out of
   range (E-5), BadPoint and BadScalar for values (E-2, E-3). A list is refused by its count
   before its first item is read.
3. Proofs are kept as bytes of the exact length; what is inside is read by whoever checks them.
4. Writing what could not be read is a mistake of our own, a ValueError.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, get_args, get_type_hints

from msgspec import Struct

from net.crypto.faults import Malformed
from net.crypto.group import Group, Point
from net.crypto.wire_values import SIZE, read_point, read_scalar, write_scalars

# The fields of a struct that stand before one, by name: a length or presence may depend on them.
Before = Mapping[str, Any]


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


class Layout(Protocol):
    """One field's way in and out of bytes."""

    def read(self, reader: Reader, before: Before) -> Any:
        """Take the field from the front."""

    def write(self, value: Any, before: Before) -> bytes:
        """The bytes of the field."""


class Grouped(Struct, frozen=True):
    """Fields that are written one after another."""


class Body(Grouped, frozen=True):
    """The body of an entry; `check` refuses fields that cannot stand together."""

    kind: ClassVar[int]

    def check(self) -> None:
        """Refuse, as Malformed, what no field refuses by itself."""


AnyGrouped = TypeVar("AnyGrouped", bound=Grouped)


class Whole:
    """E-4: a whole number, little endian, within bounds."""

    def __init__(self, size: int, least: int = 0, most: int | None = None) -> None:
        self.size, self.least = size, least
        self.most = 256**size - 1 if most is None else most

    def read(self, reader: Reader, before: Before) -> int:
        """Refuse a number out of bounds."""
        number = int.from_bytes(reader.take(self.size), "little")
        if not self.least <= number <= self.most:
            raise Malformed(f"{number} is not between {self.least} and {self.most}")
        return number

    def write(self, value: int, before: Before) -> bytes:
        """Little endian."""
        if not self.least <= value <= self.most:
            raise ValueError(f"{value} is not between {self.least} and {self.most}")
        return value.to_bytes(self.size, "little")


class Raw:
    """Bytes of a length that is fixed, or follows from the fields before; `judge` may refuse."""

    def __init__(
        self,
        size: int | Callable[[Before], int],
        judge: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._size, self._judge = size, judge

    def read(self, reader: Reader, before: Before) -> bytes:
        """Exactly so many bytes."""
        return self._judge(reader.take(self._length(before)))

    def write(self, value: bytes, before: Before) -> bytes:
        """The bytes themselves."""
        if len(value) != self._length(before):
            raise ValueError(f"{len(value)} bytes where {self._length(before)} belong")
        return bytes(value)

    def _length(self, before: Before) -> int:
        return self._size if isinstance(self._size, int) else self._size(before)


class Located:
    """E-2: a point, refused when it is read if it is not one."""

    def read(self, reader: Reader, before: Before) -> Point:
        """A point of the group."""
        return read_point(reader.group, reader.take(SIZE))

    def write(self, value: Point, before: Before) -> bytes:
        """Its encoding."""
        if len(value) != SIZE:
            raise ValueError("a point has 32 bytes")
        return bytes(value)


class Scaled:
    """E-3: a scalar, refused when it is read if it is not below the order."""

    def read(self, reader: Reader, before: Before) -> int:
        """A scalar of the group."""
        return read_scalar(reader.group, reader.take(SIZE))

    def write(self, value: int, before: Before) -> bytes:
        """Little endian."""
        return write_scalars((value,))


class Absentable:
    """A number of which one value says that there is none."""

    def __init__(self, number: Whole, nothing: int) -> None:
        self._number, self._nothing = number, nothing

    def read(self, reader: Reader, before: Before) -> int | None:
        """The number, or None."""
        number = self._number.read(reader, before)
        return None if number == self._nothing else number

    def write(self, value: int | None, before: Before) -> bytes:
        """The number, or the one for nothing."""
        if value == self._nothing:
            raise ValueError(f"{value} stands for nothing")
        return self._number.write(self._nothing if value is None else value, before)


class Optional:
    """One byte, 0 or 1, and the field if it is 1."""

    def __init__(self, inner: Layout) -> None:
        self._inner = inner
        self._flag = Whole(1, most=1)

    def read(self, reader: Reader, before: Before) -> Any:
        """The field, or None."""
        return self._inner.read(reader, before) if self._flag.read(reader, before) else None

    def write(self, value: Any, before: Before) -> bytes:
        """The flag and the field."""
        return b"\0" if value is None else b"\1" + self._inner.write(value, before)


class Given:
    """A field that is there if, and only if, the fields before say so."""

    def __init__(self, is_there: Callable[[Before], bool], inner: Layout, absent: Any = None):
        self._is_there, self._inner, self._absent = is_there, inner, absent

    def read(self, reader: Reader, before: Before) -> Any:
        """The field, or what stands for its absence."""
        return self._inner.read(reader, before) if self._is_there(before) else self._absent

    def write(self, value: Any, before: Before) -> bytes:
        """The field, or nothing."""
        is_there = self._is_there(before)
        if value is None if is_there else value != self._absent:
            raise ValueError(f"{value!r} does not go with the fields before it")
        return self._inner.write(value, before) if is_there else b""


class Listed:
    """A count and so many items; or as many as the fields before say, without a count."""

    def __init__(self, count: Whole | Callable[[Before], int], item: Layout) -> None:
        self._count, self._item = count, item

    def read(self, reader: Reader, before: Before) -> tuple[Any, ...]:
        """E-5: refused by its count before its first item is read."""
        if isinstance(self._count, Whole):
            count = self._count.read(reader, before)
        else:
            count = self._count(before)
        return tuple([self._item.read(reader, before) for _ in range(count)])

    def write(self, value: tuple[Any, ...], before: Before) -> bytes:
        """The count and the items."""
        if isinstance(self._count, Whole):
            head = self._count.write(len(value), before)
        elif len(value) == self._count(before):
            head = b""
        else:
            raise ValueError(f"{len(value)} items where {self._count(before)} belong")
        return head + b"".join([self._item.write(each, before) for each in value])


class Lengthy:
    """A length and so many bytes."""

    def __init__(self, length: Whole) -> None:
        self._length = length

    def read(self, reader: Reader, before: Before) -> bytes:
        """E-5: refused by its length before it is read."""
        return reader.take(self._length.read(reader, before))

    def write(self, value: bytes, before: Before) -> bytes:
        """The length and the bytes."""
        return self._length.write(len(value), before) + value


class Nested:
    """A struct inside another; its layouts see its own fields only."""

    def __init__(self, kind: type[Grouped]) -> None:
        self._kind = kind

    def read(self, reader: Reader, before: Before) -> Grouped:
        """All its fields."""
        return read_fields(self._kind, reader)

    def write(self, value: Grouped, before: Before) -> bytes:
        """All its fields."""
        if type(value) is not self._kind:
            raise ValueError(f"{value!r} is no {self._kind.__name__}")
        return write_fields(value)


def read_fields(kind: type[AnyGrouped], reader: Reader) -> AnyGrouped:
    """A struct from the front of the bytes."""
    found: dict[str, Any] = {}
    for name, layout in _layouts(kind):
        found[name] = layout.read(reader, found)
    return kind(**found)


def write_fields(value: Grouped) -> bytes:
    """The bytes of a struct."""
    written: list[bytes] = []
    before: dict[str, Any] = {}
    for name, layout in _layouts(type(value)):
        field = getattr(value, name)
        written.append(layout.write(field, before))
        before[name] = field
    return b"".join(written)


@cache
def _layouts(kind: type[Grouped]) -> tuple[tuple[str, Layout], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, get_args(hints[name])[1]) for name in kind.__struct_fields__)
