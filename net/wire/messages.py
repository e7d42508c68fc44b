"""Messages between peers on a channel: tagged frozen structs, their bytes, frames (22.4, 22.14).

1. Nothing here decides anything: entries travel inside `EntrySent` as signed; lobby, gossip and
   talk give the other messages their meaning. Bounds stand with the fields they bound.
2. Decoding refuses what is too long, unknown, of another type or not canonical.
3. A frame is two bytes of length, little endian, then the content. It is refused by its length
   before a byte of it is kept: `longest` is small until the handshake is done.
4. A frame's content is decoded by the channel, not here.
"""

from functools import reduce
from operator import or_
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.canonical import encode
from net.crypto.faults import Malformed
from net.errors import LocalMistake
from net.limits import (
    LONGEST_ENTRY,
    LONGEST_FRAME,
    LONGEST_LINE,
    LONGEST_MESSAGE,
    LONGEST_SETUP,
    LONGEST_SIGNED_SETUP,
    LONGEST_STATE,
    MOST_PARTS,
    MOST_PEERS,
    MOST_WANTED,
)
from net.wire.table_setup import (
    Hash,
    Key,
    Number32,
    PeerNumber,
    Random16,
    ShownName,
    Signature,
    Word,
    check_shown_text,
)

Index = Number32
PartNumber = Annotated[int, Meta(ge=0, lt=2**16)]
Token = Annotated[int, Meta(ge=0, le=2**63 - 1)]
EntryBytes = Annotated[bytes, Meta(max_length=LONGEST_ENTRY)]
SetupBytes = Annotated[bytes, Meta(max_length=LONGEST_SETUP)]
SignedSetupBytes = Annotated[bytes, Meta(max_length=LONGEST_SIGNED_SETUP)]
StateBytes = Annotated[bytes, Meta(max_length=LONGEST_STATE)]
Seats = Annotated[tuple[Word, ...], Meta(max_length=MOST_PEERS)]
Parts = Annotated[tuple[PartNumber, ...], Meta(max_length=MOST_PARTS)]
LineText = Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
Audience = Annotated[tuple[PeerNumber, ...], Meta(max_length=MOST_PEERS)]


