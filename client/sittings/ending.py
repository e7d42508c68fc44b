"""What remains of a table's game: its file, the evidence of what was wrong, and its figures."""

import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import msgspec

from client.home import GAMES_FOLDER, default_home
from client.words.words import fault_words, spoken
from client.written_files import CannotWrite, is_written, write_anew
from net.crypto.hashing import setup_hash
from net.crypto.transcript import Verifier
from net.edge.desk import Desk
from net.edge.measures import Measured
from net.edge.node import Ended
from net.edge.playing import Playing
from net.judging.game_file import TableGame, from_file, to_file
from net.judging.verdict import Verdict
from net.wire.table_setup import encode_setup


def is_wrong(playing: Playing) -> bool:
    """Whether the game stopped because of something wrong that was signed."""
    return playing.referee.misdeed is not None


def keep(home: Path, game: TableGame) -> Path:
    """Save a game that ends now among the player's games; returns its path.

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
    """Write a game's file to the path that was asked for; returns whether that worked.

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
    """Who audits a game at its end.

    Every proof was checked when it came (P-9), and what is left is to make all secrets anew. But
    evidence is judged as a stranger would: a wrong proof in it must be found wrong.
    """
    if is_wrong(playing):
        return Verifier(desk.verifier.group, desk.verifier.entropy)
    return Verifier(desk.verifier.group, desk.verifier.entropy, lambda _check, _arguments: None)


class TableReport(msgspec.Struct, frozen=True):
    """What became of a game."""

    peer: int
    reason: str
    opened: bool
    was_found: bool
    outcome: str | None
    final_parent: str
    requests: int
    entries_made: int
    entries_verified: int
    proofs_made: int
    proofs_verified: int
    measured: Measured
    audit_s: float
    verdict: str
    checked: dict[str, int]
    file: str | None


def report_of(ended: Ended, measured: Measured, verdict: Verdict, *, opened: bool) -> TableReport:
    """The figures of a game that was played here."""
    playing = ended.playing
    assert playing is not None
    proceedings = playing.referee.proceedings
    peer = playing.begin.peer
    entries = list(proceedings.chain.everything())
    made = [entry for entry in entries if entry.peer == peer]
    others = [entry for entry in entries if entry.peer != peer]
    return TableReport(
        peer=peer,
        reason=ended.reason,
        opened=opened,
        was_found=ended.was_found,
        outcome=proceedings.game.state.outcome,
        final_parent=proceedings.chain.parent.hex(),
        requests=proceedings.chain.index,
        entries_made=len(made),
        entries_verified=len(others),
        proofs_made=sum(map(proofs_in, map(proceedings.decode, made))),
        proofs_verified=sum(map(proofs_in, map(proceedings.decode, others))),
        measured=measured,
        audit_s=0.0,
        verdict=verdict.kind,
        checked=dict(verdict.checked),
        file=None,
    )


# The fields of bodies that hold one proof each.
_PROOFS = {"proof", "link", "member", "legality", "identity_proof", "back_proof"}


def proofs_in(value: object) -> int:
    """The number of proofs in a body."""
    if isinstance(value, tuple):
        return sum(map(proofs_in, value))
    if not isinstance(value, msgspec.Struct):
        return 0
    fields = msgspec.structs.asdict(value)
    own = sum(name in _PROOFS and bool(each) for name, each in fields.items())
    return own + sum(map(proofs_in, fields.values()))
