"""What the seeds at the end make anew (sections 3 and 11): A-2 for whoever shares no code with us.

While a game is walked through, whatever followed from somebody's seed is kept as `Made`, with the
check that makes it anew. Seeds come with the last request; then all of these are made.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from group import G, Q, Wrong, add, commitment, open_value, times
from nacl import bindings as sodium
from nacl.exceptions import CryptoError
from proofs import Row
from transcript import Seed, b2b

HIDE = 200
PLACES = 199  # more than any board has: places count from 1, Hide is 200


class Made(NamedTuple):
    """Something that its maker's seed makes anew: by which identity, and how."""

    signer: bytes
    kind: str
    where: str
    check: Callable[..., None]  # its first argument is the seed
    arguments: tuple[Any, ...]
    also: bytes = b""  # whose seed it takes too, as the second argument


def remixed(
    seed: Seed, context: bytes, public: Sequence[bytes], rows: list[Row], outputs: bytes
) -> None:
    """The permutation and the masks of a shuffle."""
    order, randomness = seed.remixing(context, rows)
    made = b"".join(
        add(part, times(randomness[source], base))
        for source in order
        for part, base in zip(rows[source], (G, *public), strict=True)
    )
    if made != outputs:
        raise Wrong("another permutation or other masks than the seed gives")


def multiplied(seed: Seed, label: str, content: bytes, expected: bytes) -> None:
    """A point that is a multiple of G."""
    if open_value(seed.scalar(label, content)) != expected:
        raise Wrong("other randomness than the seed gives")


def derived(seed: Seed, label: str, content: bytes, expected: bytes) -> None:
    """32 bytes."""
    if seed.half(label, content) != expected:
        raise Wrong("other bytes than the seed gives")


def linked(seed: Seed, content: bytes, codes: Sequence[int], expected: bytes) -> None:
    """The commitment of CARD_IN_SET: to one of the codes of its deck."""
    blinding = seed.scalar("link", content)
    if not any(commitment(code, blinding) == expected for code in codes):
        raise Wrong("another commitment than the seed gives to any card")


def sealed(seed: Seed, game: bytes, laid: Any) -> None:
    """A trail card: every code is tried for the seal, then its twin, then every place for L."""
    numbers = laid.slot.to_bytes(2, "little")
    for code in (*range(1, PLACES + 1), HIDE):
        content = laid.anchor + numbers + code.to_bytes(2, "little")
        nonce = seed.half("trail.n", content)
        if seal_of(game, laid.slot, code, nonce) == laid.seal:
            break
    else:
        raise Wrong("no card fits the seal")
    if commitment(code, twin_blinding(nonce)) != laid.twin:
        raise Wrong("the seal does not fit its twin")
    for place in range(1, PLACES + 1) if code == HIDE else (code,):
        content = laid.anchor + numbers + place.to_bytes(2, "little")
        if commitment(place, seed.scalar("trail.l", content)) == laid.first_location:
            return
    raise Wrong("no place fits the location")


def dealt(seed: Seed, context: bytes, points: Sequence[Sequence[bytes]]) -> None:
    """VSS_DEAL: D, and F_1 …; F_0 is what is left of the key."""
    for number, published in enumerate(points):
        for position, expected in enumerate(published):
            power = max(position - 1, 0)
            content = context + bytes((number, power))
            if position != 1 and open_value(seed.scalar("vss", content)) != expected:
                raise Wrong("other shares than the seed gives")


def kept(
    seed: Seed, place: bytes, context: bytes, box: bytes, check: Callable[[bytes], None]
) -> None:
    """What was sealed to one peer: its seed opens the box. `place` is the data of its keys."""
    secret = seed.half("key.seal", place)
    try:
        content = sodium.crypto_box_seal_open(box, sodium.crypto_scalarmult_base(secret), secret)
    except CryptoError as error:
        raise Wrong("a box that does not open") from error
    if content[:32] != context:
        raise Wrong("a box of another context")
    check(content[32:])


class Box(NamedTuple):
    """Something sealed to one peer: the data of its keys, Z, the context, the bytes."""

    place: bytes
    key: bytes
    context: bytes
    sealed: bytes


def shown(giver: Seed, receiver: Seed, box: Box, check: Callable[[Seed, bytes], None]) -> None:
    """A SHOW of protocol 2: its content, with the proof in it, and the box come from the seed."""

    def again(content: bytes) -> None:
        check(giver, content)
        secret = giver.half("box", box.context + box.key + b2b("box", content))
        if sodium.crypto_scalarmult_base(secret) != box.sealed[:32]:
            raise Wrong("another box than the seed gives")

    kept(receiver, box.place, box.context, box.sealed, again)


def own_keys(seed: Seed, place: bytes, expected: Sequence[bytes]) -> None:
    """X, Y, C and Z; `place` is game id and epoch."""
    labels = ("key.id", "key.back", "key.coin")
    made = [open_value(seed.scalar(label, place)) for label in labels]
    made.append(sodium.crypto_scalarmult_base(seed.half("key.seal", place)))
    if made != list(expected):
        raise Wrong("the seed is not that of the keys")


def seal_of(game: bytes, slot: int, code: int, nonce: bytes) -> bytes:
    """Section 9: what anybody with SHA-256 can make."""
    numbers = slot.to_bytes(2, "little") + code.to_bytes(2, "little")
    return hashlib.sha256(b"FOD1-seal" + game + numbers + nonce).digest()


def twin_blinding(nonce: bytes) -> int:
    """The randomness of K."""
    return int.from_bytes(b2b("blind", nonce, 64), "little") % Q
