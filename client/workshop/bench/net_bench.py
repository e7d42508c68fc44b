"""Measures the proofs beside the bare group operations they consist of, in the same run.

A piece of work is done once with a library that records its calls; then the same calls are replayed
alone. Both are timed in turn and the fastest round of each counts: other load on the machine can
only make it slower.
"""

import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import nacl.bindings

from client.workshop.plain_group import PlainGroup
from net.crypto.commitment import (
    Committed,
    TrailOpening,
    committed,
    open_value,
    seal_card,
    twin_opening,
)
from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group, SodiumGroup, read_point
from net.crypto.hashing import list_hash
from net.crypto.set_proofs import (
    HiddenMove,
    Move,
    Triple,
    check_different,
    check_legal_move,
    prove_different,
    prove_legal_move,
)
from net.crypto.shuffle_proof import Pile, check_shuffle, shuffle_and_prove
from net.crypto.transcript import Moment, Prover, Purpose, Verifier, hedged_nonces

_CLOCK = time.process_time  # of this program alone: what else the machine does is not counted
_MOMENT = Moment(bytes(32), 0, bytes(32), 0)

# A move from a hidden city: sixty cities with six roads each, and Hide in every one (9.2).
_HIDE = 200
_CITIES = range(1, 61)
_ROADS: list[Triple] = [(city, to, to) for city in _CITIES for to in range(city + 1, city + 7)]
_LEGAL = sorted(_ROADS + [(city, _HIDE, city) for city in _CITIES])
_WITNESS = (12, _HIDE, 12)

# Section 18: a facedown move has 8 hidden others, an absence 9 slots, the largest deck 75 cards.
_OTHERS = range(70, 78)
_SLOTS = range(70, 79)
_DECK = 75


class Work(NamedTuple):
    """Something to prove, and to verify: what the prover made is what the verifier gets."""

    prove: Callable[[], Any]
    verify: Callable[[Any], object]


class RecordingLibrary:
    """The group library with a memory: which of its functions were called, with what."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[bytes, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        """The library's function, wrapped so that its calls are kept."""
        function = getattr(nacl.bindings, name)

        def recorded(*arguments: bytes) -> Any:
            self.calls.append((name, arguments))
            return function(*arguments)

        return recorded


