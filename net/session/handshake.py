"""Two programs prove to each other who they are, and agree on keys nobody else has.

What may live here: the greeting, the three messages of Noise with the identities in them, and the
reasons to refuse. It must not know sockets, clocks or rosters: whether a proved identity is
welcome is for others to say. Which side it is on shows only in the stage it starts in.

1. The greeting names protocol, version, pattern and table in clear; it is the prologue, so that
   changing a bit of it on the way makes the handshake fail.
2. An identity signs h ("FOD1-noise-sig") inside the encrypted payloads of messages 2 and 3; h
   covers both ephemeral keys and the signer's static one, so a signature fits no other handshake.
3. What a stage does with what happens is the literal table below; a missing pair is our mistake.
4. Whoever dialled counts the channel as open only when the other side has shown the keys too: a
   wrong passphrase is noticed by the side that answers.
5. A refusal in clear is a hint for people, no more: anybody on the way could have said it.
6. A table speaks the newest protocol, or that of its game if that is older. Which table is here is
   asked in the first one: everybody knows it, and the answer says what is spoken there.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from engine.versions import PROTOCOL
from net.crypto.faults import PeerFault
from net.crypto.keys import (
    KEY_SIZE,
    SIGNATURE_SIZE,
    Identity,
    SignedAs,
    check_signature,
    read_identity_key,
)
from net.errors import LocalMistake
from net.session.channel import SIGN_OF_LIFE, Channel, ChannelClosed
from net.session.noise import BadMessage, Noise, Pattern
from net.session.passphrase import TABLE_ID_SIZE

MAGIC = b"FOD1"

# The table of those who only ask what tables there are.
NO_TABLE = bytes(TABLE_ID_SIZE)

_PATTERNS = {0: Pattern.XX, 1: Pattern.XXPSK3}
_GREETING_SIZE = len(MAGIC) + 2 + 1 + TABLE_ID_SIZE
_PAYLOAD_SIZE = KEY_SIZE + SIGNATURE_SIZE


class Refusal(Enum):
    """Why there is no channel. The numbers travel, where the other side may know the reason."""

    OTHER_PROTOCOL = 1
    OTHER_VERSION = 2
    NO_SUCH_TABLE = 3
    PASSPHRASE_NEEDED = 4
    NO_PASSPHRASE_HERE = 5
    WRONG_PASSPHRASE = 6
    TAMPERED = 7
    BAD_IDENTITY = 8
    OTHER_IDENTITY = 9  # not the one that was dialled: the address is somebody else's now
    OURSELVES = 10
    ENDED = 11  # the other side went away in the middle


class HandshakeStage(Enum):
    """What this side waits for."""

    TO_GREET = auto()
    AWAITS_REPLY = auto()
    AWAITS_CONFIRMATION = auto()
    AWAITS_GREETING = auto()
    AWAITS_PROOF = auto()
    OPEN = auto()
    CLOSED = auto()


class HandshakeInput(Enum):
    """What can happen: we are connected, a frame came, the connection ended."""

    START = auto()
    FRAME = auto()
    END = auto()


class SendFrame(NamedTuple):
    """Effect: these bytes go out as one frame."""

    content: bytes


class ChannelOpened(NamedTuple):
    """Effect: the channel is open, to this identity, for this table."""

    channel: Channel
    peer: bytes
    table: bytes


class Spoken(NamedTuple):
    """The protocol that the other side greets with, and the one that is spoken here."""

    theirs: int
    ours: int


class ChannelRefused(NamedTuple):
    """Effect: nothing comes of it; with both numbers, if these were the reason."""

    reason: Refusal
    spoken: Spoken | None = None


Effect = SendFrame | ChannelOpened | ChannelRefused
Effects = Sequence[Effect]


class _Refused(Exception):
    """Raised inside a step; `handle` makes effects of it."""

    def __init__(
        self, reason: Refusal, *, is_told: bool = False, spoken: Spoken | None = None
    ) -> None:
        super().__init__(reason.name)
        self.reason = reason
        self.is_told = is_told
        self.spoken = spoken


class Call(NamedTuple):
    """Whom we dial: the table, or none, and the only identity that will do, if there is one."""

    table: bytes = NO_TABLE
    expected: bytes | None = None


class Handshake:
    """One side of one handshake: with a call the side that dials, without the one that answers.

    `tables` are the tables that are known here, each with its key, empty if it has no passphrase;
    `protocols` are those of tables whose game may be of an older one.
    """

    def __init__(
        self,
        identity: Identity,
        bytes_of: Callable[[int], bytes],
        tables: Mapping[bytes, bytes],
        call: Call | None = None,
        protocols: Mapping[bytes, int] = MappingProxyType({}),
    ) -> None:
        self.stage = HandshakeStage.TO_GREET if call else HandshakeStage.AWAITS_GREETING
        self._identity = identity
        self._bytes_of = bytes_of
        self._tables = tables
        self._protocols = protocols
        self._call = call or Call()
        self._table = self._call.table
        self._pattern = Pattern.XX
        self._noise: Noise | None = None
        self._waiting: ChannelOpened | None = None

    @property
    def awaits_frame(self) -> bool:
        """Whether the other side speaks next."""
        return (self.stage, HandshakeInput.FRAME) in self.TRANSITIONS

    def handle(self, happening: HandshakeInput, frame: bytes = b"") -> Effects:
        """One step."""
        step = self.TRANSITIONS.get((self.stage, happening))
        if step is None:
            raise LocalMistake(f"{happening.name} in a handshake that is {self.stage.name}")
        act, following = step
        try:
            effects = act(self, frame)
        except _Refused as refused:
            return self._refuse(refused)
        except BadMessage:
            return self._refuse(self._bad_message())
        self.stage = following
        return effects

    def _refuse(self, refused: _Refused) -> Effects:
        self.stage = HandshakeStage.CLOSED
        told = [SendFrame(_in_clear(refused.reason))] if refused.is_told else []
        return [*told, ChannelRefused(refused.reason, refused.spoken)]

    def _bad_message(self) -> _Refused:
        # Only the proof depends on the passphrase; whoever sends it wants to know.
        if self.stage is HandshakeStage.AWAITS_PROOF and self._pattern is Pattern.XXPSK3:
            return _Refused(Refusal.WRONG_PASSPHRASE, is_told=True)
        return _Refused(Refusal.TAMPERED)

    def _greet(self, _: bytes) -> Effects:
        key = self._tables[self._table]
        self._pattern = Pattern.XXPSK3 if key else Pattern.XX
        greeting = encode_greeting(self._spoken_at(self._table)[-1], self._pattern, self._table)
        self._noise = self._start(greeting, key, is_initiator=True)
        return [SendFrame(greeting + self._noise.write(lambda _: b""))]

    def _reply(self, frame: bytes) -> Effects:
        if len(frame) < _GREETING_SIZE or not frame.startswith(MAGIC):
            raise _Refused(Refusal.OTHER_PROTOCOL)
        greeting, message = frame[:_GREETING_SIZE], frame[_GREETING_SIZE:]
        self._table = greeting[-TABLE_ID_SIZE:]
        key = self._check_greeting(greeting)
        self._noise = self._start(greeting, key, is_initiator=False)
        if self._noise.read(message)[1]:
            raise _Refused(Refusal.TAMPERED)
        return [SendFrame(self._write())]

    def _prove(self, frame: bytes) -> Effects:
        _check_no_refusal(frame)
        peer = self._read_identity(frame)
        if self._call.expected not in {None, peer}:
            raise _Refused(Refusal.OTHER_IDENTITY)
        proof = self._write()
        self._waiting = self._opened(peer)
        return [SendFrame(proof)]

    def _accept(self, frame: bytes) -> Effects:
        peer = self._read_identity(frame)
        opened = self._opened(peer)
        return [SendFrame(opened.channel.seal(SIGN_OF_LIFE)), opened]

    def _be_confirmed(self, frame: bytes) -> Effects:
        _check_no_refusal(frame)
        assert self._waiting is not None
        try:
            confirmation = self._waiting.channel.open(frame)
        except ChannelClosed:
            raise _Refused(Refusal.TAMPERED) from None
        if confirmation != SIGN_OF_LIFE:
            raise _Refused(Refusal.OTHER_PROTOCOL)
        return [self._waiting]

    def _end(self, _: bytes) -> Effects:
        return [ChannelRefused(Refusal.ENDED)]

    TRANSITIONS: ClassVar = MappingProxyType(
        {
            (HandshakeStage.TO_GREET, HandshakeInput.START): (_greet, HandshakeStage.AWAITS_REPLY),
            (HandshakeStage.AWAITS_REPLY, HandshakeInput.FRAME): (
                _prove,
                HandshakeStage.AWAITS_CONFIRMATION,
            ),
            (HandshakeStage.AWAITS_REPLY, HandshakeInput.END): (_end, HandshakeStage.CLOSED),
            (HandshakeStage.AWAITS_CONFIRMATION, HandshakeInput.FRAME): (
                _be_confirmed,
                HandshakeStage.OPEN,
            ),
            (HandshakeStage.AWAITS_CONFIRMATION, HandshakeInput.END): (_end, HandshakeStage.CLOSED),
            (HandshakeStage.AWAITS_GREETING, HandshakeInput.FRAME): (
                _reply,
                HandshakeStage.AWAITS_PROOF,
            ),
            (HandshakeStage.AWAITS_GREETING, HandshakeInput.END): (_end, HandshakeStage.CLOSED),
            (HandshakeStage.AWAITS_PROOF, HandshakeInput.FRAME): (_accept, HandshakeStage.OPEN),
            (HandshakeStage.AWAITS_PROOF, HandshakeInput.END): (_end, HandshakeStage.CLOSED),
        }
    )

    def _spoken_at(self, table: bytes) -> Sequence[int]:
        """The protocols in which a table may be called; the last is the one that we call it in.

        Who calls one that is not here is to hear that, whichever it speaks.
        """
        if table == NO_TABLE or table not in self._tables:
            return PROTOCOL.known[::-1]
        return (self._protocols.get(table, PROTOCOL.newest),)

    def _check_greeting(self, greeting: bytes) -> bytes:
        """The key of the table that is asked for; told why not, for people must know."""
        version = int.from_bytes(greeting[len(MAGIC) : len(MAGIC) + 2], "little")
        pattern = _PATTERNS.get(greeting[len(MAGIC) + 2])
        spoken = self._spoken_at(self._table)
        if version not in spoken or pattern is None:
            numbers = Spoken(version, spoken[0])
            raise _Refused(Refusal.OTHER_VERSION, is_told=True, spoken=numbers)
        key = self._tables.get(self._table)
        if key is None:
            raise _Refused(Refusal.NO_SUCH_TABLE, is_told=True)
        if key and pattern is Pattern.XX:
            raise _Refused(Refusal.PASSPHRASE_NEEDED, is_told=True)
        if not key and pattern is Pattern.XXPSK3:
            raise _Refused(Refusal.NO_PASSPHRASE_HERE, is_told=True)
        self._pattern = pattern
        return key

    def _start(self, greeting: bytes, key: bytes, *, is_initiator: bool) -> Noise:
        return Noise(self._pattern, greeting, self._bytes_of, is_initiator=is_initiator, psk=key)

    def _write(self) -> bytes:
        assert self._noise is not None
        return self._noise.write(
            lambda so_far: self._identity.public_key + self._identity.sign(SignedAs.NOISE, so_far)
        )

    def _read_identity(self, message: bytes) -> bytes:
        assert self._noise is not None
        signed, payload = self._noise.read(message)
        if len(payload) != _PAYLOAD_SIZE:
            raise _Refused(Refusal.BAD_IDENTITY)
        try:
            peer = read_identity_key(payload[:KEY_SIZE])
            check_signature(peer, SignedAs.NOISE, signed, payload[KEY_SIZE:])
        except PeerFault:
            raise _Refused(Refusal.BAD_IDENTITY) from None
        if peer == self._identity.public_key:
            raise _Refused(Refusal.OURSELVES)
        return peer

    def _opened(self, peer: bytes) -> ChannelOpened:
        assert self._noise is not None
        return ChannelOpened(Channel(*self._noise.split(), self._noise.hash), peer, self._table)


def encode_greeting(version: int, pattern: Pattern, table: bytes) -> bytes:
    """What is said in clear, and is the prologue: protocol, version, pattern, table."""
    number = next(number for number, known in _PATTERNS.items() if known is pattern)
    return MAGIC + version.to_bytes(2, "little") + bytes((number,)) + table


def _in_clear(reason: Refusal) -> bytes:
    return MAGIC + bytes((reason.value,))


def _check_no_refusal(frame: bytes) -> None:
    """Raise the reason if the other side refused us in clear."""
    if len(frame) == len(MAGIC) + 1 and frame.startswith(MAGIC):
        reasons = {reason.value: reason for reason in Refusal}
        raise _Refused(reasons.get(frame[-1], Refusal.OTHER_PROTOCOL))
