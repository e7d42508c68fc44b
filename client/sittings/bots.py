"""The bots a player runs: brought to a table, or sent to play on for somebody gone (22.15).

1. Each bot is a program of its own. It ends with its keeper, however that ends: it reads from a
   pipe that only the keeper holds.
2. The table's passphrase, or its key, goes through that pipe. Arguments of a program can be read by
   every user of the machine.
3. A bot sent for somebody gone (`StandIns`) comes like any newcomer and offers itself, and only
   then do we name it as successor: a program that never comes is never named.
4. It gets the table's key instead of the passphrase, since a player who came back has no
   passphrase.
5. Which bot was sent for whom is stored with the game. It is started again when its keeper returns.
"""

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from client.own_processes import program, start
from client.sittings.absences import can_be_filled
from client.typed import bots_in
from client.words.words import heard_environment, spoken
from engine.errors import BorgoError
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import Returning
from net.edge.desk import Waited
from net.edge.finding.discovery import LOOPBACK
from net.edge.node import Node
from net.edge.people.shown_names import shown_name
from net.edge.storing.closed_files import opener
from net.edge.storing.private_files import IDENTITY_FILE, load_or_make_identity
from net.edge.storing.store import Store
from net.limits import MOST_PEERS
from net.peer.replacement_vote import TakeOverWished
from net.wire.table_setup import TableSetup

PROGRAM = program(["table"])

_FOLDER = "bots"
_LOG = "log"
_KEY = "="  # before a key

# Seconds a bot may take to end after its game, or when its keeper goes.
_AFTER_GAME_S = 60.0
_LEAVING_S = 5.0

Outcome = TypeVar("Outcome")


class KeeperGone(BorgoError):
    """A bot's keeper has ended."""


class Bot(NamedTuple):
    """One bot: where its things are, what it wishes, and who it is."""

    home: Path
    seats: tuple[str, ...]
    key: bytes


