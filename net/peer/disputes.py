"""Disputes of one peer: a wrong entry stops the game; the first difference of two states is found.

1. A wrong entry is kept, forwarded and its author named (22.14); a peer that asks for it later gets
   it.
2. An answer on our parent but over another state than our rules give is wrong like any other, no
   matter who else signs the same. The peers compare their states to find what differs.
3. The author of such an answer may have told others the same answer over their state. Once both are
   here, these two are shown as evidence, the odd one last, so all peers reach the same verdict
   (L-3).

Finding the first difference (22.9):
4. Another peer's state is bytes of which only the digest was checked; they are compared and never
   used otherwise.
5. On equal parents everything before is equal (L-2). So two entries for one place on one parent are
   the first difference; if the parents differ, the first difference lies further back.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.canonical import digest, encode
from engine.state import State
from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.errors import PeerMisbehaved
from net.game.replica import Replica
from net.limits import MOST_ASKED_BACK, MOST_STATES
from net.log.entry import Entry, Unsigned, decode_entry
from net.log.evidence import Reason, equivocation
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Accuse, Close, Differs, Effect, Record, Send
from net.wire.bodies import decode_body
from net.wire.messages import EntrySent, Message, StateTold, WantEntry, WantRequests, WantState

# Where a state of another peer is no state at all, or has a field that ours does not know: what the
# other one calls it is not for the screen.
UNREADABLE = "?"


# --- Where two states or chains differ first ---


def first_difference(ours: bytes, theirs: bytes) -> str | None:
    """The path of the first differing field, such as `hunters.mina.place`; None if none differs."""
    if ours == theirs:
        return None
    try:
        other = msgspec.msgpack.decode(theirs)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return UNREADABLE
    path = _path(msgspec.msgpack.decode(ours), other)
    return UNREADABLE if path is None else ".".join(path)


def _path(ours: Any, theirs: Any) -> list[str] | None:
    """The names that lead to the first difference; goes no deeper than our own state."""
    match ours, theirs:
        case dict(), dict():
            pairs = [(str(name), ours.get(name), theirs.get(name)) for name in ours]
            added = UNREADABLE if any(name not in ours for name in theirs) else None
        case list() | tuple(), list() | tuple():
            known = enumerate(zip(ours, theirs, strict=False))
            pairs = [(str(number), *pair) for number, pair in known]
            added = None if len(ours) == len(theirs) else str(min(len(ours), len(theirs)))
        case _:
            return None if ours == theirs else []
    for name, left, right in pairs:
        if (deeper := _path(left, right)) is not None:
            return [name, *deeper]
    return None if added is None else [added]


def differing_field(group: Group, ours: Entry, theirs: Entry) -> str:
    """The path of the first field in which two entries differ, such as `body.option.place`."""
    path = _path(_fields(group, ours), _fields(group, theirs))
    return UNREADABLE if path is None else ".".join(path)


def _fields(group: Group, entry: Entry) -> dict[str, Any]:
    """An entry as plain values, its body field by field if the body can be read."""
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    try:
        body = decode_body(group, entry.kind, entry.body)
    except PeerFault:
        return fields
    return {**fields, "body": msgspec.to_builtins(body, builtin_types=(bytes,))}


class Searching:
    """Searches for the first entry in which two chains differ."""

    def __init__(self, proceedings: Replica) -> None:
        self._chain = proceedings.chain
        self._game = proceedings.setup_hash
        self._group = proceedings.verifier.group
        self._lowest: int | None = None  # the request of two that met on different parents
        self.found: Entry | None = None  # the first that differs

    def met(self, *entries: Entry) -> Sequence[Effect]:
        """Two entries for one place.

        They are reported if they are the first difference; otherwise earlier ones are asked for.
        """
        ours, theirs = entries[0], entries[-1]
        if ours.place != theirs.place or ours.hash == theirs.hash:
            return []
        if ours.parent != theirs.parent:
            self._lowest = ours.index
            first = max(ours.index - MOST_ASKED_BACK, 0)
            return [Send(WantRequests(self._game, first, MOST_ASKED_BACK))]
        self._lowest, self.found = None, theirs
        field = differing_field(self._group, ours, theirs)
        encoded = theirs.to_bytes()
        differs = Differs(theirs.index, theirs.peer, encoded, is_state=False, field=field)
        return [Record(encoded, own=False), differs]  # kept: it is where all can go on from

    def heard(self, entry: Entry) -> Sequence[Effect]:
        """An entry after the game was stopped: it may be an earlier difference."""
        if self._lowest is None or entry.index >= self._lowest:
            return []
        known = (each for each in self._chain.entries(entry.index) if each.place == entry.place)
        return self.met(*known, entry)


class _Kept:
    """A state of ours, with its digest computed at most once."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def digest(self) -> bytes:
        """The digest as signed entries carry it."""
        return _digest(self.state)