def measure(rounds: int) -> dict[str, Any]:
    """All figures: times in milliseconds, and ratios to the bare group operations (B-1, B-4)."""
    works = {"move": _move, "absence": _absence, "shuffle_75": _shuffle}
    figures: dict[str, Any] = {}
    for name, work in works.items():
        figures |= _beside_raw(name, work, max(2, rounds // 10) if work is _shuffle else rounds)
    return figures | _plain_times(max(2, rounds // 10))


def _beside_raw(name: str, work_on: Callable[[Group], Work], rounds: int) -> dict[str, Any]:
    library = RecordingLibrary()
    recorded, bare = work_on(SodiumGroup(library)), work_on(SodiumGroup())
    library.calls.clear()
    made = recorded.prove()
    proving = _bare_calls(library)
    recorded.verify(made)
    verifying = _bare_calls(library)
    return {
        **_timed(f"{name}_prove", bare.prove, proving, rounds),
        **_timed(f"{name}_verify", lambda: bare.verify(made), verifying, rounds),
    }


def _bare_calls(library: RecordingLibrary) -> list[tuple[Callable[..., Any], tuple[bytes, ...]]]:
    calls = [(getattr(nacl.bindings, name), arguments) for name, arguments in library.calls]
    library.calls.clear()
    return calls


def _timed(
    name: str,
    work: Callable[[], object],
    calls: list[tuple[Callable[..., Any], tuple[bytes, ...]]],
    rounds: int,
) -> dict[str, Any]:
    worked, bare = [], []
    for _ in range(rounds):
        started = _CLOCK()
        work()
        between = _CLOCK()
        for function, arguments in calls:
            function(*arguments)
        bare.append(_CLOCK() - between)
        worked.append(between - started)
    return {
        f"{name}_ms": round(min(worked) * 1000, 2),
        f"{name}_group_operations": len(calls),
        f"{name}_per_raw": round(min(worked) / min(bare), 3),
    }


def _plain_times(rounds: int) -> dict[str, Any]:
    """B-5: the move limits hold with the plain-Python group too."""
    work = _move(PlainGroup())
    made = work.prove()
    proving, verifying = [], []
    for _ in range(rounds):
        started = _CLOCK()
        made = work.prove()
        between = _CLOCK()
        work.verify(made)
        proving.append(between - started)
        verifying.append(_CLOCK() - between)
    return {
        "plain_move_prove_ms": round(min(proving) * 1000, 1),
        "plain_move_verify_ms": round(min(verifying) * 1000, 1),
    }


def _parties(group: Group) -> tuple[SeedSecrets, Prover, Verifier]:
    prover = Prover(group, hedged_nonces(group, bytes(32), os.urandom))
    return SeedSecrets(group, bytes(32)), prover, Verifier(group, os.urandom)


def _hidden(group: Group, secrets: SeedSecrets, codes: range) -> list[Committed]:
    return [committed(group, code, secrets.scalar("slot", bytes((code,)))) for code in codes]


def _move(group: Group) -> Work:
    """A facedown TRAIL_PLACE: seal, K, L, that the move is legal, that K is new (9.2, 22.1)."""
    secrets, prover, verifier = _parties(group)
    before, code, after = _WITNESS
    previous = committed(group, before, secrets.scalar("before", b""))
    others = _hidden(group, secrets, _OTHERS)
    place = _MOMENT.context(Purpose.PLACE, 0)
    contexts = [_MOMENT.context(Purpose.PLACE_NEQ, index) for index in range(len(others))]

    def prove() -> tuple[bytes, bytes, bytes, list[bytes]]:
        opening = TrailOpening(1, code, secrets.trail_nonce(_MOMENT.anchor, 1, code))
        twin = seal_card(group, _MOMENT.game_id, opening).twin
        card = Committed(twin, twin_opening(group, opening))
        blinding = secrets.location_blinding(_MOMENT.anchor, 1, after)
        location = committed(group, after, blinding)
        legal = prove_legal_move(prover, place, HiddenMove(previous, card, location), _LEGAL)
        pairs = zip(contexts, others, strict=True)
        new = [prove_different(prover, context, card, other) for context, other in pairs]
        return card.point, location.point, legal, new

    def verify(made: tuple[bytes, bytes, bytes, list[bytes]]) -> None:
        card, location = (read_point(group, encoded) for encoded in made[:2])
        check_legal_move(verifier, place, Move(previous.point, card, location), _LEGAL, made[2])
        for context, other, proof in zip(contexts, others, made[3], strict=True):
            check_different(verifier, context, card, other.point, proof)

    return Work(prove, verify)


def _absence(group: Group) -> Work:
    """TRAIL_ABSENT: a city is in none of nine hidden slots (T-8)."""
    secrets, prover, verifier = _parties(group)
    slots = _hidden(group, secrets, _SLOTS)
    contexts = [_MOMENT.context(Purpose.ABSENT, index) for index in range(len(slots))]

    def prove() -> list[bytes]:
        city = open_value(group, 17)
        pairs = zip(contexts, slots, strict=True)
        return [prove_different(prover, context, slot, city) for context, slot in pairs]

    def verify(made: list[bytes]) -> None:
        city = group.base_multiply(17)
        for context, slot, proof in zip(contexts, slots, made, strict=True):
            check_different(verifier, context, slot.point, city, proof)

    return Work(prove, verify)


def _shuffle(group: Group) -> Work:
    """SHUFFLE of the event deck, back and identity together, after somebody else's (S-3)."""
    secrets, prover, verifier = _parties(group)
    context = _MOMENT.context(Purpose.SHUFFLE, 0)
    keys = (group.base_multiply(secrets.scalar("back", b"")), group.base_multiply(5))
    rows = [
        tuple(group.base_multiply(secrets.scalar(part, bytes((row,)))) for part in "abc")
        for row in range(_DECK)
    ]
    pile = Pile(keys, rows)

    def prove() -> bytes:
        remixing = secrets.remixing(context, list_hash(rows), len(rows))
        return shuffle_and_prove(prover, context, pile, remixing)

    return Work(prove, lambda body: check_shuffle(verifier, context, pile, body))
