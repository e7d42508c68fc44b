"""A `borgo table` that floods all others while it plays or looks on.

python -m client.workshop.soak.flooder FILE ARGUMENTS: a word in the file names what it sends; while
the file is empty it sends nothing. It also plays as it should, and comes back when it is thrown
out.
"""

import asyncio
import itertools
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from client.commands.command_line import main
from engine.canonical import encode
from net.crypto.hashing import chat_hash
from net.crypto.keys import Identity, SignedAs
from net.edge.node import Node
from net.edge.onlooker_node import WatchNode
from net.edge.playing import Playing
from net.edge.transport.link import TurnedAway
from net.edge.transport.links import Links
from net.edge.transport.sockets import LinkName, Sockets, Unreachable
from net.game.replica import Replica
from net.limits import FIRST_CONTROL_PART
from net.lobby.events import Heard, LobbyEvent
from net.log.chain import Chain
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Arrived, Event
from net.session.handshake import Call
from net.wire.bodies import Backup, encode_body
from net.wire.messages import (
    ChatLine,
    ChatSent,
    EntrySent,
    Greeting,
    HaveHeads,
    Message,
    PeerAt,
    PeersKnown,
    Ping,
    Probe,
    WantEntries,
    WantEntry,
    WantRequests,
    WantState,
    Whispered,
)

# Messages on each channel at each look at the clock, four times a second: of who looks on. Who
# plays sends some and waits until they are served, no longer than so many seconds, for all it sends
# waits in front of its own answers.
_AT_ONCE = 100
_SERVED_AT_ONCE = 25
_SERVED = {"want_requests": 1, "want_entries": 5, "want_state": 5}
_PATIENCE_S = 20.0
_HANDSHAKES = 5  # at once, with each of the others: more than are answered
_JUNK = "junk-frames"
_ENTERED = 2  # requests, after which the game has its id


class _Game(NamedTuple):
    """What a flood is made of: the game as it stands, and who floods."""

    id: bytes
    chain: Chain
    peer: int
    identity: Identity
    peers: tuple[bytes, ...]


def _asked(game: _Game) -> dict[str, Callable[[int], Message]]:
    """What anybody can send; each called with a number that was not used yet."""
    some = os.urandom(32)
    nowhere = tuple(PeerAt(key, "127.0.0.1", 9) for key in game.peers)
    return {
        "want_state": lambda _: WantState(game.id, some),
        "want_requests": lambda _: WantRequests(game.id, 0, 256),
        "want_entries": lambda at: WantEntries(game.id, at % (game.chain.index + 1)),
        "want_entry": lambda _: WantEntry(game.chain.entries(1)[0].hash),
        "heads-ahead": lambda _: HaveHeads(game.id, 10**6, some),
        "heads-behind": lambda _: HaveHeads(game.id, 1, game.chain.parents[1]),
        "heads-apart": lambda _: HaveHeads(game.id, max(game.chain.index - 1, 0), some),
        "peers_known": lambda at: PeersKnown(
            (PeerAt(game.peers[0], "127.0.0.1", 1 + at % 9999), *nowhere)
        ),
        "greetings": lambda _: Greeting(1, "Flood", bytes(16)),
        "pings": Ping,
        "probes": Probe,
        "whispers": lambda at: Whispered(at % 2**32, "psst"),
    }


