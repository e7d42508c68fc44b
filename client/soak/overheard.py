"""All that goes over the loopback interface, as others on this machine can hear it (Linux)."""

import socket
import threading

_EVERYTHING = 0x0003  # of all protocols
_OUTGOING = 4  # each packet is there twice: as it leaves, and as it comes
_LONGEST = 1 << 17
_ROOM = 1 << 24
_ETHERNET = 14  # bytes of its header
_TCP, _UDP = 6, 17


class Streams:
    """What was said in IPv4, which is all that is spoken here: one direction after the other.

    What is cut into several packets is joined again; on loopback they come in order.
    """

    def __init__(self) -> None:
        self._said: dict[bytes, list[bytes]] = {}

    def hear(self, packet: bytes) -> None:
        """An IP packet."""
        if len(packet) < 40 or packet[0] >> 4 != 4:
            return
        protocol, rest = packet[9], packet[4 * (packet[0] & 15) :]
        if protocol == _UDP:
            self._said.setdefault(b"", []).append(rest[8:])
        elif protocol == _TCP:
            # Both ports, and behind them where the content begins.
            self._said.setdefault(rest[:4], []).append(rest[4 * (rest[12] >> 4) :])

    def content(self) -> bytes:
        """What was heard so far."""
        return b"\0".join(b"".join(parts) for parts in [*self._said.values()])


class Overheard:
    """Listens from when it is made until it is closed."""

    def __init__(self, interface: str = "lo") -> None:
        everything = socket.htons(_EVERYTHING)
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, everything)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _ROOM)
        self._socket.bind((interface, 0))
        self._socket.settimeout(0.2)
        self._streams = Streams()
        self._is_over = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._is_over = True
        self._thread.join()
        self._socket.close()

    def content(self) -> bytes:
        """What was said so far."""
        return self._streams.content()

    def _listen(self) -> None:
        while not self._is_over:
            try:
                packet, where = self._socket.recvfrom(_LONGEST)
            except TimeoutError:
                continue
            if where[2] == _OUTGOING:
                self._streams.hear(packet[_ETHERNET:])
