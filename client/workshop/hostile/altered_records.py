"""Alters records and stores; each must then be refused or judged wrong, never crash the program.

1. An altered entry of a signed file would stop at its signature. So it is also signed anew by its
   author, and an unsigned record gets an end that fits: then the code behind the signature is
   tried.
2. A store is altered as a file; then its games are listed and continued, as the program does it.
3. `not_found` alters one entry of a recorded game (changed, left out, repeated, moved, signed by
   another) and leaves the rest. `verify` must name the altered or foreign entry. A missing entry
   cannot be named; the request that lacks it is, or the end of the file if no entry follows.
"""

import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from client.records.judging import judge_unsigned
from client.workshop.cheats.trial import judged
from client.workshop.hostile.decoders import Decoder, Samples, closed_anew
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import Plan, Weather
from client.workshop.soak.chance import chance_from
from engine.record_file import from_bytes
from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import KeptAddresses, Remembered, keep_for_return, unfinished
from net.edge.storing.store import FILE_NAME, Store
from net.judging.game_file import TableGame, from_file, is_table_file, to_file
from net.judging.verdict import Violation
from net.judging.verification import verify
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.log.roster import Player
from net.peer.effects import Started
from net.peer.referee import Referee
from net.wire.table_setup import encode_setup

_GIVEN_UP_AT = 24  # requests: the keys, all decks, and the first moves
_LENGTH = struct.Struct("<I")
_KEY = bytes(32)


def record_decoders(samples: Samples, group: Group) -> tuple[Decoder, ...]:
    """All of them, with one game's bytes."""
    kept = _Kept(group)
    return (
        Decoder("judged file", kept.judge, (kept.file, samples.record), 3),
        Decoder("judged file, signed anew", kept.judge_signed, (kept.entries,), 3),
        Decoder("judged record, closed anew", judge_closed, (samples.record,), 3),
        Decoder("restored game", kept.restore, (kept.entries, kept.midst), 3),
        Decoder("store returned to", kept.return_to, (kept.store,), 2),
    )


def judge_closed(content: bytes) -> None:
    """As `borgo verify` does it."""
    if not judge_unsigned(from_bytes(closed_anew(content))).kind:
        raise AssertionError("a verdict of no kind")


class _Seat(NamedTuple):
    """A player of the game that is kept."""

    identity: Identity
    seed: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class _Kept:
    """A short game of two that Dracula gives up, and all secrets are opened.

    As a file, as entries, and from its midst as entries and as the store of the second player.
    """

    def __init__(self, group: Group) -> None:
        self._verifier = Verifier(group, bytes)
        plan = Plan(
            "records", 2, weather=Weather(slowest=0.02), ending="conceded", ends_at=_GIVEN_UP_AT
        )
        table = SimulatedTable(plan, group)
        table.run()
        self._seats = [_Seat(peer.identity, peer.game_seed) for peer in table.peers]
        self._game = table.peers[1].file()
        self._setup = self._game.setup()
        self._chain = table.peers[1].referee.proceedings.chain
        self.file = to_file(self._game)
        self.entries = _joined(self._game.entries)
        self._so_far = [
            each for each in self._game.entries if decode_entry(each).index < _GIVEN_UP_AT
        ]
        self.midst = _joined(self._so_far)
        self.store = self._stored()

    def judge(self, content: bytes) -> None:
        """As `borgo verify` does it."""
        if not is_table_file(content):
            judge_unsigned(from_bytes(content))
            return
        self._judge(from_file(content))

    def judge_signed(self, content: bytes) -> None:
        """The same with entries that fit their signatures."""
        self._judge(self._game._replace(entries=(*self._signed(content),)))

    def _judge(self, game: TableGame) -> None:
        if not verify(game, self._verifier).kind:
            raise AssertionError("a verdict of no kind")

    def restore(self, content: bytes) -> None:
        """A program that comes back finds these entries, and goes on."""
        referee = self._referee()
        referee.restore(self._signed(content))
        referee.handle(Started(), 0.0)

    def return_to(self, content: bytes) -> None:
        """A program starts with this store and goes back to what waits in it."""
        with _in_a_file(content) as path:
            store = Store(path, _KEY)
            try:
                self._return(store)
            finally:
                store.close()

    def _return(self, store: Store) -> None:
        store.players()
        games = {game.id: game for game in store.games()}
        for waiting in unfinished(store, self._seats[1].identity.public_key):
            game = setup_hash(waiting.returning.begin.signed.setup)
            remembered = Remembered(self._verifier)
            referee = self._referee(remembered.verifier())
            store.notes(game)
            remembered.bring_back(referee, games[game], store.entries(game))
            referee.handle(Started(), 0.0)

    def _referee(self, verifier: Verifier | None = None) -> Referee:
        player = Player(1, *self._seats[1])
        return Referee(player, self._setup, verifier or self._verifier)

    def _signed(self, content: bytes) -> Iterator[bytes]:
        """Its entries, each signed by whom it names; what is no entry stays as it is."""
        for encoded in _parts(content):
            try:
                entry = decode_entry(encoded)
            except PeerFault:
                yield encoded
                continue
            fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
            known = entry.peer < len(self._seats)
            signer = self._seats[entry.peer if known else 0].identity
            yield sign_entry(signer, Unsigned(**fields)).to_bytes()

    def _stored(self) -> bytes:
        game, chain = setup_hash(encode_setup(self._setup)), self._chain
        with _in_a_file() as path:
            store = Store(path, _KEY, bytes)
            store.begin_game(game, self._game.signed_setup, 0)
            keep_for_return(store, game, self._seats[1].seed, KeptAddresses(bytes(16), ()))
            for encoded in self._so_far:
                if decode_entry(encoded).peer == 1:
                    store.record_own(game, encoded)
                else:
                    store.record_received(game, [encoded])
            store.set_head(game, _GIVEN_UP_AT, chain.parents[_GIVEN_UP_AT])
            store.close()
            return path.read_bytes()


