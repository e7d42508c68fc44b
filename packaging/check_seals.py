#!/usr/bin/env python3
"""Checks that every trail card opened in a game is the one that was sealed when it was laid.

    python3 check_seals.py GAME.borgo

Needs nothing of the program: only the standard library, and the file a game is exported to. When
Dracula lays a card face down, his entry carries a seal,

    SHA-256("FOD1-seal" + game id + slot (2 bytes) + card (2 bytes) + nonce (32 bytes)),

and when it is opened, his entry carries slot, card and nonce. Numbers are little endian. Exit code
0: every opening fits its seal; 1: one does not; 2: the file cannot be read, or no card is sealed or
opened in it. Cards never opened are for the audit. It checks no signature and no proof: `borgo
verify` does.
"""

import hashlib
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

FITS, DIFFERS, UNREADABLE = 0, 1, 2

MAGIC = b"BORGO1\n"
FRAME = struct.Struct("<BI")  # kind, length
ENTRY_FRAME, END_FRAME = 2, 9
LONGEST_FILE = 32 * 1024 * 1024

# "FOD1", type, flags, game id, epoch, index, part, peer, parent, state digest, length of the body.
ENTRY = struct.Struct("<4sBB32sIIHB32s32sI")
SIGNATURE = 64
DRACULAS_PEER = 0

# Slot, back, power, face, announced, hideout cleared, lair entered; then the seal, if face down.
TRAIL_PLACE = 0x20
PLACING = struct.Struct("<HBBBBHH")
NO_SLOT = 0xFFFF
POWER_ALONE = 0

# A count, then slot, card and nonce of each.
TRAIL_OPEN = 0x21
OPENING = struct.Struct("<HH32s")


class Unreadable(Exception):
    """The file is no game, or only part of one."""


class Entry(NamedTuple):
    """What a seal or an opening needs of a signed entry."""

    kind: int
    game_id: bytes
    request: int
    peer: int
    body: bytes


class Opened(NamedTuple):
    """One card opened."""

    slot: int
    card: int
    nonce: bytes

    def seal(self, game_id: bytes) -> bytes:
        """What must have been on the table when the card was laid."""
        numbers = struct.pack("<HH", self.slot, self.card)
        return hashlib.sha256(b"FOD1-seal" + game_id + numbers + self.nonce).digest()


def frames(file: bytes) -> Iterator[tuple[int, bytes]]:
    """Every frame of the file, up to the end it must have."""
    if not file.startswith(MAGIC):
        raise Unreadable("it does not begin with BORGO1")
    at = len(MAGIC)
    while at + FRAME.size <= len(file):
        kind, length = FRAME.unpack_from(file, at)
        content = file[at + FRAME.size : at + FRAME.size + length]
        if len(content) < length:
            break
        yield kind, content
        at += FRAME.size + length
        if kind == END_FRAME:
            if at != len(file):
                raise Unreadable("something follows its end")
            return
    raise Unreadable("it is cut off")


def read_entry(content: bytes) -> Entry:
    """One signed entry."""
    if len(content) < ENTRY.size + SIGNATURE:
        raise Unreadable("an entry is cut off")
    magic, kind, _, game_id, _, request, _, peer, _, _, length = ENTRY.unpack_from(content)
    if magic != b"FOD1" or len(content) != ENTRY.size + length + SIGNATURE:
        raise Unreadable("an entry is not one of this protocol")
    return Entry(kind, game_id, request, peer, content[ENTRY.size : ENTRY.size + length])


def read_seal(entry: Entry) -> tuple[int, bytes] | None:
    """The slot and seal of a card laid face down; None if it is laid otherwise."""
    try:
        slot, back, _, face, _, _, lair = PLACING.unpack_from(entry.body)
    except struct.error as error:
        raise Unreadable(f"the placing in request {entry.request} is cut off") from error
    if back == POWER_ALONE or face or lair != NO_SLOT:
        return None
    seal = entry.body[PLACING.size : PLACING.size + 32]
    if len(seal) != 32:
        raise Unreadable(f"the placing in request {entry.request} is cut off")
    return slot, seal


