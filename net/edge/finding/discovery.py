"""Tables on this network, by multicast DNS.

1. What is found is a hint: a program that crashed stays listed for an hour, and anybody can
   announce anything. Before a table is shown as open it is probed by a connection.
2. Everything announced is public: a table's id, shown name, port, and whether it has a passphrase.
3. An instance's name is random; the shown name is only text in it, so two tables may share one.
4. Networks appear and go while we run; what is announced follows them.
5. Leaving takes two awaits: the first starts the goodbye, the second lets it go out.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Coroutine, Mapping, Sequence
from ipaddress import IPv4Address
from typing import Any, NamedTuple

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from engine.errors import BorgoError
from net.edge.people.shown_names import shown_name
from net.limits import MOST_ADDRESSES, MOST_HINTS, RESOLVING_MS
from net.session.handshake import NO_TABLE
from net.session.passphrase import TABLE_ID_SIZE

SERVICE = "_borgo._tcp.local."

LOOPBACK = "127.0.0.1"

_GROUP = "224.0.0.251"  # of multicast DNS

# Seconds between two looks at the machine's networks.
INTERFACES_S = 3.0


class Announcement(NamedTuple):
    """What we say of a table of ours."""

    table: bytes
    name: str
    port: int
    needs_passphrase: bool
    protocol: int


class Hint(NamedTuple):
    """What somebody says of a table; `instance` tells it from others, and is not to be shown."""

    instance: str
    table: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    needs_passphrase: bool
    protocol: int


class HintGone(NamedTuple):
    """Somebody takes back what it said."""

    instance: str


class NoDiscovery(BorgoError):
    """Tables cannot be found by themselves here; joining by address still works."""


class Discovery:
    """Announces and finds, on every usable interface or only on the given one."""

    def __init__(
        self,
        tell: Callable[[Hint | HintGone], None],
        interface: str | None = None,
        bytes_of: Callable[[int], bytes] = os.urandom,
        service: str = SERVICE,
    ) -> None:
        self._tell = tell
        self._service = service
        self._is_fixed = interface is not None
        self.addresses = [interface] if interface else usable_addresses()
        # Told when networks appear or go: a cable, a VPN, another room's wireless.
        self.moved: Callable[[list[str]], None] = _told_nobody
        self._announcement: Announcement | None = None
        self._instance = f"borgo-{bytes_of(6).hex()}.{service}"
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._announced: AsyncServiceInfo | None = None
        self._known: set[str] = set()
        self._resolving: set[str] = set()  # of those, who is asked right now
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: tuple[asyncio.Future[None], ...] = ()

    async def start(self) -> None:
        """Begin to listen; NoDiscovery if the system does not allow it."""
        if not self._is_fixed:
            self.addresses = usable_addresses()
        self._zeroconf = _open(self.addresses)
        started = asyncio.ensure_future(self._zeroconf.zeroconf.async_wait_for_start())
        self._starting = (started,)
        try:
            await asyncio.shield(started)  # whoever does not wait for it may still close it
        except ZeroconfError as error:
            raise NoDiscovery("no-looking", why=str(error)) from error
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, self._service, handlers=[self._changed]
        )
        if not self._is_fixed:
            self._do(self._follow_interfaces())

    async def announce(self, announcement: Announcement) -> None:
        """Tell the network of a table, in place of what was told before; takes about a second."""
        self._announcement = announcement
        service = _to_service(self._instance, announcement, self.addresses)
        network = self._opened()
        try:
            if self._announced is None:
                broadcast = await network.async_register_service(service)
            else:
                broadcast = await network.async_update_service(service)
            await broadcast
        except (ZeroconfError, OSError) as error:
            why = str(error)
            raise NoDiscovery("not-announced", why=why) from error
        self._announced = service

    async def withdraw(self) -> None:
        """Say goodbye, and wait until it is said."""
        if self._announced is None:
            return
        service, self._announced, self._announcement = self._announced, None, None
        with contextlib.suppress(ZeroconfError, OSError):
            goodbye = await self._opened().async_unregister_service(service)
            await goodbye

    async def close(self) -> None:
        """Leave: goodbye first, then nothing more is heard."""
        if self._zeroconf is None:
            return
        try:
            await self.withdraw()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            if self._browser:
                await self._browser.async_cancel()
        finally:
            # What is closed before it has started would leave its sockets open.
            await asyncio.gather(*self._starting, return_exceptions=True)
            await self._zeroconf.async_close()
            self._zeroconf = None

    def _opened(self) -> AsyncZeroconf:
        assert self._zeroconf is not None, "not started"
        return self._zeroconf

    # The library calls with these names.
    def _changed(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if name == self._instance or service_type != self._service:
            return
        if state_change is ServiceStateChange.Removed:
            if name in self._known:
                self._known.discard(name)
                self._tell(HintGone(name))
        elif name in self._known or len(self._known) < MOST_HINTS:
            self._known.add(name)
            if name not in self._resolving:  # however often it says that it has changed
                self._resolving.add(name)
                self._do(self._resolve(zeroconf, name))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_interfaces(self) -> None:
        """Look from time to time which networks there are, and speak on all of them."""
        while True:
            await asyncio.sleep(INTERFACES_S)
            addresses = usable_addresses()
            if addresses != self.addresses:
                await self._move(addresses)

    async def _move(self, addresses: list[str]) -> None:
        self.addresses = addresses
        allowed = [address for address in addresses if allows_multicast(address)]
        if allowed:
            await self._opened().async_update_interfaces(allowed)
        self.moved(addresses)
        if self._announcement is not None:
            with contextlib.suppress(NoDiscovery):  # until networks are there again
                await self.announce(self._announcement)

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        service = AsyncServiceInfo(self._service, name)
        try:
            is_complete = await service.async_request(zeroconf, RESOLVING_MS)
        finally:
            self._resolving.discard(name)
        hosts = service.parsed_addresses(IPVersion.V4Only) if is_complete else []
        hint = read_hint(name, service.properties, hosts, service.port or 0)
        if hint is None:
            self._known.discard(name)
        elif name in self._known:
            self._tell(hint)


def _told_nobody(_addresses: list[str]) -> None:
    """Nobody wants to know."""


def read_hint(
    instance: str, properties: Mapping[bytes, bytes | None], hosts: Sequence[str], port: int
) -> Hint | None:
    """What an announcement says, made safe to show; nothing if it is none of ours."""
    table = _table_id(properties.get(b"t"))
    version = properties.get(b"v") or b""
    passphrase = properties.get(b"p")
    if table is None or passphrase not in {b"0", b"1"} or not hosts or not 0 < port < 2**16:
        return None
    if not (version.isdigit() and len(version) <= 5):
        return None
    return Hint(
        instance=instance,
        table=table,
        name=shown_name(properties.get(b"n")),
        hosts=tuple(hosts[:MOST_ADDRESSES]),
        port=port,
        needs_passphrase=passphrase == b"1",
        protocol=int(version),
    )


def usable_addresses() -> list[str]:
    """The IPv4 addresses others on the network can reach; loopback if there are none."""
    found = [
        address.ip
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str) and not IPv4Address(address.ip).is_loopback
    ]
    return list(dict.fromkeys(found)) or [LOOPBACK]


def _open(addresses: list[str]) -> AsyncZeroconf:
    """On all interfaces that allow it: the library gives up at the first that does not."""
    allowed = [address for address in addresses if allows_multicast(address)]
    if not allowed:
        raise NoDiscovery("no-network")
    try:
        return AsyncZeroconf(interfaces=allowed, ip_version=IPVersion.V4Only)
    except OSError as error:
        why = str(error)
        raise NoDiscovery("no-looking", why=why) from error


def allows_multicast(address: str) -> bool:
    """Whether the system lets us speak to all machines of this address's network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            group = socket.inet_aton(_GROUP) + socket.inet_aton(address)
            trial.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        except OSError:
            return False
    return True


def _to_service(
    instance: str, announcement: Announcement, addresses: Sequence[str]
) -> AsyncServiceInfo:
    host, _, service = instance.partition(".")
    return AsyncServiceInfo(
        service,
        instance,
        port=announcement.port,
        properties={
            "v": str(announcement.protocol),
            "t": announcement.table.hex(),
            "n": shown_name(announcement.name),
            "p": "1" if announcement.needs_passphrase else "0",
        },
        # A host's name of our own: the machine's may be answered for by another program.
        server=f"{host}.local.",
        parsed_addresses=list(addresses),
    )


def _table_id(text: bytes | None) -> bytes | None:
    if text is None or len(text) != 2 * TABLE_ID_SIZE:
        return None
    try:
        table = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return None
    return table if len(table) == TABLE_ID_SIZE and table != NO_TABLE else None
