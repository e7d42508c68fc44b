"""Going on before a wrong entry, if all players agree (section 14, "Resolution offered").

1. Whoever agrees signs RESUME in place of an answer to the request that the wrong entry answered.
   Once all peers have signed the same, whoever made that entry too, these are the entries of that
   request; what was answered to it, and followed from it on whichever side, counts for nothing.
2. The rules ask the same again with the next request, in a new epoch: so whoever answers it again
   is no liar (L-3), and nothing from before can be taken for an answer to it.
3. A shuffle is then made without whoever shuffled wrongly, if two others are left to shuffle: one
   alone would know the order of the pile.
4. One peer signs one RESUME in an epoch, and then nothing else in it; so no two sets of them can
   be complete, nor one beside an end or a successor (`net/taking_up.py`).
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
    is_shown: bool = False  # by evidence that holds; else it is alleged, though all have signed it


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
    return Resumed(wrong.peer, int(is_shuffle and _can_be_spared(wrong.peer, shufflers)))


def check_resumed(body: Body, size: int, shufflers: Shufflers) -> Resumed:
    """A RESUME at a table of so many, in place of such a request; a PeerFault if it is none."""
    if not isinstance(body, Resumed):
        raise Malformed(f"{type(body).__name__} where RESUME belongs")
    if body.peer >= size:
        raise Malformed("because of nobody at this table")
    if body.without and not _can_be_spared(body.peer, shufflers):
        raise RuleBroken("no shuffle that could be done without")
    return body


def _can_be_spared(peer: int, shufflers: Shufflers) -> bool:
    peers = set(shufflers.values())
    return peer in peers and len(peers) > _FEWEST_SHUFFLING


def agreed_by_all(signed: Iterable[tuple[Resumed, Entry]], size: int) -> Sequence[Entry]:
    """What all peers have signed alike for one request, in order of peer; nothing: they have not.

    Of whoever has signed two the one counts that all others have signed.
    """
    alike: dict[Resumed, dict[int, Entry]] = {}
    for body, entry in signed:
        alike.setdefault(body, {})[entry.peer] = entry
    found = next((each for each in alike.values() if len(each) == size), {})
    return [found[peer] for peer in sorted(found)]