class Message(Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """Anything one peer says to another."""


class Probe(Message, frozen=True, tag="probe"):
    """Asks whether there is a table and room at it."""

    token: Token


class Probed(Message, frozen=True, tag="probed"):
    """What somebody who has not joined may know of a table."""

    token: Token
    table: Random16
    name: ShownName
    edition: Word
    protocol: Number32
    rules: Number32
    seats_free: Seats
    needs_passphrase: bool
    has_begun: bool


class Greeting(Message, frozen=True, tag="greeting"):
    """The first words on a channel: who comes, and the random bytes for the set-up."""

    protocol: Number32
    name: ShownName
    random: Random16
    wants_to_watch: bool = False  # 22.14: an onlooker, without a seat
    kept_by: Key | None = None  # a bot, and the identity of whose player keeps it
    seen_at: Word = ""  # the address at which the greeter sees whom it greets

    def __post_init__(self) -> None:
        """A name looks the same on every screen."""
        check_shown_text(self.name)


class SeatsWanted(Message, frozen=True, tag="seats_wanted"):
    """Which characters a player would like."""

    seats: Seats


class SetupOffered(Message, frozen=True, tag="setup_offered"):
    """The set-up as it stands, from whoever opened the table; said anew at each change."""

    setup: SetupBytes


class SetupSigned(Message, frozen=True, tag="setup_signed"):
    """One peer agrees to a set-up, named by S."""

    setup_hash: Hash
    peer: PeerNumber
    signature: Signature


class Refused(Message, frozen=True, tag="refused"):
    """Why a peer cannot come in, as an id."""

    reason: Word


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The channel is closed on purpose, and why, as an id."""

    reason: Word


class GameBegun(Message, frozen=True, tag="game_begun"):
    """The set-up with all signatures, for whoever signed it and lost it, and for onlookers."""

    signed: SignedSetupBytes


class PeerAt(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a peer can be reached; a hint, believed only once its identity is proved."""

    identity: Key
    address: Word
    port: Annotated[int, Meta(ge=1, lt=2**16)]


class PeersKnown(Message, frozen=True, tag="peers_known"):
    """Where the peers of this table can be reached."""

    peers: Annotated[tuple[PeerAt, ...], Meta(max_length=2 * MOST_PEERS)]


class PlaceWanted(Message, frozen=True, tag="place_wanted"):
    """22.15: an onlooker offers to play on for whoever is gone, or will be, in this game."""

    game: Hash


class EntrySent(Message, frozen=True, tag="entry"):
    """An entry, exactly as signed; anybody may forward any (L-6)."""

    entry: EntryBytes


class HaveHeads(Message, frozen=True, tag="have_heads"):
    """How far this peer is: its pending request, the parent of it, the parts it has (L-2)."""

    game: Hash
    index: Index
    parent: Hash
    parts: Parts = ()


class WantEntries(Message, frozen=True, tag="want_entries"):
    """Send these parts of a request (L-6); without parts, all there are."""

    game: Hash
    index: Index
    parts: Parts = ()


class WantRequests(Message, frozen=True, tag="want_requests"):
    """Send all entries of so many requests, the pending one's too if it is among them (K-3)."""

    game: Hash
    first: Index
    count: Annotated[int, Meta(ge=1, le=MOST_WANTED)]


class WantEntry(Message, frozen=True, tag="want_entry"):
    """Send the entry with this hash: somebody was accused of it (22.14)."""

    entry: Hash


class WantState(Message, frozen=True, tag="want_state"):
    """22.9: equal parents, unequal states: send the state you have signed by this digest."""

    game: Hash
    digest: Hash


class StateTold(Message, frozen=True, tag="state"):
    """22.9: a public state; the digest in a signed entry says whose it is."""

    game: Hash
    state: StateBytes


class Ping(Message, frozen=True, tag="ping"):
    """Asks for a sign of life."""

    token: Token


class Pong(Message, frozen=True, tag="pong"):
    """Gives a sign of life."""

    token: Token


class ChatLine(Struct, frozen=True, forbid_unknown_fields=True):
    """22.14: what a sender signs. `audience` is empty for everybody."""

    game: Hash  # the game's id, or S
    sender: PeerNumber
    counter: Number32
    previous: Hash  # of the sender's line before; zero for the first
    parent: Hash
    audience: Audience
    text: LineText

    def __post_init__(self) -> None:
        """The same letters for everybody."""
        check_shown_text(self.text)


class ChatSent(Message, frozen=True, tag="chat"):
    """A public line; any peer may relay it."""

    line: ChatLine
    signature: Signature


class Whispered(Message, frozen=True, tag="whispered"):
    """Private talk, on the direct channel between two peers only, kept by nobody else."""

    counter: Number32
    text: LineText

    def __post_init__(self) -> None:
        """The same letters for both."""
        check_shown_text(self.text)


# --- Messages to bytes and back ---


MESSAGES: tuple[type[Message], ...] = (
    Probe, Probed, Greeting, SeatsWanted, SetupOffered, SetupSigned, Refused, Goodbye,
    GameBegun, PeersKnown, PlaceWanted,
    EntrySent, HaveHeads, WantEntries, WantRequests, WantEntry, WantState, StateTold, Ping, Pong,
    ChatSent, Whispered,
)  # fmt: skip


_DECODER: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(reduce(or_, MESSAGES))


def encode_message(message: Message) -> bytes:
    """The canonical bytes; a LocalMistake if nobody would read them."""
    encoded = encode(message)
    try:
        decoded = decode_message(encoded)
    except Malformed as error:
        raise LocalMistake(f"{type(message).__name__} is beyond the bounds") from error
    if decoded != message:
        raise LocalMistake(f"{type(message).__name__} does not come back as it went")
    return encoded


def decode_message(encoded: bytes) -> Message:
    """A message as its types and bounds say; the length is judged before anything is decoded."""
    if len(encoded) > LONGEST_MESSAGE:
        raise Malformed(f"a message of {len(encoded)} bytes")
    try:
        message = _DECODER.decode(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("no message of this protocol") from error
    if encode(message) != encoded:
        raise Malformed("a message that is not canonical")
    return message


# --- Frames of a stream ---


PREFIX_SIZE = 2


def to_frame(content: bytes) -> bytes:
    """One frame."""
    if not 1 <= len(content) <= LONGEST_FRAME:
        raise ValueError(f"a frame of {len(content)} bytes")
    return len(content).to_bytes(PREFIX_SIZE, "little") + content


def frame_size(prefix: bytes, longest: int) -> int:
    """How many bytes follow; Malformed if the frame is empty or too long."""
    size = int.from_bytes(prefix, "little")
    if not 1 <= size <= longest:
        raise Malformed(f"a frame of {size} bytes")
    return size
