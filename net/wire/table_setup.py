"""What a table agreed on before a game, as one value that every peer signs (22.10).

Equal set-ups have equal bytes, and so one hash S, which takes the place of the game's id until
there is one.
"""

import unicodedata
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.canonical import encode
from engine.ids import Seat
from engine.record import Setup
from engine.versions import FURY, PROTOCOL, RULES
from net.crypto.faults import Malformed
from net.crypto.hashing import setup_hash
from net.crypto.keys import (
    KEY_SIZE,
    SIGNATURE_SIZE,
    Identity,
    SignedAs,
    check_signature,
    read_identity_key,
)
from net.limits import (
    LONGEST_CLOCK_S,
    LONGEST_DELAY_MS,
    LONGEST_NAME,
    LONGEST_SETUP,
    LONGEST_WORD,
    MOST_MARKS,
    MOST_ONLOOKERS,
    MOST_PEERS,
    MOST_SWITCHES,
)

_LINE_ENDS = ("Zl", "Zp")  # U+2028 and U+2029, which some screens take for a new line

Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
ShownName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Key = Annotated[bytes, Meta(min_length=KEY_SIZE, max_length=KEY_SIZE)]
Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Random16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Signature = Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]
PeerNumber = Annotated[int, Meta(ge=0, lt=MOST_PEERS)]
Number32 = Annotated[int, Meta(ge=0, lt=2**32)]
Value = Annotated[str, Meta(max_length=LONGEST_WORD)] | Annotated[int, Meta(ge=0, lt=2**32)]


class SeatedPeer(Struct, frozen=True, forbid_unknown_fields=True):
    """One peer of a table: who it is, what it plays, and random bytes of its own."""

    identity: Key
    name: ShownName
    seats: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=MOST_PEERS)]
    random: Random16
    is_bot: bool = False
    kept_by: PeerNumber | None = None  # the peer whose player keeps the bot

    def __post_init__(self) -> None:
        """A name looks the same on every screen, and a bot has a keeper."""
        check_shown_text(self.name)
        if self.is_bot != (self.kept_by is not None):
            raise ValueError("a bot has a keeper, and nobody else has")


class TableSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything agreed: protocol, rules, peers in peer order, options."""

    protocol: Number32
    rules: Number32
    edition: Word
    switches: Annotated[dict[Word, Value], Meta(max_length=MOST_SWITCHES)]
    tables: Hash  # of the edition's tables and card codes
    peers: Annotated[tuple[SeatedPeer, ...], Meta(min_length=2, max_length=MOST_PEERS)]
    onlookers: Annotated[int, Meta(ge=0, le=MOST_ONLOOKERS)] = 0
    recovery: bool = False  # K-6: a hunter's player who leaves can be replaced
    delay_ms: Annotated[int, Meta(ge=0, le=LONGEST_DELAY_MS)] = 150  # 22.5
    clock_s: Annotated[int, Meta(ge=0, le=LONGEST_CLOCK_S)] = 0  # 22.15; 0: none
    audit: bool = True
    bots_across: bool = False  # all agree to bots kept by a player of the other side
    aid: bool = True  # whether programs may show hunters where Dracula can be

    def __post_init__(self) -> None:
        """No identity and no seat is at the table twice."""
        identities = {peer.identity for peer in self.peers}
        seats = [seat for peer in self.peers for seat in peer.seats]
        if len(identities) != len(self.peers) or len(set(seats)) != len(seats):
            raise ValueError("somebody is at the table twice")
        if any((peer.kept_by or 0) >= len(self.peers) for peer in self.peers):
            raise ValueError("a bot is kept by somebody who is not there")

    @property
    def players(self) -> tuple[tuple[Seat, ...], ...]:
        """Which seats each peer holds, in peer order."""
        return tuple(peer.seats for peer in self.peers)

    def for_engine(self) -> Setup:
        """The set-up of the rules in it."""
        return Setup(self.edition, dict(self.switches), self.players, self.rules)


class SignedSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The bytes of a set-up and every peer's signature, as a file keeps them (22.12)."""

    setup: Annotated[bytes, Meta(max_length=LONGEST_SETUP)]
    signatures: Annotated[tuple[Signature, ...], Meta(min_length=2, max_length=MOST_PEERS)]


class SetupNumbers(Struct, frozen=True):
    """The numbers in a set-up of any protocol: what else is in it is passed over."""

    protocol: Number32
    rules: Number32


class Wrapped(Struct, frozen=True):
    """The set-up in a signed one of any protocol, whatever else is in that."""

    setup: bytes


_NUMBERS = msgspec.msgpack.Decoder(SetupNumbers)
# By their protocol; one of a later program is read as far as it is like ours, to be refused by its
# number.
_SETUPS = dict.fromkeys(PROTOCOL.known, msgspec.msgpack.Decoder(TableSetup))
_SIGNED = msgspec.msgpack.Decoder(SignedSetup)
_WRAPPED = msgspec.msgpack.Decoder(Wrapped)


def encode_setup(setup: TableSetup) -> bytes:
    """The canonical bytes; S is `net.crypto.hashing.setup_hash` of them."""
    return encode(setup)


def decode_setup(encoded: bytes) -> TableSetup:
    """Refuse, as Malformed, what is long, unknown, of another type or not canonical."""
    if len(encoded) > LONGEST_SETUP:
        raise Malformed(f"a set-up of {len(encoded)} bytes")
    try:
        protocol = _NUMBERS.decode(encoded).protocol
        setup = _SETUPS.get(protocol, _SETUPS[max(_SETUPS)]).decode(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"no set-up: {error}") from error
    for peer in setup.peers:
        read_identity_key(peer.identity)
    if encode_setup(setup) != encoded:
        raise Malformed("a set-up that is not canonical")
    return setup


def sign_setup(identity: Identity, setup: TableSetup) -> bytes:
    """One peer's signature over S."""
    return identity.sign(SignedAs.SETUP, setup_hash(encode_setup(setup)))


def read_signed_setup(encoded: bytes) -> TableSetup:
    """The set-up in a file's first frame; refuse it unless every peer has signed it."""
    try:
        signed = _SIGNED.decode(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"no signed set-up: {error}") from error
    setup = decode_setup(signed.setup)
    if len(signed.signatures) != len(setup.peers) or encode(signed) != encoded:
        raise Malformed("a signature too many, too few, or written otherwise")
    hashed = setup_hash(signed.setup)
    for peer, signature in zip(setup.peers, signed.signatures, strict=True):
        check_signature(peer.identity, SignedAs.SETUP, hashed, signature)
    return setup


def check_numbers(encoded: bytes) -> None:
    """TooNew if the game of this signed set-up is of a later program; what is none is no matter."""
    try:
        numbers = _NUMBERS.decode(_WRAPPED.decode(encoded).setup)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    PROTOCOL.check(numbers.protocol)
    RULES[FURY].check(numbers.rules)


def check_shown_text(text: str) -> None:
    """22.14: what others are shown is in normal form and holds nothing invisible but spaces."""
    if not unicodedata.is_normalized("NFC", text):
        raise ValueError("text that is not in normal form")
    kinds = [unicodedata.category(letter) for letter in text]
    if any(kind[0] == "C" or kind in _LINE_ENDS for kind in kinds):
        raise ValueError("text with invisible characters")
    marks = "".join("m" if kind[0] == "M" else " " for kind in kinds)
    if "m" * (MOST_MARKS + 1) in marks:
        raise ValueError("text with marks piled up")
