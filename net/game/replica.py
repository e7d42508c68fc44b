"""The replica of one game: what its signed entries say, for players, onlookers and auditors alike.

1. It holds no secret. What is asked, who answers it and whether an answer is right all follow from
   earlier entries alone (L-7).
2. Every entry is decoded, judged and its proof verified before anything is derived from it (P-9).
   A wrong entry is kept and its author named (L-5); an entry on something we lack is held back
   (22.9).
3. `Places` says which identity holds which place now. A place can change hands in the log, and its
   channel with it. This too follows from the log alone, so a peer that returns to a game derives it
   again (K-3, K-8).
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.canonical import digest
from net.crypto.faults import Malformed, PeerFault
from net.crypto.transcript import Verifier
from net.game.early_end import EarlyEnd, ending_id, is_opened
from net.game.pending import PendingRequest
from net.game.redo import SetAside, agreed_by_all, check_resumed, shufflers_of
from net.game.stages import GameStage, Settled, Stages
from net.log.chain import EntryStatus
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason, faulty, misbehaved
from net.replacement.recovery import Recovery
from net.wire.bodies import INTERLUDE_KINDS, Resumed, decode_body
from net.wire.layout import Body
from net.wire.table_setup import TableSetup

# Shown every request that is complete before anything follows from it.
Inspector = Callable[[PendingRequest], None]

# Told of every settled request before the next one can change anything.
Watcher = Callable[[Settled], None]


class Replica(Stages):
    """The public side of one game."""

    def __init__(self, setup: TableSetup, verifier: Verifier) -> None:
        super().__init__(setup, verifier)
        self.inspectors: list[Inspector] = []
        self.watchers: list[Watcher] = []
        self.state_digest = b""
        self._halted_at: int | None = None  # where our peer has signed such an end
        self._enders: Collection[int] = ()  # and who must sign it
        self.ripened: list[
            tuple[Entry, EntryStatus]
        ] = []  # what the last entry let be judged at last
        self.played: set[int] = set()  # the requests that can be asked again
        self._waiting: dict[int, Entry] = {}
        self._vouched: dict[int, Body] = {}  # of our peer, judged before they were signed
        self._answers: list[Any] | None = None  # of a request that only its interlude keeps open
        self.recovery = Recovery(self, is_on=setup.recovery, across=setup.bots_across)
        self._begin()

    @property
    def ended_as(self) -> str:
        """How a game that is over ended, as an id."""
        early = "over" if self.ending is None else ending_id(self.ending)
        return self.recovery.complaint or early

    @property
    def result(self) -> str | None:
        """Who has won, or how peers ended it before the rules did, as an id; None: not over."""
        early = None if self.ending is None else ending_id(self.ending)
        return self.game.state.outcome or early

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Answers that cannot be judged yet, because one they build on is missing (L-4)."""
        return tuple(self._waiting[number] for number in sorted(self._waiting))

    @property
    def unheard(self) -> tuple[int, ...]:
        """The peers that could answer the pending request and have not, ascending."""
        return tuple(self.hearing.awaited(self.chain.missing()))

    @property
    def is_untouched(self) -> bool:
        """Whether there is no answer to the pending request, nor any entry beside it."""
        words = self.recovery.interlude.cases
        return not (self.chain.entries(self.chain.index) or self._waiting or words)

    def recorded(self) -> Iterator[Entry]:
        """22.12: the entries for the file; of the last two requests also incomplete ones (22.8)."""
        yield from self.chain.everything()
        if self.stage in (GameStage.ENDING, GameStage.AUDITING):
            yield from self.chain.entries(self.chain.index)

    def read(self, encoded: bytes) -> Entry:
        """Decode an entry; a PeerFault if nobody at the table signed it (L-5)."""
        entry = decode_entry(encoded)
        if entry.peer >= self.roster.size:
            raise Malformed("an entry of nobody at this table")
        self.recovery.check_signed(entry)
        return entry

    def take(self, entry: Entry) -> EntryStatus:
        """Judge an entry that `read` returned. Raises PeerMisbehaved if it is wrong."""
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

    def vouch(self, part: int, body: Body) -> None:
        """Judge our own body before it is signed; a PeerFault if all would refuse it.

        The same body is not judged a second time when its entry is taken.
        """
        self.hearing.check(part, body)
        self._vouched[part] = body

    def _take(self, entry: Entry) -> EntryStatus:
        if self.recovery.is_too_late(entry):
            return EntryStatus.DROPPED
        finding = self.chain.take(entry)
        if finding is EntryStatus.CONTROL and entry.kind in INTERLUDE_KINDS:
            self._hear_beside(entry)
            return EntryStatus.INTERLUDE
        if finding is EntryStatus.OUT_OF_TURN:
            self.chain.refuse(entry)
            raise misbehaved(entry, Reason.NOT_THEIR_TURN, "nobody asked this of this peer")
        if finding is EntryStatus.OTHER_STATE:
            self.chain.refuse(entry)
            raise misbehaved(entry, Reason.RULE_BROKEN, "the rules give another state of the game")
        if finding is EntryStatus.FINAL and entry.index == self.chain.index:
            self._interrupt(entry)
        if finding is EntryStatus.RESUMPTION and entry.index == self.chain.index:
            self._set_aside(entry)
        if finding is EntryStatus.DUE:
            self._waiting[entry.part] = entry
            self._work()
        return finding

    def _work(self) -> None:
        """Judge what can be judged, and settle requests as they become complete."""
        if not self._waiting:
            self._go_on()
        while (number := self._next_due()) is not None:
            self._judge(self._waiting.pop(number))
            self._go_on()

    def _go_on(self) -> None:
        while self.stage is not GameStage.OVER and self._is_complete and not self._is_halted:
            if not self._close():
                return

    @property
    def _is_complete(self) -> bool:
        """L-4: whether every part is answered, verified, and in the chain."""
        return self.hearing.is_complete and self.chain.is_complete()

    def _hear_beside(self, entry: Entry) -> None:
        """22.8: take a recovery message; for a request that is over it changes nothing."""
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
        """Whether we stay at this request, unless somebody has signed the end further on."""
        index = self.chain.index
        return index == self._halted_at and index >= self.chain.furthest_final(self._enders)

    def halt(self, index: int, enders: Collection[int]) -> None:
        """We sign the end at this request, and go on only together with these peers."""
        self._halted_at, self._enders = index, enders

    def _interrupt(self, entry: Entry) -> None:
        """Take a FINAL in place of the pending request; once all have signed it, the game ends."""
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
        self.stage = GameStage.AUDITING if opens else GameStage.OVER
        for watcher in self.watchers:
            watcher(Settled(index, stage, None, (), []))
        self._begin()

    def _set_aside(self, entry: Entry) -> None:
        """Take a RESUME in place of the pending request.

        Once all have signed it, the request is asked again.
        """
        try:
            if not self.is_in_play:
                raise Malformed("only what the rules ask can be asked again")
            shufflers = shufflers_of(self.hearing)
            body = check_resumed(self.decode(entry), self.roster.size, shufflers)
        except PeerFault as fault:
            self.chain.refuse(entry)
            raise faulty(entry, fault) from fault
        self._resuming.append((body, entry))
        if not (entries := agreed_by_all(self._resuming, self.roster.size)):
            return
        aside = SetAside(self.chain.index, body.peer, bool(body.without))
        self.set_aside.append(aside)
        if aside.is_without:
            self._without |= {aside.peer}
        self._waiting.clear()
        self.chain.set_aside(entries)
        assert self.ledger is not None
        self.ledger.game = replace(self.ledger.game, epoch=self.chain.epoch)
        for watcher in self.watchers:
            watcher(Settled(aside.index, self.stage, None, (), []))
        self._ask_again()
        self._begin()

    def _next_due(self) -> int | None:
        due = (number for number in sorted(self._waiting) if self.hearing.is_due(number))
        return next(due, None)

    def _judge(self, entry: Entry) -> None:
        try:
            body = self.decode(entry)
            if self._vouched.get(entry.part) != body:
                self.hearing.check(entry.part, body)
        except PeerFault as fault:
            self.chain.refuse(entry)
            raise faulty(entry, fault) from fault
        self.chain.accept(entry)

    def _close(self) -> bool:
        """Settle the request and derive the next one.

        Returns False while recovery messages are still missing.
        """
        if self._answers is None:
            for inspector in self.inspectors:
                inspector(self.hearing)
            self._answers = self.recovery.openable(self.hearing.settle())
        if not self.recovery.settled():
            return False
        request, answers, self._answers = self.request, self._answers, None
        index, stage, exchanges = self.chain.index, self.stage, self.hearing.exchanges
        is_new_epoch = self.recovery.close()
        if stage is GameStage.PLAYING:
            self._without = frozenset()
        facts = self._apply(request, answers)
        if is_new_epoch and self.is_in_play:
            self._deal_again()
        settled = Settled(index, stage, request, exchanges, answers, facts)
        for watcher in self.watchers:
            watcher(settled)
        self._begin()
        return True

    def _begin(self) -> None:
        """Derive the next request and who answers it."""
        self.hearing = PendingRequest(self._exchanges())
        self._vouched.clear()
        self.recovery.begin()
        self._early = EarlyEnd(self.roster.size)
        self._resuming: list[tuple[Resumed, Entry]] = []
        if self.is_in_play:
            self.played.add(self.chain.index)
        if self.stage is not GameStage.OVER:
            self.state_digest = bytes.fromhex(digest(self.game.state))
            self.chain.expect(self.hearing.peers, self.state_digest)


# --- Which identity holds which place ---


class Places(NamedTuple):
    """The identities that hold a place now, by peer, and those that held one before."""

    holders: Mapping[bytes, int]
    former: frozenset[bytes] = frozenset()


def places_of(proceedings: Replica) -> Places:
    """Who holds each place; also the agreed successor, because it must be able to accept."""
    roster, case = proceedings.roster, proceedings.recovery.interlude.succession()
    holders = {key: peer for peer, key in enumerate(roster.identities)}
    if case is not None and case.successor is not None:
        holders.setdefault(case.successor, case.peer)
    return Places(holders, frozenset(key for _, key in roster.former) - holders.keys())
