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
from typing import Any, NamedTuple

from engine.canonical import digest
from engine.facts.fact import Fact
from engine.record import begin, members
from engine.requests import Request, Together
from net.audit_machine import Auditing, Ending
from net.crypto.faults import PeerFault
from net.crypto.hashing import setup_hash
from net.crypto.parties import Verifier
from net.errors import PeerMisbehaved
from net.fairness.exchange import Place
from net.log.chain import Chain, Finding
from net.log.entry import Entry, check_signed, decode_entry
from net.log.evidence import Reason, faulty, misbehaved
from net.obligations import Locks, exchange_of, locks_of
from net.parts import Answering, Hearing
from net.roster import roster_of
from net.setup_machine import Entering, Keys, KeysCommitted, KeysOpened
from net.wire.bodies import decode_body
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


class Settled(NamedTuple):
    """A request that has its answer: what was asked, by which exchanges, and what followed."""

    index: int
    stage: Stage
    request: Request[Any] | None  # of the rules; None before and after them
    exchanges: tuple[Answering, ...]
    answers: list[Any]
    facts: tuple[Fact, ...] = ()


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
        self.watchers: list[Watcher] = []
        self.locks: Locks | None = None  # once the keys are open
        self.keys: Keys | None = None
        self.state_digest = b""
        self._waiting: dict[int, Entry] = {}
        self._last_facts: tuple[Fact, ...] = ()
        self._begin()

    @property
    def request(self) -> Request[Any] | None:
        """What the rules ask now; None before and after them."""
        return self.game.pending if self.stage is Stage.PLAYING else None

    @property
    def edition(self) -> Any:
        """What is played with."""
        return self.game.table.edition

    def read(self, encoded: bytes) -> Entry:
        """An entry and whose it is; a PeerFault if nobody at the table signed it (L-5)."""
        entry = decode_entry(encoded)
        if entry.peer >= self.roster.size:
            raise OutsideTable("an entry of nobody at this table")
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
        match self.stage:
            case Stage.ENTERING:
                self.chain.name_game(answers[0])
                self.stage = Stage.COMMITTING
            case Stage.COMMITTING:
                self.stage = Stage.OPENING
            case Stage.OPENING:
                self.keys = answers[0]
                self.locks = locks_of(self.chain.game_id, self.setup, self.keys, self.verifier)
                self.stage = Stage.PLAYING
            case Stage.PLAYING:
                is_joined = isinstance(request, Together)
                self.game.submit(tuple(answers) if is_joined else answers[0])
                if self.game.pending is None:
                    self.stage = Stage.ENDING
                return tuple(self.game.facts)
            case Stage.ENDING:
                self.stage = Stage.AUDITING if self.setup.audit else Stage.OVER
            case Stage.AUDITING:
                self.stage = Stage.OVER
            case Stage.OVER:
                raise AssertionError("nothing is asked after the end")
        return ()

    def _begin(self) -> None:
        """Derive what is asked next, and of whom."""
        self.hearing = Hearing(self._exchanges())
        if self.stage is not Stage.OVER:
            self.state_digest = bytes.fromhex(digest(self.game.state))
            self.chain.expect(self.hearing.peers, self.state_digest)

    def _exchanges(self) -> Sequence[Answering]:
        match self.stage:
            case Stage.ENTERING:
                return [Entering(self.setup, self.setup_hash)]
            case Stage.COMMITTING:
                return [KeysCommitted(self.roster.size)]
            case Stage.OPENING:
                return [self._key_opening()]
            case Stage.PLAYING:
                return self._obligations()
            case Stage.ENDING:
                return [Ending(self.roster.size, self.game.state.outcome, self.chain.parent)]
            case Stage.AUDITING:
                assert self.keys is not None
                return [Auditing(self.verifier.group, self.chain.game_id, self.keys)]
            case Stage.OVER:
                return []

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
