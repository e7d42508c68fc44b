"""The kinds of fields that bodies are made of (E-4, section 18), as types with their layout."""

from typing import Annotated

from net.crypto.boxes import box_size, read_box_key
from net.crypto.faults import Malformed
from net.crypto.folding import bits_of
from net.crypto.group import Point
from net.crypto.keys import KEY_SIZE, read_identity_key
from net.crypto.linear import linear_size
from net.crypto.membership import member_size
from net.crypto.shuffle_proof import shuffle_size
from net.limits import LARGEST_SET, LONGEST_LIST, MOST_PEERS
from net.wire.layout import After, Before
from net.wire.values import Absentable, Located, Raw, Reader, Scaled, Whole

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
