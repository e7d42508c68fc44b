"""The player's saved games: lists, copies and deletes them, with the verdicts of earlier checks.

1. Each game is reported as soon as it is read. What takes long to find out is noted for next time.
2. Verdicts are kept by the digest of the file's bytes, so an altered file has none. They are the
   player's own notes; whoever wants to be sure checks again.
3. A complaint noted by another version of the program is dropped: that version may have been too
   old for the game, or wrong. Its good verdicts stay.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from client.home import GAMES_FOLDER, SOLO_FOLDER
from client.records.reading import digest_of, file_of, seats_in, stored_games
from client.words.words import fault_words
from client.worker.pipe import Pipe
from client.worker.record_values import (
    CopyRecord,
    DeleteRecord,
    ListMore,
    ListRecords,
    RecordCopied,
    RecordFailed,
    RecordGone,
    RecordRow,
    RecordsListed,
    Source,
)
from client.worker.values import Leave, Order
from client.written_files import CannotWrite, write_anew
from engine.errors import BadRecord, BorgoError
from engine.record import Record, replay
from engine.record_file import from_bytes
from engine.versions import PROGRAM, TooNew
from net.crypto.faults import PeerFault
from net.crypto.hashing import setup_hash
from net.edge.storing.store import KeptGame
from net.judging.game_file import from_file, is_table_file
from net.wire.table_setup import check_numbers, encode_setup, read_signed_setup

_SUFFIX = "*.borgo"


class Archive:
    """The saved games in one player's folder."""

    def __init__(self, order: ListRecords, pipe: Pipe) -> None:
        self._home = Path(order.home)
        self._pipe = pipe
        self._book = VerdictBook(self._home)

    def run(self) -> None:
        """List everything, then follow orders until the window leaves."""
        listed: set[bytes] = set()
        for path in self._files():
            order = self._pipe.receive(0)
            if isinstance(order, Leave):
                return
            row, game = self._row(path)
            listed.add(game)
            self._pipe.tell(row)
        self._pipe.tell(RecordsListed(self._list_store(listed)))
        while not isinstance(order := self._pipe.receive(None), Leave):
            self._obey(order)

    def _files(self) -> list[Path]:
        """Every file of a game, the newest first."""
        folders = (self._home / SOLO_FOLDER, self._home / GAMES_FOLDER)
        found = [path for folder in folders for path in folder.glob(_SUFFIX) if path.is_file()]
        return sorted(found, key=_written, reverse=True)

    def _list_store(self, listed: set[bytes]) -> str:
        """Report the games that are only in the store, or why it cannot be read."""
        try:
            for row in self._stored(listed):
                self._pipe.tell(row)
        except BorgoError as error:
            return fault_words(error)
        return ""

    def _stored(self, listed: set[bytes]) -> Iterator[RecordRow]:
        for kept in stored_games(self._home):
            if kept.id not in listed:
                row = self._kept_row(kept)
                if row is not None:
                    yield row

    def _kept_row(self, kept: KeptGame) -> RecordRow | None:
        source = Source(home=str(self._home), game=kept.id, seats=None if kept.outcome else ())
        try:
            check_numbers(kept.setup)
            setup = read_signed_setup(kept.setup)
        except TooNew as newer:
            name, words = kept.id.hex()[:8], fault_words(newer)
            return RecordRow(source, name, kept.began_at, (), (), "", fault=words)
        except PeerFault:
            return None
        people = tuple(peer.name for peer in setup.peers)
        return RecordRow(
            source, kept.id.hex()[:8], kept.began_at, people, (), kept.outcome,
            is_signed=True, steps=kept.head_index,
        )  # fmt: skip

    def _row(self, path: Path, *, is_own: bool = True) -> tuple[RecordRow, bytes]:
        """A file as a row, and the id of its game if a table played it."""
        source = Source(path=str(path))
        own = seats_in(path.stem) if is_own else ()
        row = RecordRow(source, path.stem, _written(path), (), own, "", is_own=is_own)
        try:
            file = file_of(source)
            return self._read(row, file)
        except (BorgoError, PeerFault) as error:
            return _but(row, fault=fault_words(error)), b""

    def _read(self, row: RecordRow, file: bytes) -> tuple[RecordRow, bytes]:
        digest = digest_of(file)
        noted = self._book.find(digest)
        if is_table_file(file):
            game = from_file(file)
            setup = game.setup()
            people = tuple(peer.name for peer in setup.peers)
            made = _but(
                row, people=people, is_signed=True, verdict=noted.verdict,
                outcome=noted.outcome or "", steps=len(game.entries),
            )  # fmt: skip
            return made, setup_hash(encode_setup(setup))
        if noted.outcome is None:
            noted = self._book.look_at(digest, from_bytes(file))
        outcome = noted.outcome or ""
        return _but(row, verdict=noted.verdict, outcome=outcome, steps=noted.steps), b""

    def _obey(self, order: Order | None) -> None:
        try:
            match order:
                case CopyRecord():
                    copy_record(order, self._pipe)
                case DeleteRecord():
                    self._delete(Path(order.path))
                case ListMore():
                    self._look_at(Path(order.path))
                case _:
                    return
        except (BorgoError, PeerFault, OSError) as error:
            self._pipe.tell(RecordFailed(fault_words(error)))

    def _look_at(self, path: Path) -> None:
        """Report one file, again if it has been judged meanwhile."""
        self._book = VerdictBook(self._home)
        self._pipe.tell(self._row(path, is_own=path in self._files())[0])

    def _delete(self, path: Path) -> None:
        """Delete a game; only in the player's own folder."""
        if path not in self._files():
            raise BorgoError("game-elsewhere", path=path)
        path.unlink()
        self._pipe.tell(RecordGone(str(path)))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _but(row: RecordRow, **changes: object) -> RecordRow:
    return replace(row, **changes)


