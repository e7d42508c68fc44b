"""The list of tables on this network: announced, then asked, then shown as open or grey.

1. An announcement is only a hint (see `discovery`): a table counts as open when a peer there has
   said so.
2. Every table is asked again and again; one that does not answer turns grey, and is removed when
   nobody announces it any more.
3. What is shown of a table is its own answer.
4. All who sit at a table announce it, and it is listed once: by the answer of the peer with whom
   one gets furthest.
5. Each question (`ask_for_table`) is asked under a fresh key, so nobody learns who is looking.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import NamedTuple

from engine.errors import BorgoError
from engine.ids import SEATS, Seat
from engine.versions import PROTOCOL
from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.edge.finding.discovery import Discovery, Hint, HintGone
from net.edge.finding.short_codes import code_or_nothing
from net.edge.people.shown_names import shown_name
from net.edge.transport.link import Pace, TurnedAway
from net.edge.transport.sockets import Happened, LinkEnded, Received, Sockets
from net.limits import (
    MOST_HINTS,
    PROBE_ANSWER_S,
    PROBE_CLOSING_S,
    PROBE_CONNECTING_S,
    PROBE_SHAKING_HANDS_S,
)
from net.lobby.refusals import ProgramNumbers, differing, number_fault
from net.session.handshake import NO_TABLE, Call, Refusal
from net.wire.messages import Probe, Probed, decode_message, encode_message

_QUICK = Pace(
    connecting=PROBE_CONNECTING_S, shaking_hands=PROBE_SHAKING_HANDS_S, closing=PROBE_CLOSING_S
)


# --- Asking which table is at an address ---


class NoAnswer(BorgoError):
    """A peer is there, and says nothing about a table."""


async def ask_for_table(host: str, port: int) -> Probed:
    """Ask which table is there; Unreachable, TurnedAway or NoAnswer if none is.

    Each question has a key of its own: two at the same time are two callers, and neither replaces
    the other.
    """
    heard: asyncio.Queue[Happened] = asyncio.Queue()
    sockets = Sockets(Identity(os.urandom(32)), heard.put_nowait, _QUICK)
    sockets.tables[NO_TABLE] = b""
    try:
        link = await sockets.dial(host, port, Call())
        sockets.send(link, encode_message(Probe(0)))
        async with asyncio.timeout(PROBE_ANSWER_S):
            return await _answer(heard)
    except TimeoutError:
        at = f"{host}:{port}"
        raise NoAnswer("no-word", address=at) from None
    finally:
        await sockets.close()


async def _answer(heard: asyncio.Queue[Happened]) -> Probed:
    while True:
        happened = await heard.get()
        if isinstance(happened, LinkEnded):
            raise NoAnswer("went-away")
        if isinstance(happened, Received):
            try:
                message = decode_message(happened.message)
            except PeerFault:
                continue
            if isinstance(message, Probed):
                return message


# --- The list ---


# Seconds until a table is asked again.
AGAIN_S = 3.0


class TableState(Enum):
    """What is known of a table, the most useful first."""

    OPEN = "open"
    BEGUN = "begun"  # its game can still be watched
    OTHER_VERSION = "other-version"
    FOUND = "found"  # announced, not asked yet
    GONE = "gone"  # announced, and nobody answers there


_BY_USE = tuple(TableState)


class ListedTable(NamedTuple):
    """One line of the list. `table` tells it from others of the same name; it is not shown."""

    table: bytes
    name: str
    state: TableState
    host: str
    port: int
    needs_passphrase: bool
    edition: str = ""
    seats_free: tuple[Seat, ...] = ()
    why: str = ""  # of another version: which, and which is ours

    @property
    def code(self) -> str:
        """The short code of its address."""
        return code_or_nothing(self.host, self.port)

    @property
    def is_joinable(self) -> bool:
        """Whether one can join."""
        return self.state is TableState.OPEN


# Asks what is at a host and a port; a BorgoError if nothing is.
Ask = Callable[[str, int], Awaitable[Probed]]


class TableList:
    """A live list; `changed` is called with all tables whenever one changes."""

    def __init__(
        self,
        changed: Callable[[list[ListedTable]], None],
        interface: str | None = None,
        ask: Ask = ask_for_table,
    ) -> None:
        self._changed = changed
        self._discovery = Discovery(self.told, interface)
        self._ask = ask
        self._hints: dict[str, Hint] = {}
        self._withdrawn: dict[str, None] = {}  # in the order in which they were
        self._listed: dict[str, ListedTable] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Start looking; NoDiscovery if the system does not allow it."""
        await self._discovery.start()

    async def close(self) -> None:
        """Stop looking."""
        await self._discovery.close()
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    def tables(self) -> list[ListedTable]:
        """Each table once, by name; those that can be joined first."""
        best: dict[bytes, ListedTable] = {}
        for _, listed in sorted(self._listed.items()):
            known = best.setdefault(listed.table, listed)
            if _BY_USE.index(listed.state) < _BY_USE.index(known.state):
                best[listed.table] = listed
        return sorted(
            best.values(),
            key=lambda table: (not table.is_joinable, table.name.casefold(), table.table),
        )

    def told(self, hint: Hint | HintGone) -> None:
        """A peer announces a table, or withdraws it."""
        if isinstance(hint, HintGone):
            if hint.instance in self._asking:
                self._withdrawn[hint.instance] = None
            self._put(hint.instance, TableState.GONE)
            return
        self._withdrawn.pop(hint.instance, None)
        if hint.instance not in self._asking and not self._has_room():
            return
        self._hints[hint.instance] = hint
        if hint.instance not in self._listed:
            self._show(hint.instance, _announced(hint, TableState.FOUND))
        if hint.instance not in self._asking:
            task = asyncio.get_running_loop().create_task(self._watch(hint.instance))
            self._asking[hint.instance] = task

    async def _watch(self, instance: str) -> None:
        """Ask until nobody announces the table and nobody answers."""
        while True:
            listed = await self._asked(self._hints[instance])
            if listed.state is TableState.GONE and instance in self._withdrawn:
                break
            self._show(instance, listed)
            await asyncio.sleep(AGAIN_S)
        self._forget(instance)

    def _has_room(self) -> bool:
        """Whether one more can be asked; the table withdrawn first makes room for it."""
        if len(self._asking) >= MOST_HINTS and self._withdrawn:
            longest = next(iter(self._withdrawn))
            self._asking[longest].cancel()
            self._forget(longest)
        return len(self._asking) < MOST_HINTS

    def _forget(self, instance: str) -> None:
        del self._hints[instance], self._asking[instance]
        self._withdrawn.pop(instance, None)
        self._listed.pop(instance, None)
        self._changed(self.tables())

    async def _asked(self, hint: Hint) -> ListedTable:
        if hint.protocol not in PROTOCOL.known:
            return _of_other_version(hint)
        for host in hint.hosts:
            try:
                probed = await self._ask(host, hint.port)
            except TurnedAway as turned:
                if turned.reason is Refusal.OTHER_VERSION:
                    return _of_other_version(hint)
            except BorgoError:
                continue
            else:
                if probed.table == hint.table:
                    return answered(host, hint.port, probed)
        return _announced(hint, TableState.GONE)

    def _put(self, instance: str, state: TableState) -> None:
        listed = self._listed.get(instance)
        if listed is not None:
            self._show(instance, listed._replace(state=state))

    def _show(self, instance: str, listed: ListedTable) -> None:
        if self._listed.get(instance) != listed:
            self._listed[instance] = listed
            self._changed(self.tables())


def _announced(hint: Hint, state: TableState) -> ListedTable:
    return ListedTable(
        hint.table, hint.name, state, hint.hosts[0], hint.port, hint.needs_passphrase
    )


def _of_other_version(hint: Hint) -> ListedTable:
    """A table as it is announced, if its version is another and it cannot be asked."""
    why = differing("protocol", hint.protocol, PROTOCOL.newest)
    return _announced(hint, TableState.OTHER_VERSION)._replace(why=why)


def answered(host: str, port: int, probed: Probed) -> ListedTable:
    """A table by its own answer at an address."""
    state = TableState.BEGUN if probed.has_begun else TableState.OPEN
    why = number_fault(ProgramNumbers(probed.protocol, probed.rules), has_begun=probed.has_begun)
    if why is not None:
        state = TableState.OTHER_VERSION
    return ListedTable(
        probed.table,
        shown_name(probed.name),
        state,
        host,
        port,
        probed.needs_passphrase,
        shown_name(probed.edition),
        tuple(seat for seat in SEATS if seat in probed.seats_free),
        why or "",
    )
