"""22.12: the file of a game is whole or refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record_file import first_line
from engine.versions import TooNew
from net.errors import BadGameFile
from net.limits import LONGEST_FILE, LONGEST_FILE_FRAME, MOST_FILE_FRAMES
from net.log.game_file import FileFrame, FrameKind, read_game_file, write_game_file
from tests.support.entries import signed
from tests.support.hostile import mutations

FRAMES = [
    FileFrame(FrameKind.SETUP, b"set-up"),
    FileFrame(FrameKind.ENTRY, signed(0, 1, 0, bytes(32)).to_bytes()),
    FileFrame(FrameKind.CHAT, b""),
    FileFrame(FrameKind.NOTE, b"note"),
]
FIRST_LINE = first_line(1)
FILE = write_game_file(FRAMES, b"\xcc" * 32)


def test_a_file_comes_back_as_it_went() -> None:
    assert list(read_game_file(FILE)) == [*FRAMES, FileFrame(FrameKind.END, b"\xcc" * 32)]


def test_numbers_in_the_file_are_little_endian() -> None:
    """E-4."""
    assert FILE.startswith(b"BORGO1\n\x01\x06\0\0\0set-up\x02")


@pytest.mark.parametrize("end", range(len(FILE)))
def test_a_file_cut_anywhere_is_refused(end: int) -> None:
    with pytest.raises(BadGameFile):
        read_game_file(FILE[:end])


# What is wrong with a file that is otherwise whole, and by which id that is told.
REFUSED = {
    "something behind the end": ("game-after-end", FILE + b"\0"),
    "a second end": ("game-after-end", FILE + FILE[-37:]),
    "an unknown kind": (
        "game-frame-kind",
        FIRST_LINE + b"\x06\0\0\0\0" + FILE[len(FIRST_LINE) :],
    ),
    "an end that names no parent": ("game-no-parent", FIRST_LINE + b"\x09\0\0\0\0"),
    "a frame too long": (
        "game-frame-size",
        FIRST_LINE
        + b"\x02"
        + (LONGEST_FILE_FRAME + 1).to_bytes(4, "little")
        + bytes(LONGEST_FILE_FRAME + 1)
        + FILE[len(FIRST_LINE) :],
    ),
    "another file": ("game-none", b"BORGEN" + FILE[6:]),
    "no number": ("game-none", b"BORGO" + FILE[6:]),
    "number nought": ("game-none", b"BORGO0" + FILE[6:]),
    "a number in two ways": ("game-none", b"BORGO01" + FILE[6:]),
    "too long": ("game-longer", FIRST_LINE + bytes(LONGEST_FILE)),
    "too many frames": (
        "game-frames",
        FIRST_LINE + b"\x04\0\0\0\0" * (MOST_FILE_FRAMES + 1) + FILE[-37:],
    ),
}


@pytest.mark.parametrize("what", sorted(REFUSED))
def test_what_is_no_game_is_refused(what: str) -> None:
    reason, file = REFUSED[what]
    with pytest.raises(BadGameFile, match=reason):
        read_game_file(file)


def test_what_a_later_program_wrote_is_not_called_too_long() -> None:
    with pytest.raises(TooNew):
        read_game_file(first_line(2) + bytes(LONGEST_FILE))


def test_as_many_frames_as_there_may_be_are_read() -> None:
    line = b"\x04\0\0\0\0"
    assert len(read_game_file(FIRST_LINE + line * (MOST_FILE_FRAMES - 1) + FILE[-37:])) == 100_000
    with pytest.raises(BadGameFile, match="game-frames"):
        read_game_file(FIRST_LINE + line * MOST_FILE_FRAMES + FILE[-37:])


def test_a_frame_nobody_would_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="bytes"):
        write_game_file([FileFrame(FrameKind.NOTE, bytes(LONGEST_FILE_FRAME + 1))], bytes(32))


@settings(deadline=None, max_examples=150)
@given(changes=st.data(), start=st.sampled_from((FILE, FIRST_LINE)))
def test_whatever_the_file_is_it_is_read_or_refused(changes: st.DataObject, start: bytes) -> None:
    file = changes.draw(mutations(start))
    try:
        *frames, end = read_game_file(file)
    except (BadGameFile, TooNew):
        return
    assert write_game_file(frames, end.content) == file
