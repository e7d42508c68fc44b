"""Searches memory, files and traffic of running programs for secrets that belong to others.

1. At some moments all programs are stopped, their memory and folders are read, and they continue.
   What was read is searched for every secret of the others; and for what must be there, so that
   finding nothing means something.
2. A window is two processes. The visible one must not hold its own player's keys either: they
   belong to its worker.
3. Where namespaces can be made, traffic is recorded too: no secret crosses it in clear.
4. Only writable memory is read: keys and what comes of them are nowhere else (Linux).
5. All secrets follow from seed and log (K-2). They are read from the player's folder, from a copy
   of the store, since the running program locks it. What was opened in the game is no secret any
   more, and a player who has opened the seed has none.
"""

import os
import shutil
import socket
import sqlite3
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from client.own_processes import program
from client.words.words import fault_words
from client.workshop.programs import (
    LOOK_S,
    PeerFailed,
    Programs,
    log_file,
    progress_file,
    run_quietly,
)
from engine.errors import BorgoError
from engine.record import players_for
from net.crypto.group import Group, SodiumGroup
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import Returning, unfinished
from net.edge.finding.discovery import LOOPBACK
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    load_or_make_identity,
    load_or_make_store_key,
)
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.fairness.cards.codes import choice_number
from net.fairness.trail.trail_vault import PeerVault, vault_from_start
from net.game.replica import Replica
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER, Player
from net.wire.bodies import AuditOpened, TrailOpened

# The traffic.
_EVERYTHING = 0x0003  # of all protocols
_OUTGOING = 4  # each packet is there twice: as it leaves, and as it comes
_LONGEST = 1 << 17
_ROOM = 1 << 24
_ETHERNET = 14  # bytes of its header
_TCP, _UDP = 6, 17


class Streams:
    """The recorded IPv4 traffic (nothing else is spoken here), one direction after the other.

    What is cut into several packets is joined again; on loopback they come in order.
    """

    def __init__(self) -> None:
        self._said: dict[bytes, list[bytes]] = {}

    def hear(self, packet: bytes) -> None:
        """An IP packet."""
        if len(packet) < 40 or packet[0] >> 4 != 4:
            return
        protocol, rest = packet[9], packet[4 * (packet[0] & 15) :]
        if protocol == _UDP:
            self._said.setdefault(b"", []).append(rest[8:])
        elif protocol == _TCP:
            # Both ports, and behind them where the content begins.
            self._said.setdefault(rest[:4], []).append(rest[4 * (rest[12] >> 4) :])

    def content(self) -> bytes:
        """What was recorded so far."""
        return b"\0".join(b"".join(parts) for parts in [*self._said.values()])


class Overheard:
    """Records traffic from its making until it is closed."""

    def __init__(self, interface: str = "lo") -> None:
        everything = socket.htons(_EVERYTHING)
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, everything)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _ROOM)
        self._socket.bind((interface, 0))
        self._socket.settimeout(0.2)
        self._streams = Streams()
        self._is_over = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._is_over = True
        self._thread.join()
        self._socket.close()

    def content(self) -> bytes:
        """What was said so far."""
        return self._streams.content()

    def _listen(self) -> None:
        while not self._is_over:
            try:
                packet, where = self._socket.recvfrom(_LONGEST)
            except TimeoutError:
                continue
            if where[2] == _OUTGOING:
                self._streams.hear(packet[_ETHERNET:])


# The memory of a process and its children.
_READ_AT_ONCE = 1 << 22
_OVERLAP = 256  # longer than whatever is looked for: nothing is missed between two pieces
_PROCESSES = Path("/proc")


class NoMemory(BorgoError):
    """The memory of other programs cannot be read here, and why."""


def check_readable() -> None:
    """NoMemory where this system shows no memory of other programs, or not to us."""
    if sys.platform != "linux":
        raise NoMemory("no-memory-system")


