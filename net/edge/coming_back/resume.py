"""Coming back to a game after a crash (K-3): what must be kept for it, and how it is read again."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.errors import BorgoError
from engine.facts.fact import Fact
from engine.knowledge import Knowledge
from engine.versions import TooNew
from engine.view import View, see
from net.crypto.faults import PeerFault
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.storing.store import KeptGame, Store
from net.edge.storing.store_file import StoreDamaged
from net.game.stages import Settled
from net.lobby.events import Begin
from net.log.chain import FIRST_EPOCH
from net.log.entry import decode_entry
from net.peer.disputes import ACCUSED, OWN_DIFFERS, STATE_DIFFERS
from net.peer.referee import Referee
from net.wire.messages import PeerAt
from net.wire.table_setup import SignedSetup, TableSetup, check_numbers, read_signed_setup

_SEED = "seed"
_STOPPED = "stopped"
_WHEREABOUTS = "whereabouts"
_SUCCESSION = "succession"


class KeptAddresses(Struct, frozen=True):
    """The table's id, which its channels carry, and where the others were last."""

    table: bytes
    peers: tuple[PeerAt, ...]
    key: bytes = b""  # of a table with a passphrase
    name: str = ""  # of the table, if anybody said it

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    def title(self, setup: TableSetup) -> str:
        """What the table is called; if nobody kept that, by who plays there."""
        return self.name or ", ".join(peer.name for peer in setup.peers)


class Returning(NamedTuple):
    """Go back to a game that is not over."""

    begin: Begin
    seed: bytes
    whereabouts: KeptAddresses
    since: int = FIRST_EPOCH  # not the first for who has taken over a place
    agrees: bool = True  # to go on before what stopped it, if anything has

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class HeldPlace(Struct, frozen=True):
    """K-8: whose place is ours though the set-up names another, and the epoch from which it is."""

    peer: int
    since: int


class Past(Struct, frozen=True):
    """What followed from an answer before a restart, and the game after it as our seats saw it."""

    step: int  # how many answers the game had had by then
    facts: tuple[Fact, ...]
    view: View


