"""Resuming a game before a wrong entry, if all players agree (section 14, "Resolution offered").

RESUME:
1. A peer that agrees signs RESUME in place of an answer to the request that the wrong entry
   answered. Once all peers have signed the same RESUME, including the author of that entry, these
   are the entries of that request; its former answers, and all that followed from them on any
   side, no longer count.
2. The rules ask the same again as the next request, in a new epoch. So answering again is no
   equivocation (L-3), and nothing from before can be taken for an answer to it.
3. A shuffle is then made without the peer that shuffled wrongly, if two others are left to shuffle:
   one alone would know the order of the pile.
4. A peer signs one RESUME in an epoch, and then nothing else in it. So no two sets of them can be
   complete, nor one beside an end or a successor (`net/peer/redo_vote.py`).

Keeping RESUMEs (`Resumes`):
5. An honest peer signs one in an epoch. A peer that signs many costs nobody memory or time: only so
   many are kept of each peer, and they are looked up by request and body.
6. A peer that signed too many can still take part in an agreement. What we signed ourselves, or
   what most others have, replaces what fewer have. So a RESUME that all have signed is never
   refused in the end: it is sent again as long as somebody lacks it (L-6).
7. What an earlier program version kept is cut to the same limit when it is read.

Shuffling anew (`Renewal`):
8. A peer that has played on knows what was drawn then. So before the rules ask again, all peers mix
   every deck anew under other masks: the cards, by handle, that all have mixed and nobody has held
   since. A card that was held and given back stays where it lies. If fewer than two cards are left,
   nothing is mixed.
9. A slot keeps its name and, for an event, the back that all have seen, because the back is part of
   the state and the rules may depend on it. So all backs of the mixed events are opened, each such
   slot gets the first card with its back, and the rest is mixed once more. Nobody learns more than
   the number of cards with each back, which everybody can count.
10. This takes one request of entries, or three. Only the ledger changes: no fact, no state. If one
    of them goes wrong, all peers resume before that one and start with the first (`again`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from engine.ids import EVERYONE, SlotId
from engine.requests import Reveal, Shuffle
from net.crypto.faults import Malformed, RuleBroken
from net.fairness.cards.codes import PILES, Deck
from net.fairness.cards.exchange import Exchange, ExchangePlace
from net.fairness.cards.ledger import Ledger
from net.fairness.cards.shuffle import JointShuffle
from net.game.pending import PendingRequest, card_exchange
from net.limits import ENTRY_HEADER, MOST_RESUMES
from net.log.chain import FIRST_EPOCH
from net.log.entry import MAGIC, Entry, decode_entry
from net.wire.bodies import Resumed, Shuffled
from net.wire.layout import Body

# So many must be left to shuffle a pile.
_FEWEST_SHUFFLING = 2


# --- What is asked again, and by whom it is answered ---


class SetAside(Struct, frozen=True):
    """A request that all agreed to ask again: where it stood, and whose entry was wrong."""

    index: int
    peer: int
    is_without: bool  # that peer's shuffle
    is_shown: bool = False  # by evidence that holds; else it is alleged, though all have signed it


# Whose shuffle each part of a request is, if it is one.
Shufflers = Mapping[int, int]


def shufflers_of(hearing: PendingRequest) -> Shufflers:
    """The peers that shuffle in the pending request."""
    found = {}
    for part in hearing.parts:
        exchange = hearing.exchanges[part.exchange]
        if isinstance(exchange, JointShuffle) and exchange.steps[part.step].kind is Shuffled:
            found[part.number] = part.peer
    return found


def shufflers_in(entries: Iterable[Entry]) -> Shufflers:
    """The peers that shuffled in a request that was answered."""
    return {entry.part: entry.peer for entry in entries if entry.kind == Shuffled.kind}


def remedy(wrong: Entry, shufflers: Shufflers) -> Resumed:
    """Section 14: the RESUME that is offered because of a wrong entry.

    It follows from the entry's place alone, so all derive the same: of two answers in one place
    some peers have seen one and some the other.
    """
    is_shuffle = shufflers.get(wrong.part) == wrong.peer
    return Resumed(wrong.peer, int(is_shuffle and _can_be_spared(wrong.peer, shufflers)))


def check_resumed(body: Body, size: int, shufflers: Shufflers) -> Resumed:
    """Check a RESUME in place of such a request, at a table of this size; PeerFault if wrong."""
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
    """The RESUMEs that all peers have signed alike, in the order of peers; empty if not all have.

    Of a peer that has signed two the one counts that all others have signed.
    """
    alike: dict[Resumed, dict[int, Entry]] = {}
    for body, entry in signed:
        alike.setdefault(body, {})[entry.peer] = entry
    found = next((each for each in alike.values() if len(each) == size), {})
    return [found[peer] for peer in sorted(found)]


# --- The RESUMEs that one peer keeps ---


class RedoPoint(Struct, frozen=True):
    """What would be asked again, and because of which peer."""

    index: int
    body: Resumed


class ResumeStatus(Enum):
    """What became of a RESUME."""

    KEPT = auto()
    KNOWN = auto()
    REFUSED = auto()  # too many of its peer are here


class Resumes:
    """The RESUMEs of one epoch; they say nothing in the next."""

    def __init__(self, ours: int) -> None:
        self._ours = ours
        self._epoch = FIRST_EPOCH
        self._signed: dict[RedoPoint, dict[int, Entry]] = {}  # by peer
        self._of: dict[int, list[RedoPoint]] = {}  # by peer, as they came
        self._early: dict[int, Entry] = {}  # of each peer the last, for where we are not yet

    def begin(self, epoch: int) -> None:
        """Begin an epoch; no effect if it has begun already."""
        if epoch != self._epoch:
            self._epoch = epoch
            self._signed.clear()
            self._of.clear()

    def keep(self, entry: Entry, body: Resumed) -> ResumeStatus:
        """Store a peer's RESUME, if its limit allows one more."""
        asked, said = RedoPoint(entry.index, body), self._of.setdefault(entry.peer, [])
        if asked in said:
            return ResumeStatus.KNOWN
        if len(said) >= MOST_RESUMES:
            least = min(said, key=lambda each: self._weight(each, entry.peer))
            if self._weight(asked, entry.peer) <= self._weight(least, entry.peer):
                return ResumeStatus.REFUSED
            self._forget(entry.peer, least)
        said.append(asked)
        self._signed.setdefault(asked, {})[entry.peer] = entry
        return ResumeStatus.KEPT

    def keep_for_later(self, entry: Entry) -> None:
        """Store one for a request that we have not reached."""
        self._early[entry.peer] = entry

    def due(self) -> Sequence[Entry]:
        """Release those that were stored for later."""
        early, self._early = list(self._early.values()), {}
        return early

    def signed(self, asked: RedoPoint) -> Sequence[Entry]:
        """The entries of all that have signed this, in the order of peers."""
        found = self._signed.get(asked, {})
        return [found[peer] for peer in sorted(found)]

    def of(self, peer: int) -> Sequence[RedoPoint]:
        """What a peer has signed in this epoch."""
        return self._of.get(peer, ())

    def shared(self, size: int) -> Sequence[RedoPoint]:
        """What this many peers have signed; a whole table includes us."""
        if len(self._of) < size:
            return ()
        fewest = min(self._of.values(), key=len)
        return [asked for asked in fewest if len(self._signed[asked]) == size]

    def entries(self) -> Sequence[Entry]:
        """All stored entries, for a peer that lacks them."""
        return [entry for found in self._signed.values() for entry in found.values()]

    def _weight(self, asked: RedoPoint, peer: int) -> tuple[bool, int]:
        """Whether we have signed this, and how many besides a peer have."""
        others = self._signed.get(asked, {}).keys() - {peer}
        return self._ours in others, len(others)

    def _forget(self, peer: int, asked: RedoPoint) -> None:
        self._of[peer].remove(asked)
        del self._signed[asked][peer]
        if not self._signed[asked]:
            del self._signed[asked]


