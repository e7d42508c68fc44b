"""One connection: frames, the handshake, then messages and signs of life until it is lost.

It carries out what `net.session` decides and knows nothing of what the messages say.

1. Until the handshake is done a frame may be as long as a handshake's, no longer.
2. Empty messages are signs of life; they are handed on with the rest, to be counted.
3. Whoever does not take what we send is let go before it fills our memory.
4. A channel that sends or is sent much keeps no other waiting: a message is read, and a little is
   sent, in each turn of the loop. Who has cost too much is not read for a while; the network then
   holds back what it sends.
5. Who ends it says so and goes on taking what is on its way, unheard, until the other ends it too:
   a socket that is closed before that makes the other lose what it was told last, such as why.
"""

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from engine.errors import BorgoError
from net.crypto.faults import Malformed
from net.limits import (
    CLOSING_S,
    CONNECTING_S,
    LONGEST_FRAME,
    LONGEST_HANDSHAKE_FRAME,
    MOST_SENT_IN_A_TURN,
    MOST_UNSENT,
    SHAKING_HANDS_S,
    SIGN_OF_LIFE_S,
    SILENT_S,
)
from net.session.channel import SIGN_OF_LIFE, Channel, ChannelClosed, Heartbeat
from net.session.handshake import (
    ChannelOpened,
    ChannelRefused,
    Handshake,
    HandshakeInput,
    Refusal,
    SendFrame,
    Spoken,
)
from net.wire.messages import PREFIX_SIZE, frame_size, to_frame


class Pace(NamedTuple):
    """How long things may take, in seconds."""

    every: float = SIGN_OF_LIFE_S
    dead_after: float = SILENT_S
    connecting: float = CONNECTING_S
    shaking_hands: float = SHAKING_HANDS_S
    closing: float = CLOSING_S


class Lost(Enum):
    """Why a connection is no more."""

    ENDED = "ended"  # the other side closed it, or the network did
    SILENT = "silent"  # no sign of life
    BROKEN = "broken"  # a frame that is none of this channel
    SLOW = "slow"  # it does not take what we send
    FLOODING = "flooding"  # it sends more than anybody could need
    UNREADABLE = "unreadable"  # a message that is none of the protocol
    CLOSED = "closed"  # we closed it
    REPLACED = "replaced"  # another connection of the same pair stays


# Of these nothing more is expected, not even that it takes what is on its way.
_AT_ONCE = frozenset({Lost.SILENT, Lost.SLOW, Lost.FLOODING})


class TurnedAway(BorgoError):
    """The handshake came to nothing, and why."""

    def __init__(self, reason: Refusal, spoken: Spoken | None = None) -> None:
        named = reason.name.lower().replace("_", "-")
        super().__init__("call-refused", reason=named)
        self.reason = reason
        self.spoken = spoken


