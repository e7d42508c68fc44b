"""A table's game as one file to keep and to send: set-up, entries, notes, the end (22.12).

`net/log/game_file.py` has the frames; here they get their order and their meaning. Whether what is
signed in them is right is for `net/verification.py`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.canonical import encode
from net.crypto.faults import PeerFault
from net.crypto.hashing import next_parent
from net.errors import BadGameFile, PeerMisbehaved
from net.limits import MOST_FILE_LINES, MOST_FILE_NOTES
from net.log.chain import Chain
from net.log.entry import FIRST_PARENT, Entry, decode_entry
from net.log.game_file import FileFrame, FrameKind, read_game_file, write_game_file
from net.wire.bodies import INTERLUDE_KINDS
from net.wire.table_setup import SignedSetup, TableSetup, check_numbers, read_signed_setup

# 22.12: the order of frames; entries follow one another in order of index and part.
_ORDER = (FrameKind.SETUP, FrameKind.ENTRY, FrameKind.NOTE, FrameKind.CHAT, FrameKind.END)

# All that the file of a game without signatures has.
_UNSIGNED = frozenset({FrameKind.RECORD, FrameKind.END})

# What is refused if there is more of it, and with which words.
_BOUNDED = (
    (FrameKind.NOTE, MOST_FILE_NOTES, "game-notes"),
    (FrameKind.CHAT, MOST_FILE_LINES, "game-lines"),
)


class TableGame(NamedTuple):
    """What a file of a table's game says, as bytes that were signed."""

    signed_setup: bytes
    entries: tuple[bytes, ...]
    notes: tuple[bytes, ...] = ()
    chat: tuple[bytes, ...] = ()
    final_parent: bytes = FIRST_PARENT

    def setup(self) -> TableSetup:
        """The set-up, signed by every peer; BadGameFile if it is not."""
        try:
            return read_signed_setup(self.signed_setup)
        except PeerFault as fault:
            raise BadGameFile("game-setup") from fault


def table_game(
    signed: SignedSetup, entries: Iterable[Entry], parent: bytes, notes: Iterable[bytes] = ()
) -> TableGame:
    """The game of a chain, whole or so far; `parent` is the chain's last."""
    return TableGame(
        encode(signed),
        tuple(entry.to_bytes() for entry in entries),
        tuple(notes),
        final_parent=parent,
    )


def evidence_of(
    signed: SignedSetup, chain: Chain, wrong: PeerMisbehaved, notes: Iterable[bytes] = ()
) -> TableGame:
    """22.12: what convinces somebody else: the game up to what is wrong, and that at its end."""
    offending = [decode_entry(encoded) for encoded in wrong.entries]
    last = offending[-1]
    pending = [entry for entry in chain.unfinished() if _leads_to(last, entry)]
    before = [entry for entry in (*chain.everything(), *pending) if entry.hash != last.hash]
    known = {entry.hash for entry in before}
    added = [entry for entry in offending if entry.hash not in known]
    return table_game(signed, (*before, *added), _end_of(chain), notes)


def _leads_to(last: Entry, entry: Entry) -> bool:
    """Whether what is wrong may build on an entry of its request: a word before it, or a part."""
    return entry.kind in INTERLUDE_KINDS if entry.is_control else entry.part <= last.part


def _end_of(chain: Chain) -> bytes:
    """The last parent; also of a request in which only one peer could see something wrong."""
    if not chain.is_complete():
        return chain.parent
    return next_parent(chain.parent, (entry.hash for entry in chain.entries(chain.index)))


def to_file(game: TableGame) -> bytes:
    """The file."""
    kinds = (
        (FrameKind.SETUP, (game.signed_setup,)),
        (FrameKind.ENTRY, game.entries),
        (FrameKind.NOTE, game.notes),
        (FrameKind.CHAT, game.chat),
    )
    frames = (FileFrame(kind, content) for kind, contents in kinds for content in contents)
    return write_game_file(frames, game.final_parent)


def is_table_file(file: bytes) -> bool:
    """Whether a file is of a table, perhaps spoilt, and not an engine record that nobody signed."""
    return any(frame.kind not in _UNSIGNED for frame in read_game_file(file))


def from_file(file: bytes) -> TableGame:
    """The game in a file; BadGameFile if its frames are not those of a table's game.

    TooNew if it is one of a later program.
    """
    frames = read_game_file(file)
    kinds = [frame.kind for frame in frames]
    setups = kinds.count(FrameKind.SETUP)
    if not setups:
        raise BadGameFile("game-unsigned")
    if setups > 1:
        raise BadGameFile("game-setups", count=setups)
    check_numbers(frames[0].content)
    if FrameKind.RECORD in kinds:
        raise BadGameFile("game-mixed")
    if [_ORDER.index(kind) for kind in kinds] != sorted(_ORDER.index(kind) for kind in kinds):
        raise BadGameFile("game-order")
    for kind, most, identifier in _BOUNDED:
        if (count := kinds.count(kind)) > most:
            raise BadGameFile(identifier, count=count, most=most)
    return TableGame(
        frames[0].content,
        _contents(frames, FrameKind.ENTRY),
        _contents(frames, FrameKind.NOTE),
        _contents(frames, FrameKind.CHAT),
        frames[-1].content,
    )


def _contents(frames: Sequence[FileFrame], kind: FrameKind) -> tuple[bytes, ...]:
    return tuple(frame.content for frame in frames if frame.kind is kind)
