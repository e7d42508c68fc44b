"""Frames say how long they are, and are refused by that alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.faults import Malformed
from net.limits import LONGEST_FRAME, LONGEST_HANDSHAKE_FRAME
from net.wire.framing import PREFIX_SIZE, frame_size, to_frame


@settings(deadline=None)
@given(contents=st.lists(st.binary(min_size=1, max_size=300), max_size=8))
def test_frames_are_found_in_a_stream(contents: list[bytes]) -> None:
    stream, found = b"".join(map(to_frame, contents)), []
    while stream:
        end = PREFIX_SIZE + frame_size(stream[:PREFIX_SIZE], LONGEST_FRAME)
        found.append(stream[PREFIX_SIZE:end])
        stream = stream[end:]
    assert found == contents


def test_the_longest_frame_goes_through() -> None:
    framed = to_frame(bytes(LONGEST_FRAME))
    assert frame_size(framed[:PREFIX_SIZE], LONGEST_FRAME) == LONGEST_FRAME


@pytest.mark.parametrize("size", [0, LONGEST_FRAME + 1])
def test_nothing_and_too_much_make_no_frame(size: int) -> None:
    with pytest.raises(ValueError, match=f"a frame of {size} bytes"):
        to_frame(bytes(size))


@pytest.mark.parametrize("size", [0, LONGEST_HANDSHAKE_FRAME + 1, LONGEST_FRAME])
def test_a_frame_is_refused_by_its_length(size: int) -> None:
    with pytest.raises(Malformed, match=f"a frame of {size} bytes"):
        frame_size(size.to_bytes(PREFIX_SIZE, "little"), LONGEST_HANDSHAKE_FRAME)
