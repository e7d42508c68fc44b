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
from net.audit_machine import Auditing, Ending, Opened
from net.crypto.faults import Malformed, PeerFault
from net.crypto.hashing import setup_hash
from net.crypto.parties import Verifier
from net.endings import EarlyEnd, is_opened
from net.fairness.exchange import Place
from net.fairness.ledger import Ledger
from net.log.chain import Chain, Finding
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason, faulty, misbehaved
from net.obligations import Locks, exchange_of, locks_of
from net.parts import Answering, Hearing
from net.recovery.dealing import Dealing
from net.recovery.recovery import Recovery
from net.roster import roster_of
from net.setup_machine import Entering, Keys, KeysCommitted, KeysOpened
from net.wire.bodies import INTERLUDE_KINDS, Final, decode_body
from net.wire.layout import Body
from net.wire.table_setup import TableSetup, encode_setup


class Stage(Enum):
    """Where a game is, from first to last."""

    ENTERING = auto()
    COMMITTING = auto()
    OPENING = auto()
    DEALING = auto()  # with recovery: at the start, and after somebody was replaced
    ACKNOWLEDGING = auto()
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
        self.ending: int | None = None  # how peers ended it before the rules did
        self._halted_at: int | None = None  # where our peer has signed such an end
        self._key_commits: KeysCommitted | None = None
        self.ripened: list[tuple[Entry, Finding]] = []  # what the last entry let be judged at last
        self._waiting: dict[int, Entry] = {}
        self._answers: list[Any] | None = None  # of a request that only its interlude keeps open
        self.recovery = Recovery(self, is_on=setup.recovery)
        self._begin()

    @property
    def request(self) -> Request[Any] | None:
        """What the rules ask now; None before and after them."""
        return self.game.pending if self.stage is Stage.PLAYING else None

    @property
    def is_played(self) -> bool:
        """Whether the pending request is one of the rules."""
        return self.stage is Stage.PLAYING

    @property
    def is_underway(self) -> bool:
        """Whether peers can end the game now, before its rules do."""
        return self.stage in (Stage.PLAYING, Stage.DEALING, Stage.ACKNOWLEDGING)

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once the keys are open."""
        return None if self.locks is None else self.locks.cards

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
        self.recovery.check_signed(entry)
        return entry

    def take(self, entry: Entry) -> Finding:
        """Judge an entry that `read` gave; raises PeerMisbehaved if it is wrong."""
        self.ripened = []
        finding = self._take(entry)
        if entry.is_final:
            self._work()  # it may lie further on than where we stopped
        while ripe := self.chain.ripe():
            for each in ripe:
                self.ripened.append((each, self._take(each)))
        return finding

    def decode(self, entry: Entry) -> Body:
        """The body of an entry."""
        return decode_body(self.verifier.group, entry.kind, entry.body)

    def _take(self, entry: Entry) -> Finding:
        if self.recovery.is_too_late(entry):
            return Finding.DROPPED
        finding = self.chain.take(entry)
        if finding is Finding.CONTROL and entry.kind in INTERLUDE_KINDS:
            self._hear_beside(entry)
            return Finding.INTERLUDE
        if finding is Finding.OUT_OF_TURN:
            self.chain.refuse(entry)
            raise misbehaved(entry, Reason.NOT_THEIR_TURN, "nobody asked this of this peer")
        if finding is Finding.FINAL and entry.index == self.chain.index:
            self._interrupt(entry)
        if finding is Finding.DUE:
            self._waiting[entry.part] = entry
            self._work()
        return finding

    def _work(self) -> None:
        """Judge what can be judged, and go on while requests are complete."""
        if not self._waiting:
            self._go_on()
        while (number := self._next_due()) is not None:
            self._judge(self._waiting.pop(number))
            self._go_on()

    def _go_on(self) -> None:
        while self.stage is not Stage.OVER and self._is_complete and not self._is_halted:
            if not self._close():
                return

    @property
    def _is_complete(self) -> bool:
        """L-4: whether every part is answered, verified, and in the chain."""
        return self.hearing.is_complete and self.chain.is_complete()

    def _hear_beside(self, entry: Entry) -> None:
        """22.8: a word of the interlude; of a request that is over it changes nothing."""
        self.chain.keep_control(entry)
        try:
            body = self.decode(entry)
            if entry.index != self.chain.index:
                return
            self.recovery.take(entry, body)
        except PeerFault as fault:
            raise faulty(entry, fault) from fault
        self._work()

    @property
    def _is_halted(self) -> bool:
        """Whether our peer stays here, unless somebody has ended the game further on."""
        index = self.chain.index
        return index == self._halted_at and index >= self.chain.furthest_final()

    def halt(self, index: int) -> None:
        """Our peer signs the end at this request, and follows nothing further."""
        self._halted_at = index

    def _interrupt(self, entry: Entry) -> None:
        """A FINAL in place of the pending request; once all have signed it, that is the end."""
        try:
            if not self.is_underway:
                raise Malformed("a game that is not being played cannot be ended")
            self._early.take(entry, self.decode(entry))
        except PeerFault as fault:
            self.chain.refuse(entry)
            raise faulty(entry, fault) from fault
        if (agreed := self._early.agreed()) is None:
            return
        self.ending, finals = agreed
        index, stage = self.chain.index, self.stage
        self._waiting.clear()
        self.chain.interrupt(finals)
        opens = self.setup.audit and is_opened(self.ending)
        self.stage = Stage.AUDITING if opens else Stage.OVER
        for watcher in self.watchers:
            watcher(Settled(index, stage, None, (), []))
        self._begin()

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

    def _close(self) -> bool:
        """Let follow what follows; False while the request's interlude lacks something."""
        if self._answers is None:
            for inspector in self.inspectors:
                inspector(self.hearing)
            self._answers = self.recovery.openable(self.hearing.settle())
        if not self.recovery.settled():
            return False
        request, answers, self._answers = self.request, self._answers, None
        index, stage, exchanges = self.chain.index, self.stage, self.hearing.exchanges
        is_new_epoch = self.recovery.close()
        facts = self._apply(request, answers)
        if is_new_epoch and self.stage is Stage.PLAYING:
            self.stage = Stage.DEALING
        settled = Settled(index, stage, request, exchanges, answers, facts)
        for watcher in self.watchers:
            watcher(settled)
        self._begin()
        return True

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
        return Stage.DEALING if self.setup.recovery else Stage.PLAYING

    def _dealt(self, dealing: Dealing) -> Stage:
        self.recovery.dealt(dealing)
        return Stage.ACKNOWLEDGING

    def _acknowledged(self, complaints: tuple[tuple[int, int], ...]) -> Stage:
        self.recovery.acknowledged(complaints)
        return Stage.OVER if complaints else Stage.PLAYING

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
        Stage.DEALING: _dealt,
        Stage.ACKNOWLEDGING: _acknowledged,
        Stage.ENDING: _ended,
        Stage.AUDITING: _audited,
    }

    def _begin(self) -> None:
        """Derive what is asked next, and of whom."""
        self.hearing = Hearing(self._exchanges())
        self.recovery.begin()
        self._early = EarlyEnd(self.roster.size)
        if self.stage is not Stage.OVER:
            self.state_digest = bytes.fromhex(digest(self.game.state))
            self.chain.expect(self.hearing.peers, self.state_digest)

    def _exchanges(self) -> Sequence[Answering]:
        if self.stage is Stage.OVER:
            return []
        if self.stage is Stage.PLAYING:
            return self._obligations()
        if self.stage in (Stage.DEALING, Stage.ACKNOWLEDGING):
            return [self.recovery.exchange(acknowledging=self.stage is Stage.ACKNOWLEDGING)]
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
            assert self.ledger is not None
            before, epochs = self.recovery.keys_before, self.recovery.key_epochs
            opened = Opened(chain.game_id, self.ledger.keys, epochs, before)
            return Auditing(self.verifier.group, opened)
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