class Sides(Struct, frozen=True):
    """Two programs have different states: whose signatures show which state."""

    ours: frozenset[int]
    theirs: frozenset[int]
    is_answered: bool  # over our state: then the others are stopped by that as we by theirs

    def leads(self, size: int) -> bool:
        """Whether our side names the peer for the RESUME: of the two sides only one may.

        It is the side whose answers stop nobody, else the larger one, else of two equal ones
        Dracula's.
        """
        is_half = 2 * len(self.ours) == size and DRACULAS_PEER in self.ours
        return not self.is_answered or 2 * len(self.ours) > size or is_half


class Comparing:
    """Our latest states, and what is known of a state that differs."""

    def __init__(self, game: bytes, peer: int) -> None:
        self._game = game
        self._peer = peer
        self._states: deque[_Kept] = deque(maxlen=MOST_STATES)
        self._entry: Entry | None = None  # the first that was signed over another state
        self._digests: dict[int, bytes] = {}  # by peer, of the request it answers
        self._is_answered = False  # whether anybody has answered there over our state
        self._field: str | None = None  # the first in which that state differs from ours
        self._parted: set[int] = set()  # peers that stand on another chain

    def keep(self, state: State) -> None:
        """Store the state after a settled request."""
        self._states.append(_Kept(state))

    def answer(self, want: WantState, peer: int) -> Sequence[Effect]:
        """Send a peer the state that it asks for, if we have it."""
        found = (encode(each.state) for each in self._states if each.digest == want.digest)
        return [Send(StateTold(self._game, state), peer) for state in found][:1]

    def parted(self, entry: Entry) -> Sequence[Effect]:
        """Report an entry on another parent, once for each peer; entries will show why."""
        if entry.peer in self._parted:
            return []
        self._parted.add(entry.peer)
        return [Differs(entry.index, entry.peer, entry.to_bytes(), is_state=False)]

    def found(self, entry: Entry, agreeing: Iterable[int], digest: bytes) -> Sequence[Effect]:
        """An entry on our parent over another state; `agreeing` have signed over our state."""
        if self._entry is not None:
            return []
        self._entry = entry
        agreeing = set(agreeing)
        self._is_answered = bool(agreeing)
        self._digests = dict.fromkeys((self._peer, *agreeing), digest)
        self._digests[entry.peer] = entry.state_digest
        return [self._differs(), Send(WantState(self._game, entry.state_digest), entry.peer)]

    def heard(self, entry: Entry) -> Sequence[Effect]:
        """A later entry of the same request: its digest counts for one of the states."""
        first = self._entry
        is_vote = first is not None and (entry.index, entry.parent) == (first.index, first.parent)
        ours = self._digests.get(self._peer)
        self._is_answered |= is_vote and not entry.is_control and entry.state_digest == ours
        if not is_vote or entry.peer in self._digests:
            return []
        self._digests[entry.peer] = entry.state_digest
        return [self._differs()]

    def sides(self) -> Sides | None:
        """Who is known to have our state, and who another; None if no state differs."""
        if self._entry is None:
            return None
        ours = self._digests[self._peer]
        with_us = frozenset(peer for peer, each in self._digests.items() if each == ours)
        return Sides(with_us, frozenset(self._digests) - with_us, self._is_answered)

    def told(self, message: StateTold) -> Sequence[Effect]:
        """A peer's state: compared with ours if it is the one that was signed."""
        signed = None if self._entry is None else self._entry.state_digest
        is_it = signed == _digest(msgspec.Raw(message.state))
        ours = (each.state for each in self._states if each.digest == self._digests[self._peer])
        state = next(ours, None) if is_it else None
        if state is None:
            return []
        mine = encode(state)
        self._field = first_difference(mine, message.state)
        return [replace(self._differs(), states=(mine, message.state))]

    def _differs(self) -> Differs:
        assert self._entry is not None
        entry = self._entry
        return Differs(
            entry.index, entry.peer, entry.to_bytes(),
            is_state=True, alone=self._alone(), field=self._field,
        )  # fmt: skip

    def _alone(self) -> tuple[int, ...]:
        """The peers whose digest nobody shares, if some peers share one; of two nobody can say."""
        counts = Counter(self._digests.values())
        if max(counts.values()) == 1:
            return ()
        return tuple(sorted(peer for peer, each in self._digests.items() if counts[each] == 1))


def _digest(state: State | msgspec.Raw) -> bytes:
    return bytes.fromhex(digest(state))


# --- What stops the game for this peer ---


# K-4: our own place has two entries of ours, and only one was signed here: why the game ended here.
OWN_DIFFERS = "own-differs"

# Somebody's entry was wrong: the same, with the peer's number.
ACCUSED = "accused."

# The same where it was over another state, as the first release said it.
STATE_DIFFERS = "state.differs."


