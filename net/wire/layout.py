"""How a body is written in bytes, field by field (section 18).

1. A body is a frozen struct whose fields carry their layout in their type; this module knows no
   message. What it writes it reads back, and every byte string it reads is written back the same.
2. Reading raises nothing but a `PeerFault`: Malformed for lengths, counts and numbers out of
   range (E-5), BadPoint and BadScalar for values (E-2, E-3). A list is refused by its count
   before its first item is read.
3. Proofs are kept as bytes of the exact length; what is inside is read by whoever checks them.
4. Writing what could not be read is a mistake of our own: a ValueError, here.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, get_args, get_type_hints

from msgspec import Struct

from net.wire.values import Reader, Whole

# The fields of a struct that stand before one, by name: a length or presence may depend on them.
Before = Mapping[str, Any]


class Layout(Protocol):
    """One field's way in and out of bytes."""

    def read(self, reader: Reader, /) -> Any:
        """Take the field from the front."""

    def write(self, value: Any, /) -> bytes:
        """The bytes of the field."""


class After:
    """A field whose layout, or `inner` being there, follows from the fields before: `words`."""

    def __init__(
        self, words: str, layout: Callable[[Before], Layout], inner: Layout | None = None
    ) -> None:
        self.words, self.layout, self.inner = words, layout, inner


class Grouped(Struct, frozen=True):
    """Fields that are written one after another."""


class Body(Grouped, frozen=True):
    """The body of an entry; `check` refuses fields that cannot stand together."""

    kind: ClassVar[int]

    def check(self) -> None:
        """Refuse, as Malformed, what no field refuses by itself."""


AnyGrouped = TypeVar("AnyGrouped", bound=Grouped)


class Optional:
    """One byte, 0 or 1, and the field if it is 1."""

    def __init__(self, inner: Layout) -> None:
        self.inner = inner
        self._flag = Whole(1, most=1)

    def read(self, reader: Reader) -> Any:
        """The field, or None."""
        return self.inner.read(reader) if self._flag.read(reader) else None

    def write(self, value: Any) -> bytes:
        """The flag and the field."""
        return b"\0" if value is None else b"\1" + self.inner.write(value)


class Left:
    """No bytes at all, for a field that is left out here."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def read(self, _reader: Reader) -> Any:
        """What stands for the absence."""
        return self._value

    def write(self, value: Any) -> bytes:
        """Nothing."""
        if value != self._value:
            raise ValueError(f"{value!r} does not go with the fields before it")
        return b""


class Repeated:
    """So many items, without a count."""

    def __init__(self, count: int, item: Layout) -> None:
        self.count, self.item = count, item

    def read(self, reader: Reader) -> tuple[Any, ...]:
        """Exactly so many."""
        return tuple([self.item.read(reader) for _ in range(self.count)])

    def write(self, value: tuple[Any, ...]) -> bytes:
        """The items."""
        if len(value) != self.count:
            raise ValueError(f"{len(value)} items where {self.count} belong")
        return b"".join([self.item.write(each) for each in value])


class Listed:
    """A count and so many items."""

    def __init__(self, count: Whole, item: Layout) -> None:
        self.count, self.item = count, item

    def read(self, reader: Reader) -> tuple[Any, ...]:
        """E-5: refused by its count before its first item is read."""
        return Repeated(self.count.read(reader), self.item).read(reader)

    def write(self, value: tuple[Any, ...]) -> bytes:
        """The count and the items."""
        return self.count.write(len(value)) + Repeated(len(value), self.item).write(value)


class Lengthy:
    """A length and so many bytes."""

    def __init__(self, length: Whole) -> None:
        self.length = length

    def read(self, reader: Reader) -> bytes:
        """E-5: refused by its length before it is read."""
        return reader.take(self.length.read(reader))

    def write(self, value: bytes) -> bytes:
        """The length and the bytes."""
        return self.length.write(len(value)) + value


class Nested:
    """A struct inside another; its layouts see its own fields only."""

    def __init__(self, kind: type[Grouped]) -> None:
        self.kind = kind

    def read(self, reader: Reader) -> Grouped:
        """All its fields."""
        return read_fields(self.kind, reader)

    def write(self, value: Grouped) -> bytes:
        """All its fields."""
        if type(value) is not self.kind:
            raise ValueError(f"{value!r} is no {self.kind.__name__}")
        return write_fields(value)


def given(
    words: str, is_there: Callable[[Before], bool], layout: Layout, absent: Any = None
) -> After:
    """A field that is there if, and only if, the fields before say so."""
    left = Left(absent)
    return After(words, lambda before: layout if is_there(before) else left, layout)


def read_fields(kind: type[AnyGrouped], reader: Reader) -> AnyGrouped:
    """A struct from the front of the bytes."""
    found: dict[str, Any] = {}
    for name, layout in layouts_of(kind):
        found[name] = _settled(layout, found).read(reader)
    return kind(**found)


def write_fields(value: Grouped) -> bytes:
    """The bytes of a struct."""
    written: list[bytes] = []
    before: dict[str, Any] = {}
    for name, layout in layouts_of(type(value)):
        field = getattr(value, name)
        written.append(_settled(layout, before).write(field))
        before[name] = field
    return b"".join(written)


def _settled(layout: Layout | After, before: Before) -> Layout:
    return layout.layout(before) if isinstance(layout, After) else layout


@cache
def layouts_of(kind: type[Grouped]) -> tuple[tuple[str, Layout | After], ...]:
    """The fields of a struct in their order, each with its layout."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, get_args(hints[name])[1]) for name in kind.__struct_fields__)
