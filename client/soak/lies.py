"""What a changed program could send in place of an honest one, entry by entry.

A lie is told from a request on, at the first entry it fits; entries of others pass unchanged. The
liar's own referee knows nothing of it. Each lie says what must follow: either every honest peer
names the liar, by evidence, or nobody is named and honest peers still agree.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.canonical import encode
from net.crypto.keys import Identity
from net.limits import FIRST_CONTROL_PART, FIRST_FINAL_PART, MOST_HELD
from net.log.entry import Entry, Unsigned, sign_entry
from net.wire.bodies import (
    Accused,
    Answered,
    AuditOpened,
    CardProved,
    CoinShared,
    Final,
    Mixed,
    Rekeyed,
    Revealed,
    SharesSent,
    Shuffled,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailPlaced,
    encode_body,
)

# Bodies that end in a proof or in values that are proved: no bit of their last 32 bytes is free.
_PROVED = frozenset(
    body.kind
    for body in (
        CardProved, CoinShared, Mixed, Rekeyed, Revealed, SharesSent, Shuffled, TrailAbsent,
        TrailInSet, TrailNotHide, TrailPlaced,
    )
)  # fmt: skip

# A request that no game comes to: an entry for one that it does come to would be a second answer.
_FAR_AHEAD = 1_000_000

# How an open answer ends that changes no standing pass and shows no card.
_NOTHING_STANDING = encode(()) + encode(b"")


class Lying(NamedTuple):
    """Who lies to whom; what is drawn from `chance` is the same for every receiver."""

    identity: Identity
    receiver: int
    receivers: tuple[int, ...]
    chance: Random


Tell = Callable[[Entry, Lying], Sequence[Entry]]


class Lie(NamedTuple):
    """What goes out in place of an entry; `fits` says of which."""

    tell: Tell
    fits: Callable[[Entry], bool] = lambda _entry: True
    is_evident: bool = True  # whether every honest peer comes to name the liar
    goes_on: bool = False  # whether it is told at every entry that fits, and not once
    is_silent: bool = False  # whether the others wait for ever


def signed_again(lying: Lying, entry: Unsigned, **changes: object) -> Entry:
    """The entry with other fields, signed by its own peer."""
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    return sign_entry(lying.identity, Unsigned(**{**fields, **changes}))


def _flipped(entry: Entry, lying: Lying) -> Sequence[Entry]:
    at = len(entry.body) - 1 - lying.chance.randrange(32)
    bit = 1 << lying.chance.randrange(8)
    body = entry.body[:at] + bytes((entry.body[at] ^ bit,)) + entry.body[at + 1 :]
    return [signed_again(lying, entry, body=body)]


def _cut(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, body=entry.body[:-1])]


def _random_body(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, body=lying.chance.randbytes(len(entry.body)))]


def _other_type(entry: Entry, lying: Lying) -> Sequence[Entry]:
    body = encode_body(Final(1, entry.parent))
    return [signed_again(lying, entry, kind=Final.kind, body=body)]


def _out_of_turn(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [entry, signed_again(lying, entry, part=200)]


def _two_answers(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """L-3: every second peer is told something else, no onlooker; a lone one is told both."""
    other = signed_again(lying, entry, body=entry.body + b"\x00")
    if len(lying.receivers) == 1:
        return [entry, other]
    return [other if lying.receiver in lying.receivers[1::2] else entry]


def _fork(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """As before, but both answers are legal: only together they are wrong."""
    other = signed_again(lying, entry, body=_with_standing_passes(entry.body))
    if len(lying.receivers) == 1:
        return [entry, other]
    return [other if lying.receiver in lying.receivers[1::2] else entry]


def _with_standing_passes(body: bytes) -> bytes:
    """22.7: the same answer, and from now on no questions at some moment."""
    return body.removesuffix(_NOTHING_STANDING) + encode((("ambush.avoid", True),)) + encode(b"")


def _another_state(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, state_digest=lying.chance.randbytes(32))]


def _two_states(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """One peer hears that before the right answer, the others the right one alone."""
    is_first = lying.receiver == lying.receivers[0]
    return [*_another_state(entry, lying), entry] if is_first else [entry]


def _false_end(entry: Entry, lying: Lying) -> Sequence[Entry]:
    body = bytes((entry.body[0] ^ 3,)) + entry.body[1:]
    return [signed_again(lying, entry, body=body)]


def _false_seed(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return _flipped(entry, lying)


def _silence(_entry: Entry, _lying: Lying) -> Sequence[Entry]:
    return []


def _forgery(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """L-5: in the name of each other peer, which nobody can sign for it."""
    return [entry, *(signed_again(lying, entry, peer=peer) for peer in lying.receivers)]


def _broken_signature(entry: Entry, _lying: Lying) -> Sequence[Entry]:
    """The right entry comes as well: only the broken copy is of no use to anybody."""
    return [replace(entry, signature=bytes(64)), entry]


def _flood(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """22.9: more entries than anybody keeps, on parents that nobody knows."""
    far = [
        signed_again(lying, entry, index=_FAR_AHEAD + number, parent=lying.chance.randbytes(32))
        for number in range(2 * MOST_HELD)
    ]
    return [*far, entry]


def _unfounded(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """22.14: an accusation of nothing that is wrong."""
    accused = Accused(3, lying.chance.randbytes(32))
    part = FIRST_CONTROL_PART + 7
    return [
        entry,
        signed_again(lying, entry, kind=accused.kind, part=part, body=encode_body(accused)),
    ]


def _is_proved(entry: Entry) -> bool:
    return entry.kind in _PROVED


def _is_answer(entry: Entry) -> bool:
    """To a request, and not in place of one."""
    return entry.part < FIRST_FINAL_PART


def _is_open_answer(entry: Entry) -> bool:
    return entry.kind == Answered.kind and entry.body.endswith(_NOTHING_STANDING)


LIES: dict[str, Lie] = {
    "flipped bit": Lie(_flipped, _is_proved),
    "cut body": Lie(_cut),
    "random body": Lie(_random_body, _is_proved),
    "another type": Lie(_other_type),
    "out of turn": Lie(_out_of_turn),
    "two answers": Lie(_two_answers),
    "fork": Lie(_fork, _is_open_answer),
    "another state": Lie(_another_state, _is_answer),
    "two states": Lie(_two_states, _is_answer),
    "false end": Lie(_false_end, lambda entry: entry.kind == Final.kind),
    "false seed": Lie(_false_seed, lambda entry: entry.kind == AuditOpened.kind),
    "silence": Lie(_silence, is_evident=False, goes_on=True, is_silent=True),
    "forgery": Lie(_forgery, is_evident=False, goes_on=True),
    "broken signature": Lie(_broken_signature, is_evident=False, goes_on=True),
    "flood": Lie(_flood, is_evident=False),
    "unfounded accusation": Lie(_unfounded, is_evident=False),
}
