"""A recorded game with one entry altered: `verify` must find it, and say which.

1. What was signed is changed, left out, told twice, told in another order, or signed by somebody
   else; the rest of the file is as it was.
2. An altered or foreign entry is named itself. A missing one cannot be: the request that lacks it
   is named, or the end of the file if no entry comes after it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from client.cheats.trial import judged
from client.soak.chance import chance_from
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.judging.game_file import TableGame
from net.judging.verdict import Violation
from net.log.entry import Unsigned, decode_entry, sign_entry

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