class Remembered:
    """K-3: proofs that were checked before a restart are not checked again, later ones are."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier
        self.is_over = False
        self.past: list[Past] = []  # for whoever is to be told it again

    def verifier(self) -> Verifier:
        """One that does so; nothing else is taken on trust, neither signatures nor the chain."""
        return Verifier(self._verifier.group, self._verifier.entropy, self._check)

    def bring_back(self, referee: Referee, kept: KeptGame, entries: Iterable[bytes]) -> None:
        """K-3: go through what is stored; StoreDamaged if that is not what was played."""
        watchers = referee.proceedings.watchers
        watchers.append(lambda settled: self._recall(referee, settled))
        try:
            referee.restore(self.recalling(entries, kept.head_index))
        except PeerFault as fault:
            raise StoreDamaged("store-game-damaged") from fault
        finally:
            watchers.pop()
        chain = referee.proceedings.chain
        if chain.agrees(kept.head_index, kept.head_parent) is not True:
            raise StoreDamaged("store-game-differs")

    def recalling(self, entries: Iterable[bytes], head: int) -> Iterator[bytes]:
        """Give out what is stored; what was verified ends with the request before `head`."""
        for encoded in entries:
            if decode_entry(encoded).index >= head:
                self.is_over = True
            yield encoded
        self.is_over = True

    def _recall(self, referee: Referee, settled: Settled) -> None:
        """Keep what happened with what our seats knew at that moment, not with what they know."""
        if settled.facts:
            known: Knowledge = {}
            for seat in referee.proceedings.roster.seats[referee.player.peer]:
                known.update(referee.witness.knowledge[seat])
            game = referee.proceedings.game
            self.past.append(Past(game.position, settled.facts, see(game.state, known)))

    def _check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        if self.is_over:
            check(self._verifier, *arguments)


class NothingToReturnTo(BorgoError):
    """No game of this player waits to be ended."""


def keep_for_return(store: Store, game: bytes, seed: bytes, whereabouts: KeptAddresses) -> None:
    """Keep, before the first entry, what cannot be had from anybody else."""
    keep_seed(store, game, seed)
    keep_whereabouts(store, game, whereabouts)


def keep_seed(store: Store, game: bytes, seed: bytes) -> None:
    """Keep what all our secrets in a game follow from."""
    store.keep_secret(game, _SEED, seed)


def kept_seed(store: Store, game: bytes) -> bytes | None:
    """What was kept, if anything."""
    return store.secret(game, _SEED)


def keep_whereabouts(store: Store, game: bytes, whereabouts: KeptAddresses) -> None:
    """Keep where the others are now."""
    store.keep_secret(game, _WHEREABOUTS, msgspec.msgpack.encode(whereabouts))


def keep_succession(store: Store, game: bytes, succession: HeldPlace) -> None:
    """Keep which place all have given to us."""
    store.keep_secret(game, _SUCCESSION, msgspec.msgpack.encode(succession))


class Unfinished(NamedTuple):
    """A game that is not over, as far as this file knows: for a list to choose from.

    One that somebody's wrong entry has stopped can be taken up before it, if all go back to it.
    """

    returning: Returning
    began_at: int
    requests: int  # how far it is
    stopped_by: int | None = None  # whose entry was wrong

    @property
    def names(self) -> tuple[str, ...]:
        """Who played."""
        return tuple(peer.name for peer in self.returning.begin.setup.peers)


def unfinished(store: Store, identity_key: bytes) -> list[Unfinished]:
    """Every game that waits to be ended, the newest first; without those of a later program."""
    found: list[Unfinished] = []
    for kept, stopped_by in _waiting(store):
        returning = _returning(store, kept, identity_key) if _too_new(kept) is None else None
        if returning is not None:
            found.append(Unfinished(returning, kept.began_at, kept.head_index, stopped_by))
    return found


class Later(NamedTuple):
    """A game that waits for a later program, and why it cannot be gone back to with this one."""

    game: bytes
    why: TooNew


def later_games(store: Store) -> list[Later]:
    """Every game that waits and is of a later program, the newest first."""
    found = ((kept.id, _too_new(kept)) for kept, _ in _waiting(store))
    return [Later(game, why) for game, why in found if why is not None]


def too_new(store: Store) -> TooNew | None:
    """Why the newest game of a later program cannot be gone back to; None if there is none."""
    return next((each.why for each in later_games(store)), None)


def _waiting(store: Store) -> Iterator[tuple[KeptGame, int | None]]:
    """What is not over, and by whose wrong entry it was stopped, if by any."""
    for kept in store.games():
        stopped_by = stopped_by_whom(store, kept)
        if not kept.outcome or stopped_by is not None:
            yield kept, stopped_by


def _too_new(kept: KeptGame) -> TooNew | None:
    try:
        check_numbers(kept.setup)
    except TooNew as newer:
        return newer
    return None


def keep_stopped(store: Store, game: bytes, by: int | None) -> None:
    """Section 14: keep before whose wrong entry a game can be taken up, if it can."""
    store.keep_secret(game, _STOPPED, b"" if by is None else bytes((by,)))


def stopped_by_whom(store: Store, kept: KeptGame) -> int | None:
    """Whose entry has stopped a game that can be taken up before it; None if none has."""
    if kept.outcome.startswith(STATE_DIFFERS):  # its entry was kept then, but not what it is
        return int(kept.outcome.removeprefix(STATE_DIFFERS))
    is_stopped = kept.outcome == OWN_DIFFERS or kept.outcome.startswith(ACCUSED)
    by = store.secret(kept.id, _STOPPED) if is_stopped else None
    return by[0] if by else None


def _returning(store: Store, kept: KeptGame, identity_key: bytes) -> Returning | None:
    seed, where = kept_seed(store, kept.id), store.secret(kept.id, _WHEREABOUTS)
    if seed is None or where is None:
        return None
    try:
        setup = read_signed_setup(kept.setup)
    except PeerFault:
        return None
    ours = _place(store, kept.id, setup, identity_key)
    if ours is None:
        return None
    signed = msgspec.msgpack.decode(kept.setup, type=SignedSetup)
    whereabouts = msgspec.msgpack.decode(where, type=KeptAddresses)
    return Returning(Begin(signed, setup, ours.peer), seed, whereabouts, ours.since)


def _place(store: Store, game: bytes, setup: TableSetup, identity_key: bytes) -> HeldPlace | None:
    """Whose place is ours: by the set-up, or because all have given it to us."""
    if (kept := store.secret(game, _SUCCESSION)) is not None:
        return msgspec.msgpack.decode(kept, type=HeldPlace)
    keys = [peer.identity for peer in setup.peers]
    return HeldPlace(keys.index(identity_key), FIRST_EPOCH) if identity_key in keys else None
