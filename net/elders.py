"""Who stood before us at a table: whoever proposes in their place looks for them.

1. A channel that is lost may be a network that stalls: those who stood before us may be at the same
   table still, and propose there. Who said goodbye is not.
2. Who stood before us is what we were told with our place; nobody says it of itself.
3. Whether somebody follows one of them only those can say who had a place with us.
"""

from collections.abc import Iterable, Sequence

from net.limits import MOST_PEERS
from net.wire.messages import PeerAt


class Elders:
    """What one peer remembers of them."""

    def __init__(self) -> None:
        self._at: dict[bytes, PeerAt] = {}
        self._fellows: frozenset[bytes] = frozenset()  # all who had a place when we had ours last
        self._followed: dict[bytes, bytes] = {}  # by each of those who say so

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._at

    def place(self, peers: Sequence[PeerAt], ours: int) -> None:
        """We have this place in the order of coming; who stood before us once is not forgotten.

        Who is back, and proposes still, may be told of behind us for a moment, as a guest.
        """
        self._fellows = frozenset(each.identity for each in peers)
        before_us = {each.identity for each in peers[:ours]}
        kept = [at for at in self._at.values() if at.identity not in before_us]
        known = [*kept, *peers[:ours]][-MOST_PEERS:]
        self._at = {each.identity: each for each in known}
        self._followed.clear()

    def move(self, at: PeerAt) -> None:
        """Where somebody was seen last, if it is one of them."""
        if at.identity in self._at:
            self._at[at.identity] = at

    def dismiss(self, identity: bytes) -> None:
        """Call for this one no more: it is elsewhere, and said so."""
        self._at.pop(identity, None)

    def lost(self, present: Iterable[bytes]) -> list[PeerAt]:
        """Those who are not here, and where they were."""
        here = {*present}
        return [at for identity, at in self._at.items() if identity not in here]

    def follows(self, follower: bytes, at: PeerAt) -> bool:
        """Somebody says that one of them proposes, and where; whether that is for us to know."""
        is_word = follower in self._fellows and at.identity in self._at
        if is_word:
            self._followed[follower] = at.identity
        return is_word

    def turns_to_us(self, identity: bytes) -> None:
        """Somebody asks us, or is gone."""
        self._followed.pop(identity, None)

    def followed_by_all(self, others: Sequence[bytes]) -> bytes | None:
        """Whom all others at our table follow instead of us."""
        is_so = others and all(each in self._followed for each in others)
        return self._followed[others[0]] if is_so else None
