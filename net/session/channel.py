"""What two peers say to each other after the handshake: encrypted, in order, never twice.

What may live here: sealing and opening messages with the keys of one handshake. It must not know
who the peers are, what a message means, or that there are sockets.

1. The number of a message is never sent; both sides count. So a message that is lost, repeated,
   reordered or altered has a bad tag.
2. After the first bad frame nothing is opened or sealed any more: the literal table says so.
3. A frame is judged by its length before it is decrypted.
4. An empty message is a sign of life; what carries frames sends it and keeps it to itself.
"""

from enum import Enum, auto
from types import MappingProxyType

from net.limits import LONGEST_MESSAGE, LONGEST_SEALED
from net.session.noise import TAG_SIZE, BadMessage, Cipher

SIGN_OF_LIFE = b""


class ChannelClosed(Exception):
    """The channel has ended: a frame was bad, or one side closed it."""


class Stage(Enum):
    """Where a channel is."""

    OPEN = auto()
    CLOSED = auto()


class Happening(Enum):
    """What can happen to it."""

    SEAL = auto()
    FRAME = auto()
    BAD_FRAME = auto()
    CLOSE = auto()


# A pair that is not here raises ChannelClosed.
TRANSITIONS = MappingProxyType(
    {
        (Stage.OPEN, Happening.SEAL): Stage.OPEN,
        (Stage.OPEN, Happening.FRAME): Stage.OPEN,
        (Stage.OPEN, Happening.BAD_FRAME): Stage.CLOSED,
        (Stage.OPEN, Happening.CLOSE): Stage.CLOSED,
        (Stage.CLOSED, Happening.CLOSE): Stage.CLOSED,
    }
)


class Channel:
    """One side of an encrypted conversation. `hash` is the same on both sides and on no other."""

    def __init__(self, sending: Cipher, receiving: Cipher, handshake_hash: bytes) -> None:
        self.hash = handshake_hash
        self.stage = Stage.OPEN
        self._sending = sending
        self._receiving = receiving

    def seal(self, message: bytes) -> bytes:
        """What goes into the next frame."""
        if len(message) > LONGEST_MESSAGE:
            raise ValueError(f"a message of {len(message)} bytes")
        self._step(Happening.SEAL)
        return self._sending.encrypt(message)

    def open(self, frame: bytes) -> bytes:
        """The message in a frame; ChannelClosed at the first that is not the next of the other."""
        self._step(Happening.FRAME)
        if not TAG_SIZE <= len(frame) <= LONGEST_SEALED:
            self._step(Happening.BAD_FRAME)
            raise ChannelClosed(f"a frame of {len(frame)} bytes")
        try:
            return self._receiving.decrypt(frame)
        except BadMessage as error:
            self._step(Happening.BAD_FRAME)
            raise ChannelClosed("a frame was altered, lost or repeated") from error

    def close(self) -> None:
        """End it; any number of times."""
        self._step(Happening.CLOSE)

    def _step(self, happening: Happening) -> None:
        stage = TRANSITIONS.get((self.stage, happening))
        if stage is None:
            raise ChannelClosed("the channel is closed")
        self.stage = stage
