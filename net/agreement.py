"""The set-up on the table, and who has agreed to it by signing."""

from collections import deque
from typing import NamedTuple

from net.crypto.faults import PeerFault
from net.crypto.hashing import setup_hash
from net.crypto.keys import SignedAs, check_signature
from net.limits import MOST_EARLY_MARKS
from net.wire.messages import SetupSigned
from net.wire.table_setup import SignedSetup, TableSetup, encode_setup


class Offer(NamedTuple):
    """A set-up, its bytes and its name S."""

    setup: TableSetup
    encoded: bytes
    hash: bytes


def offer_of(setup: TableSetup) -> Offer:
    """A set-up as it is offered."""
    encoded = encode_setup(setup)
    return Offer(setup, encoded, setup_hash(encoded))


class Agreement:
    """What is offered now, and the marks; those of other offers count for nothing."""

    def __init__(self) -> None:
        self.offer: Offer | None = None
        self._signatures: dict[int, bytes] = {}  # over the offer, all good, by peer
        self._others: deque[SetupSigned] = deque(maxlen=MOST_EARLY_MARKS)

    def put(self, offer: Offer | None) -> None:
        """Another offer, or none. What was signed stays signed, and counts if offered again."""
        if offer == self.offer:
            return
        if self.offer is not None:
            hashed = self.offer.hash
            self._others.extend(SetupSigned(hashed, *it) for it in self._signatures.items())
        self.offer, self._signatures = offer, {}
        for mark in tuple(self._others):
            self.mark(mark)

    def mark(self, signed: SetupSigned) -> None:
        """Keep a mark; it may come before the offer it is about, and be said again.

        One that is about the offer is judged at once: whatever else is said drives out no good one.
        """
        if self.offer is None or signed.setup_hash != self.offer.hash:
            if signed not in self._others:
                self._others.append(signed)
        elif signed.peer not in self._signatures and _is_good(self.offer, signed):
            self._signatures[signed.peer] = signed.signature

    def signatures(self) -> dict[int, bytes]:
        """The good signatures over the offer, by peer."""
        return dict(self._signatures)

    def lacks(self) -> list[int]:
        """The peers that have not signed."""
        size = len(self.offer.setup.peers) if self.offer is not None else 0
        return [peer for peer in range(size) if peer not in self._signatures]

    def signed(self) -> SignedSetup:
        """The set-up with everybody's signature."""
        assert self.offer is not None
        signatures = tuple(self._signatures[peer] for peer in sorted(self._signatures))
        return SignedSetup(self.offer.encoded, signatures)


def _is_good(offer: Offer, mark: SetupSigned) -> bool:
    if mark.peer >= len(offer.setup.peers):
        return False
    key = offer.setup.peers[mark.peer].identity
    try:
        check_signature(key, SignedAs.SETUP, mark.setup_hash, mark.signature)
    except PeerFault:
        return False
    return True