class LinkLost(Exception):
    """The connection is no more."""

    def __init__(self, reason: Lost) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Link:
    """One side of one connection. `shake_hands` first, then `carry` until it raises LinkLost."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: Pace
    ) -> None:
        self._reader = reader
        self._writer = writer
        self.host = str((writer.get_extra_info("peername") or ("",))[0])  # the other end's
        self._pace = pace
        self._channel: Channel | None = None
        self._heart = Heartbeat(self._now(), pace.every, pace.dead_after)
        self._closed_as: Lost | None = None
        self._carrying: asyncio.Timeout | None = None
        self._unsent: deque[bytes] = deque()  # for later turns of the loop
        self._unsent_size = 0
        self._room = MOST_SENT_IN_A_TURN
        self._turn: asyncio.Handle | None = None
        _notice_dead_networks(writer, pace)

    @property
    def hash(self) -> bytes:
        """The name of the channel, the same on both sides."""
        return self._opened_channel().hash

    @property
    def is_quiet(self) -> bool:
        """Whether nothing has come for longer than signs of life take."""
        return self._heart.is_quiet(self._now())

    @property
    def unsent(self) -> int:
        """How many bytes wait to be sent."""
        return self._unsent_size + self._writer.transport.get_write_buffer_size()

    async def shake_hands(self, handshake: Handshake) -> ChannelOpened:
        """Prove and be proved to; TurnedAway if nothing comes of it."""
        try:
            async with asyncio.timeout(self._pace.shaking_hands):
                return await self._converse(handshake)
        except (TimeoutError, OSError, EOFError, Malformed):
            raise TurnedAway(Refusal.ENDED) from None

    async def carry(
        self, received: Callable[[bytes], None], rest: Callable[[], float] = lambda: 0.0
    ) -> None:
        """Hand on every message until the connection is lost, then raise LinkLost.

        `rest`: for how many seconds nothing more is read of whoever has cost us too much.
        """
        beating = asyncio.create_task(self._beat())
        try:
            async with asyncio.timeout(None) as self._carrying:
                while self._closed_as is None:
                    message = self._opened_channel().open(await self._read(LONGEST_FRAME))
                    self._heart.heard(self._now())
                    received(message)
                    await asyncio.sleep(0)  # others are read, and what was said is worked on
                    await self._stand_back(rest)
            raise LinkLost(self._closed_as)
        except (ChannelClosed, Malformed):
            raise LinkLost(self._closed_as or Lost.BROKEN) from None
        except (OSError, EOFError):
            raise LinkLost(self._closed_as or Lost.ENDED) from None
        finally:
            self._carrying = None
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    def send(self, message: bytes) -> bool:
        """Whether the message is on its way; not whether it arrives."""
        if self._closed_as or self._writer.is_closing():
            return False
        self._unsent.append(message)
        self._unsent_size += len(message)
        self._send_some()
        self._heart.sent(self._now())
        if self.unsent > MOST_UNSENT:
            self.cut(Lost.SLOW)
        return True

    def cut(self, reason: Lost) -> None:
        """End it; what is on its way is still sent if the other side takes it, and nothing heard.

        The first reason is the one that is told. An end that waits for the other side may still be
        cut short: whoever takes nothing would keep it for ever.
        """
        is_open = self._closed_as is None
        if is_open and reason not in _AT_ONCE and not self._writer.is_closing():
            self._room = self._unsent_size
            self._send_some()
        self._closed_as = self._closed_as or reason
        if reason in _AT_ONCE:
            _abort(self._writer)
        elif is_open:
            with contextlib.suppress(OSError):  # the other side has ended it
                self._writer.write_eof()
        if self._carrying is not None and is_open:
            self._carrying.reschedule(self._now())

    async def let_go(self) -> None:
        """Give the socket back, soon."""
        self.cut(Lost.CLOSED)
        try:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(self._pace.closing):
                    while await self._reader.read(LONGEST_FRAME):
                        pass
                    self._writer.close()
                    await self._writer.wait_closed()
        finally:  # also where the program ends meanwhile
            if self._turn is not None:
                self._turn.cancel()
            _abort(self._writer)
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()

    async def _converse(self, handshake: Handshake) -> ChannelOpened:
        effects = [] if handshake.awaits_frame else list(handshake.handle(HandshakeInput.START))
        while True:
            for effect in effects:
                match effect:
                    case SendFrame(content):
                        self._writer.write(to_frame(content))
                    case ChannelOpened(channel):
                        self._channel = channel
                        self._heart.heard(self._now())
                        return effect
                    case ChannelRefused(reason, spoken):
                        raise TurnedAway(reason, spoken)
            frame = await self._read(LONGEST_HANDSHAKE_FRAME)
            effects = list(handshake.handle(HandshakeInput.FRAME, frame))

    async def _read(self, longest: int) -> bytes:
        """The next frame, refused by its length before it is read."""
        size = frame_size(await self._reader.readexactly(PREFIX_SIZE), longest)
        return await self._reader.readexactly(size)

    def _send_some(self) -> None:
        """As much as there is room for in this turn of the loop, the rest in those that follow."""
        while self._unsent and self._room > 0:
            message = self._unsent.popleft()
            self._unsent_size -= len(message)
            self._room -= len(message)
            self._writer.write(to_frame(self._opened_channel().seal(message)))
        if self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._turn = None
        self._room = MOST_SENT_IN_A_TURN
        if self._unsent and self._closed_as is None and not self._writer.is_closing():
            self._send_some()

    async def _stand_back(self, rest: Callable[[], float]) -> None:
        """Read nothing for a while; what is not read is no silence of the other side."""
        while (seconds := rest()) > 0:
            await asyncio.sleep(min(seconds, self._pace.every))
            self._heart.heard(self._now())

    async def _beat(self) -> None:
        while True:
            now = self._now()
            if self._heart.is_dead(now):
                self.cut(Lost.SILENT)
                return
            if self._heart.is_due(now):
                self.send(SIGN_OF_LIFE)
                self._heart.sent(now)  # or not, if it is being closed: that is no reason to hurry
            await asyncio.sleep(self._heart.next_look(self._now()))

    def _opened_channel(self) -> Channel:
        assert self._channel is not None, "no hands were shaken"
        return self._channel

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _abort(writer: asyncio.StreamWriter) -> None:
    """Take the socket away; CPython 3.11 fails at that if it has just closed by itself."""
    with contextlib.suppress(AttributeError):
        writer.transport.abort()


def _notice_dead_networks(writer: asyncio.StreamWriter, pace: Pace) -> None:
    """Send at once, and let the system notice what it can: TCP_USER_TIMEOUT where it exists."""
    connection: socket.socket = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            milliseconds = int(pace.dead_after * 1000)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
