"""Reads a record from a file, from a saved game or from a running one, ready to be replayed.

1. A file may be hostile: its frames are bounded before anything is decoded, and what is wrong with
   it is said in words. Everything before the fault is shown.
2. The proofs of a table's game are not checked here; that is judging (`judging.py`).
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from client.records.game_files import read_game
from client.words.game_words import violation_words
from client.words.messages import snake
from client.words.words import spoken
from client.worker.record_values import Signature, Source
from engine.ids import DRACULA, HUNTERS, SEATS, Seat
from engine.record import Record
from engine.record_file import from_bytes
from net.crypto.faults import PeerFault
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import KeptGame, Store
from net.errors import BadGameFile, PeerMisbehaved
from net.game.replica import Replica
from net.game.stages import GameStage
from net.judging.game_file import (
    FrameKind,
    TableGame,
    from_file,
    is_table_file,
    table_game,
    to_file,
)
from net.judging.verification import Verification
from net.log.entry import decode_entry
from net.wire.bodies import BODY_TYPES
from net.wire.table_setup import SignedSetup, TableSetup, check_numbers, read_signed_setup

Progress = Callable[[int, int], None]


class Opened(NamedTuple):
    """A record, and what else is known about it."""

    record: Record
    digest: str
    game: TableGame | None = None  # of a table; None: nobody signed it
    entries: tuple[tuple[int, ...], ...] = ()  # behind each answer, by their numbers in the file
    fault: str | None = None
    has_ended: bool = False  # by the rules or before, with the words of everybody at the table

    @property
    def setup(self) -> TableSetup | None:
        """What the peers of a table agreed on."""
        return None if self.game is None else self.game.setup()

    @property
    def players(self) -> dict[Seat, str]:
        """Who played each seat, where that is written."""
        setup = self.setup
        return {} if setup is None else {seat: p.name for p in setup.peers for seat in p.seats}


def unchecking() -> Verifier:
    """A verifier that accepts all proofs, where judging is done elsewhere."""
    return Verifier(SodiumGroup(), os.urandom, lambda _check, _arguments: None)


def file_of(source: Source) -> bytes:
    """The bytes of the file that a source is or would be."""
    if source.content:
        return source.content
    if source.game:
        return to_file(stored_game(Path(source.home), source.game))
    return read_game(Path(source.path))


def digest_of(file: bytes) -> str:
    """The digest of these bytes, by which verdicts are kept."""
    return hashlib.blake2b(file, digest_size=16).hexdigest()


def open_record(source: Source, progress: Progress | None = None) -> Opened:
    """The record of a source, as far as it can be followed."""
    file = file_of(source)
    digest = digest_of(file)
    if not is_table_file(file):
        record = from_bytes(file)
        return Opened(_with(record, source), digest)
    game = from_file(file)
    verification = Verification(game, unchecking())
    behind: list[list[int]] = [[]]
    fault = None
    for number, encoded in enumerate(game.entries):
        violation = verification.step(number, encoded)
        if violation is not None:
            fault = violation_words(spoken(), violation.code, violation.id, violation.about)
            break
        behind[-1].append(number)
        if len(verification.audit.answers) >= len(behind):
            behind.append([])
        if progress is not None:
            progress(number + 1, len(game.entries))
    record = _with(verification.audit.record(), source)
    has_ended = verification.proceedings.stage is GameStage.OVER
    return Opened(record, digest, game, tuple(map(tuple, behind)), fault, has_ended)


def _with(record: Record, source: Source) -> Record:
    opened = {**dict(record.opened), **source.known}
    return Record(record.setup, record.answers, tuple(opened.items()))


def seats_in(name: str) -> tuple[Seat, ...]:
    """Whose seats a game alone was played with, as its file's name says; none if it does not."""
    for word in name.split():
        if word == "hunters":
            return HUNTERS
        if all(part in (DRACULA, *HUNTERS) for part in word.split("+")):
            return tuple(seat for seat in SEATS if seat in word.split("+"))
    return ()


def stored_games(home: Path) -> list[KeptGame]:
    """Every game of the store, if there is one; secrets are not read."""
    if not (home / STORE_FILE).exists():
        return []
    store = Store(home / STORE_FILE, b"")
    try:
        return store.games()
    finally:
        store.close()


def stored_game(home: Path, game: bytes) -> TableGame:
    """A game of the store as its file would be: what was signed, as far as it fits together."""
    store = Store(home / STORE_FILE, b"")
    try:
        kept = next((each for each in store.games() if each.id == game), None)
        if kept is None:
            raise BadGameFile("game-not-stored")
        entries, notes = store.entries(game), store.notes(game)
    finally:
        store.close()
    check_numbers(kept.setup)
    proceedings = Replica(read_signed_setup(kept.setup), unchecking())
    for encoded in entries:
        try:
            proceedings.take(proceedings.read(encoded))
        except (PeerFault, PeerMisbehaved):
            continue  # L-5: what was wrong is kept too, and is no part of the game
    signed = msgspec.msgpack.decode(kept.setup, type=SignedSetup)
    chain = proceedings.chain
    beside = [note for kind, note in notes if kind == FrameKind.NOTE]
    made = table_game(signed, proceedings.recorded(), chain.parent, beside)
    return made._replace(chat=tuple(note for kind, note in notes if kind == FrameKind.CHAT))


def kind_name(kind: int) -> str:
    """The kind of an entry as an id."""
    body = BODY_TYPES.get(kind)
    return "unknown" if body is None else snake(body.__name__)


def signatures(opened: Opened, at: int) -> tuple[Signature, ...]:
    """The entries behind a step: whose they are, and of which kind."""
    setup = opened.setup
    if setup is None or opened.game is None or not 0 < at <= len(opened.entries):
        return ()
    found = [decode_entry(opened.game.entries[number]) for number in opened.entries[at - 1]]
    return tuple(Signature(setup.peers[each.peer].name, kind_name(each.kind)) for each in found)