@contextmanager
def _in_a_file(content: bytes | None = None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / FILE_NAME
        if content is not None:
            path.write_bytes(content)
        yield path


def _joined(entries: Iterable[bytes]) -> bytes:
    return b"".join(_LENGTH.pack(len(each)) + each for each in entries)


def _parts(content: bytes) -> Iterator[bytes]:
    """What stands behind each length, as far as there is enough."""
    while len(content) >= _LENGTH.size:
        end = _LENGTH.size + _LENGTH.unpack_from(content)[0]
        yield content[_LENGTH.size : end]
        content = content[end:]


# One entry of a recorded game altered: verify must say which.
Entries = tuple[bytes, ...]


class Means(NamedTuple):
    """What an alteration is made with: chance, and the keys of everybody at the table."""

    chance: Random
    identities: Sequence[Identity]


class Alteration(NamedTuple):
    """What is done to an entry, and where in the altered file it must be found."""

    name: str
    alter: Callable[[Entries, int, Means], Entries]
    is_found: Callable[[Violation, Entries, int], bool]


def _flip(entries: Entries, at: int, means: Means) -> Entries:
    entry = bytearray(entries[at])
    entry[means.chance.randrange(len(entry))] ^= 1 << means.chance.randrange(8)
    return (*entries[:at], bytes(entry), *entries[at + 1 :])


def _drop(entries: Entries, at: int, _means: Means) -> Entries:
    return (*entries[:at], *entries[at + 1 :])


def _repeat(entries: Entries, at: int, _means: Means) -> Entries:
    return (*entries[: at + 1], *entries[at:])


def _swap(entries: Entries, at: int, _means: Means) -> Entries:
    first = min(at, len(entries) - 2)
    return (*entries[:first], entries[first + 1], entries[first], *entries[first + 2 :])


def _sign_as_stranger(entries: Entries, at: int, means: Means) -> Entries:
    """The same words under the signature of a key that nobody at the table has."""
    stranger = Identity(means.chance.randbytes(32))
    return _signed(entries, at, stranger, decode_entry(entries[at]).peer)


def _sign_as_other(entries: Entries, at: int, means: Means) -> Entries:
    """Another peer of the table says the same, in its own name."""
    other = (decode_entry(entries[at]).peer + 1) % len(means.identities)
    return _signed(entries, at, means.identities[other], other)


def _signed(entries: Entries, at: int, identity: Identity, peer: int) -> Entries:
    entry = decode_entry(entries[at])
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    signed = sign_entry(identity, Unsigned(**{**fields, "peer": peer}))
    return (*entries[:at], signed.to_bytes(), *entries[at + 1 :])


def _is_named(violation: Violation, _entries: Entries, at: int) -> bool:
    return violation.entry == at


def _is_named_twice(violation: Violation, _entries: Entries, at: int) -> bool:
    return violation.entry == at + 1


def _is_one_of_two(violation: Violation, entries: Entries, at: int) -> bool:
    first = min(at, len(entries) - 2)
    return violation.entry in (first, first + 1)


def _is_missed(violation: Violation, entries: Entries, at: int) -> bool:
    """The request that lacks it is named, by an entry that comes too early or by the end."""
    dropped = decode_entry(entries[at])
    if violation.entry is None:
        return dropped.index == decode_entry(entries[-1]).index
    before = decode_entry(entries[violation.entry + 1])
    return before.index == dropped.index or violation.about.get("request") == dropped.index


ALTERATIONS: tuple[Alteration, ...] = (
    Alteration("one bit flipped", _flip, _is_named),
    Alteration("left out", _drop, _is_missed),
    Alteration("told twice", _repeat, _is_named_twice),
    Alteration("exchanged with its neighbour", _swap, _is_one_of_two),
    Alteration("signed by a stranger", _sign_as_stranger, _is_named),
    Alteration("signed by another peer", _sign_as_other, _is_named),
)


def not_found(game: TableGame, identities: Sequence[Identity], group: Group, at: int) -> list[str]:
    """The alterations of one entry that a verification does not find, or lays to another entry."""
    found: list[str] = []
    for alteration in ALTERATIONS:
        means = Means(chance_from(f"{alteration.name}/{at}"), identities)
        altered = game._replace(entries=alteration.alter(game.entries, at, means))
        # What stands before it is as it was played: its proofs need not be checked each time.
        verdict = judged(altered, group, max(at - 1, 0))
        violation = verdict.violation
        if violation is None or not alteration.is_found(violation, game.entries, at):
            found.append(f"entry {at} {alteration.name}: {violation or verdict.kind}")
    return found