def family(process: int) -> list[int]:
    """A process and all that it has started, and those, and so on."""
    children: dict[int, list[int]] = {}
    for path in _PROCESSES.glob("[0-9]*/stat"):
        try:
            # The name stands in brackets and may have any letters; behind it are state and parent.
            parent = int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended meanwhile
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    for each in found:
        found += children.get(each, [])
    return found


def memory_of(process: int) -> Iterator[bytes]:
    """What it can write to, piece by piece, without what was never written."""
    folder = _PROCESSES / str(process)
    try:
        regions = [line.split() for line in (folder / "maps").read_text().splitlines()]
        with (folder / "mem").open("rb", buffering=0) as memory:
            for bounds, rights, *_ in regions:
                if rights.startswith("rw"):
                    start, end = (int(each, 16) for each in bounds.split("-"))
                    yield from _pieces(memory.fileno(), start, end)
    except OSError as error:
        raise NoMemory("no-memory", process=process, why=error.strerror or "") from error


def _pieces(file: int, start: int, end: int) -> Iterator[bytes]:
    for at in range(start, end, _READ_AT_ONCE):
        try:
            piece = os.pread(file, min(_READ_AT_ONCE + _OVERLAP, end - at), at)
        except OSError:
            continue  # of a device, or given back meanwhile
        if piece.count(0) < len(piece):
            yield piece


# The secrets, and the bytes that would show each of them.
_SCALAR = 32  # bytes
AS_IT_IS, AS_DIGITS, AS_NUMBER = range(3)  # the forms in which each is looked for


class Secret(NamedTuple):
    """Whose it is, what it is, and the bytes that would show it."""

    owner: int
    name: str
    forms: tuple[bytes, ...]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Kept(NamedTuple):
    """What lies in the folder of a player whose game is not over."""

    identity: Identity
    returning: Returning
    entries: list[bytes]
    sealed: list[bytes]  # what the store keeps sealed, opened: only its own secrets belong there

    @property
    def is_opened(self) -> bool:
        """Whether somebody has opened a seed."""
        return any(decode_entry(each).kind == AuditOpened.kind for each in self.entries)


def of_bytes(owner: int, name: str, value: bytes) -> Secret:
    """As it is, in hexadecimal digits, and as the number that the interpreter might make of it."""
    number = int.from_bytes(value, "little")
    return Secret(owner, name, (value, value.hex().encode(), digits(number)))


def of_number(owner: int, name: str, value: int) -> Secret:
    """As the interpreter keeps it, as it travels, and that in hexadecimal digits."""
    return of_bytes(owner, name, value.to_bytes(_SCALAR, "little"))


def digits(number: int) -> bytes:
    """The digits of a number as an object of the interpreter holds them."""
    bits, size = sys.int_info.bits_per_digit, sys.int_info.sizeof_digit
    code = {2: "H", 4: "I"}[size]
    found = []
    while number:
        found.append(number & (1 << bits) - 1)
        number >>= bits
    return struct.pack(f"={len(found)}{code}", *found)


def found_in(content: bytes, secrets: Iterable[Secret]) -> list[str]:
    """The secrets that are there, in any form."""
    return [
        f"{each.name} of peer {each.owner}"
        for each in secrets
        if any(form in content for form in each.forms)
    ]


def kept_in(home: Path) -> Kept | None:
    """What a player has kept of a game that goes on; None if none has begun."""
    if not (home / STORE_FILE).exists():
        return None
    identity = load_or_make_identity(home / IDENTITY_FILE)
    key = load_or_make_store_key(home / KEY_FILE)
    with tempfile.TemporaryDirectory() as folder:
        for path in home.glob(f"{STORE_FILE}*"):
            shutil.copy(path, folder)
        copy = Path(folder) / STORE_FILE
        with closing(sqlite3.connect(copy)) as base:
            names = base.execute("SELECT game, name FROM secrets").fetchall()
        with closing(Store(copy, key)) as store:
            waiting = unfinished(store, identity.public_key)
            if not waiting:
                return None
            sealed = [store.secret(*each) or b"" for each in names]
            returning = waiting[0].returning
            game = setup_hash(returning.begin.signed.setup)
            return Kept(identity, returning, store.entries(game), sealed)


