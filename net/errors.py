"""What the table of peers raises, named by whose fault it is.

What is wrong with bytes of another peer is a `PeerFault` (net/crypto/faults.py) while only the
bytes are known; once a signed entry shows whose they are, it is `PeerMisbehaved`.
"""

from engine.errors import BorgoError


class LocalMistake(Exception):
    """Our own program was about to send something that every peer would refuse: a bug of ours."""


class PeerMisbehaved(Exception):
    """A signed entry breaks the protocol or the rules: a fault of a program or a cheat (V-3).

    Holds all that somebody else needs to judge it: the reason code of V-1 and the signed bytes.
    """

    def __init__(self, peer: int, code: int, entries: tuple[bytes, ...], words: str) -> None:
        super().__init__(f"peer {peer}, code {code}: {words}")
        self.peer = peer
        self.code = code
        self.entries = entries
        self.words = words


class BadGameFile(BorgoError):
    """A game file is truncated, altered or not one."""
