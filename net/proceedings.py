"""One game as its signed entries tell it, for whoever follows it: player, onlooker or auditor.

1. It holds no secret. What is asked, by whom it is answered and whether an answer is right follows
   from the entries before it alone (L-7).
2. Every entry is decoded, judged and proved before anything follows from it (P-9). A wrong one is
   kept and named (L-5); one that stands on something we lack is held (22.9).
3. The requests of a game: entering it, committing to keys, opening them; then all requests of the
   rules; then FINAL and AUDIT_OPEN (L-9, 22.8).
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, ClassVar

from msgspec import Struct

from engine.canonical import digest
from engine.edition import Edition
from engine.facts.fact import Fact
from engine.record import begin, members
from engine.requests import Request, Together
from net.audit_machine import Auditing, Ending
from net.crypto.faults import Malformed, PeerFault
from net.crypto.hashing import setup_hash
from net.crypto.parties import Verifier
from net.fairness.exchange import Place
from net.log.chain import Chain, Finding
from net.log.entry import Entry, check_signed, decode_entry
from net.log.evidence import Reason, faulty, misbehaved
from net.obligations import Locks, exchange_of, locks_of
from net.parts import Answering, Hearing
from net.roster import roster_of
from net.setup_machine import Entering, Keys, KeysCommitted, KeysOpened
from net.wire.bodies import Final, decode_body
from net.wire.layout import Body
from net.wire.table_setup import TableSetup, encode_setup


class Stage(Enum):
    """Where a game is, from first to last."""

    ENTERING = auto()
    COMMITTING = auto()
    OPENING = auto()
    PLAYING = auto()
    ENDING = auto()
    AUDITING = auto()
    OVER = auto()


class Settled(Struct, frozen=True):
    """A request that has its answer: what was asked, by which exchanges, and what followed."""

    index: int
    stage: Stage
    request: Request[Any] | None  # of the rules; None before and after them
    exchanges: tuple[Answering, ...]
    answers: list[Any]
    facts: tuple[Fact, ...] = ()


# Shown every request that is complete before anything follows from it.
Inspector = Callable[[Hearing], None]

# Told of every settled request before the next one can change anything.
Watcher = Callable[[Settled], None]


class Proceedings:
    """The public side of one game."""

    def __init__(self, setup: TableSetup, verifier: Verifier) -> None:
        self.setup = setup
        self.verifier = verifier
        self.roster = roster_of(setup)
        self.setup_hash = setup_hash(encode_setup(setup))
        self.chain = Chain(self.setup_hash)
        self.game = begin(setup.for_engine())
        self.stage = Stage.ENTERING
        self.inspectors: list[Inspector] = []
        self.watchers: list[Watcher] = []
        self.locks: Locks | None = None  # once the keys are open
        self.keys: Keys | None = None
        self.seeds: tuple[bytes, ...] = ()  # once the audit has opened them
        self.state_digest = b""
        self._key_commits: KeysCommitted | None = None
        self._waiting: dict[int, Entry] = {}
        self._begin()

    @property
    def request(self) -> Request[Any] | None:
        """What the rules ask now; None before and after them."""
        return self.game.pending if self.stage is Stage.PLAYING else None

    @property
    def edition(self) -> Edition:
        """What is played with."""
        return self.game.table.edition

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Answers that cannot be judged yet, because one they build on is missing (L-4)."""
        return tuple(self._waiting[number] for number in sorted(self._waiting))

    def read(self, encoded: bytes) -> Entry:
        """An entry and whose it is; a PeerFault if nobody at the table signed it (L-5)."""
        entry = decode_entry(encoded)
        if entry.peer >= self.roster.size:
            raise Malformed("an entry of nobody at this table")
        check_signed(entry, self.roster.identities[entry.peer])
        return entry

    def take(self, entry: Entry) -> Finding:
        """Judge an entry that `read` gave; raises PeerMisbehaved if it is wrong."""
        finding = self._take(entry)
        while ripe := self.chain.ripe():
            for each in ripe:
                self._take(each)
        return finding

    def decode(self, entry: Entry) -> Body:
        """The body of an entry."""
        return decode_body(self.verifier.group, entry.kind, entry.body)

    def _take(self, entry: Entry) -> Finding:
        finding = self.chain.take(entry)
        if finding is Finding.OUT_OF_TURN:
            self.chain.refuse(entry)
            raise misbehaved(entry, Reason.NOT_THEIR_TURN, "nobody asked this of this peer")
        if finding is Finding.DUE:
            self._waiting[entry.part] = entry
            self._work()
        return finding

    def _work(self) -> None:
        """Judge what can be judged, and go on while requests are complete."""
        while (number := self._next_due()) is not None:
            self._judge(self._waiting.pop(number))
            while self.stage is not Stage.OVER and self.hearing.is_complete:
                self._close()

    def _next_due(self) -> int | None:
        due = (number for number in sorted(self._waiting) if self.hearing.is_due(number))
        return next(due, None)

    def _judge(self, entry: Entry) -> None:
        try:
            self.hearing.check(entry.part, self.decode(entry))
        except PeerFault as fault:
            self.chain.refuse(entry)
            raise faulty(entry, fault) from fault
        self.chain.accept(entry)

    def _close(self) -> None:
        for inspector in self.inspectors:
            inspector(self.hearing)
        request, answers = self.request, self.hearing.settle()
        index, stage, exchanges = self.chain.index, self.stage, self.hearing.exchanges
        self.chain.close()
        facts = self._apply(request, answers)
        settled = Settled(index, stage, request, exchanges, answers, facts)
        for watcher in self.watchers:
            watcher(settled)
        self._begin()

    def _apply(self, request: Request[Any] | None, answers: Sequence[Any]) -> tuple[Fact, ...]:
        """Let follow what follows, and go to the next stage if this one is done."""
        if self.stage is Stage.PLAYING:
            self.game.submit(tuple(answers) if isinstance(request, Together) else answers[0])
            if self.game.pending is None:
                self.stage = Stage.ENDING
            return tuple(self.game.facts)
        self.stage = self._AFTER[self.stage](self, answers[0])
        return ()

    def _entered(self, game_id: bytes) -> Stage:
        self.chain.name_game(game_id)
        return Stage.COMMITTING

    def _committed(self, committed: KeysCommitted) -> Stage:
        self._key_commits = committed
        return Stage.OPENING

    def _opened(self, keys: Keys) -> Stage:
        self.keys = keys
        game_id, players = self.chain.game_id, self.setup.players
        self.locks = locks_of(game_id, players, self.edition, keys, self.verifier)
        return Stage.PLAYING

    def _ended(self, _final: Final) -> Stage:
        return Stage.AUDITING if self.setup.audit else Stage.OVER

    def _audited(self, seeds: tuple[bytes, ...]) -> Stage:
        self.seeds = seeds
        return Stage.OVER

    # What follows from the answer of a stage that has only one request.
    _AFTER: ClassVar[dict[Stage, Callable[[Any, Any], Stage]]] = {
        Stage.ENTERING: _entered,
        Stage.COMMITTING: _committed,
        Stage.OPENING: _opened,
        Stage.ENDING: _ended,
        Stage.AUDITING: _audited,
    }

    def _begin(self) -> None:
        """Derive what is asked next, and of whom."""
        self.hearing = Hearing(self._exchanges())
        if self.stage is not Stage.OVER:
            self.state_digest = bytes.fromhex(digest(self.game.state))
            self.chain.expect(self.hearing.peers, self.state_digest)

    def _exchanges(self) -> Sequence[Answering]:
        if self.stage is Stage.OVER:
            return []
        if self.stage is Stage.PLAYING:
            return self._obligations()
        return [self._round()]

    def _round(self) -> Answering:
        """The request of a stage that has only one."""
        size, chain = self.roster.size, self.chain
        if self.stage is Stage.ENTERING:
            return Entering(self.setup, self.setup_hash)
        if self.stage is Stage.COMMITTING:
            return KeysCommitted(size, chain.game_id, chain.parent)
        if self.stage is Stage.ENDING:
            return Ending(size, self.game.state.outcome, chain.parent)
        if self.stage is Stage.AUDITING:
            assert self.keys is not None
            return Auditing(self.verifier.group, chain.game_id, self.keys)
        assert self._key_commits is not None
        return KeysOpened(self.verifier, self._key_commits)

    def _obligations(self) -> Sequence[Answering]:
        """The exchanges of the request of the rules; those asked together count on (22.11)."""
        assert self.game.pending is not None
        assert self.locks is not None
        found: list[Answering] = []
        first = 0
        for member in members(self.game.pending):
            place = Place(self.chain.parent, first)
            found.append(exchange_of(member, self.locks, self.game.state, place))
            first += len(found[-1].steps)
        return found
