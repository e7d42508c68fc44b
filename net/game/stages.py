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
from net.fairness.cards.exchange import ExchangePlace
from net.fairness.cards.ledger import Game, Ledger
from net.game.early_end import signers
from net.game.pending import AnswerExchange, Locks, exchange_of, locks_of
from net.game.redo import Renewal, SetAside
from net.game.rounds import (
    AuditRound,
    EndRound,
    EntryRound,
    Keys,
    KeysCommitted,
    KeysOpened,
    SecretsToOpen,
)
from net.log.chain import Chain
from net.log.roster import roster_of
from net.replacement.key_shares import Dealing
from net.replacement.recovery import Recovery
from net.wire.bodies import Final
from net.wire.table_setup import TableSetup, encode_setup


class GameStage(Enum):
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
    **dict.fromkeys((GameStage.ENTERING, GameStage.COMMITTING, GameStage.OPENING), "unbegun"),
    GameStage.ENDING: "unsigned",
    GameStage.AUDITING: "unaudited",
}


class Settled(Struct, frozen=True):
    """A request that has its answer: what was asked, by which exchanges, and what followed."""

    index: int
    stage: GameStage
    request: Request[Any] | None  # of the rules; None before and after them
    exchanges: tuple[AnswerExchange, ...]
    answers: list[Any]
    facts: tuple[Fact, ...] = ()


class Stages:
    """Where one game stands."""

    recovery: Recovery

    def __init__(self, setup: TableSetup, verifier: Verifier) -> None:
        self.setup = setup
        self.verifier = verifier
        self.roster = roster_of(setup)
        self.setup_hash = setup_hash(encode_setup(setup))
        self.chain = Chain(self.setup_hash)
        self.game = begin(setup.for_engine())
        self.stage = GameStage.ENTERING
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
        return self.game.pending if self.stage is GameStage.PLAYING else None

    @property
    def is_in_play(self) -> bool:
        """Whether the pending request can be asked again, and somebody be replaced in it."""
        return self.stage in (GameStage.PLAYING, GameStage.RESHUFFLING)

    @property
    def renewing(self) -> Sequence[Request[Any]]:
        """What all do in the pending request to give the decks a fresh order; else nothing."""
        return () if self._renewal is None else self._renewal.asked

    @property
    def is_underway(self) -> bool:
        """Whether peers can end the game now, before its rules do."""
        return self.is_in_play or self.stage in (GameStage.DEALING, GameStage.ACKNOWLEDGING)

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
        if self.stage is GameStage.PLAYING:
            self.game.submit(tuple(answers) if isinstance(request, Together) else answers[0])
            if self.game.pending is None:
                self.stage = GameStage.ENDING
            return tuple(self.game.facts)
        self.stage = self._AFTER[self.stage](self, answers[0])
        return ()

    def _entered(self, game_id: bytes) -> GameStage:
        self.chain.name_game(game_id)
        return GameStage.COMMITTING

    def _committed(self, committed: KeysCommitted) -> GameStage:
        self._key_commits = committed
        return GameStage.OPENING

    def _opened(self, keys: Keys) -> GameStage:
        self.keys = keys
        game_id, players = self.chain.game_id, self.setup.players
        game = Game(game_id, players, self.edition, self.setup.protocol)
        self.locks = locks_of(game, keys, self.verifier)
        return GameStage.DEALING if self.setup.recovery else GameStage.PLAYING

    def _dealt(self, dealing: Dealing) -> GameStage:
        self.recovery.dealt(dealing)
        return GameStage.ACKNOWLEDGING

    def _acknowledged(self, complaints: tuple[tuple[int, int], ...]) -> GameStage:
        self.recovery.acknowledged(complaints)
        if complaints:
            return GameStage.OVER
        return GameStage.PLAYING if self._renewal is None else GameStage.RESHUFFLING

    def _mixed(self, _answer: None) -> GameStage:
        assert self._renewal is not None
        if not self._renewal.settled():
            return GameStage.RESHUFFLING
        self._renewal = None
        return GameStage.PLAYING

    def _deal_again(self) -> None:
        """Somebody was replaced: shares of the new keys are dealt before anything else."""
        self.stage = GameStage.DEALING

    def _ask_again(self) -> None:
        """The pending request was set aside: what comes before it is asked again."""
        assert self.ledger is not None
        if self._renewal is not None:
            self._renewal.again()
        elif reshuffles_after_resume(self.setup.protocol):
            renewal = Renewal(self.ledger)
            if renewal.is_needed:
                self._renewal = renewal
                self.stage = GameStage.RESHUFFLING

    def _ended(self, _final: Final) -> GameStage:
        return GameStage.AUDITING if self.setup.audit else GameStage.OVER

    def _audited(self, seeds: Mapping[int, bytes]) -> GameStage:
        self.seeds = seeds
        return GameStage.OVER

    # What follows from the answer of a stage that has only one request.
    _AFTER: ClassVar[dict[GameStage, Callable[[Any, Any], GameStage]]] = {
        GameStage.ENTERING: _entered,
        GameStage.COMMITTING: _committed,
        GameStage.OPENING: _opened,
        GameStage.DEALING: _dealt,
        GameStage.ACKNOWLEDGING: _acknowledged,
        GameStage.RESHUFFLING: _mixed,
        GameStage.ENDING: _ended,
        GameStage.AUDITING: _audited,
    }

    def _exchanges(self) -> Sequence[AnswerExchange]:
        if self.stage is GameStage.OVER:
            return []
        if self.stage is GameStage.PLAYING:
            return self._obligations()
        if self.stage is GameStage.RESHUFFLING:
            assert self._renewal is not None
            return self._renewal.exchanges(ExchangePlace(self.chain.parent, 0, self._without))
        if self.stage in (GameStage.DEALING, GameStage.ACKNOWLEDGING):
            return [self.recovery.exchange(acknowledging=self.stage is GameStage.ACKNOWLEDGING)]
        return [self._round()]

    def _round(self) -> AnswerExchange:
        """The request of a stage that has only one."""
        size, chain = self.roster.size, self.chain
        if self.stage is GameStage.ENTERING:
            return EntryRound(self.setup, self.setup_hash)
        if self.stage is GameStage.COMMITTING:
            return KeysCommitted(size, chain.game_id, chain.parent)
        if self.stage is GameStage.ENDING:
            return EndRound(size, self.game.state.outcome, chain.parent)
        if self.stage is GameStage.AUDITING:
            assert self.ledger is not None
            before, epochs = self.recovery.keys_before, self.recovery.key_epochs
            peers = range(size) if self.ending is None else signers(self.ending, size)
            opened = SecretsToOpen(peers, chain.game_id, self.ledger.keys, epochs, before)
            return AuditRound(self.verifier.group, opened)
        assert self._key_commits is not None
        return KeysOpened(self.verifier, self._key_commits)

    def _obligations(self) -> Sequence[AnswerExchange]:
        """The exchanges of the request of the rules; those asked together count on (22.11)."""
        assert self.game.pending is not None
        assert self.locks is not None
        found: list[AnswerExchange] = []
        first = 0
        for member in members(self.game.pending):
            place = ExchangePlace(self.chain.parent, first, self._without)
            found.append(exchange_of(member, self.locks, self.game.state, place))
            first += len(found[-1].steps)
        return found
