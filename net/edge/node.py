"""The node: the asyncio program of one table, which listens, finds, gathers and plays in one loop.

1. Everything that happens goes through one queue and is carried out by one task: the machines are
   never entered twice at once.
2. It contains no decision worth a test of its own: lobby, referee and gossip decide.
3. A connection is known by its peer's identity; peer numbers exist only in a game.
4. `Addresses` are those at which others can reach this machine, also when networks come and go.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.edge.coming_back.backup import BackupKey, about_game, seal_backup
from net.edge.coming_back.resume import KeptAddresses, Returning, keep_whereabouts
from net.edge.desk import Desk, Guide
from net.edge.finding.discovery import usable_addresses
from net.edge.finding.route import (
    Door,
    Route,
    Standing,
    TableToFind,
    TableToJoin,
    TableToOpen,
    terms_of,
)
from net.edge.people.notices import AddressesChanged, ListensAt
from net.edge.people.peers_online import PeersOnline, Wires
from net.edge.people.reception import Reception
from net.edge.people.shown_names import shown_name
from net.edge.people.visitors import Lingering, Visitors
from net.edge.playing import Playing
from net.edge.transport.link import Lost
from net.edge.transport.links import Links
from net.edge.transport.sockets import (
    DEFAULT_PORT,
    CallFailed,
    LinkEnded,
    LinkName,
    LinkOpened,
    Received,
    Sockets,
    Ungreeted,
)
from net.edge.transport.tolls import Tolls
from net.game.replica import places_of
from net.limits import MOST_EARLY_MESSAGES
from net.lobby.events import (
    Begin,
    Came,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Ourselves,
    SeatsChosen,
    Went,
)
from net.lobby.machine import Lobby
from net.lobby.refusals import ProgramNumbers, newest
from net.log.roster import Player
from net.peer.effects import Arrived, BackupMade, Event
from net.session.handshake import NO_TABLE
from net.wire.messages import (
    Goodbye,
    Greeting,
    Message,
    PeerAt,
    PeersKnown,
    Probe,
    Refused,
    decode_message,
)


class Person(NamedTuple):
    """Who plays here: identity, the name shown, the seats wished for."""

    identity: Identity
    name: str
    seats: tuple[str, ...]
    kept_by: bytes | None = None  # the identity of a bot's keeper; its own if nobody keeps it
    keeps: frozenset[bytes] = frozenset()  # the bots this player keeps
    backup: BackupKey | None = None  # K-5: what the others are to keep is sealed with


class ListenPlace(NamedTuple):
    """Where we listen: on all interfaces unless one is named, at this port or any."""

    interface: str | None = None
    port: int = DEFAULT_PORT


class Ended(NamedTuple):
    """How a table ended: the reason, and the game if there was one."""

    reason: str
    playing: Playing | None
    was_found: bool  # by its name, without an address


_TICK_S = 0.25


class _Ticked(Struct, frozen=True):
    """A moment has passed."""


class Node:
    """One program at one table."""

    def __init__(self, person: Person, desk: Desk, place: ListenPlace) -> None:
        self._person = person
        self._desk = desk
        self._place = place
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._sockets = Sockets(person.identity, self._queue.put_nowait)
        self._threshold = Ungreeted(self._sockets)
        self._links = Links(self._sockets, desk.measures)
        self._tolls = Tolls(self._sockets, desk.measures, self._kept)
        self._door = Door(self._sockets, place.interface)
        self._reception = Reception(desk, self._links, self._queue.put_nowait)
        self._addresses = Addresses(desk.guide, place.interface)
        self._door.discovery.moved = self._addresses.moved
        self._reception.trusts_all = person.kept_by is not None
        self._lobby: Lobby | None = None
        self._playing: Playing | None = None
        self._company: PeersOnline | None = None  # the peers of the game
        self._gallery: Visitors | None = None  # everybody else
        self._early: deque[tuple[bytes, Message]] = deque(maxlen=MOST_EARLY_MESSAGES)
        self._lingering = Lingering()
        self._ended: str | None = None

    @property
    def playing(self) -> Playing | None:
        """The game, once it has begun."""
        return self._playing

    @property
    def table_key(self) -> bytes:
        """The key of our table; empty without a passphrase."""
        return self._door.key

    def post(self, event: LobbyEvent) -> None:
        """Queue an event of our player at the table before the game."""
        self._queue.put_nowait(event)

    async def run(self, route: Route | Returning) -> Ended:
        """Come to the table, play, and leave when all peers have everything."""
        ticking = asyncio.create_task(self._tick())
        try:
            await self._arrive(route)
            while self._ended is None:
                self._take(await self._queue.get())
                if self._playing is not None and self._playing.is_taken_up:
                    self._go_on(self._playing)
            return Ended(self._ended, self._playing, self._door.was_found)
        finally:
            await self._leave(ticking)

    async def _arrive(self, route: Route | Returning) -> None:
        everywhere = "0.0.0.0"  # noqa: S104 (others on the network are to reach the table)
        host = self._place.interface or everywhere
        if isinstance(route, TableToOpen):  # whoever comes as soon as we listen finds it
            self._links.table = await self._door.open(route)
        port = await self._sockets.listen(host, self._place.port)
        self._addresses.listen(port)
        person, at = self._person, self._addresses.at
        name = shown_name(person.name)
        ourselves = Ourselves(person.identity, name, *at, person.kept_by, person.keeps)
        bond_by = self._reception.promises.bond
        self._lobby = Lobby(ourselves, os.urandom, terms_of(route), bond_by)
        match route:
            case TableToOpen():
                self._door.hold_open(port)
            case TableToFind():
                self._come_to(await self._door.find(route, self._queue))
            case TableToJoin():
                self._come_to(await self._door.join(route, self._queue))
            case Returning():
                self._return(route)
                return
        self._tell(SeatsChosen(self._person.seats))

    def _come_to(self, link: LinkName) -> None:
        assert self._lobby is not None
        self._links.table = link.table
        self._lobby.protocol = self._door.protocol
        self._lobby.come_to(link.peer)

    async def _leave(self, ticking: asyncio.Task[None]) -> None:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        await self._links.stop()
        if self._playing is not None:
            await self._playing.stop()
        if self._company is not None:
            await self._company.stop()
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
                with self._tolls.taking(happening.link, None):
                    self._linked(happening)
            case CallFailed():
                self._reception.call_failed(happening)
            case Received():
                self._received(happening)
            case LinkEnded():
                self._reception.link_ended(happening)
                self._unlinked(happening.link)
            case LobbyEvent():
                self._tell(happening)
            case Event() if self._playing is not None:
                self._playing.handle(happening)
            case Exception():
                raise happening
            case _:
                self._ticked()
        self._follow_places()

    def _linked(self, opened: LinkOpened) -> None:
        link = opened.link
        if self._gallery is None:
            self._tell_of(link, Came(link.peer, opened.host))
        elif link.table == self._links.table:
            self._gallery.welcome(link.peer)

    def _unlinked(self, link: LinkName) -> None:
        if self._gallery is None:
            self._tell_of(link, Went(link.peer))
        elif link.table == self._links.table:
            self._gallery.left(link.peer)

    def _received(self, received: Received) -> None:
        link = received.link
        try:
            message = decode_message(received.message)
        except PeerFault:
            self._sockets.drop(link, Lost.UNREADABLE)
            return
        self._desk.measures.bytes_received += len(received.message)
        self._threshold.heard(link, message)
        with self._tolls.taking(link, message):
            self._take_message(link, message)

    def _kept(self) -> object:
        return None if self._playing is None else (self._playing.id, self._playing.kept)

    def _take_message(self, link: LinkName, message: Message) -> None:
        if isinstance(message, Probe):
            self._door.answer(link, message, self._standing())
        elif self._playing is not None:
            self._heard(link.peer, message)
        else:
            self._early.append((link.peer, message))
            self._tell_of(link, Heard(link.peer, message))
            if isinstance(message, Goodbye):
                self._sockets.drop(link)  # who has gone keeps no place

    def _heard(self, identity: bytes, message: Message) -> None:
        """Handle a message of the running game."""
        assert self._company is not None
        assert self._playing is not None
        assert self._gallery is not None
        number = self._company.number_of(identity)
        if self._gallery.hears(identity, message) or number is None:
            return
        if isinstance(message, PeersKnown):
            self._company.told(identity, message)
        else:
            self._playing.handle(Arrived(number, message))

    def _standing(self) -> Standing:
        """What we tell a caller that asks about our table."""
        assert self._lobby is not None
        edition, free = self._lobby.standing()
        if self._playing is None:
            return Standing(edition, free, newest(), has_begun=False)
        setup = self._playing.begin.setup
        return Standing(edition, free, ProgramNumbers(setup.protocol, setup.rules), has_begun=True)

    def _ticked(self) -> None:
        now = asyncio.get_running_loop().time()
        self._threshold.tick(now)
        self._links.tick(now)
        if self._playing is None and self._lobby is not None:
            self._perform_all(self._lobby.tick(now))
        if self._playing is not None and self._company is not None:
            self._company.tick(now)
            self._playing.tick()
            closed = self._playing.closed
            if closed and self._lingering.is_over(self._playing, self._gallery, now):
                self._playing.end()
                self._ended = closed

    # What the lobby wants done

    def _tell_of(self, link: LinkName, event: LobbyEvent) -> None:
        """Pass an event to the lobby, before the game and for our table only."""
        if self._playing is None and link.table == self._links.table != NO_TABLE:
            self._tell(event)

    def _tell(self, event: LobbyEvent) -> None:
        assert self._lobby is not None
        self._perform_all(self._lobby.handle(event))

    def _perform_all(self, effects: Sequence[LobbyEffect]) -> None:
        for effect in effects:
            self._perform(effect)

    def _perform(self, effect: LobbyEffect) -> None:
        match effect:
            case Begin():
                self._begin(effect)
            case EndLobby():
                self._ended = effect.reason
            case Forget():
                self._links.forget(effect.identity)
            case _:
                self._reception.perform(effect)
        if self._lobby is not None and self._lobby.proposes:
            self._door.hold_open(self._addresses.at[1])

    # The game

    def _begin(self, begin: Begin) -> None:
        assert self._lobby is not None
        known = self._lobby.addresses
        keys = [peer.identity for peer in begin.setup.peers]
        peers = tuple(known[key] for key in keys if key in known)
        seed = self._reception.seed_for(begin, self._person.identity.public_key)
        door = self._door
        where = KeptAddresses(self._links.table, peers, door.key, door.name)
        self._play(Returning(begin, seed, where))

    def _return(self, returning: Returning) -> None:
        """K-3: return to a game where we left it; the peers that are there send what is missing."""
        where = returning.whereabouts
        self._links.table = where.table
        setup = returning.begin.setup
        self._door.enter(where.table, where.title(setup), where.key, setup.protocol)
        self._play(returning)
        assert self._company is not None
        self._company.look()
        self._links.tick(asyncio.get_running_loop().time())  # call them at once

    def _play(self, game: Returning) -> None:
        begin, seed, whereabouts, since, agrees = game
        ourselves = PeerAt(self._person.identity.public_key, *self._addresses.at)
        wires = Wires(self._sockets, self._links, self._place.interface)
        company = PeersOnline(wires, begin.setup, ourselves, whereabouts, self._keep)
        company.discovery.moved = self._addresses.moved
        self._addresses.on_move.append(company.moved)
        player = Player(begin.peer, self._person.identity, seed, since)
        self._company = company
        self._playing = Playing(begin, player, self._desk, company, self._queue.put_nowait)
        self._playing.start(int(time.time()), whereabouts, agrees=agrees)
        self._follow_places()
        if self._person.backup is not None and begin.setup.onlookers:  # or nobody could use it
            about = about_game(begin.setup)
            sealed = seal_backup(self._person.backup, player.identity, seed, about, os.urandom)
            self._playing.handle(BackupMade(sealed))
        keeps = self._person.keeps
        self._gallery = Visitors(self._links, self._reception, company, self._playing, keeps)
        for identity, message in self._early:
            if not isinstance(message, Greeting | Refused):  # those were for the lobby
                self._heard(identity, message)
        self._early.clear()
        watchers = self._lobby.watchers if self._lobby is not None else {}
        for identity in self._links.linked():
            if identity in watchers:
                self._gallery.admit(identity, watchers[identity])
            else:
                company.welcome(identity)

    def _go_on(self, stopped: Playing) -> None:
        """Section 14: resume before the wrong entry, as if all had just come back."""
        assert self._company is not None
        self._links.do(stopped.stop())
        self._lingering = Lingering()
        company, post = self._company, self._queue.put_nowait
        self._playing = Playing(stopped.begin, stopped.referee.player, self._desk, company, post)
        assert self._gallery is not None
        self._gallery.go_on(self._playing)
        self._playing.go_on()
        for peer in company.linked():
            self._playing.linked(peer)

    def _follow_places(self) -> None:
        """K-8: a place may have changed hands, and its channel with it."""
        if self._playing is not None and self._company is not None:
            playing = self._playing
            self._company.follow(places_of(playing.referee.proceedings), playing.begin.peer)

    def _keep(self, whereabouts: KeptAddresses) -> None:
        assert self._playing is not None
        keep_whereabouts(self._desk.store, self._playing.id, whereabouts)


# --- Addresses of this machine ---


class Addresses:
    """The addresses at which this program listens, or the one it was told to listen at."""

    def __init__(self, guide: Guide, interface: str | None) -> None:
        self._guide = guide
        self._all = (interface,) if interface else tuple(usable_addresses())
        self._port = 0
        self.on_move: list[Callable[[Sequence[str]], None]] = []  # who else must know

    @property
    def at(self) -> tuple[str, int]:
        """The address and port that others are told first."""
        return self._all[0], self._port

    def listen(self, port: int) -> None:
        """We listen now: show our player the addresses, which may have to be read out."""
        self._port = port
        self._guide.listening(self._all[0], port)
        if len(self._all) > 1:
            self._guide.noticed(ListensAt(self._all, port))

    def moved(self, addresses: Sequence[str]) -> None:
        """The networks of this machine have changed."""
        if tuple(addresses) == self._all:
            return
        self._all = tuple(addresses)
        self._guide.noticed(AddressesChanged(self._all, self._port))
        for told in self.on_move:
            told(self._all)