class KeptBots:
    """The bots of one player."""

    def __init__(
        self, keeper: bytes, name: str, bots: Iterable[Bot], spares: Iterable[Bot] = ()
    ) -> None:
        self._keeper = keeper
        self._name = name
        self._bots = tuple(bots)
        self._spares = tuple(spares)  # that can be sent later, with whatever seats
        self._running: list[subprocess.Popen[bytes]] = []
        self._sent: dict[bytes, subprocess.Popen[bytes]] = {}

    @property
    def keys(self) -> frozenset[bytes]:
        """The keys of the player's bots: the player signs no other bot as its own."""
        return frozenset(bot.key for bot in (*self._bots, *self._spares))

    def start(self, way: list[str], passphrase: str | bytes | None = None) -> None:
        """Start every bot; `way` is the part of its arguments that says which table."""
        for bot in self._bots:
            self._send(bot, way, passphrase)

    def send_spare(
        self, seats: tuple[str, ...], way: list[str], passphrase: str | None
    ) -> bytes | None:
        """Start one more bot for these seats; returns its key, or None if all have been sent."""
        for bot in self._spares:
            process = self._sent.get(bot.key)
            if process is None or process.poll() is not None:
                self._send(bot._replace(seats=seats), way, passphrase)
                return bot.key
        return None

    def send_stand_in(
        self, way: list[str], table_key: bytes, key: bytes | None = None
    ) -> bytes | None:
        """Let one come that has not been sent yet, or the one with this key; who it is.

        One that was here before may have had a place: it is not sent a second time for another.
        """
        for bot in self._spares:
            if bot.key == key or (key is None and bot.key not in self._sent):
                self._send(bot, way, table_key or None)
                return bot.key
        return None

    def is_running(self, key: bytes) -> bool:
        """Whether this bot was started and has not ended."""
        process = self._sent.get(key)
        return process is not None and process.poll() is None

    def dismiss(self, key: bytes) -> None:
        """Make one bot end, without waiting for it."""
        process = self._sent.get(key)
        if process is not None and process.stdin is not None:
            process.stdin.close()

    def _send(self, bot: Bot, way: list[str], passphrase: str | bytes | None) -> None:
        number = [each.key for each in (*self._bots, *self._spares)].index(bot.key) + 1
        name = spoken().say("bot-name", name=self._name, number=number)
        words = [
            "--name", shown_name(name),
            "--seats", ",".join(bot.seats), "--player", "bot", "--keeper", self._keeper.hex(),
            "--home", str(bot.home), "--port", "0", *way,
        ]  # fmt: skip
        process = _start(bot.home, words, passphrase)
        self._sent[bot.key] = process
        self._running.append(process)

    def finish(self, *, is_over: bool) -> None:
        """After a game wait until the bots have ended; otherwise end them now."""
        for process in self._running:
            if is_over:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_AFTER_GAME_S)
            assert process.stdin is not None
            process.stdin.close()
        for process in self._running:
            try:
                process.wait(_LEAVING_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def new_bots(home: Path, wished: str) -> list[Bot]:
    """Bots for these seats: one for each, or one for several joined by a plus."""
    return [_bot(home / _FOLDER / "+".join(seats), seats) for seats in bots_in(wished)]


def spare_bots(home: Path) -> list[Bot]:
    """Bots that can be brought to a table one by one; each has its key already."""
    return [_bot(home / _FOLDER / f"spare-{number}", ()) for number in range(1, MOST_PEERS)]


def bots_of(home: Path, setup: TableSetup, keeper: int) -> list[Bot]:
    """The bots of a game that is resumed."""
    folders = sorted((home / _FOLDER).glob(f"*/{IDENTITY_FILE}"))
    known = {bot.key: bot for bot in (_bot(path.parent, ()) for path in folders)}
    return [
        known[peer.identity]._replace(seats=peer.seats)
        for number, peer in enumerate(setup.peers)
        if peer.kept_by == keeper != number and peer.identity in known
    ]


def _bot(home: Path, seats: tuple[str, ...]) -> Bot:
    identity = load_or_make_identity(home / IDENTITY_FILE)
    return Bot(home, seats, identity.public_key)


def _start(home: Path, words: list[str], passphrase: str | bytes | None) -> subprocess.Popen[bytes]:
    """Start a bot and send it the passphrase or the key; a key cannot be taken for a passphrase."""
    command = [*PROGRAM, *words]
    with open(home / _LOG, "wb", opener=opener) as log:
        process = start(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=log, stderr=log,
            env=heard_environment(),
        )  # fmt: skip
    assert process.stdin is not None
    told = f"{_KEY}{passphrase.hex()}" if isinstance(passphrase, bytes) else passphrase or ""
    # Who has ended already is missed like a bot that ends later. Without a buffer nothing is left
    # that would be tried again, in vain, when the pipe is closed.
    with contextlib.suppress(OSError):
        process.stdin.write(f"{told}\n".encode())
    return process


def told_passphrase() -> str | bytes | None:
    """Read the keeper's first line: the table's passphrase, or its key, or nothing."""
    told = sys.stdin.readline().strip()
    return bytes.fromhex(told.removeprefix(_KEY)) if told.startswith(_KEY) else told or None


async def while_kept(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run `work` as long as the keeper holds the pipe; raises KeeperGone when it does not."""
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(work)

    def watch() -> None:
        sys.stdin.read()
        with contextlib.suppress(RuntimeError):  # the work is done and the loop closed
            loop.call_soon_threadsafe(task.cancel)

    threading.Thread(target=watch, daemon=True).start()
    try:
        return await task
    except asyncio.CancelledError:
        raise KeeperGone("keeper-gone") from None


# Bots that play on for somebody gone.
_NAME = "stand-ins"


class StandIns:
    """The bots that play on for others at one table; `interface` is the only one listened at."""

    def __init__(self, bots: KeptBots, store: Store, interface: str | None) -> None:
        self._bots = bots
        self._store = store
        self._interface = interface
        self._port = 0
        self._node: Node | None = None
        self._sent: dict[int, bytes] = {}  # which is to have whose place

    def sit_at(self, node: Node) -> None:
        """Remember the node that our player sits at."""
        self._node = node

    def listening(self, port: int, way: object) -> None:
        """Start again the bots that were stand-ins when this game was left; they connect here."""
        self._port = port
        if not isinstance(way, Returning):
            return
        game = setup_hash(way.begin.signed.setup)
        self._sent = self._kept(game)
        for key in self._sent.values():
            words = ["--return", game.hex(), *self._way()]
            self._bots.send_stand_in(words, way.whereabouts.key, key)

    def send_for(self, peer: int) -> bool:
        """Start a bot for this place unless one is on its way; returns whether there is one."""
        assert self._node is not None
        assert self._node.playing is not None
        before = self._sent.get(peer, b"")
        seated = self._node.playing.referee.proceedings.roster.identities
        if before not in seated and self._bots.is_running(before):
            return True
        key = self._bots.send_stand_in(self._way(), self._node.table_key)
        if key is not None:
            self._sent[peer] = key
            kept = msgspec.msgpack.encode(self._sent)
            self._store.keep_secret(self._node.playing.id, _NAME, kept)
        return key is not None

    def wishes(self, waited: Sequence[Waited]) -> list[TakeOverWished]:
        """Propose each bot that has come for the place it was sent for."""
        found = []
        for each in waited:
            key, absence = self._sent.get(each.peer), each.absence
            has_come = any(key == offer.identity for offer in each.offers)
            if key is None or absence is None or not has_come or not can_be_filled(each):
                continue
            if key not in absence.agreed:
                found.append(TakeOverWished(absence.request, each.peer, key))
        return found

    def _way(self) -> list[str]:
        where = self._interface or LOOPBACK
        only = [] if self._interface is None else ["--interface", self._interface]
        return ["--stand-in", "--join", f"{where}:{self._port}", *only]

    def _kept(self, game: bytes) -> dict[int, bytes]:
        kept = self._store.secret(game, _NAME)
        return {} if kept is None else msgspec.msgpack.decode(kept, type=dict[int, bytes])
