"""What is left of a table's game when something in it was wrong: the evidence, as a file."""

import time
from pathlib import Path

from client.home import GAMES_FOLDER
from net.crypto.parties import Verifier
from net.edge.desk import Desk
from net.edge.playing import Playing
from net.game_file import to_file


def is_wrong(playing: Playing) -> bool:
    """Whether the game stopped because of something that was signed."""
    return playing.referee.misdeed is not None or playing.referee.oddity is not None


def keep_evidence(home: Path, playing: Playing) -> Path:
    """22.12: write what convinces somebody else where the player's games are; where that is."""
    folder = home / GAMES_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d %H.%M')} {playing.id.hex()[:8]}.borgo"
    path.write_bytes(to_file(playing.game()))
    return path


def auditor_of(playing: Playing, desk: Desk) -> Verifier:
    """Who goes through a game at its end.

    Every proof was checked when it came (P-9), and what is left is to make all secrets anew. But
    evidence is judged as a stranger would: a wrong proof in it must be found wrong.
    """
    if is_wrong(playing):
        return Verifier(desk.verifier.group, desk.verifier.entropy)
    return Verifier(desk.verifier.group, desk.verifier.entropy, lambda _check, _arguments: None)