def secrets_of(kept: Kept, group: Group) -> Iterator[Secret]:
    """The seed, the key that signs, the keys of the game, and what opens what nobody has opened."""
    peer, seed = kept.returning.begin.peer, kept.returning.seed
    yield of_bytes(peer, "the seed", seed)
    yield of_bytes(peer, "the signing key", kept.identity.secret())
    proceedings = _followed(kept, group)
    if proceedings.locks is None:
        return
    player = Player(peer, kept.identity, seed)
    vault = vault_from_start(player, proceedings.chain.game_id, proceedings.verifier)
    keys = vault.game
    yield of_number(peer, "the key of cards", keys.identity)
    yield of_number(peer, "the key of backs", keys.back)
    yield of_number(peer, "the key of lots", keys.coin)
    yield of_bytes(peer, "the key of boxes", keys.box)
    yield of_bytes(peer, "the key of nonces", keys.nonce_key)
    if peer == DRACULAS_PEER:
        yield from _of_trail(proceedings, vault, _opened(proceedings, kept.entries))
    yield from _of_choices(proceedings, vault)


def _followed(kept: Kept, group: Group) -> Replica:
    """The game so far; its proofs were checked by whoever played it."""
    verifier = Verifier(group, os.urandom, lambda _check, _arguments: None)
    proceedings = Replica(kept.returning.begin.setup, verifier)
    for encoded in kept.entries:
        proceedings.take(proceedings.read(encoded))
    return proceedings


def _opened(proceedings: Replica, entries: Iterable[bytes]) -> set[int]:
    """The cards of the trail that everybody has seen opened, by their numbers."""
    read = (decode_entry(each) for each in entries)
    bodies = (proceedings.decode(each) for each in read if each.kind == TrailOpened.kind)
    return {
        opening.slot
        for body in bodies
        if isinstance(body, TrailOpened)
        for opening in body.openings
    }


def _of_trail(proceedings: Replica, vault: PeerVault, opened: set[int]) -> Iterator[Secret]:
    """What opens the cards that were laid face down, and where Dracula was with each."""
    assert proceedings.locks is not None
    ledger, peer = proceedings.locks.trail, vault.peer
    trail = vault.trail(ledger.codes)
    for laid in ledger.laid.values():
        if laid.number not in opened:
            yield of_bytes(peer, f"the nonce of card {laid.number}", trail.opening(laid).nonce)
            blinding = trail.card(laid).opening.blinding
            yield of_number(peer, f"the blinding of card {laid.number}", blinding)
            if laid.location != laid.sealed.twin:
                place = trail.location(laid).opening.blinding
                yield of_number(peer, f"the blinding of the place of card {laid.number}", place)


def _of_choices(proceedings: Replica, vault: PeerVault) -> Iterator[Secret]:
    """What opens the choices of fights that nobody has opened yet."""
    ledger = proceedings.ledger
    assert ledger is not None
    for slot, sealed in ledger.choices.items():
        value = vault.choice(ledger, sealed) if sealed.peer == vault.peer else None
        if value is not None:
            number = choice_number(ledger.codes, sealed.choices, value)
            salt = vault.secrets.choice_salt(sealed.context, number)
            yield of_bytes(vault.peer, f"the salt of the choice {slot}", salt)


# The games in which they are looked for.
_WINDOW = "client.workshop.soak.window_guest"
_AT_ONCE = ("--delay", "0")  # bots need not wait before they answer
_MUST_BE_FOUND = {"the seed": AS_IT_IS, "the key of cards": AS_NUMBER}
_CLEAR = b"FOD1"  # with what every channel begins
_MEETING_S, _PLAYING_S = 120.0, 300.0


class _Search(NamedTuple):
    """How many play with what, and at how many entries they are looked into."""

    name: str
    peers: int
    has_windows: bool
    looks: tuple[int, ...]