class Disputes:
    """What stops one peer's game; only the first wrong entry counts."""

    def __init__(self, peer: int, proceedings: Replica) -> None:
        self.misdeed: PeerMisbehaved | None = None  # what stopped the game
        self.is_about_us = False  # K-4: what is wrong carries our own signature
        self._proceedings = proceedings
        self._comparing = Comparing(proceedings.setup_hash, peer)
        self._searching = Searching(proceedings)
        self.keep_state()

    @property
    def wrong(self) -> Entry | None:
        """The wrong entry that stopped the game, if everything before it is common to all."""
        if self.misdeed is None:
            return None
        entries = [decode_entry(each) for each in self.misdeed.entries]
        is_first = len({entry.parent for entry in entries}) == 1
        return entries[-1] if is_first else self._searching.found

    def keep_state(self) -> None:
        """Store the current state: another peer may ask for it."""
        self._comparing.keep(self._proceedings.game.state)

    def hear(self, peer: int, message: Message) -> Sequence[Effect]:
        """Reply to another peer's question, or compare its state; empty for other messages."""
        match message:
            case WantEntry() if self.misdeed is not None:
                return [
                    Send(EntrySent(each), peer)
                    for each in self.misdeed.entries
                    if decode_entry(each).hash == message.entry
                ]
            case WantState():
                return self._comparing.answer(message, peer)
            case StateTold():
                return self._comparing.told(message)
            case _:
                return []

    def heard(self, entry: Entry) -> Sequence[Effect]:
        """An entry after the game was stopped: it may add evidence."""
        return [*self.recalled(entry), *self._searching.heard(entry)]

    def recalled(self, entry: Entry) -> Sequence[Effect]:
        """The same for an entry that is read again after a restart."""
        return [*self._comparing.heard(entry), *self._said_twice(entry)]

    def _said_twice(self, entry: Entry) -> Sequence[Effect]:
        """L-3: whether a peer that signed over another state has signed another answer there."""
        wrong = self.misdeed
        if wrong is None or wrong.code == Reason.EQUIVOCATION:
            return []
        known = decode_entry(wrong.entries[-1])
        is_there = (entry.game_id, entry.place) == (known.game_id, known.place)
        if not (is_there and self.is_over_another_state(known)) or entry.hash == known.hash:
            return []
        return self.accuse(equivocation(entry, known))

    def parted(self, entry: Entry) -> Sequence[Effect]:
        """An entry on another chain than ours; the game goes on."""
        return self._comparing.parted(entry)

    def accuse(self, wrong: PeerMisbehaved) -> Sequence[Effect]:
        """22.14: record and forward the wrong entry, and name its author."""
        self.misdeed = wrong
        forwarded: list[Effect] = []
        for encoded in wrong.entries:
            forwarded += [Record(encoded, own=False), Send(EntrySent(encoded))]
        entries = [decode_entry(each) for each in wrong.entries]
        found = [*self._searching.met(*entries), *self._compared(entries[-1])]
        return [*forwarded, *found, Accuse(wrong.peer, wrong.code, wrong.entries, wrong.words)]

    def contradicted(self, wrong: PeerMisbehaved) -> Sequence[Effect]:
        """K-4: two entries of our own: both are kept and shown to our player; nobody is accused."""
        self.misdeed, self.is_about_us = wrong, True
        kept = [Record(encoded, own=False) for encoded in wrong.entries]
        found = self._searching.met(*map(decode_entry, wrong.entries))
        return [*kept, *found, Close(OWN_DIFFERS)]

    @property
    def is_open(self) -> bool:
        """Whether the fault may be ours, as far as we have seen: then the others name it first."""
        sides = self.sides
        return sides is not None and not sides.leads(self._proceedings.roster.size)

    @property
    def sides(self) -> Sides | None:
        """Who has our state and who another, if that is what stopped the game."""
        is_two_answers = self.misdeed is None or self.misdeed.code == Reason.EQUIVOCATION
        return None if is_two_answers else self._comparing.sides()

    def is_over_another_state(self, entry: Entry) -> bool:
        """22.9: whether an entry on our parent was signed over another state than ours."""
        chain = self._proceedings.chain
        if chain.agrees(entry.index, entry.parent) is not True:
            return False
        return chain.digest(entry.index) not in (None, entry.state_digest)

    def _compared(self, wrong: Entry) -> Sequence[Effect]:
        """22.9: find where the other state differs from ours, with the help of its signer."""
        if not self.is_over_another_state(wrong):
            return []
        chain = self._proceedings.chain
        digest = chain.digest(wrong.index)
        assert digest is not None
        agreeing = (each.peer for each in chain.entries(wrong.index))
        found = [*self._comparing.found(wrong, agreeing, digest)]
        for word in chain.beside(wrong.index):
            found += self._comparing.heard(word)
        return found