def list_records(order: ListRecords, pipe: Pipe) -> None:
    """Serve the list of saved games until the window leaves."""
    Archive(order, pipe).run()


def copy_record(order: CopyRecord, pipe: Pipe) -> None:
    """Write the copy; report that it is there, or why not."""
    try:
        Path(order.to).write_bytes(file_of(order.source))
    except (BorgoError, PeerFault, OSError) as error:
        pipe.tell(RecordFailed(fault_words(error)))
    else:
        pipe.tell(RecordCopied(order.to))


# The notes: what this player's own checks found, for each file.
BOOK_FILE = "verdicts.json"
_MOST_BYTES = 4_000_000
_VIOLATION = "violation"


class Noted(Struct, frozen=True, omit_defaults=True):
    """What is remembered of one file."""

    verdict: str = ""
    outcome: str | None = None  # None: not looked at yet; empty: not over
    steps: int = 0
    is_put_away: bool = False  # not over, and not to be gone on with
    program: str = ""  # the version that found it; the first release did not say


class VerdictBook:
    """The notes of one player's folder."""

    def __init__(self, home: Path) -> None:
        self._path = home / BOOK_FILE
        self._notes = _read(self._path)

    def find(self, digest: str) -> Noted:
        """What is known of a file."""
        noted = self._notes.get(digest, Noted())
        if noted.verdict == _VIOLATION and noted.program != PROGRAM:
            return Noted(is_put_away=noted.is_put_away)
        return noted

    def keep(self, digest: str, verdict: str, outcome: str) -> None:
        """Remember a verdict, and how the game came out."""
        self._note(digest, verdict=verdict, outcome=outcome)

    def look_at(self, digest: str, record: Record) -> Noted:
        """Replay a game alone once for every list; remember the result, good or bad."""
        steps = len(record.answers)
        try:
            outcome = replay(record).state.outcome or ""
        except BadRecord:  # a replay shows as much of it as there is
            self._note(digest, verdict=_VIOLATION, outcome="", steps=steps)
        else:
            self._note(digest, outcome=outcome, steps=steps)
        return self.find(digest)

    def put_away(self, digest: str) -> None:
        """Remember that a game is not to be resumed; CannotWrite if that fails."""
        self._write(digest, is_put_away=True)

    def _note(self, digest: str, **found: object) -> None:
        with contextlib.suppress(CannotWrite):  # it costs a second check, nothing else
            self._write(digest, program=PROGRAM, **found)

    def _write(self, digest: str, **found: object) -> None:
        self._notes = _read(self._path)  # another worker may have written since
        self._notes[digest] = msgspec.structs.replace(self.find(digest), **found)
        write_anew(self._path, msgspec.json.encode(self._notes))


def _read(path: Path) -> dict[str, Noted]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Noted])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