_SEARCHES = (
    _Search("three programs at terminals", 3, has_windows=False, looks=(80, 160, 320)),
    _Search("two windows", 2, has_windows=True, looks=(80, 200)),
)


class Wrong(Exception):
    """Something was not as it should be, and what."""


class Read(NamedTuple):
    """What was read of one program: the processes it is, each piece by piece, and its files."""

    processes: list[list[bytes]]
    files: dict[str, bytes]
    kept: Kept


class _Seen:
    """What all looks together have searched."""

    def __init__(self) -> None:
        self.programs = self.processes = self.size = 0
        self.secrets: set[str] = set()

    def add(self, read: Read, secrets: Iterable[Secret]) -> None:
        """One program at one look."""
        self.programs += 1
        self.processes += len(read.processes)
        self.size += sum(len(piece) for pieces in read.processes for piece in pieces)
        self.secrets |= {f"{each.owner}/{each.name}" for each in secrets}

    @property
    def in_words(self) -> str:
        """For a line of the trial."""
        return (
            f"{self.programs} looks at programs, {self.processes} processes, {self.size >> 20} MB,"
            f" {len(self.secrets)} secrets"
        )


def kept_secrets(first: int, *, is_alone: bool) -> Iterator[tuple[str, float, str | None]]:
    """Each case: what was looked at, how long it took, and what is not as it should be."""
    check_readable()
    if is_alone:
        _use_loopback()
    for case in _SEARCHES:
        started, seen, fault = time.monotonic(), _Seen(), None
        with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder, ExitStack() as ending:
            wire = None
            if is_alone:
                wire = Overheard()
                ending.callback(wire.close)
            table = _Table(case, Path(folder), f"secrets {first}", wire)
            try:
                table.play(seen)
            except (PeerFailed, Wrong) as wrong:
                fault = fault_words(wrong) if isinstance(wrong, PeerFailed) else str(wrong)
        heard = "the wire too" if is_alone else "not the wire"
        yield f"{case.name}, {heard}: {seen.in_words}", time.monotonic() - started, fault


def _use_loopback() -> None:
    """In a network of our own there is nothing yet, and multicast has no way."""
    run_quietly(["ip", "link", "set", "lo", "up"])
    run_quietly(["ip", "route", "add", "224.0.0.0/4", "dev", "lo"])


