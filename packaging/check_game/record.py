"""A file of a game: its frames, the set-up, the signatures, and the chain of its requests.

Sections 5, 7 and 11. What the entries say is read here only as far as it says who signs for whom.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgpack
from group import Wrong, point
from layouts import Body, body_of, name_of, packed
from nacl import bindings as sodium
from nacl.exceptions import BadSignatureError
from tally import Tally
from transcript import b2b

MAGIC = b"BORGO1\n"
FRAME = struct.Struct("<BI")
SETUP, ENTRY, NOTE, CHAT, END = 1, 2, 3, 4, 9
LONGEST_FILE, MOST_FRAMES, LONGEST_FRAME = 32 * 1024 * 1024, 100_000, 66_000
MOST = {SETUP: 1, ENTRY: MOST_FRAMES, NOTE: 1280, CHAT: 10_000, END: 1}

HEADER = struct.Struct("<4sBB32sIIHB32s32sI")
SIGNATURE = 64
FIRST_PARENT = bytes(32)
FINAL_PART, RESUME_PART, WORD_PART = 0x4000, 0x6000, 0x8000

PROTOCOLS = (1, 2)

MOST_SILENT = 64  # requests on end for which there is nothing to send; no game has that many


class Unreadable(Exception):
    """The file is no game of peers, or only part of one."""


class Entry(NamedTuple):
    """One signed entry."""

    kind: int
    game: bytes
    epoch: int
    index: int
    part: int
    peer: int
    parent: bytes
    state: bytes
    body: Body | None  # None: it cannot be read, which was counted
    content: bytes  # the body as bytes
    hash: bytes
    signature: bytes
    signer: bytes = b""  # the identity that signed it, once that is known

    @property
    def name(self) -> str:
        """The name of its type."""
        return name_of(self.kind)

    @property
    def where(self) -> str:
        """How a finding names it."""
        return f"request {self.index}, part {self.part}, {self.name} of peer {self.peer}"


class Request(NamedTuple):
    """All that a file has of one request."""

    index: int
    epoch: int
    parent: bytes
    answers: dict[int, Entry]  # by part, ascending
    words: list[Entry]  # of an interlude, in the order of the file
    instead: list[Entry]  # FINALs or RESUMEs in place of answers
    is_complete: bool = False

    @property
    def entries(self) -> list[Entry]:
        """In the order in which the next parent is made of them."""
        return [*self.answers.values(), *self.instead, *self.words]


class Recorded(NamedTuple):
    """A file, taken apart."""

    setup: dict[str, Any]
    hash: bytes  # S
    identities: list[bytes]
    requests: list[Request]

    @property
    def size(self) -> int:
        """How many peers there are."""
        return len(self.identities)

    @property
    def game(self) -> bytes:
        """The id of the game: the hash of the bodies of request 0."""
        if not self.requests:
            return b""
        return b2b("game", b"".join(each.content for each in self.requests[0].entries))


def read(file: bytes, tally: Tally) -> Recorded:
    """Everything in a file, with all signatures and the chain checked."""
    frames = list(_frames(file))
    kinds = [kind for kind, _ in frames]
    if kinds != sorted(kinds) or kinds[:1] != [SETUP] or kinds[-1] != END:
        raise Unreadable("its frames do not stand in the order set-up, entries, notes, talk, end")
    if any(kinds.count(kind) > most for kind, most in MOST.items()):
        raise Unreadable("it has more of something than any game")
    setup, hashed = _setup(frames[0][1], tally)
    identities = [peer["identity"] for peer in setup["peers"]]
    holders = {peer: [key] for peer, key in enumerate(identities)}
    entries = [_entry(content, tally) for kind, content in frames if kind == ENTRY]
    signed = list(_signed(entries, holders, tally))
    requests = list(_chained(signed, frames[-1][1], tally))
    notes = [_entry(content, tally) for kind, content in frames if kind == NOTE]
    _check_notes(notes, holders, tally)
    _check_talk([content for kind, content in frames if kind == CHAT], hashed, holders, tally)
    return Recorded(setup, hashed, identities, requests)


def _frames(file: bytes) -> Iterator[tuple[int, bytes]]:
    if not file.startswith(MAGIC):
        raise Unreadable("it does not begin with BORGO1: no game, or one of a later format")
    at = len(MAGIC)
    for _ in range(MOST_FRAMES):
        if at == len(file):
            return
        if at + FRAME.size > len(file):
            raise Unreadable("it is cut off")
        kind, length = FRAME.unpack_from(file, at)
        at += FRAME.size
        content = file[at : at + length]
        if kind not in MOST or length > LONGEST_FRAME or len(content) < length:
            raise Unreadable("a frame is cut off, too long, or of no kind that a table's game has")
        yield kind, content
        at += length
    raise Unreadable("it has more frames than any game")


def _setup(content: bytes, tally: Tally) -> tuple[dict[str, Any], bytes]:
    try:
        signed = packed(content, dict, 2)
        setup = packed(signed["setup"], dict, 2)
        hashed = b2b("setup", signed["setup"])
        protocol, identities = (
            setup["protocol"],
            [point(peer["identity"]) for peer in setup["peers"]],
        )
        pairs = list(zip(identities, signed["signatures"], strict=True))
    except (Wrong, KeyError, TypeError, ValueError) as error:
        raise Unreadable("its set-up cannot be read") from error
    if protocol not in PROTOCOLS:
        raise Unreadable(f"it is of protocol {protocol}, and this program knows {PROTOCOLS}")
    for peer, (key, signature) in enumerate(pairs):
        where = f"set-up, peer {peer}"
        tally.holds("signatures", where, check_signature, key, b"FOD1-setup-sig", hashed, signature)
    return setup, hashed


def check_signature(key: bytes, prefix: bytes, message: bytes, signature: bytes) -> None:
    """Ed25519 over a prefix and a message."""
    try:
        sodium.crypto_sign_open(signature + prefix + message, key)
    except (BadSignatureError, ValueError) as error:
        raise Wrong("a signature that does not hold") from error


def _entry(content: bytes, tally: Tally) -> Entry:
    if len(content) < HEADER.size + SIGNATURE:
        raise Unreadable("an entry is cut off")
    magic, kind, flags, *place, length = HEADER.unpack_from(content)
    if magic != b"FOD1" or flags or len(content) != HEADER.size + length + SIGNATURE:
        raise Unreadable("an entry that is none")
    game, epoch, index, part, peer, parent, state = place
    encoded, signature = content[:-SIGNATURE], content[-SIGNATURE:]
    written = encoded[HEADER.size :]
    where = f"request {index}, part {part} of peer {peer}"
    body = tally.holds("bodies", where, body_of, kind, written)
    hashed = b2b("entry", encoded)
    return Entry(
        kind, game, epoch, index, part, peer, parent, state, body, written, hashed, signature
    )


def _signed(
    entries: Sequence[Entry], holders: dict[int, list[bytes]], tally: Tally
) -> Iterator[Entry]:
    """Every entry with who signed it; a place changes hands with the successor's PEER_ACCEPT."""
    named: dict[tuple[int, int], bytes] = {}  # request and peer who goes: to whom its place goes
    for entry in entries:
        if entry.peer not in holders:
            raise Unreadable("an entry of nobody at this table")
        if entry.name == "PEER_LEAVE" and entry.body and entry.peer != entry.body.peer:
            named.setdefault((entry.index, entry.body.peer), entry.body.successor)
        successor = named.get((entry.index, entry.peer))
        if entry.name == "PEER_ACCEPT" and successor is not None:
            holders[entry.peer].append(successor)
        key = holders[entry.peer][-1]
        check = (check_signature, key, b"FOD1-entry-sig", entry.hash, entry.signature)
        tally.holds("signatures", entry.where, *check)
        yield entry._replace(signer=key)


