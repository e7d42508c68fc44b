"""The byte layout of bodies, field by field, as types of their fields (E-4, section 18).

1. A body is a frozen struct whose fields carry their layout in their type; this module knows no
   message. What it writes it reads back, and every byte string it reads is written back the same.
2. Reading raises nothing but a `PeerFault`: Malformed for lengths, counts and numbers out of range
   (E-5), BadPoint and BadScalar for values (E-2, E-3). A list is refused by its count before its
   first item is read.
3. Proofs are kept as bytes of the exact length; their verifier reads what is inside.
4. Writing what could not be read is a mistake of our own: a ValueError, here.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Protocol, TypeVar, get_args, get_type_hints

from msgspec import Struct

from net.crypto.boxes import box_size, read_box_key
from net.crypto.faults import Malformed
from net.crypto.group import SIZE, Group, Point, read_point, read_scalar, write_scalars
from net.crypto.keys import KEY_SIZE, read_identity_key
from net.crypto.linear_proofs import linear_size
from net.crypto.set_proofs import bits_of, member_size
from net.crypto.shuffle_proof import shuffle_size
from net.limits import LARGEST_SET, LONGEST_LIST, MOST_PEERS

# --- Single values: numbers, bytes, points, scalars ---


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


# --- Fields and bodies ---


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


class LeftOut:
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
    left = LeftOut(absent)
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


# --- The kinds of fields that bodies are made of ---


# Kept for "no slot" (section 18), and so never a slot's number.
NO_SLOT = 0xFFFF

NOBODY = bytes(KEY_SIZE)

POINT = Located()
SLOT = Whole(2, most=NO_SLOT - 1)
HANDLE = Whole(4)
CODE = Whole(2, least=1)

U8 = Annotated[int, Whole(1)]
U16 = Annotated[int, Whole(2)]
U32 = Annotated[int, Whole(4)]
U64 = Annotated[int, Whole(8)]
Flag = Annotated[int, Whole(1, most=1)]
Peer = Annotated[int, Whole(1, most=MOST_PEERS - 1)]
Handle = Annotated[int, HANDLE]
Slot = Annotated[int, SLOT]
SlotOrNone = Annotated[int | None, Absentable(Whole(2), NO_SLOT)]
Code = Annotated[int, CODE]

Pt = Annotated[Point, POINT]
Sc = Annotated[int, Scaled()]
Bytes32 = Annotated[bytes, Raw(32)]
IdentityKey = Annotated[bytes, Raw(KEY_SIZE, read_identity_key)]
BoxKey = Annotated[bytes, Raw(KEY_SIZE, read_box_key)]
SealedScalars = Annotated[bytes, Raw(box_size(96))]
SealedShow = Annotated[bytes, Raw(box_size(256))]

LINEAR_1 = Raw(linear_size(1))
Linear1 = Annotated[bytes, LINEAR_1]
Linear2 = Annotated[bytes, Raw(linear_size(2))]
Linear3 = Annotated[bytes, Raw(linear_size(3))]


class MemberProof:
    """MEMBER(n): its first byte says how long it is."""

    _most = bits_of(LARGEST_SET)

    def read(self, reader: Reader) -> bytes:
        """A proof about a set of at most 4,096 values (E-5)."""
        bits = reader.peek()
        if not 1 <= bits <= self._most:
            raise Malformed(f"no membership proof has {bits} bits")
        return reader.take(member_size(2**bits))

    def write(self, value: bytes) -> bytes:
        """The proof itself."""
        bits = value[0] if value else 0
        if not 1 <= bits <= self._most or len(value) != member_size(2**bits):
            raise ValueError("no membership proof has this length")
        return value


MEMBER = MemberProof()
Member = Annotated[bytes, MEMBER]


def _of_deck(before: Before) -> Raw:
    return Raw(shuffle_size(before["count"], before["payloads"]))


def _of_hand(before: Before) -> Raw:
    return Raw(shuffle_size(len(before["handles"]), 1))


Many16 = Whole(2, least=1, most=LONGEST_LIST)
Any16 = Whole(2, most=LONGEST_LIST)
Any8 = Whole(1, most=LONGEST_LIST)
RowCount = Annotated[int, Many16]
DeckShuffle = Annotated[bytes, After("SHUF(count, payloads)", _of_deck)]
HandShuffle = Annotated[bytes, After("SHUF(number of handles, 1)", _of_hand)]


def _identity_or_nobody(encoded: bytes) -> bytes:
    return encoded if encoded == NOBODY else read_identity_key(encoded)


IdentityOrNobody = Annotated[bytes, Raw(KEY_SIZE, _identity_or_nobody)]
