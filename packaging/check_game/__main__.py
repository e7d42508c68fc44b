"""Checks a game of peers from its file and the document alone; shares no code with the program.

    .venv/bin/python packaging/check_game GAME.borgo [STATEMENTS]

It is written from `net/PROTOCOL.md`, to be read beside it, and tells of each kind of signature,
hash and proof how many of how many hold. Which answers are allowed at all is for the rules of play;
where a proof is about something that only they say, such as the legal moves, that is taken from
STATEMENTS, the file that `borgo verify GAME.borgo --statements STATEMENTS` writes. Without it such
proofs are counted and not checked.

Exit code 0: whatever was checked holds; 1: something does not; 2: the file cannot be read.
"""

import json
import sys
from pathlib import Path
from stat import S_ISREG

from group import refuse_unsafe_library
from record import LONGEST_FILE, Unreadable, read
from tally import Tally
from walk import Statements, Walk

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2


def main(arguments: list[str]) -> int:
    """Check one file and say what was found."""
    if len(arguments) not in (1, 2):
        print("usage: check_game GAME.borgo [STATEMENTS]", file=sys.stderr)
        return UNREADABLE
    refuse_unsafe_library()
    tally = Tally()
    try:
        recorded = read(_content(Path(arguments[0])), tally)
        statements = _statements(arguments[1:], recorded.game)
    except (Unreadable, OSError) as error:
        print(f"check_game: {arguments[0]} cannot be read: {error}", file=sys.stderr)
        return UNREADABLE
    Walk(recorded, statements, tally).run()
    print(tally.report())
    return HOLDS if tally.is_good else DIFFERS


def _content(path: Path) -> bytes:
    """The file, and not much more than a game can have."""
    if not S_ISREG(path.stat().st_mode):
        raise Unreadable("it is not a file")
    with path.open("rb") as file:
        content = file.read(LONGEST_FILE + 1)
    if len(content) > LONGEST_FILE:
        raise Unreadable("it is larger than any game")
    return content


def _statements(paths: list[str], game: bytes) -> Statements:
    """What the rules of play say of this game; nothing, if no file was given."""
    if not paths:
        return {}
    try:
        stated = json.loads(Path(paths[0]).read_text(encoding="utf-8"))
        if stated["game"] != game.hex():
            raise Unreadable("these statements are of another game")
        requests: Statements = stated["requests"]
    except (ValueError, KeyError, TypeError) as error:
        raise Unreadable("these are no statements") from error
    return requests


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