def _chained(entries: Sequence[Entry], end: bytes, tally: Tally) -> Iterator[Request]:
    """The requests, each on the parent that the one before it makes."""
    parent, epoch, at, index = FIRST_PARENT, 0, 0, 0
    while at < len(entries):
        found = []
        while at < len(entries) and entries[at].index == index:
            found.append(entries[at])
            at += 1
        if not found and not index < entries[at].index <= index + MOST_SILENT:
            raise Unreadable(f"request {entries[at].index} is not in its place")
        request = _sorted_out(index, found, epoch, parent)
        made = next_parent(parent, request.entries)
        is_followed = at < len(entries) or end in _after(made)
        request = request._replace(is_complete=is_followed)
        _check_links(request, tally)
        yield request
        if request.is_complete:
            parent, index = made, index + 1
            names = {each.name for each in request.entries}
            epoch += bool(names & {"KEY_ROTATE", "RESUME"})
    tally.demand("the last parent", "end", end in _after(parent), "another than the entries make")


def next_parent(parent: bytes, entries: Sequence[Entry]) -> bytes:
    """Section 5: also of a request for which there was nothing to send."""
    return b2b("head", parent + b"".join(each.hash for each in entries))


def _after(parent: bytes) -> list[bytes]:
    """A parent, and those that follow if there is nothing to send for some requests."""
    found = [parent]
    for _ in range(MOST_SILENT):
        found.append(next_parent(found[-1], ()))
    return found


