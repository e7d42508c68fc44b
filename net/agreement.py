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
        self._marks: deque[SetupSigned] = deque(maxlen=MOST_EARLY_MARKS)

    def mark(self, signed: SetupSigned) -> None:
        """Keep a mark; it may come before the offer it is about, and be said again."""
        if signed not in self._marks:
            self._marks.append(signed)

    def signatures(self) -> dict[int, bytes]:
        """The good signatures over the offer, by peer."""
        if self.offer is None:
            return {}
        of_offer = [mark for mark in self._marks if mark.setup_hash == self.offer.hash]
        return {mark.peer: mark.signature for mark in of_offer if _is_good(self.offer, mark)}

    def lacks(self) -> list[int]:
        """The peers that have not signed."""
        size = len(self.offer.setup.peers) if self.offer is not None else 0
        signatures = self.signatures()
        return [peer for peer in range(size) if peer not in signatures]

    def signed(self) -> SignedSetup:
        """The set-up with everybody's signature."""
        assert self.offer is not None
        signatures = self.signatures()
        return SignedSetup(
            self.offer.encoded, tuple(signatures[peer] for peer in sorted(signatures))
        )


def _is_good(offer: Offer, mark: SetupSigned) -> bool:
    if mark.peer >= len(offer.setup.peers):
        return False
    key = offer.setup.peers[mark.peer].identity
    try:
        check_signature(key, SignedAs.SETUP, mark.setup_hash, mark.signature)
    except PeerFault:
        return False
    return True
