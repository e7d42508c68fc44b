"""The asyncio program of an onlooker: comes to a table, follows the game, leaves at its end."""

import asyncio
import os
from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.finding.route import Door, TableToFind, TableToJoin
from net.edge.measures import Measures
from net.edge.transport.links import Links
from net.edge.transport.sockets import LinkEnded, LinkOpened, Received, Sockets
from net.edge.transport.tolls import Tolls
from net.game.replica import Replica, places_of
from net.judging.game_file import TableGame
from net.lobby.events import (
    Came,
    Dial,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Say,
    ShowTable,
    Went,
)
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Effect, Show
from net.talk import Hear
from net.wire.messages import decode_message

_TICK_S = 0.25
RANDOM_SIZE = 16


class Spectator(Protocol):
    """Whoever looks at the screen."""

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""

    def happened(self, shown: Show, proceedings: Replica) -> None:
        """A request of the game is settled."""

    def heard(self, name: str, text: str) -> None:
        """Somebody at the table said something to all."""

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        """From time to time: how far the game is, and to whom there is a channel."""


class Watched(NamedTuple):
    """What became of it: why it ended, and the game as far as it was seen."""

    reason: str
    game: TableGame | None


class WatchNode:
    """One onlooker's program."""

    def __init__(
        self, identity: Identity, name: str, verifier: Verifier, spectator: Spectator
    ) -> None:
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._sockets = Sockets(identity, self._queue.put_nowait)
        measures = Measures()
        self._links = Links(self._sockets, measures)
        self._tolls = Tolls(self._sockets, measures, self._position)
        self._spectator = spectator
        self.onlooker = Onlooker(name, os.urandom(RANDOM_SIZE), verifier)
        self._ended: str | None = None

    async def run(self, route: TableToFind | TableToJoin, interface: str | None = None) -> Watched:
        """Come to the table and stay until the game is over, or there is none."""
        door = Door(self._sockets, interface)
        try:
            if isinstance(route, TableToFind):
                self._links.table = (await door.find(route, self._queue)).table
            else:
                self._links.table = (await door.join(route, self._queue)).table
            self.onlooker.protocol = door.protocol
            await self._follow()
            return Watched(self._ended or "left", self.onlooker.game())
        finally:
            await self._links.stop()
            await self._sockets.close()
            await door.close()

    async def _follow(self) -> None:
        ticking = asyncio.create_task(self._tick())
        try:
            while self._ended is None:
                self._take(await self._queue.get())
        finally:
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)

    async def _tick(self) -> None:
        """Through the queue like everything else: a busy game must not keep us from asking."""
        while True:
            await asyncio.sleep(_TICK_S)
            self._queue.put_nowait(None)

    def _take(self, happened: Any) -> None:
        if happened is None:
            now = asyncio.get_running_loop().time()
            self._links.tick(now)
            self._perform(self.onlooker.tick(now))
            self._spectator.looked(self.onlooker, self._links.linked())
            self._know_peers()
        event = self._event(happened)
        if isinstance(event, Heard):
            with self._tolls.taking(happened.link, event.message):
                self._perform(self.onlooker.handle(event))
        elif event is not None:
            self._perform(self.onlooker.handle(event))

    def _position(self) -> object:
        return None if self.onlooker.gossip is None else self.onlooker.gossip.position

    def _know_peers(self) -> None:
        """The peers of the game have their places, and each its own share of what we do."""
        if (proceedings := self.onlooker.proceedings) is not None:
            self._sockets.reserved = frozenset(places_of(proceedings).holders)

    def _event(self, happened: Any) -> LobbyEvent | None:
        if not isinstance(happened, LinkOpened | LinkEnded | Received):
            return None
        if happened.link.table != self._links.table:
            return None
        match happened:
            case LinkOpened():
                return Came(happened.link.peer, happened.host)
            case LinkEnded():
                return Went(happened.link.peer)
            case Received():
                return self._heard(happened)

    def _heard(self, received: Received) -> Heard | None:
        try:
            return Heard(received.link.peer, decode_message(received.message))
        except PeerFault:
            self._sockets.drop(received.link)
            return None

    def _perform(self, effects: Any) -> None:
        for effect in effects:
            self._do(effect)

    def _do(self, effect: LobbyEffect | Effect) -> None:
        match effect:
            case Say():
                to_all = self._links.linked()
                self._links.send(to_all if effect.to is None else [effect.to], effect.message)
            case Dial():
                self._links.want(effect.peer)
            case Forget():
                self._links.forget(effect.identity)
            case ShowTable():
                self._spectator.seated(effect)
            case Show():
                assert self.onlooker.proceedings is not None
                self._spectator.happened(effect, self.onlooker.proceedings)
            case Hear():
                assert self.onlooker.proceedings is not None
                name = self.onlooker.proceedings.roster.names[effect.peer]
                self._spectator.heard(name, effect.text)
            case EndLobby():
                self._ended = effect.reason
            case _:
                raise AssertionError(effect)
