"""Frames are found in a stream however it is cut, and refused by their length alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.faults import Malformed
from net.limits import LONGEST_FRAME
from net.wire.framing import Deframer, to_frame

CONTENTS = st.lists(st.binary(min_size=1, max_size=50), max_size=8)


@settings(deadline=None)
@given(contents=CONTENTS, cuts=st.lists(st.integers(1, 20), min_size=1, max_size=60))
def test_frames_are_found_however_the_stream_is_cut(contents: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(to_frame(content) for content in contents)
    deframer, found = Deframer(), []
    while stream:
        size = cuts[len(stream) % len(cuts)]
        found += deframer.feed(stream[:size])
        stream = stream[size:]
    assert found == contents
    assert deframer.is_between_frames()


@settings(deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=10))
def test_whatever_arrives_is_cut_or_refused(pieces: list[bytes]) -> None:
    deframer = Deframer(longest=64)
    try:
        frames = [frame for piece in pieces for frame in deframer.feed(piece)]
    except Malformed:
        return
    rest = b"".join(pieces)[sum(2 + len(frame) for frame in frames) :]
    assert b"".join(map(to_frame, frames)) + rest == b"".join(pieces)


def test_the_longest_frame_passes() -> None:
    content = bytes(LONGEST_FRAME)
    assert Deframer().feed(to_frame(content)) == [content]


@pytest.mark.parametrize("size", [0, LONGEST_FRAME + 1])
def test_a_frame_of_no_possible_length_is_not_written(size: int) -> None:
    with pytest.raises(ValueError, match="bytes"):
        to_frame(bytes(size))


def test_a_frame_too_long_is_refused_before_it_has_arrived() -> None:
    deframer = Deframer(longest=100)
    with pytest.raises(Malformed):
        deframer.feed((101).to_bytes(2, "little"))


def test_an_empty_frame_is_refused() -> None:
    with pytest.raises(Malformed):
        Deframer().feed(b"\0\0")


def test_nothing_is_found_behind_a_refused_frame() -> None:
    deframer = Deframer()
    with pytest.raises(Malformed):
        deframer.feed(b"\0\0" + to_frame(b"behind"))
    with pytest.raises(Malformed):
        deframer.feed(to_frame(b"later"))


def test_the_limit_can_be_raised_when_the_peer_is_known() -> None:
    deframer = Deframer(longest=10)
    assert deframer.feed(to_frame(bytes(10))) == [bytes(10)]
    deframer.longest = LONGEST_FRAME
    assert deframer.feed(to_frame(bytes(11))) == [bytes(11)]


def test_a_stream_that_ends_inside_a_frame_shows() -> None:
    deframer = Deframer()
    deframer.feed(to_frame(b"whole") + b"\x05\0ha")
    assert not deframer.is_between_frames()
