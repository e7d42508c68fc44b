"""Reads a game's file as bytes: never more than a game can have, whatever its name says.

Apart from `reading.py`, which loads all of the net: a game alone reads its own file without.
"""

from pathlib import Path
from stat import S_ISREG

from engine.record_file import format_of
from engine.versions import TooNew
from net.errors import BadGameFile
from net.limits import LONGEST_FILE


def read_game(path: Path) -> bytes:
    """What is in a file that should be a game; BadGameFile if it cannot be read or is too long.

    TooNew if a later program wrote it, for which it may be long enough.
    """
    try:
        if not S_ISREG(path.stat().st_mode):  # what has no end would be waited for
            raise BadGameFile("game-no-file", path=path)
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise BadGameFile("game-unreadable", path=path, why=error.strerror or "") from error
    if len(content) > LONGEST_FILE:
        format_of(content)
        raise BadGameFile("game-too-long", path=path, most=LONGEST_FILE)
    return content


def named_game(path: Path) -> bytes:
    """As `read_game`, for a file named at a terminal: faults mention the name."""
    try:
        return read_game(path)
    except TooNew as error:
        raise BadGameFile("game-bad", path=path, why=error) from error
