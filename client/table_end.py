"""What is left of a table's game: its file, and the evidence when something in it was wrong."""

import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from client.home import GAMES_FOLDER, default_home
from client.spoken import fault_words, spoken
from client.written_files import CannotWrite, is_written, write_anew
from net.crypto.hashing import setup_hash
from net.crypto.transcript import Verifier
from net.edge.desk import Desk
from net.edge.playing import Playing
from net.judging.game_file import TableGame, from_file, to_file
from net.wire.table_setup import encode_setup


def is_wrong(playing: Playing) -> bool:
    """Whether the game stopped because of something that was signed."""
    return playing.referee.misdeed is not None


def keep(home: Path, game: TableGame) -> Path:
    """Write a game that ends now among the player's games; where it is.

    If nothing can be written there, a folder of its own for passing things is better than none.
    """
    identifier = setup_hash(encode_setup(game.setup())).hex()[:8]
    path = home / GAMES_FOLDER / f"{time.strftime('%Y-%m-%d %H.%M')} {identifier}.borgo"
    content = to_file(game)
    try:
        write_anew(path, content)
    except CannotWrite:
        with suppress(CannotWrite, OSError):
            elsewhere = Path(mkdtemp(prefix="borgo-")) / path.name
            write_anew(elsewhere, content)
            return elsewhere
        raise
    return path


def hand_over(game: bytes, out: Path | None, home: Path | None, *, is_evidence: bool) -> bool:
    """Write the file of a game where it is wanted; whether that could be done.

    What cannot be written there is kept where the player's games are, and so is what convinces
    somebody else (22.12).
    """
    is_there = out is None or is_written(out, game)
    if is_evidence or not is_there:
        try:
            path = keep(home or default_home(), from_file(game))
        except CannotWrite as error:
            print(fault_words(error), file=sys.stderr, flush=True)
        else:
            said = "game.evidence" if is_evidence else "typed.game-kept"
            print(spoken().say(said, path=str(path)), flush=True)
    return is_there


def auditor_of(playing: Playing, desk: Desk) -> Verifier:
    """Who goes through a game at its end.

    Every proof was checked when it came (P-9), and what is left is to make all secrets anew. But
    evidence is judged as a stranger would: a wrong proof in it must be found wrong.
    """
    if is_wrong(playing):
        return Verifier(desk.verifier.group, desk.verifier.entropy)
    return Verifier(desk.verifier.group, desk.verifier.entropy, lambda _check, _arguments: None)
