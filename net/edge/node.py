"""The one asyncio program of a table: listening, finding, gathering, playing, in one loop.

1. Everything that happens goes through one queue and is carried out by one task: the machines are
   never entered twice at once.
2. It contains no decision worth a test of its own: lobby, referee and gossip decide.
3. Who is linked is known by identity; peer numbers exist only in a game.
"""

import asyncio
import os
import time
from collections import deque
from typing import Any, NamedTuple

from msgspec import Struct

from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.edge.discovery import usable_addresses
from net.edge.links import Links
from net.edge.playing import Desk, Playing
from net.edge.returning import Returning, Whereabouts
from net.edge.route import Door, Finding, Joining, Opening, Route
from net.edge.sockets import DEFAULT_PORT, LinkEnded, LinkName, LinkOpened, Received, Sockets
from net.effects import Arrived, Event
from net.lobby import Lobby
from net.lobby_events import (
    Begin,
    Came,
    Dial,
    EndLobby,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Ourselves,
    Say,
    SeatsChosen,
    ShowTable,
    Terms,
    TurnAway,
    Went,
)
from net.referee import Player
from net.session.handshake import NO_TABLE
from net.wire.codec import decode_message
from net.wire.messages import Goodbye, Message, Probe, Refused

_TICK_S = 0.25
_LINGER_S = 15.0  # after the end, for those who lack our last entries
_MOST_EARLY = 256  # messages of a game that others have begun before us
_SEED_SIZE = 32


class Person(NamedTuple):
    """Who sits here: identity, the name shown, the seats wished for."""

    identity: Identity
    name: str
    seats: tuple[str, ...]


class Place(NamedTuple):
    """Where we listen: on every interface unless one is named, at this port or any."""

    interface: str | None = None
    port: int = DEFAULT_PORT


class Ended(NamedTuple):
    """What became of a table: why it ended, and the game if there was one."""

    reason: str
    playing: Playing | None
    was_found: bool  # by its name, without an address


class _Ticked(Struct, frozen=True):
    """A moment has passed."""


