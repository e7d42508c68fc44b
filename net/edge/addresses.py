"""Where others can reach this machine: all its addresses, also when networks come and go."""

from collections.abc import Callable, Sequence

from net.edge.desk import Guide
from net.edge.discovery import usable_addresses
from net.edge.notices import AddressesChanged, ListensAt


class Addresses:
    """The addresses at which this program listens, or the one it was told to listen at."""

    def __init__(self, guide: Guide, interface: str | None) -> None:
        self._guide = guide
        self._all = (interface,) if interface else tuple(usable_addresses())
        self._port = 0
        self.on_move: list[Callable[[Sequence[str]], None]] = []  # who else must know

    @property
    def at(self) -> tuple[str, int]:
        """The address and the port that others are told first."""
        return self._all[0], self._port

    def listen(self, port: int) -> None:
        """We listen now: tell our player, who may have to read out any of the addresses."""
        self._port = port
        self._guide.listening(self._all[0], port)
        if len(self._all) > 1:
            self._guide.noticed(ListensAt(self._all, port))

    def moved(self, addresses: Sequence[str]) -> None:
        """The networks of this machine are others now."""
        if tuple(addresses) == self._all:
            return
        self._all = tuple(addresses)
        self._guide.noticed(AddressesChanged(self._all, self._port))
        for told in self.on_move:
            told(self._all)