def _sorted_out(index: int, found: Sequence[Entry], epoch: int, parent: bytes) -> Request:
    answers = sorted((each for each in found if each.part < FINAL_PART), key=lambda one: one.part)
    instead = [each for each in found if FINAL_PART <= each.part < WORD_PART]
    words = [each for each in found if each.part >= WORD_PART]
    by_part = {each.part: each for each in answers}
    if len(by_part) != len(answers):
        raise Unreadable(f"request {index} has two answers in one place")
    return Request(index, epoch, parent, by_part, words, instead)


def _check_links(request: Request, tally: Tally) -> None:
    if request.is_complete and not request.instead:
        parts, where = list(request.answers), f"request {request.index}"
        tally.demand("parts", where, parts == list(range(len(parts))), "some are missing")
    # An end that interrupts a request is signed over whatever state its signer has.
    early = [each for each in request.instead if each.name == "FINAL"]
    states = {each.state for each in request.entries if each not in early}
    for entry in request.entries:
        of_next = entry.name in ("PEER_ACCEPT", "KEY_ROTATE")
        fits = entry.parent == request.parent and entry.epoch == request.epoch + of_next
        tally.demand("links of the chain", entry.where, fits, "on another parent or epoch")
        tally.demand("states alike", entry.where, len(states) <= 1, "over another state")
        instead = {"FINAL": FINAL_PART, "RESUME": RESUME_PART}.get(entry.name, 0)
        if entry in request.instead:
            fits = instead + entry.peer == entry.part
            tally.demand("ends and returns", entry.where, fits, "in another's place")


def _check_notes(notes: Sequence[Entry], holders: dict[int, list[bytes]], tally: Tally) -> None:
    """Words outside the chain, by whoever holds a place or held it."""
    for note in notes:
        if note.name not in ("ACCUSE", "BACKUP", "END_WISH"):
            raise Unreadable("a note that is none")
        keys = holders.get(note.peer, [])
        message = (b"FOD1-entry-sig", note.hash, note.signature)
        tally.holds("signatures of notes", note.where, _check_any, keys, *message)


def _check_any(keys: Sequence[bytes], prefix: bytes, message: bytes, signature: bytes) -> None:
    for key in keys:
        try:
            return check_signature(key, prefix, message, signature)
        except Wrong:
            continue
    raise Wrong("signed by nobody who held the place")


def _check_talk(
    frames: Sequence[bytes], game: bytes, holders: dict[int, list[bytes]], tally: Tally
) -> None:
    """Public lines: signed, each naming the one before it of the same speaker."""
    before: dict[int, tuple[int, bytes]] = {}
    for content in frames:
        try:
            said = packed(content, dict, 3)
            line, signature = said["line"], said["signature"]
            counter, sender = line["counter"], line["sender"]
        except (Wrong, KeyError, TypeError) as error:
            raise Unreadable("a line of talk that is none") from error
        where = f"line {counter} of peer {sender}"
        hashed = b2b("chat", msgpack.packb(line))
        message = (b"FOD1-chat-sig", hashed, signature)
        tally.holds("signatures of talk", where, _check_any, holders.get(sender, []), *message)
        last, previous = before.get(sender, (0, bytes(32)))
        tally.demand("talk", where, line["game"] == game, "of another game")
        if counter == last + 1 and line["previous"] != previous:
            tally.note(f"{where}: it does not follow the line before it; its speaker said two.")
        before[sender] = (counter, hashed)