def _said(game: _Game) -> dict[str, Callable[[int], Message]]:
    """What only a player can sign."""
    return {
        "chat": lambda at: _line(game, 1 + at % 2**30),
        "controls": lambda at: _entry(game, game.chain.index, FIRST_CONTROL_PART + at % 2**15),
        "junk-entries": lambda at: EntrySent(_entry(game, 0, at % 2**14).entry[:-1] + b"\0"),
        "again": lambda at: EntrySent(_some_entry(game, at).to_bytes()),
        "other-requests": lambda at: _entry(game, at % 10**6, at % 128),
        "early": lambda at: _entry(game, game.chain.index + 1 + at % 99, at // 99 % 128),
    }


def _some_entry(game: _Game, number: int) -> Entry:
    """Of a request that is over; some have none."""
    return (game.chain.entries(number % game.chain.index) or game.chain.entries(1))[0]


def _line(game: _Game, counter: int) -> ChatSent:
    line = ChatLine(game.id, game.peer, counter, bytes(32), bytes(32), (), "flood")
    return ChatSent(line, game.identity.sign(SignedAs.CHAT, chat_hash(encode(line))))


def _entry(game: _Game, index: int, part: int) -> EntrySent:
    """Signed, and on no parent there is; or a word beside the pending request, which all keep."""
    is_beside = part >= FIRST_CONTROL_PART
    body, chain = Backup(os.urandom(150)), game.chain
    parent = chain.parent if is_beside else os.urandom(32)
    unsigned = Unsigned(
        body.kind, chain.game_id, chain.epoch, index, part, game.peer, parent, bytes(32),
        encode_body(body),
    )  # fmt: skip
    return EntrySent(sign_entry(game.identity, unsigned).to_bytes())


class Flood:
    """What one program sends beside what it should."""

    def __init__(self, ordered: Path) -> None:
        self.is_on = False
        self.is_junk = False  # whether what is sent now is to be no message at all
        self.program: Node | WatchNode | None = None
        self._ordered = ordered
        self._numbers = itertools.count(1)
        self._calls: set[asyncio.Task[None]] = set()
        self._unserved: dict[bytes, float] = {}  # since when
        self._asked = b""  # the entry by which who plays knows that it was served

    def go_on(self, links: Links) -> None:
        """Send some more of what is ordered now."""
        kind = self._ordered.read_text("utf-8") if self._ordered.exists() else ""
        game = self._game()
        self.is_on = bool(kind) and game is not None
        if not kind or game is None:
            return
        if kind == "handshakes":
            self._call(links)
            return
        makers = {**_asked(game), **(_said(game) if game.peer >= 0 else {})}
        makers[_JUNK] = makers["pings"]
        make = makers.get(kind, makers["want_requests"])  # who signs nothing asks
        self.is_junk = kind == _JUNK
        for identity in links.linked():
            if game.peer < 0:
                self._send(links, identity, make, _AT_ONCE)
            elif time.monotonic() - self._unserved.get(identity, -math.inf) > _PATIENCE_S:
                self._unserved[identity] = time.monotonic()
                self._send(links, identity, make, _SERVED.get(kind, _SERVED_AT_ONCE))
                self.is_junk = False
                self._asked = game.chain.entries(1)[-1].hash
                links.send([identity], WantEntry(self._asked))
        self.is_junk = False

    def _send(self, links: Links, to: bytes, make: Callable[[int], Message], count: int) -> None:
        for _ in range(count):
            links.send([to], make(next(self._numbers)))

    def served(self, identity: bytes, entry: Entry) -> None:
        """An entry came that we had: perhaps the one we asked for last."""
        if entry.hash == self._asked:
            self._unserved.pop(identity, None)

    def _game(self) -> _Game | None:
        """The game this program is in, once all have its id."""
        match self.program:
            case Node(playing=Playing() as playing):
                player, proceedings = playing.referee.player, playing.referee.proceedings
                peer, identity = player.peer, player.identity
            case WatchNode(onlooker=Onlooker(proceedings=Replica() as proceedings)):
                peer, identity = -1, Identity(bytes(32))
            case _:
                return None
        chain, peers = proceedings.chain, proceedings.roster.identities
        if chain.index < _ENTERED:
            return None
        return _Game(proceedings.setup_hash, chain, peer, identity, peers)

    def _call(self, links: Links) -> None:
        """Shake hands under ever other keys."""
        for at in [*links.wanted.values()] * _HANDSHAKES:
            task = asyncio.get_running_loop().create_task(_shake_hands(at, links.table))
            self._calls.add(task)
            task.add_done_callback(self._calls.discard)


async def _shake_hands(at: PeerAt, table: bytes) -> None:
    sockets = Sockets(Identity(os.urandom(32)), lambda _happened: None)
    sockets.tables[table] = b""
    try:
        with suppress(Unreachable, TurnedAway):  # as it should be
            await sockets.dial(at.address, at.port, Call(table))
    finally:
        await sockets.close()


def flood_while_playing(ordered: Path, arguments: list[str]) -> int:
    """Sit at the table, or look on, and flood on order."""
    flood = Flood(ordered)
    tick, send, play, watch = Links.tick, Sockets.send, Playing.handle, Onlooker.handle

    def ticked(self: Links, now: float) -> None:
        flood.go_on(self)
        tick(self, now)

    def sent(self: Sockets, name: LinkName, message: bytes) -> bool:
        return send(self, name, os.urandom(200) if flood.is_junk else message)

    def played(self: Playing, event: Event) -> None:
        proceedings = self.referee.proceedings
        match event:
            case Arrived(peer=peer, message=EntrySent(entry=encoded)) if flood.is_on:
                entry = decode_entry(encoded)
                if entry.index < proceedings.chain.index:
                    # What was asked for in vain costs its asker nothing: it does not look at it.
                    flood.served(proceedings.roster.identities[peer], entry)
                    return
        play(self, event)

    def watched(self: Onlooker, event: LobbyEvent) -> Sequence[Any]:
        return () if flood.is_on and isinstance(event, Heard) else watch(self, event)

    Links.tick = ticked  # type: ignore[method-assign]
    Sockets.send = sent  # type: ignore[method-assign]
    Playing.handle = played  # type: ignore[method-assign]
    Onlooker.handle = watched  # type: ignore[method-assign]
    for kind in (Node, WatchNode):
        _remember(kind, flood)
    return main(["table", *arguments])


def _remember(kind: Any, flood: Flood) -> None:
    """Let the flood know its program."""
    run = kind.run

    async def remembered(self: Any, *way: Any) -> Any:
        flood.program = self
        return await run(self, *way)

    kind.run = remembered


if __name__ == "__main__":
    sys.exit(flood_while_playing(Path(sys.argv[1]), sys.argv[2:]))