def within_bounds(entries: Iterable[bytes]) -> Sequence[bytes]:
    """Stored entries, cut to the limit of RESUMEs of each peer in an epoch.

    Those that most peers have signed stay, among them all by which the game went on. Nothing else
    is read here, and no signature is checked.
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
    """Judged by the byte of the kind alone: damage is found elsewhere."""
    kind = encoded[len(MAGIC) : len(MAGIC) + 1]
    return len(encoded) >= ENTRY_HEADER and kind == bytes((Resumed.kind,))


def _named(entry: Entry) -> tuple[int, int, bytes, bytes]:
    return entry.epoch, entry.index, entry.parent, entry.body


# --- Shuffling anew before the rules ask again ---


_FEWEST = 2  # of one card everybody knows the order

_EVENTS = "event_deck"


class _Step(Enum):
    ALL = auto()  # every deck is mixed
    BACKS = auto()  # the backs of the mixed events are opened
    REST = auto()  # the events whose backs are hidden are mixed again
    DONE = auto()


class Renewal:
    """The requests by which all decks of one game are shuffled anew."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        # The backs that everybody has seen: they stay, whatever lies under them meanwhile.
        events = ledger.unseen(Deck.EVENT)
        backs = ((slot, ledger.card(slot).back) for slot in events)
        self._backs = {slot: back for slot, back in backs if back is not None}
        self.again()

    def again(self) -> None:
        """Begin with the first request: all have reached it, or resumed within it."""
        self._step = _Step.ALL
        found = ((pile, self._ledger.unseen(deck)) for pile, deck in PILES.items())
        self._piles = {pile: slots for pile, slots in found if len(slots) >= _FEWEST}

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to shuffle."""
        return bool(self._piles)

    @property
    def asked(self) -> Sequence[Reveal | Shuffle]:
        """The current request, in the form of the rules: deck after deck."""
        if self._step is _Step.BACKS:
            return [Reveal(EVERYONE, self._piles[_EVENTS], aspect="back")]
        return [Shuffle(EVERYONE, pile, slots, slots) for pile, slots in self._piles.items()]

    def exchanges(self, place: ExchangePlace) -> Sequence[Exchange]:
        """The exchanges of the current request; their parts are numbered on."""
        found: list[Exchange] = []
        for asked in self.asked:
            found.append(card_exchange(self._ledger, asked, place))
            place = place._replace(first_part=place.first_part + len(found[-1].steps))
        return found

    def settled(self) -> bool:
        """The current request is answered. Returns whether it was the last one."""
        slots = self._piles.get(_EVENTS, ())
        if self._step is _Step.ALL and slots and self._backs:
            self._step = _Step.BACKS
        elif self._step is _Step.BACKS and len(hidden := self._match(slots)) >= _FEWEST:
            self._step, self._piles = _Step.REST, {_EVENTS: hidden}
        else:
            self._step = _Step.DONE
        return self._step is _Step.DONE

    def _match(self, slots: Sequence[SlotId]) -> tuple[SlotId, ...]:
        """Give each slot a card with the back it had.

        Returns the slots left, with hidden backs again.
        """
        ledger = self._ledger
        cards = list(ledger.cards(slots))
        for slot, back in self._backs.items():
            found = next(card for card in cards if card.back == back)
            cards.remove(found)
            ledger.put(slot, found)
        hidden = tuple(slot for slot in slots if slot not in self._backs)
        for slot, card in zip(hidden, cards, strict=True):
            ledger.put(slot, replace(card, back=None))
        return hidden
