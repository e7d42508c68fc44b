"""The course of a game: its requests from the first to the last, and where each answer leads.

1. Entering the game, committing to keys, opening them; then all requests of the rules; then FINAL
   and AUDIT_OPEN (L-9, 22.8). With recovery, shares are dealt before the rules ask, and again
   whenever somebody was replaced. Before a request of the rules is asked again, what nobody has
   seen gets a fresh order (`net/game/redo.py`).
2. It knows no entries: whether what is said is right is for `net/game/replica.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, ClassVar

from msgspec import Struct

from engine.edition import Edition
from engine.facts.fact import Fact
from engine.record import begin, members
from engine.requests import Request, Together
from engine.versions import reshuffles_after_resume
from net.crypto.hashing import setup_hash
from net.crypto.transcript import Verifier
from net.fairness.cards.exchange import Place
from net.fairness.cards.ledger import Game, Ledger
from net.game.early_end import signers
from net.game.pending import Answering, Locks, exchange_of, locks_of
from net.game.redo import Renewal, SetAside
from net.game.rounds import Auditing, Ending, Entering, Keys, KeysCommitted, KeysOpened, Opened
from net.log.chain import Chain
from net.log.roster import roster_of
from net.replacement.key_shares import Dealing
from net.replacement.recovery import Recovery
from net.wire.bodies import Final
from net.wire.table_setup import TableSetup, encode_setup


class Stage(Enum):
    """Where a game is, from first to last."""

    ENTERING = auto()
    COMMITTING = auto()
    OPENING = auto()
    DEALING = auto()  # with recovery: at the start, and after somebody was replaced
    ACKNOWLEDGING = auto()
    RESHUFFLING = auto()  # before a request is asked again
    PLAYING = auto()
    ENDING = auto()
    AUDITING = auto()
    OVER = auto()


# 22.8: where everybody owes one entry that nobody decides, and no end can be signed without it: as
# what a game is closed here by whoever waits no longer, as an id.
_CLOSED_AS = {
    **dict.fromkeys((Stage.ENTERING, Stage.COMMITTING, Stage.OPENING), "unbegun"),
    Stage.ENDING: "unsigned",
    Stage.AUDITING: "unaudited",
}


class Settled(Struct, frozen=True):
    """A request that has its answer: what was asked, by which exchanges, and what followed."""

    index: int
    stage: Stage
    request: Request[Any] | None  # of the rules; None before and after them
    exchanges: tuple[Answering, ...]
    answers: list[Any]
    facts: tuple[Fact, ...] = ()


class Course:
    """Where one game stands."""

    recovery: Recovery

    def __init__(self, setup: TableSetup, verifier: Verifier) -> None:
        self.setup = setup
        self.verifier = verifier
        self.roster = roster_of(setup)
        self.setup_hash = setup_hash(encode_setup(setup))
        self.chain = Chain(self.setup_hash)
        self.game = begin(setup.for_engine())
        self.stage = Stage.ENTERING
        self.locks: Locks | None = None  # once the keys are open
        self.keys: Keys | None = None
        self.seeds: Mapping[int, bytes] = {}  # by peer, once the audit has opened them
        self.set_aside: list[SetAside] = []  # requests that all have agreed to ask again
        self._without: frozenset[int] = frozenset()  # whose shuffles the pending one is without
        self.ending: int | None = None  # how peers ended it before the rules did
        self._key_commits: KeysCommitted | None = None
        self._renewal: Renewal | None = None  # while decks get a fresh order

    @property
    def request(self) -> Request[Any] | None:
        """What the rules ask now; None before and after them."""
        return self.game.pending if self.stage is Stage.PLAYING else None

    @property
    def is_in_play(self) -> bool:
        """Whether the pending request can be asked again, and somebody be replaced in it."""
        return self.stage in (Stage.PLAYING, Stage.RESHUFFLING)

    @property
    def renewing(self) -> Sequence[Request[Any]]:
        """What all do in the pending request to give the decks a fresh order; else nothing."""
        return () if self._renewal is None else self._renewal.asked

    @property
    def is_underway(self) -> bool:
        """Whether peers can end the game now, before its rules do."""
        return self.is_in_play or self.stage in (Stage.DEALING, Stage.ACKNOWLEDGING)

    @property
    def closes_as(self) -> str:
        """As what each peer closes the game for itself if somebody stays away now; or empty."""
        return _CLOSED_AS.get(self.stage, "")

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once the keys are open."""
        return None if self.locks is None else self.locks.cards

    @property
    def edition(self) -> Edition:
        """What is played with."""
        return self.game.table.edition

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
        game = Game(game_id, players, self.edition, self.setup.protocol)
        self.locks = locks_of(game, keys, self.verifier)
        return Stage.DEALING if self.setup.recovery else Stage.PLAYING

    def _dealt(self, dealing: Dealing) -> Stage:
        self.recovery.dealt(dealing)
        return Stage.ACKNOWLEDGING

    def _acknowledged(self, complaints: tuple[tuple[int, int], ...]) -> Stage:
        self.recovery.acknowledged(complaints)
        if complaints:
            return Stage.OVER
        return Stage.PLAYING if self._renewal is None else Stage.RESHUFFLING

    def _mixed(self, _answer: None) -> Stage:
        assert self._renewal is not None
        if not self._renewal.settled():
            return Stage.RESHUFFLING
        self._renewal = None
        return Stage.PLAYING

    def _deal_again(self) -> None:
        """Somebody was replaced: shares of the new keys are dealt before anything else."""
        self.stage = Stage.DEALING

    def _ask_again(self) -> None:
        """The pending request was set aside: what comes before it is asked again."""
        assert self.ledger is not None
        if self._renewal is not None:
            self._renewal.again()
        elif reshuffles_after_resume(self.setup.protocol):
            renewal = Renewal(self.ledger)
            if renewal.is_needed:
                self._renewal = renewal
                self.stage = Stage.RESHUFFLING

    def _ended(self, _final: Final) -> Stage:
        return Stage.AUDITING if self.setup.audit else Stage.OVER

    def _audited(self, seeds: Mapping[int, bytes]) -> Stage:
        self.seeds = seeds
        return Stage.OVER

    # What follows from the answer of a stage that has only one request.
    _AFTER: ClassVar[dict[Stage, Callable[[Any, Any], Stage]]] = {
        Stage.ENTERING: _entered,
        Stage.COMMITTING: _committed,
        Stage.OPENING: _opened,
        Stage.DEALING: _dealt,
        Stage.ACKNOWLEDGING: _acknowledged,
        Stage.RESHUFFLING: _mixed,
        Stage.ENDING: _ended,
        Stage.AUDITING: _audited,
    }

    def _exchanges(self) -> Sequence[Answering]:
        if self.stage is Stage.OVER:
            return []
        if self.stage is Stage.PLAYING:
            return self._obligations()
        if self.stage is Stage.RESHUFFLING:
            assert self._renewal is not None
            return self._renewal.exchanges(Place(self.chain.parent, 0, self._without))
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
            peers = range(size) if self.ending is None else signers(self.ending, size)
            opened = Opened(peers, chain.game_id, self.ledger.keys, epochs, before)
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
            place = Place(self.chain.parent, first, self._without)
            found.append(exchange_of(member, self.locks, self.game.state, place))
            first += len(found[-1].steps)
        return found