def read_openings(entry: Entry) -> Iterator[Opened]:
    """The cards that one entry opens."""
    count = entry.body[0] if entry.body else 0
    opened = entry.body[1 : 1 + count * OPENING.size]
    if not entry.body or len(opened) != count * OPENING.size:
        raise Unreadable(f"the opening in request {entry.request} is cut off")
    for slot, card, nonce in OPENING.iter_unpack(opened):
        yield Opened(slot, card, nonce)


class Findings:
    """What the file says, card by card."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.all_fit = True
        self._seals: dict[tuple[bytes, int], bytes] = {}
        self._opened: set[tuple[bytes, int]] = set()

    def take(self, entry: Entry) -> None:
        """Note a seal, judge an opening; everything else has none."""
        if entry.kind == TRAIL_PLACE and (laid := read_seal(entry)) is not None:
            slot, seal = laid
            if self._seals.setdefault((entry.game_id, slot), seal) != seal:
                self._say(entry, f"slot {slot}", "WAS SEALED BEFORE, AS SOMETHING ELSE")
        if entry.kind == TRAIL_OPEN:
            for opened in read_openings(entry):
                self._judge(entry, opened)

    @property
    def is_empty(self) -> bool:
        """Whether the file has neither a seal nor an opening."""
        return not self._seals and not self.lines

    def summary(self) -> str:
        """How many cards there were."""
        never = len(self._seals.keys() - self._opened)
        return f"{len(self._seals)} cards sealed, {never} of them never opened."

    def _judge(self, entry: Entry, opened: Opened) -> None:
        seal = self._seals.get((entry.game_id, opened.slot))
        self._opened.add((entry.game_id, opened.slot))
        subject = f"slot {opened.slot}, card {opened.card}"
        if seal is None:
            self._say(entry, subject, "WAS NEVER SEALED")
        elif seal != opened.seal(entry.game_id):
            self._say(entry, subject, "DOES NOT FIT ITS SEAL")
        else:
            self.lines.append(f"request {entry.request}: {subject}: fits its seal")

    def _say(self, entry: Entry, subject: str, wrong: str) -> None:
        self.all_fit = False
        self.lines.append(f"request {entry.request}: {subject}: {wrong}")


def check(file: bytes) -> Findings:
    """Go through the entries in their order."""
    if len(file) > LONGEST_FILE:
        raise Unreadable("it is larger than any game")
    findings = Findings()
    for kind, content in list(frames(file)):
        if kind == ENTRY_FRAME:
            entry = read_entry(content)
            if entry.peer == DRACULAS_PEER:
                findings.take(entry)
    return findings


def read(path: Path) -> bytes:
    """The file, and not much more than a game can have."""
    if not S_ISREG(path.stat().st_mode):
        raise Unreadable("it is not a file")
    with path.open("rb") as file:
        return file.read(LONGEST_FILE + 1)


def main(arguments: list[str]) -> int:
    """Check one file and say what was found."""
    if len(arguments) != 1:
        print("usage: check_seals.py GAME.borgo", file=sys.stderr)
        return UNREADABLE
    try:
        findings = check(read(Path(arguments[0])))
    except (Unreadable, OSError) as error:
        print(f"check_seals: {arguments[0]} cannot be read: {error}", file=sys.stderr)
        return UNREADABLE
    if findings.is_empty:
        print(
            f"check_seals: nothing to check: no card was sealed in {arguments[0]}", file=sys.stderr
        )
        return UNREADABLE
    print("\n".join((*findings.lines, findings.summary())))
    print("All seals fit." if findings.all_fit else "A card is not the one that was sealed.")
    return FITS if findings.all_fit else DIFFERS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
