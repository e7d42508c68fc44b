"""Peers that this program plays beside its own: those whose places its player has taken over.

Each has a referee of its own, with its own identity and seed (22.15), and sees only entries: what
the program's own referee hears and says it hears too, and the other way round. A program that
comes back goes on with them.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.ids import Seat
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import Remembered
from net.edge.storing.store import Store
from net.log.roster import DRACULAS_PEER, Player
from net.peer.effects import (
    Arrived,
    Ask,
    Conceded,
    Decided,
    Effect,
    EndProposed,
    Event,
    GivenUpFor,
    Record,
    ResumeWished,
    Send,
    Started,
    WakeAt,
    Woke,
)
from net.peer.referee import Referee
from net.peer.replacement_vote import TakeOverHere, TakeOverWished, TimeOutWished
from net.wire.messages import EntrySent
from net.wire.table_setup import TableSetup

_SIZE = 32

# What an understudy wants done; what happened is told by the program's own referee.
_PERFORMED = (Ask, Record, Send, WakeAt)

# What an understudy hears: entries, what concerns its own answers, and what our player wants of all
# peers. What all others must sign would never be signed, if a place that we play kept silent.
_HEARD = (
    Started, Arrived, Decided, Woke, TimeOutWished, TakeOverWished,
    EndProposed, GivenUpFor, Conceded, ResumeWished,
)  # fmt: skip


class _Kept(Struct, frozen=True):
    """What cannot be had from anybody else."""

    identity: bytes
    seed: bytes
    since: int

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class SecondPlaceGame(NamedTuple):
    """Where understudies play: which game, kept where, judged how."""

    game: bytes
    setup: TableSetup
    store: Store
    verifier: Verifier


class SecondPlaces:
    """The referees of the places that were taken over here, by peer."""

    def __init__(self, stage: SecondPlaceGame, own: Referee) -> None:
        self._stage = stage
        self._own = own
        self._referees: dict[int, Referee] = {}

    @property
    def peers(self) -> Iterable[int]:
        """Whose places we play now: not one that is not ours yet, or not any more."""
        recovery = self._own.proceedings.recovery
        return [at for at, each in self._referees.items() if recovery.is_seated(each.player)]

    def referee_for(self, seat: str) -> Referee:
        """Whose referee answers for a seat."""
        peer = self._own.proceedings.roster.peer_of(seat)
        return self._own if peer == self._own.player.peer else self._referees[peer]

    def answering(self) -> dict[Seat, Referee]:
        """Every seat that this program answers for now, and the referee that does."""
        recovery, seats = self._own.proceedings.recovery, self._own.proceedings.roster.seats
        everybody = (self._own, *self._referees.values())
        seated = [each for each in everybody if recovery.is_seated(each.player)]
        return {seat: each for each in seated for seat in seats[each.player.peer]}

    def restore(self) -> None:
        """K-3: bring back those we played before this program ended."""
        for peer in self._own.proceedings.roster.peers:
            kept = self._kept(peer)
            if kept is not None:
                self._begin(peer, kept, is_new=False)

    def take_over(self, wish: TakeOverHere) -> TakeOverWished:
        """Prepare to play a place; the others have to agree to the identity it would have.

        One that came to nothing in an earlier epoch may have seen another take the place since.
        """
        peer, since = wish.peer, self._own.proceedings.chain.epoch + 1
        kept = self._kept(peer)
        if kept is None or (kept.since != since and peer not in self.peers):
            kept = _Kept(os.urandom(_SIZE), os.urandom(_SIZE), since)
            encoded = msgspec.msgpack.encode(kept)
            self._stage.store.keep_secret(self._stage.game, _name(peer), encoded)
            self._begin(peer, kept, is_new=True)
        identity = self._referees[peer].player.identity.public_key
        return TakeOverWished(wish.index, peer, identity)

    def handle(self, event: Event, now: float) -> Iterator[Effect]:
        """What the understudies want done because of something that happened."""
        is_dracula = self._own.player.peer == DRACULAS_PEER
        if isinstance(event, Conceded) and is_dracula:
            return  # he gives up for himself, not for a hunter whose place he plays
        if isinstance(event, _HEARD):
            for referee in list(self._referees.values()):
                yield from _performed(referee.handle(event, now))

    def level(self, now: float) -> Iterator[Effect]:
        """Let the program's own referee and these hear each other, until nobody has news."""
        seen: set[bytes] = set()
        is_news = True
        while is_news:
            is_news = False
            for each in self._exchanged(now):
                if not isinstance(each, Arrived):
                    yield each
                elif isinstance(each.message, EntrySent) and each.message.entry not in seen:
                    seen.add(each.message.entry)
                    is_news = True
                    yield from self._own.handle(each, now)

    def _exchanged(self, now: float) -> Iterator[Effect | Arrived]:
        """Bring each what it lacks and the program's own referee has, and the other way round."""
        for peer, referee in list(self._referees.items()):
            before: list[bytes] = []
            while (lacking := _lacking(referee, self._own)) and lacking != before:
                before = lacking
                for encoded in lacking:
                    arrived = Arrived(peer, EntrySent(encoded))
                    yield from _performed(referee.handle(arrived, now))
            for encoded in _lacking(self._own, referee):
                yield Arrived(peer, EntrySent(encoded))

    def _begin(self, peer: int, kept: _Kept, *, is_new: bool) -> None:
        stage = self._stage
        player = Player(peer, Identity(kept.identity), kept.seed, kept.since)
        # What our own referee has verified is not proved again.
        remembered = Remembered(stage.verifier)
        referee = Referee(player, stage.setup, remembered.verifier())
        head = self._own.proceedings.chain.index
        entries = remembered.recalling(stage.store.entries(stage.game), head)
        referee.restore(entries, listens=not is_new)
        self._referees[peer] = referee

    def _kept(self, peer: int) -> _Kept | None:
        kept = self._stage.store.secret(self._stage.game, _name(peer))
        return None if kept is None else msgspec.msgpack.decode(kept, type=_Kept)


def _performed(effects: Sequence[Effect]) -> Iterator[Effect]:
    return (effect for effect in effects if isinstance(effect, _PERFORMED))


def _name(peer: int) -> str:
    return f"understudy.{peer}"


def _lacking(one: Referee, other: Referee) -> list[bytes]:
    """Entries of one's pending request, or in place of it, that another has and it has not."""
    chain, theirs = one.proceedings.chain, other.proceedings.chain
    index = chain.index
    known = (*chain.entries(index), *chain.beside(index), *one.taking_up.entries)
    here = {entry.hash for entry in known}
    found = (*theirs.entries(index), *theirs.beside(index), *other.taking_up.entries)
    return [entry.to_bytes() for entry in found if entry.hash not in here]
