"""Frames of a stream: two bytes length, little endian, then so many bytes.

1. A frame is refused by its length before a byte of it is kept: `longest` is small until the
   handshake is done.
2. Nothing here is decoded; what a frame holds is for the channel.
"""

from net.crypto.faults import Malformed
from net.limits import LONGEST_FRAME

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
