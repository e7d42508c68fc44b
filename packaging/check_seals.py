#!/usr/bin/env python3
"""Checks that every trail card of a game is the one that was sealed when it was laid.

    python3 check_seals.py GAME.borgo

Needs nothing of the program: only the standard library, and the file a game is exported to. When
Dracula lays a card face down, his entry carries a seal,

    SHA-256("FOD1-seal" + game id + slot (2 bytes) + card (2 bytes) + nonce (32 bytes)),

and when it is opened, his entry carries slot, card and nonce. Numbers are little endian. A card
never opened in play is opened by his seed, which he shows when the game is over: the nonce is the
first half of a BLAKE2b hash, keyed with the seed, of the entry's parent, slot and card; so every
card is tried. Without the seed such a seal is not checked, and that is said.

Exit code 0: every seal that could be checked fits; 1: one does not; 2: the file cannot be read, or
nothing could be checked. It checks no signature and no proof: `borgo verify` does.
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
MOST_FRAMES = 100_000
LONGEST_FRAME = 66_000
MOST_SEALS = 5_000  # a long game has a hundred; each may have to be tried with every card

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

# A count, then epoch and seed of each. Dracula is never replaced, and so has one seed.
AUDIT_OPEN = 0x60
SEEDS = struct.Struct("<BI32s")

# The places of every edition count from 1; the last card of the trail, Hide, has the number 200.
CARDS = range(1, 201)


class Unreadable(Exception):
    """The file is no game, or only part of one."""


class Entry(NamedTuple):
    """What a seal or an opening needs of a signed entry."""

    kind: int
    game_id: bytes
    request: int
    peer: int
    parent: bytes
    body: bytes


class Sealed(NamedTuple):
    """One card laid face down."""

    request: int
    parent: bytes
    seal: bytes


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
        raise Unreadable("it does not begin with BORGO1: no game, or one of a later format")
    at = len(MAGIC)
    for _ in range(MOST_FRAMES):
        if at + FRAME.size > len(file):
            raise Unreadable("it is cut off")
        kind, length = FRAME.unpack_from(file, at)
        if length > LONGEST_FRAME:
            raise Unreadable("a frame is longer than any of a game")
        content = file[at + FRAME.size : at + FRAME.size + length]
        if len(content) < length:
            raise Unreadable("it is cut off")
        yield kind, content
        at += FRAME.size + length
        if kind == END_FRAME:
            if at != len(file):
                raise Unreadable("something follows its end")
            return
    raise Unreadable("it has more frames than any game")


def read_entry(content: bytes) -> Entry:
    """One signed entry."""
    if len(content) < ENTRY.size + SIGNATURE:
        raise Unreadable("an entry is cut off")
    magic, kind, _, game_id, _, request, _, peer, parent, _, length = ENTRY.unpack_from(content)
    if magic != b"FOD1" or len(content) != ENTRY.size + length + SIGNATURE:
        raise Unreadable("an entry is not one of this protocol")
    body = content[ENTRY.size : ENTRY.size + length]
    return Entry(kind, game_id, request, peer, parent, body)


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


def read_seed(entry: Entry) -> bytes | None:
    """The seed that Dracula shows at the end."""
    if not entry.body or not entry.body[0]:
        return None
    if len(entry.body) < SEEDS.size:
        raise Unreadable(f"the seed in request {entry.request} is cut off")
    _, _, seed = SEEDS.unpack_from(entry.body)
    return bytes(seed)


def nonce_of(seed: bytes, parent: bytes, slot: int, card: int) -> bytes:
    """What a card was sealed with, if it is this one."""
    content = parent + struct.pack("<HH", slot, card)
    framed = b"\x07trail.n" + struct.pack("<I", len(content)) + content
    return hashlib.blake2b(framed, digest_size=64, key=seed, person=b"FOD1-kdf").digest()[:32]


class Findings:
    """What the file says, card by card."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.all_fit = True
        self.seed: bytes | None = None
        self._sealed: dict[tuple[bytes, int], Sealed] = {}
        self._checked: set[tuple[bytes, int]] = set()

    def take(self, entry: Entry) -> None:
        """Note a seal or the seed, judge an opening; everything else has none."""
        if entry.kind == TRAIL_PLACE and (laid := read_seal(entry)) is not None:
            slot, seal = laid
            sealed = Sealed(entry.request, entry.parent, seal)
            if self._sealed.setdefault((entry.game_id, slot), sealed).seal != seal:
                self._say(entry.request, f"slot {slot}", "WAS SEALED BEFORE, AS SOMETHING ELSE")
            if len(self._sealed) > MOST_SEALS:
                raise Unreadable("more cards are sealed in it than in any game")
        if entry.kind == TRAIL_OPEN:
            for opened in read_openings(entry):
                self._judge(entry, opened)
        if entry.kind == AUDIT_OPEN:
            self.seed = read_seed(entry)

    def open_the_rest(self) -> None:
        """Judge by the seed, if it is there, what was never opened in play."""
        if self.seed is None:
            return
        for (game_id, slot), sealed in self._sealed.items():
            if (game_id, slot) in self._checked:
                continue
            self._checked.add((game_id, slot))
            for card in CARDS:
                nonce = nonce_of(self.seed, sealed.parent, slot, card)
                if Opened(slot, card, nonce).seal(game_id) == sealed.seal:
                    subject = f"slot {slot}, card {card}, opened by the seed"
                    self.lines.append(f"request {sealed.request}: {subject}: fits its seal")
                    break
            else:
                self._say(sealed.request, f"slot {slot}", "NO CARD FITS ITS SEAL")

    @property
    def is_empty(self) -> bool:
        """Whether no seal could be checked, and nothing else was wrong."""
        return not self._checked and self.all_fit

    def summary(self) -> str:
        """How many seals were checked, and whether they fit."""
        count, unchecked = len(self._sealed), len(self._sealed.keys() - self._checked)
        if not unchecked:
            verdict = "All seals fit." if self.all_fit else "Not all seals fit."
            return f"{count} of {count} seals checked.\n{verdict}"
        verdict = "Those that were checked fit." if self.all_fit else "Not all seals fit."
        return f"{count - unchecked} of {count} seals checked, {unchecked} never opened.\n{verdict}"

    def _judge(self, entry: Entry, opened: Opened) -> None:
        sealed = self._sealed.get((entry.game_id, opened.slot))
        self._checked.add((entry.game_id, opened.slot))
        subject = f"slot {opened.slot}, card {opened.card}"
        if sealed is None:
            self._say(entry.request, subject, "WAS NEVER SEALED")
        elif sealed.seal != opened.seal(entry.game_id):
            self._say(entry.request, subject, "DOES NOT FIT ITS SEAL")
        else:
            self.lines.append(f"request {entry.request}: {subject}: fits its seal")

    def _say(self, request: int, subject: str, wrong: str) -> None:
        self.all_fit = False
        self.lines.append(f"request {request}: {subject}: {wrong}")


def check(file: bytes) -> Findings:
    """Go through the entries in their order, then through what none of them opened."""
    if len(file) > LONGEST_FILE:
        raise Unreadable("it is larger than any game")
    findings = Findings()
    for kind, content in frames(file):
        if kind == ENTRY_FRAME:
            entry = read_entry(content)
            if entry.peer == DRACULAS_PEER:
                findings.take(entry)
    findings.open_the_rest()
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
            f"check_seals: nothing to check: no card was sealed and opened in {arguments[0]}",
            file=sys.stderr,
        )
        return UNREADABLE
    print("\n".join((*findings.lines, findings.summary())))
    return FITS if findings.all_fit else DIFFERS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
