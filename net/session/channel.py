"""The encrypted channel of two peers after the handshake: in order, never twice, with a heartbeat.

What may live here: sealing and opening messages with the keys of one handshake. It must not know
who the peers are, what a message means, or that there are sockets.

1. The number of a message is never sent; both sides count. So a message that is lost, repeated,
   reordered or altered has a bad tag.
2. After the first bad frame nothing is opened or sealed any more: the literal table says so.
3. A frame is judged by its length before it is decrypted.
4. An empty message is a sign of life; the connection sends it and does not pass it on.
5. `Heartbeat` says when to send a sign of life and when a silent peer counts as gone: TCP does not
   notice a pulled cable. It does not know what carries the signs: `now` comes in, the verdict goes
   out.
"""

from enum import Enum, auto
from types import MappingProxyType

from net.limits import LATE_SIGN, LONGEST_MESSAGE, LONGEST_SEALED, SIGN_OF_LIFE_S, SILENT_S
from net.session.noise import TAG_SIZE, BadMessage, Cipher

SIGN_OF_LIFE = b""


class ChannelClosed(Exception):
    """The channel has ended: a frame was bad, or one side closed it."""


class ChannelStage(Enum):
    """Where a channel is."""

    OPEN = auto()
    CLOSED = auto()


class ChannelInput(Enum):
    """What can happen to it."""

    SEAL = auto()
    FRAME = auto()
    BAD_FRAME = auto()
    CLOSE = auto()


# A pair that is not here raises ChannelClosed.
TRANSITIONS = MappingProxyType(
    {
        (ChannelStage.OPEN, ChannelInput.SEAL): ChannelStage.OPEN,
        (ChannelStage.OPEN, ChannelInput.FRAME): ChannelStage.OPEN,
        (ChannelStage.OPEN, ChannelInput.BAD_FRAME): ChannelStage.CLOSED,
        (ChannelStage.OPEN, ChannelInput.CLOSE): ChannelStage.CLOSED,
        (ChannelStage.CLOSED, ChannelInput.CLOSE): ChannelStage.CLOSED,
    }
)


class Channel:
    """One side of an encrypted conversation. `hash` is the same on both sides and on no other."""

    def __init__(self, sending: Cipher, receiving: Cipher, handshake_hash: bytes) -> None:
        self.hash = handshake_hash
        self.stage = ChannelStage.OPEN
        self._sending = sending
        self._receiving = receiving

    def seal(self, message: bytes) -> bytes:
        """What goes into the next frame."""
        if len(message) > LONGEST_MESSAGE:
            raise ValueError(f"a message of {len(message)} bytes")
        self._step(ChannelInput.SEAL)
        return self._sending.encrypt(message)

    def open(self, frame: bytes) -> bytes:
        """The message in a frame; ChannelClosed at the first that is not the next of the other."""
        self._step(ChannelInput.FRAME)
        if not TAG_SIZE <= len(frame) <= LONGEST_SEALED:
            self._step(ChannelInput.BAD_FRAME)
            raise ChannelClosed(f"a frame of {len(frame)} bytes")
        try:
            return self._receiving.decrypt(frame)
        except BadMessage as error:
            self._step(ChannelInput.BAD_FRAME)
            raise ChannelClosed("a frame was altered, lost or repeated") from error

    def close(self) -> None:
        """End it; any number of times."""
        self._step(ChannelInput.CLOSE)

    def _step(self, happening: ChannelInput) -> None:
        stage = TRANSITIONS.get((self.stage, happening))
        if stage is None:
            raise ChannelClosed("the channel is closed")
        self.stage = stage


# --- Signs of life ---


class Heartbeat:
    """The pulse of one connection, ours and theirs, in seconds of any steady clock."""

    def __init__(
        self, now: float, every: float = SIGN_OF_LIFE_S, dead_after: float = SILENT_S
    ) -> None:
        self._every = every
        self._dead_after = dead_after
        self._heard_at = now
        self._sent_at = now
        self._looked_at = now

    def heard(self, now: float) -> None:
        """Anything came from the other side."""
        self._heard_at = now

    def sent(self, now: float) -> None:
        """Anything went to the other side."""
        self._sent_at = now

    def is_dead(self, now: float) -> bool:
        """Whether the other side has been silent for too long.

        Silence while nobody listened does not count: a program that was itself held up (a closed
        lid, a busy machine) finds what was said meanwhile only after this look.
        """
        if now - self._looked_at > self._dead_after / 2:
            self._heard_at = max(self._heard_at, now - self._every)
        self._looked_at = now
        return now - self._heard_at >= self._dead_after

    def is_quiet(self, now: float) -> bool:
        """Whether a sign of life is overdue: the other side may be gone, or elsewhere by now."""
        return now - self._heard_at >= LATE_SIGN * self._every

    def is_due(self, now: float) -> bool:
        """Whether we have been silent long enough to say that we are there."""
        return now - self._sent_at >= self._every

    def next_look(self, now: float) -> float:
        """How long nothing has to be looked at."""
        until = min(self._sent_at + self._every, self._heard_at + self._dead_after) - now
        return min(max(until, 0.0), self._every)
