"""Going on before a wrong entry, if all players agree (section 14, "Resolution offered").

1. Whoever agrees signs RESUME in place of an answer to the request that the wrong entry answered.
   Once all peers have signed the same, whoever made that entry too, these are the entries of that
   request; what was answered to it, and followed from it on whichever side, counts for nothing.
2. The rules ask the same again with the next request, in a new epoch: so whoever answers it again
   is no liar (L-3), and nothing from before can be taken for an answer to it.
3. A shuffle is then made without whoever shuffled wrongly, if two others are left to shuffle: one
   alone would know the order of the pile.
4. One peer signs one RESUME for a request. Who sees another wrong entry than the others, or an end
   as the better way, leaves the game as it is: stopped.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from net.crypto.faults import Malformed, RuleBroken
from net.fairness.shuffle import JointShuffle
from net.log.entry import Entry
from net.parts import Hearing
from net.wire.bodies import Resumed, Shuffled
from net.wire.layout import Body

# So many must be left to shuffle a pile.
_FEWEST_SHUFFLING = 2


class SetAside(Struct, frozen=True):
    """A request that all have agreed to ask again: where it stood, and because of whom."""

    index: int
    peer: int
    is_without: bool  # that peer's shuffle


# Whose shuffle each part of a request is, if it is one.
Shufflers = Mapping[int, int]


def shufflers_of(hearing: Hearing) -> Shufflers:
    """Of the pending request."""
    found = {}
    for part in hearing.parts:
        exchange = hearing.exchanges[part.exchange]
        if isinstance(exchange, JointShuffle) and exchange.steps[part.step].kind is Shuffled:
            found[part.number] = part.peer
    return found


def shufflers_in(entries: Iterable[Entry]) -> Shufflers:
    """Of a request that was answered."""
    return {entry.part: entry.peer for entry in entries if entry.kind == Shuffled.kind}


def remedy(wrong: Entry, shufflers: Shufflers) -> Resumed:
    """Section 14: what is offered because of a wrong entry.

    It follows from its place alone, so that all come to the same: of two answers in one place some
    peers have seen one and some the other.
    """
    is_shuffle = shufflers.get(wrong.part) == wrong.peer
    return Resumed(wrong.peer, int(is_shuffle and can_be_spared(wrong.peer, shufflers)))


def can_be_spared(peer: int, shufflers: Shufflers) -> bool:
    """Whether a pile can be shuffled without one of its shufflers."""
    return peer in shufflers.values() and len(shufflers) > _FEWEST_SHUFFLING


class Resuming:
    """The RESUMEs in place of one request."""

    def __init__(self, size: int, shufflers: Shufflers) -> None:
        self._size = size
        self._shufflers = shufflers
        self._signed: dict[int, tuple[Resumed, Entry]] = {}

    def take(self, entry: Entry, body: Body) -> None:
        """Keep a RESUME; a PeerFault if it is none that could be signed here."""
        if not isinstance(body, Resumed):
            raise Malformed(f"{type(body).__name__} where RESUME belongs")
        if body.peer >= self._size:
            raise Malformed("because of nobody at this table")
        if body.without and not can_be_spared(body.peer, self._shufflers):
            raise RuleBroken("no shuffle that could be done without")
        self._signed[entry.peer] = (body, entry)

    def agreed(self) -> tuple[Resumed, Sequence[Entry]] | None:
        """What all have signed, with their entries in order of peer; None if they have not."""
        bodies = {body for body, _ in self._signed.values()}
        if len(self._signed) < self._size or len(bodies) > 1:
            return None
        return bodies.pop(), [self._signed[peer][1] for peer in sorted(self._signed)]
