"""A table before the game, as one peer sees it, and the set-up that its guests sign.

1. `LobbyTable` is the state: who is here, what each guest wishes, and what our player is shown.
2. `Agreement` collects the signatures under one set-up; the game begins when all have signed it.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.versions import PROTOCOL
from net.crypto.faults import PeerFault
from net.crypto.hashing import setup_hash
from net.crypto.keys import SignedAs, check_signature
from net.crypto.transcript import Entropy
from net.limits import MOST_EARLY_MARKS
from net.lobby.events import (
    Bond,
    EndLobby,
    GuestShown,
    LobbyEffect,
    LobbyInput,
    LobbyStage,
    Ourselves,
    Say,
    ShowTable,
    Terms,
    TurnAway,
)
from net.lobby.refusals import ProgramNumbers, refusing
from net.lobby.setup import Guest
from net.rate_limit import RateLimit
from net.wire.messages import Greeting, Message, PeerAt, PeersKnown, SeatsWanted, SetupSigned
from net.wire.table_setup import SignedSetup, TableSetup, encode_setup

RANDOM_SIZE = 16

# What we are bound to by the set-up with this hash.
BondBy = Callable[[bytes], Bond]


class LobbyTable:
    """The state of a table as one peer sees it; with `terms` this peer opened the table."""

    def __init__(
        self,
        ourselves: Ourselves,
        entropy: Entropy,
        terms: Terms | None = None,
        bond_by: BondBy = lambda _hash: Bond.NONE,
    ) -> None:
        self.stage = LobbyStage.GATHERING
        self._us = ourselves
        self.key = ourselves.identity.public_key
        self._entropy = entropy
        self._terms = terms or Terms()
        self._bond_by = bond_by
        random = entropy(RANDOM_SIZE)
        self._guests = {self.key: Guest(ourselves.name, random, kept_by=ourselves.kept_by)}
        self.watchers: dict[bytes, str] = {}  # onlookers by identity, with their names
        self.order: list[bytes] = [] if terms is None else [self.key]
        self.present: dict[bytes, str] = {}  # everybody with a channel, and where we see them
        self.addresses: dict[bytes, PeerAt] = {}
        self.seen_at = ""
        self.agreement = Agreement()
        self._distrusted: set[bytes] = set()
        self._accepted: set[bytes] = set()  # by our player
        self._declined: str | None = None  # what this table plays that we never can
        self._changes: dict[bytes, RateLimit] = {}  # of what makes us speak to all
        self.protocol = PROTOCOL.newest  # of the table, where one may be at a game that is older
        self._numbers: dict[
            bytes, ProgramNumbers
        ] = {}  # of those who cannot be here because of them
        self.now = 0.0
        self._lacking: str | None = "nobody-seated"
        self.queue: deque[tuple[LobbyInput, Any]] = deque()
        self.effects: list[LobbyEffect] = []

    @property
    def proposes(self) -> bool:
        """Whether we propose."""
        return self.order[:1] == [self.key]

    def show(self, _cause: Any = None) -> None:
        """Show the table as it stands.

        Does nothing while inputs are queued: the last one will show it.
        """
        if self.queue:
            return
        offer = self.agreement.offer
        names = tuple(guest.name for guest in self._guests.values())
        setup, hashed = (None, b"") if offer is None else (offer.setup, offer.hash)
        ready, guests = self._ready(), self._shown()
        shown = ShowTable(
            names, setup, hashed, self._lacking, ready, self.proposes, guests, self.seen_at
        )
        self.effects.append(shown)

    def _ready(self) -> tuple[int, ...]:
        """Who has signed, and we if we are ready: the proposer signs last."""
        ready = set(self.agreement.signatures())
        if self.agreement.offer is not None and self.stage is LobbyStage.READY:
            ready.add(self._number())
        return tuple(sorted(ready))

    def _shown(self) -> tuple[GuestShown, ...]:
        players = [
            GuestShown(
                identity,
                guest.name,
                is_bot=guest.kept_by is not None,
                is_distrusted=identity in self._distrusted,
                wish=guest.seats,
            )
            for identity, guest in sorted(self._guests.items(), key=self._came_as)
        ]
        watchers = [GuestShown(key, name, watches=True) for key, name in self.watchers.items()]
        return (*players, *watchers)

    def _came_as(self, guest: tuple[bytes, Guest]) -> int:
        """A guest's place in the order of coming, as far as we were told."""
        return self.order.index(guest[0]) if guest[0] in self.order else len(self.order)

    def _number(self) -> int:
        assert self.agreement.offer is not None
        keys = [peer.identity for peer in self.agreement.offer.setup.peers]
        return keys.index(self.key)

    # What is said

    def _introduce(self, to: bytes) -> None:
        us = self._guests[self.key]
        seen_at = self.present.get(to, "")
        greeting = Greeting(self.protocol, us.name, us.random, kept_by=us.kept_by, seen_at=seen_at)
        self._say(greeting, to)
        self._say(PeersKnown((self._at(),)), to)
        self._say(SeatsWanted(us.seats), to)

    def _at(self) -> PeerAt:
        return PeerAt(self.key, self._us.address, self._us.port)

    def _turn_away(self, identity: bytes, reason: str) -> None:
        self._refuse(reason, identity)
        self.effects.append(TurnAway(identity, reason))

    def _refuse(self, reason: str, to: bytes | None = None) -> None:
        for said in refusing(reason):
            self._say(said, to)

    def _close(self, reason: str) -> None:
        self.effects.append(EndLobby(reason))
        self._then(LobbyInput.CLOSE)

    def _then(self, happening: LobbyInput) -> None:
        self.queue.append((happening, None))

    def _say(self, message: Message, to: bytes | None = None) -> None:
        self.effects.append(Say(message, to))

    def nothing(self, _cause: Any) -> None:
        """Ignore an input that is too late or not for us."""


# --- The set-up on the table and the signatures under it ---


class SetupOffer(NamedTuple):
    """A set-up, its bytes and its name S."""

    setup: TableSetup
    encoded: bytes
    hash: bytes


def offer_of(setup: TableSetup) -> SetupOffer:
    """A set-up as it is offered."""
    encoded = encode_setup(setup)
    return SetupOffer(setup, encoded, setup_hash(encoded))


class Agreement:
    """The offered set-up and its signatures; signatures under other offers do not count."""

    def __init__(self) -> None:
        self.offer: SetupOffer | None = None
        self._signatures: dict[int, bytes] = {}  # over the offer, all good, by peer
        self._others: deque[SetupSigned] = deque(maxlen=MOST_EARLY_MARKS)

    def put(self, offer: SetupOffer | None) -> None:
        """Replace the offer, or withdraw it.

        Signatures are kept, and count if it is offered again.
        """
        if offer == self.offer:
            return
        if self.offer is not None:
            hashed = self.offer.hash
            self._others.extend(SetupSigned(hashed, *it) for it in self._signatures.items())
        self.offer, self._signatures = offer, {}
        for mark in tuple(self._others):
            self.mark(mark)

    def mark(self, signed: SetupSigned) -> None:
        """Keep a signature; it may arrive before its offer, or more than once.

        A signature under the current offer is verified at once, so that junk cannot displace a good
        one.
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


def _is_good(offer: SetupOffer, mark: SetupSigned) -> bool:
    if mark.peer >= len(offer.setup.peers):
        return False
    key = offer.setup.peers[mark.peer].identity
    try:
        check_signature(key, SignedAs.SETUP, mark.setup_hash, mark.signature)
    except PeerFault:
        return False
    return True