class Node:
    """One program at one table."""

    def __init__(self, person: Person, desk: Desk, place: Place) -> None:
        self._person = person
        self._desk = desk
        self._place = place
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._sockets = Sockets(person.identity, self._queue.put_nowait)
        self._links = Links(self._sockets, desk.measures)
        self._door = Door(self._sockets, place.interface)
        self._lobby: Lobby | None = None
        self._playing: Playing | None = None
        self._numbers: dict[bytes, int] = {}  # of the peers in the game
        self._early: deque[tuple[bytes, Message]] = deque(maxlen=_MOST_EARLY)
        self._over_at: float | None = None
        self._ended: str | None = None

    async def run(self, route: Route | Returning) -> Ended:
        """Come to the table, play, and leave when everybody has everything."""
        ticking = asyncio.create_task(self._tick())
        try:
            await self._arrive(route)
            while self._ended is None:
                self._take(await self._queue.get())
            return Ended(self._ended, self._playing, self._door.was_found)
        finally:
            await self._leave(ticking)

    async def _arrive(self, route: Route | Returning) -> None:
        address = self._place.interface or usable_addresses()[0]
        everywhere = "0.0.0.0"  # noqa: S104 (others on the network are to reach the table)
        host = self._place.interface or everywhere
        port = await self._sockets.listen(host, self._place.port)
        self._desk.guide.listening(address, port)
        ourselves = Ourselves(self._person.identity, self._person.name, address, port)
        self._lobby = Lobby(ourselves, os.urandom, _terms(route))
        match route:
            case Opening():
                self._links.table = await self._door.open(route, port)
            case Finding():
                self._links.table = (await self._door.find(route, self._queue)).table
            case Joining():
                self._links.table = (await self._door.join(route, self._queue)).table
            case Returning():
                self._return(route)
                return
        self._tell(SeatsChosen(self._person.seats))

    async def _leave(self, ticking: asyncio.Task[None]) -> None:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        await self._links.stop()
        if self._playing is not None:
            await self._playing.stop()
        self._links.send(self._links.linked(), Goodbye(self._ended or "left"))
        await self._sockets.close()
        await self._door.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self._queue.put_nowait(_Ticked())

    # What happens

    def _take(self, happening: Any) -> None:
        match happening:
            case LinkOpened():
                self._linked(happening.link)
            case Received():
                self._received(happening)
            case LinkEnded():
                self._tell_of(happening.link, Went(happening.link.peer))
            case LobbyEvent():
                self._tell(happening)
            case Event() if self._playing is not None:
                self._playing.handle(happening)
            case Exception():
                raise happening
            case _:
                self._ticked()

    def _linked(self, link: LinkName) -> None:
        if self._playing is None:
            self._tell_of(link, Came(link.peer))
        elif link.table == self._links.table:
            self._linked_in_game(self._playing, link.peer)

    def _linked_in_game(self, playing: Playing, identity: bytes) -> None:
        if identity in self._numbers:
            playing.linked(self._numbers[identity])
        else:
            self._links.send([identity], Refused("begun"))
            self._links.drop(identity)

    def _received(self, received: Received) -> None:
        link = received.link
        try:
            message = decode_message(received.message)
        except PeerFault:
            self._sockets.drop(link)
            return
        self._desk.measures.bytes_received += len(received.message)
        if isinstance(message, Probe):
            self._door.answer(link, message, has_begun=self._playing is not None)
        elif self._playing is not None:
            if link.peer in self._numbers:
                self._playing.handle(Arrived(self._numbers[link.peer], message))
        else:
            self._early.append((link.peer, message))
            self._tell_of(link, Heard(link.peer, message))

    def _ticked(self) -> None:
        now = asyncio.get_running_loop().time()
        self._links.tick(now)
        if self._playing is not None:
            self._playing.tick()
            if self._playing.closed is not None:
                self._linger(self._playing, now)

    def _linger(self, playing: Playing, now: float) -> None:
        """Stay until everybody has said to be as far as we are, or for a while."""
        if self._over_at is None:
            self._over_at = now
        linked = [self._numbers[key] for key in self._links.linked() if key in self._numbers]
        has_waited = now - self._over_at >= _LINGER_S
        if has_waited or playing.accused is not None or playing.is_known_to_all(linked):
            self._ended = playing.closed

    # What the lobby wants done

    def _tell_of(self, link: LinkName, event: LobbyEvent) -> None:
        """Before the game, and of our table only; in a game the referee hears of nothing else."""
        if self._playing is None and link.table == self._links.table != NO_TABLE:
            self._tell(event)

    def _tell(self, event: LobbyEvent) -> None:
        assert self._lobby is not None
        for effect in self._lobby.handle(event):
            self._perform(effect)

    def _perform(self, effect: LobbyEffect) -> None:
        match effect:
            case Say():
                to_all = self._links.linked()
                self._links.send(to_all if effect.to is None else [effect.to], effect.message)
            case Dial():
                self._links.want(effect.peer)
            case TurnAway():
                self._links.drop(effect.identity)
            case ShowTable():
                self._links.do(self._show(effect))
            case Begin():
                self._begin(effect)
            case EndLobby():
                self._ended = effect.reason
            case _:
                raise AssertionError(effect)

    async def _show(self, shown: ShowTable) -> None:
        """Let our player see the table, and do what it wants done there."""
        try:
            event = await self._desk.guide.at_table(shown)
        except Exception as failure:
            self._queue.put_nowait(failure)
        else:
            if event is not None:
                self._queue.put_nowait(event)

    # The game

    def _begin(self, begin: Begin) -> None:
        assert self._lobby is not None
        known = self._lobby.addresses
        keys = [peer.identity for peer in begin.setup.peers]
        peers = tuple(known[key] for key in keys if key in known)
        self._play(begin, os.urandom(_SEED_SIZE), Whereabouts(self._links.table, peers))

    def _return(self, returning: Returning) -> None:
        """K-3: take up a game where it was; whoever is there brings what is missing."""
        self._links.table = returning.whereabouts.table
        self._sockets.tables[self._links.table] = b""
        self._play(*returning)

    def _play(self, begin: Begin, seed: bytes, whereabouts: Whereabouts) -> None:
        player = Player(begin.peer, self._person.identity, seed)
        keys = [peer.identity for peer in begin.setup.peers]
        self._numbers = {key: number for number, key in enumerate(keys) if number != begin.peer}
        self._links.wanted = {peer.identity: peer for peer in whereabouts.peers}
        self._playing = Playing(begin, player, self._desk, self, self._queue.put_nowait)
        self._playing.start(int(time.time()), whereabouts)
        for identity, message in self._early:
            if identity in self._numbers:
                self._playing.handle(Arrived(self._numbers[identity], message))
        self._early.clear()

    def send(self, message: Message, to: int | None) -> None:
        """To one peer of the game, or to all that are linked."""
        to_all = self._numbers.items()
        self._links.send([key for key, number in to_all if to in (None, number)], message)

    def is_linked(self, peer: int) -> bool:
        """Whether there is a channel to a peer of the game now."""
        return any(self._numbers.get(key) == peer for key in self._links.linked())


def _terms(route: Route | Returning) -> Terms | None:
    """What the table is to play, if it is ours to say."""
    return route.terms if isinstance(route, Opening) else None
