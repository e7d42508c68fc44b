"""How somebody comes to a table: opens it, finds it by its name, or is told an address."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.errors import BorgoError
from engine.ids import Seat
from engine.versions import PROTOCOL
from net.crypto.faults import PeerFault
from net.crypto.secrecy import concealed
from net.edge.finding.discovery import Announcement, Discovery, Hint, HintGone, NoDiscovery
from net.edge.people.shown_names import shown_name
from net.edge.transport.link import TurnedAway
from net.edge.transport.sockets import LinkEnded, LinkName, Received, Sockets, Unreachable
from net.limits import CLOSING_S, FINDING_S, GREETING_S, LOOKING_S, MOST_HINTS
from net.lobby.events import Terms
from net.lobby.refusals import ProgramNumbers, differing, number_fault, refusing
from net.session.handshake import NO_TABLE, Call, Refusal
from net.session.passphrase import TABLE_ID_SIZE, table_key
from net.wire.messages import Probe, Probed, decode_message, encode_message

_AGAIN_S = 0.2


class TableToOpen(NamedTuple):
    """Open a table of this name, to play this; with a passphrase only who knows it comes in."""

    name: str
    terms: Terms
    passphrase: str | None = None

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class TableToJoin(NamedTuple):
    """Go to this address, with the passphrase of the table or its key, if there is one."""

    host: str
    port: int
    passphrase: str | bytes | None = None

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class TableToFind(NamedTuple):
    """Find a table of this name on the network; if there is none, go to an address we were told."""

    name: str
    otherwise: TableToJoin | None = None
    passphrase: str | bytes | None = None

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


Route = TableToOpen | TableToFind | TableToJoin


def terms_of(route: object) -> Terms | None:
    """What the table is to play, if it is ours to say."""
    return route.terms if isinstance(route, TableToOpen) else None


class NoTable(BorgoError):
    """There is no such table, or nobody answers."""


class NotLetIn(BorgoError):
    """There is a table, and we cannot come to it; `reason` is an id."""

    def __init__(self, table: str, reason: str) -> None:
        super().__init__("not-let-in", table=table, reason=reason)
        self.reason = reason


# Nobody is there who has anything to do with a table.
_SILENT = frozenset({Refusal.ENDED, Refusal.NO_SUCH_TABLE})


class Standing(NamedTuple):
    """What whoever asks may know of a table beside its name."""

    edition: str
    seats_free: tuple[Seat, ...]
    numbers: ProgramNumbers
    has_begun: bool


class Door:
    """The way in and out: announces our table, or brings us to another's."""

    def __init__(
        self,
        sockets: Sockets,
        interface: str | None,
        bytes_of: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._sockets = sockets
        self._hints: asyncio.Queue[Hint | HintGone] = asyncio.Queue(MOST_HINTS)
        self.discovery = Discovery(self._hinted, interface)
        self.was_found = False
        self._bytes_of = bytes_of
        self._table = NO_TABLE
        self._name = ""
        self.protocol = PROTOCOL.newest  # that is spoken at the table we came to
        self._is_open = False
        self._is_looking = False
        self._announcing: asyncio.Task[None] | None = None
        self._kept_out: NotLetIn | None = None  # from a table of the name we look for

    @property
    def name(self) -> str:
        """What the table we came to is called."""
        return self._name

    @property
    def key(self) -> bytes:
        """The key of the table we came to; empty without a passphrase."""
        return self._sockets.tables.get(self._table, b"")

    async def open(self, opening: TableToOpen) -> bytes:
        """Be at a new table; its id."""
        table = self._bytes_of(TABLE_ID_SIZE)
        key = await _key(opening.passphrase, table)
        self.enter(table, shown_name(opening.name), key, PROTOCOL.newest)
        return table

    def enter(self, table: bytes, name: str, key: bytes, protocol: int) -> None:
        """We are at this table; whoever asks what is here may connect too."""
        self._table, self._name, self.protocol = table, name, protocol
        self._sockets.protocols[table] = protocol
        self._sockets.tables.update({table: key, NO_TABLE: b""})

    def hold_open(self, port: int) -> None:
        """Let others find the table through us: we opened it, or whoever did is gone."""
        if self._is_open:
            return
        self._is_open = True
        announcement = Announcement(self._table, self._name, port, bool(self.key), self.protocol)
        self._announcing = asyncio.create_task(self._announce(announcement))

    async def _announce(self, announcement: Announcement) -> None:
        with contextlib.suppress(NoDiscovery):  # joining by address still works
            await self._look()
            await self.discovery.announce(announcement)

    async def _look(self) -> None:
        if not self._is_looking:
            await self.discovery.start()
            self._is_looking = True

    def _hinted(self, hint: Hint | HintGone) -> None:
        """Keep the newest: who looks reads them at once, who has a table reads none."""
        if self._hints.full():
            self._hints.get_nowait()
        self._hints.put_nowait(hint)

    def answer(self, link: LinkName, probe: Probe, standing: Standing) -> None:
        """Somebody asks which table is here: everybody at it says, whoever opened it."""
        if self._table != NO_TABLE:
            probed = Probed(
                probe.token, self._table, self._name, standing.edition, *standing.numbers,
                standing.seats_free, needs_passphrase=bool(self.key), has_begun=standing.has_begun,
            )  # fmt: skip
            self._sockets.send(link, encode_message(probed))

    async def find(self, wanted: TableToFind, happened: asyncio.Queue[Any]) -> LinkName:
        """Go to the first table of this name that lets us in; why not, if none does."""
        try:
            await self._look()
            async with asyncio.timeout(FINDING_S) as limit:
                return await self._found(wanted, limit, happened)
        except (TimeoutError, NoDiscovery):
            if wanted.otherwise is None:
                raise self._kept_out or NoTable("no-table-named", name=wanted.name) from None
        return await self.join(wanted.otherwise, happened)

    async def _found(
        self, wanted: TableToFind, limit: asyncio.Timeout, happened: asyncio.Queue[Any]
    ) -> LinkName:
        while True:
            hint = await self._hints.get()
            if isinstance(hint, HintGone) or hint.name != shown_name(wanted.name):
                continue
            try:
                link = await self._try(hint, wanted.passphrase, happened)
            except NotLetIn as reason:  # another of this name may follow; its people are near too
                self._forget(hint.table)
                self._kept_out = reason
                soon = asyncio.get_running_loop().time() + LOOKING_S
                limit.reschedule(min(soon, limit.when() or soon))
                continue
            if link is not None:
                self.was_found = True
                return link

    async def _try(
        self, hint: Hint, passphrase: str | bytes | None, happened: asyncio.Queue[Any]
    ) -> LinkName | None:
        """Call also where we know that we are refused: who answers there is to hear why, too."""
        where = hint.name
        probed = await self._asked(hint, happened)
        protocol, fault = _spoken_by(hint, probed)
        self.enter(hint.table, hint.name, await _key(passphrase, hint.table), protocol)
        for host in hint.hosts:
            try:
                link = await self._sockets.dial(host, hint.port, Call(hint.table))
            except Unreachable:
                continue
            except TurnedAway as turned:
                _raise_if_told(where, turned, fault)
                continue
            if fault is not None:
                await self._turn_from(link, fault, happened)
                break
            if probed is not None:
                return link
            self._sockets.drop(link)  # somebody is there, perhaps of other rules: ask again
            await _until_ended(link, happened)
            self._hinted(hint)
            await asyncio.sleep(_AGAIN_S)
            break
        if fault is not None:
            raise NotLetIn(where, fault)
        self._forget(hint.table)
        return None

    def _forget(self, table: bytes) -> None:
        """We are not at this table after all."""
        self._sockets.tables.pop(table, None)
        self._sockets.protocols.pop(table, None)

    async def _asked(self, hint: Hint, happened: asyncio.Queue[Any]) -> Probed | None:
        """What is said at a table that is announced; a later protocol says enough by itself."""
        self._sockets.tables[NO_TABLE] = b""
        for host in hint.hosts if hint.protocol in PROTOCOL.known else ():
            with contextlib.suppress(Unreachable, TurnedAway, TimeoutError):
                asking = await self._sockets.dial(host, hint.port, Call())
                self._sockets.send(asking, encode_message(Probe(0)))
                async with asyncio.timeout(GREETING_S):
                    probed = await _probed(asking, happened)
                if probed.table == hint.table:
                    return probed
        return None

    async def join(self, address: TableToJoin, happened: asyncio.Queue[Any]) -> LinkName:
        """Ask at an address which table is there, and go to it: to sit there, or to say why not."""
        self._sockets.tables[NO_TABLE] = b""
        where = f"{address.host}:{address.port}"
        fault = None
        try:
            async with asyncio.timeout(FINDING_S):
                asking = await self._reach(address)
                self._sockets.send(asking, encode_message(Probe(0)))
                probed = await _probed(asking, happened)
                fault = _why_not(probed)
                is_other = probed.protocol not in _spoken_where(has_begun=probed.has_begun)
                protocol = PROTOCOL.newest if is_other else probed.protocol
                key = await _key(address.passphrase, probed.table)
                self.enter(probed.table, probed.name, key, protocol)
                call = Call(probed.table, asking.peer)
                link = await self._sockets.dial(address.host, address.port, call)
        except TimeoutError:
            raise NoTable("no-table-there", address=where) from None
        except TurnedAway as turned:
            _raise_if_told(where, turned, fault)
            raise
        if fault is not None:
            await self._turn_from(link, fault, happened)
            raise NotLetIn(where, fault)
        return link

    async def _turn_from(self, link: LinkName, reason: str, happened: asyncio.Queue[Any]) -> None:
        """Say there why we do not sit down; who has heard it hangs up."""
        for said in refusing(reason):
            self._sockets.send(link, encode_message(said))
        await _until_ended(link, happened)

    async def _reach(self, address: TableToJoin) -> LinkName:
        while True:
            try:
                return await self._sockets.dial(address.host, address.port, Call())
            except Unreachable:
                await asyncio.sleep(_AGAIN_S)
            except TurnedAway as turned:  # it may be about to open its table
                if turned.reason not in _SILENT:
                    raise
                await asyncio.sleep(_AGAIN_S)

    async def close(self) -> None:
        """The table is not to be found any more."""
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.gather(self._announcing, return_exceptions=True)
        await self.discovery.close()


async def _key(passphrase: str | bytes | None, table: bytes) -> bytes:
    """The key of a table, if it is not what was given; in a thread, for it is made to take long."""
    if isinstance(passphrase, bytes):
        return passphrase
    return b"" if passphrase is None else await asyncio.to_thread(table_key, passphrase, table)


def _why_not(probed: Probed) -> str | None:
    """Why we cannot be at a table, by the numbers that it says."""
    numbers = ProgramNumbers(probed.protocol, probed.rules)
    return number_fault(numbers, has_begun=probed.has_begun)


def _spoken_by(hint: Hint, probed: Probed | None) -> tuple[int, str | None]:
    """The protocol in which to call a table that is announced, and why we cannot be there.

    Only the protocol is announced, and an older one is that of a game that goes on, or of an older
    program: who is there says which, and the rules.
    """
    if probed is not None:
        fault = _why_not(probed)
        is_spoken = fault is None or probed.has_begun
        return hint.protocol if is_spoken else PROTOCOL.newest, fault
    if hint.protocol == PROTOCOL.newest:
        return hint.protocol, None
    return PROTOCOL.newest, differing("protocol", hint.protocol, PROTOCOL.newest)


def _spoken_where(*, has_begun: bool) -> tuple[int, ...]:
    """The protocols of tables at which we can be."""
    return PROTOCOL.known if has_begun else (PROTOCOL.newest,)


def _raise_if_told(where: str, turned: TurnedAway, fault: str | None) -> None:
    """Say what the other side said; without a word from it, there is nobody of use."""
    if turned.reason is Refusal.OTHER_VERSION and fault is not None:
        raise NotLetIn(where, fault) from turned
    if turned.reason not in _SILENT:
        raise NotLetIn(where, turned.reason.name.lower().replace("_", "-")) from turned


async def _until_ended(link: LinkName, happened: asyncio.Queue[Any]) -> None:
    """Pass over what is still told of a channel, for a moment at most."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_S):
            while not _is_end(await happened.get(), link):
                pass


def _is_end(event: object, link: LinkName) -> bool:
    return isinstance(event, LinkEnded) and event.link == link


async def _probed(asked: LinkName, happened: asyncio.Queue[Any]) -> Probed:
    """What somebody answers who was asked for its table."""
    while True:
        event = await happened.get()
        if isinstance(event, Received) and event.link == asked:
            try:
                message = decode_message(event.message)
            except PeerFault:
                continue
            if isinstance(message, Probed) and message.table != NO_TABLE:
                return message