class _Table:
    """A game of some programs."""

    def __init__(self, case: _Search, folder: Path, title: str, wire: Overheard | None) -> None:
        self._case = case
        self._folder = folder
        self._title = title
        self._wire = wire
        self._group: Group = SodiumGroup()
        self._ever: dict[tuple[int, str], Secret] = {}  # all that there were at any look
        self._programs = Programs(folder, case.peers, self._command)

    def play(self, seen: _Seen) -> None:
        """Play on from look to look; Wrong if anybody has what is another's."""
        try:
            self._programs.start(0)
            self._wait(_MEETING_S, "a table", lambda: self._programs.guests[0] > 0)
            for number in range(1, self._case.peers):
                self._programs.start(number)
            for entries in self._case.looks:
                self._wait(_PLAYING_S, f"{entries} entries", partial(self._has, entries))
                self._look(seen)
        finally:
            self._programs.end_all()
        if not seen.programs:
            raise Wrong("the game was over before it could be looked at")
        if self._wire is not None:
            self._search_wire(self._wire.content())

    def _has(self, entries: int) -> bool:
        return max(self._programs.entries) >= entries or self._is_over()

    def _is_over(self) -> bool:
        """Whether somebody may have opened a seed, which is no secret then."""
        return bool(self._programs.over) or len(self._programs.running) < self._case.peers

    def _wait(self, limit_s: float, what: str, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + limit_s
        while not is_so():
            time.sleep(LOOK_S)
            self._programs.look()
            self._programs.reap()
            if time.monotonic() > deadline:
                raise Wrong(f"no {what} within {limit_s:.0f} s: {self._last_words()}")

    def _last_words(self) -> str:
        said = (log_file(self._folder, number) for number in range(self._case.peers))
        return " / ".join(
            path.read_text("utf-8", "replace")[-200:] for path in said if path.exists()
        )

    def _look(self, seen: _Seen) -> None:
        """What all have at one moment; nothing, if the game is over."""
        if self._is_over():
            return
        numbers = range(self._case.peers)
        for number in numbers:
            self._programs.sleep(number)
        try:
            found = [self._read(number) for number in numbers]
        finally:
            for number in numbers:
                self._programs.wake(number)
        read = [each for each in found if each is not None and not each.kept.is_opened]
        if len(read) < len(found):
            return
        secrets = [one for each in read for one in secrets_of(each.kept, self._group)]
        self._ever |= {(one.owner, one.name): one for one in secrets}
        for each in read:
            seen.add(each, secrets)
            search(each, secrets, is_window=self._case.has_windows)

    def _read(self, number: int) -> Read | None:
        processes = family(self._programs.running[number].pid)
        home = self._folder / f"home-{number}"
        own = (*home.rglob("*"), *self._folder.glob(f"*-{number}"))
        files = {
            str(each.relative_to(self._folder)): each.read_bytes() for each in own if each.is_file()
        }
        kept = kept_in(home)
        if kept is None:
            return None
        return Read([[*memory_of(each)] for each in processes], files, kept)

    def _search_wire(self, said: bytes) -> None:
        if _CLEAR not in said:
            raise Wrong("nothing was heard on the wire")
        if found := found_in(said, self._ever.values()):
            raise Wrong(f"on the wire: {', '.join(found)}")

    def _command(self, number: int, _is_back: bool) -> list[str]:  # noqa: FBT001
        seats = players_for(self._case.peers)[number]
        words = [
            "--name", f"Peer {number}", "--seats", ",".join(seats), "--player", "bot",
            "--seed", f"{self._title}/{number}", "--home", str(self._folder / f"home-{number}"),
            "--out", str(self._folder / f"game-{number}"), "--interface", LOOPBACK,
            "--progress", str(progress_file(self._folder, number)),
        ]  # fmt: skip
        words += self._way(number)
        return program(words, _WINDOW) if self._case.has_windows else program(["table", *words])

    def _way(self, number: int) -> list[str]:
        way = ["--find" if number else "--open", self._title, "--port", "0"]
        return way if number or self._case.has_windows else [*way, *_AT_ONCE]


def search(read: Read, secrets: Iterable[Secret], *, is_window: bool) -> None:
    """Wrong if there is what belongs to others, or if not even the own seed is found."""
    peer = read.kept.returning.begin.peer
    others = [each for each in secrets if each.owner != peer]
    own = [each for each in secrets if each.owner == peer]
    for number, pieces in enumerate(read.processes):
        searched = [*others, *own] if is_window and number == 0 else others
        if found := {each for piece in pieces for each in found_in(piece, searched)}:
            raise Wrong(f"process {number} of peer {peer} holds {', '.join(sorted(found))}")
    for name, content in {**read.files, "what is sealed": b"\0".join(read.kept.sealed)}.items():
        if found_here := found_in(content, others):
            raise Wrong(f"{name} of peer {peer} holds {', '.join(found_here)}")
    held = {each for pieces in read.processes for piece in pieces for each in _proofs(piece, own)}
    if len(held) < len(_MUST_BE_FOUND):
        raise Wrong(f"the search does not find the own secrets of peer {peer}, only {held}")
    if not any(read.kept.entries[-1] in content for content in read.files.values()):
        raise Wrong(f"the search does not find the last entry in the files of peer {peer}")


def _proofs(piece: bytes, own: Iterable[Secret]) -> Iterator[str]:
    """The seed as it is, and a key as a number: a program that plays has both."""
    for each in own:
        if each.name in _MUST_BE_FOUND and each.forms[_MUST_BE_FOUND[each.name]] in piece:
            yield each.name
