"""The RESUMEs that are here, by what they would have asked again; so many of each peer and no more.

1. An honest peer signs one in an epoch. Whoever signs many makes nobody keep or look through them:
   what is looked for is found by request and body, whatever else is here.
2. Whoever has signed too many stays as good for an agreement as all others: what we have signed
   ourselves, or else more of the others have, takes the place of what fewer have. So nothing that
   all have signed is refused in the end: it is brought again as long as somebody lacks it (L-6).
3. What was kept by an earlier program, however much, is cut to the same measure when it is read.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum, auto

from msgspec import Struct

from net.limits import ENTRY_HEADER, MOST_RESUMES
from net.log.chain import FIRST_EPOCH
from net.log.entry import MAGIC, Entry, decode_entry
from net.wire.bodies import Resumed


class Asked(Struct, frozen=True):
    """What would be asked again, and because of whom."""

    index: int
    body: Resumed


class Heard(Enum):
    """What became of a RESUME."""

    KEPT = auto()
    KNOWN = auto()
    REFUSED = auto()  # too many of its peer are here


class Resumes:
    """Those of one epoch; with the next all of them say nothing any more."""

    def __init__(self, ours: int) -> None:
        self._ours = ours
        self._epoch = FIRST_EPOCH
        self._signed: dict[Asked, dict[int, Entry]] = {}  # by peer
        self._of: dict[int, list[Asked]] = {}  # by peer, as they came
        self._early: dict[int, Entry] = {}  # of each peer the last, for where we are not yet

    def begin(self, epoch: int) -> None:
        """An epoch has begun; the same one again is fine."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._signed.clear()
            self._of.clear()

    def keep(self, entry: Entry, body: Resumed) -> Heard:
        """Keep what a peer would have asked again, if there is room for more of it."""
        asked, said = Asked(entry.index, body), self._of.setdefault(entry.peer, [])
        if asked in said:
            return Heard.KNOWN
        if len(said) >= MOST_RESUMES:
            least = min(said, key=lambda each: self._weight(each, entry.peer))
            if self._weight(asked, entry.peer) <= self._weight(least, entry.peer):
                return Heard.REFUSED
            self._forget(entry.peer, least)
        said.append(asked)
        self._signed.setdefault(asked, {})[entry.peer] = entry
        return Heard.KEPT

    def keep_for_later(self, entry: Entry) -> None:
        """Keep one for a request that we have not come to."""
        self._early[entry.peer] = entry

    def due(self) -> Sequence[Entry]:
        """Let go of those that were kept for later."""
        early, self._early = list(self._early.values()), {}
        return early

    def signed(self, asked: Asked) -> Sequence[Entry]:
        """Who has signed that, in order of peer."""
        found = self._signed.get(asked, {})
        return [found[peer] for peer in sorted(found)]

    def of(self, peer: int) -> Sequence[Asked]:
        """What a peer has signed in this epoch."""
        return self._of.get(peer, ())

    def shared(self, size: int) -> Sequence[Asked]:
        """What so many have signed: all of a table, and so what our own peer has signed too."""
        if len(self._of) < size:
            return ()
        fewest = min(self._of.values(), key=len)
        return [asked for asked in fewest if len(self._signed[asked]) == size]

    def entries(self) -> Sequence[Entry]:
        """Everything that is here, for whoever lacks it."""
        return [entry for found in self._signed.values() for entry in found.values()]

    def _weight(self, asked: Asked, peer: int) -> tuple[bool, int]:
        """Whether we have signed that, and how many have beside a peer."""
        others = self._signed.get(asked, {}).keys() - {peer}
        return self._ours in others, len(others)

    def _forget(self, peer: int, asked: Asked) -> None:
        self._of[peer].remove(asked)
        del self._signed[asked][peer]
        if not self._signed[asked]:
            del self._signed[asked]


def within_bounds(entries: Iterable[bytes]) -> Sequence[bytes]:
    """What was kept, with no more RESUMEs of a peer in an epoch than are heard of it.

    Those that most peers have signed stay, and so the ones that all have gone on by. Nothing else
    is read here, and no signature.
    """
    kept = list(entries)
    resumes = {at: decode_entry(each) for at, each in enumerate(kept) if _is_resume(each)}
    support = Counter(_named(entry) for entry in resumes.values())
    heard: Counter[tuple[int, int]] = Counter()
    for at in sorted(resumes, key=lambda each: -support[_named(resumes[each])]):
        of = resumes[at].peer, resumes[at].epoch
        heard[of] += 1
        if heard[of] > MOST_RESUMES:
            kept[at] = b""
    return [each for each in kept if each]


def _is_resume(encoded: bytes) -> bool:
    """By the byte that says the kind: whatever is spoiled is for others to find."""
    kind = encoded[len(MAGIC) : len(MAGIC) + 1]
    return len(encoded) >= ENTRY_HEADER and kind == bytes((Resumed.kind,))


def _named(entry: Entry) -> tuple[int, int, bytes, bytes]:
    return entry.epoch, entry.index, entry.parent, entry.body
