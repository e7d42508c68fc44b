"""A cable that delays, loses and reorders frames, between two virtual network cards (Linux only).

Kernels often come without the module that does this, so the frames go through this program: what
is written to one card is read here and written to the other, later or never.
"""

import fcntl
import heapq
import os
import select
import struct
import threading
import time
from random import Random
from typing import NamedTuple

from client.soak.enclosure import NoNamespaces

_DEVICE = "/dev/net/tun"
_TUNSETIFF = 0x400454CA
_ETHERNET_WITHOUT_HEADER = 0x0002 | 0x1000  # IFF_TAP | IFF_NO_PI
_LONGEST_FRAME = 65_536
_LONGEST_WAIT_S = 0.2


class Trouble(NamedTuple):
    """What a cable does to frames: the shortest and longest delay, and how many get lost."""

    shortest_s: float = 0.010
    longest_s: float = 0.050  # frames that take so differently long overtake each other
    loss: float = 0.02


class BadCable:
    """Two cards of this machine, joined by this program; they may be moved to namespaces."""

    def __init__(self, names: tuple[str, str], trouble: Trouble, chance: Random) -> None:
        self._ends = [_card(name) for name in names]
        self._trouble = trouble
        self._chance = chance
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._frames = 0
        self._is_over = False
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the cable away, and its cards."""
        self._is_over = True
        self._thread.join()
        for end in self._ends:
            os.close(end)

    def _carry(self) -> None:
        other = {self._ends[0]: self._ends[1], self._ends[1]: self._ends[0]}
        while not self._is_over:
            due = self._waiting[0][0] if self._waiting else time.monotonic() + _LONGEST_WAIT_S
            wait = min(max(0.0, due - time.monotonic()), _LONGEST_WAIT_S)
            for end in select.select(self._ends, [], [], wait)[0]:
                self._take(_read(end), other[end])
            while self._waiting and self._waiting[0][0] <= time.monotonic():
                _, _, end, frame = heapq.heappop(self._waiting)
                _write(end, frame)

    def _take(self, frame: bytes, end: int) -> None:
        if not frame or self._chance.random() < self._trouble.loss:
            return
        delay = self._chance.uniform(self._trouble.shortest_s, self._trouble.longest_s)
        self._frames += 1
        heapq.heappush(self._waiting, (time.monotonic() + delay, self._frames, end, frame))


def _card(name: str) -> int:
    wanted = struct.pack("16sH", name.encode(), _ETHERNET_WITHOUT_HEADER)
    try:
        card = os.open(_DEVICE, os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(card, _TUNSETIFF, wanted)
    except OSError as error:
        raise NoNamespaces("no-network-card", why=error) from error
    return card


def _read(end: int) -> bytes:
    try:
        return os.read(end, _LONGEST_FRAME)
    except OSError:
        return b""  # the card is down


def _write(end: int, frame: bytes) -> None:
    try:
        os.write(end, frame)
    except OSError:
        return  # the card is down: the frame is lost, as on a pulled cable
