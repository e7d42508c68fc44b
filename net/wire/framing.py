"""Frames from a stream: two bytes length, little endian, then so many bytes.

1. A frame is refused by its length before a byte of it is kept: `longest` is small until the
   handshake is done.
2. Nothing here is decoded; what a frame holds is for the channel.
"""

from collections.abc import Sequence

from net.crypto.faults import Malformed
from net.limits import LONGEST_FRAME

_PREFIX = 2


def to_frame(content: bytes) -> bytes:
    """One frame."""
    if not 1 <= len(content) <= LONGEST_FRAME:
        raise ValueError(f"a frame of {len(content)} bytes")
    return len(content).to_bytes(_PREFIX, "little") + content


class Deframer:
    """Cuts what arrives into frames; after it refused one, nothing behind it can be found."""

    def __init__(self, longest: int = LONGEST_FRAME) -> None:
        self.longest = longest
        self._waiting = bytearray()
        self._is_lost = False

    def feed(self, received: bytes) -> Sequence[bytes]:
        """The frames that are whole now; Malformed if one is empty or too long."""
        self._waiting += received
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def is_between_frames(self) -> bool:
        """Whether the stream may end here: nothing is half received."""
        return not self._waiting

    def _next(self) -> bytes | None:
        if self._is_lost:
            raise Malformed("the stream was lost at an earlier frame")
        if len(self._waiting) < _PREFIX:
            return None
        size = int.from_bytes(self._waiting[:_PREFIX], "little")
        if not 1 <= size <= self.longest:
            self._is_lost = True
            self._waiting.clear()
            raise Malformed(f"a frame of {size} bytes")
        if len(self._waiting) < _PREFIX + size:
            return None
        frame = bytes(self._waiting[_PREFIX : _PREFIX + size])
        del self._waiting[: _PREFIX + size]
        return frame
