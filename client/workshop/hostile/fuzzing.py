"""Fuzzing: numbered hostile inputs for every decoder, the same on every machine.

1. No input may crash a decoder, keep it busy or leak memory; every refusal has a reason.
2. A hanging program is killed with a traceback: no decoder may take as long as `_HANGING_S`.
3. Memory is checked twice: small objects within a run, and the total over all runs of a process,
   where small leaks of single inputs add up.
"""

import faulthandler
import gc
import os
import re
import sys
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

from msgspec import Struct

from client.workshop.hostile.altered_records import record_decoders
from client.workshop.hostile.decoders import REFUSALS, Decoder, decoders_for, samples_in
from client.workshop.simulated.judgement import group_called
from client.workshop.soak.chance import chance_from
from net.crypto.group import Group
from net.edge.measures import memory_mb

_HANGING_S = 120.0


# Processor seconds that no input may take; the slowest honest one takes a tenth of it: a game of a
# few entries judged, and among records one of some dozen.
_SLOW_S = 2.0
_SLOW_RECORD_S = 10.0

# Megabytes by which no run of inputs may raise the most that its process has had.
_MOST_AT_ONCE_MB = 500.0

# Bytes of an input that are shown with its fault; a longer one can be made anew from its number.
_LONGEST_QUOTED = 4096

# So much of a reason tells it from others.
_WORDS_OF_REASON = 6

# Objects of the interpreter kept in the second half of a run: caches are full by then. Some hundred
# either way were seen; one object for every second input would be told.
_MOST_KEPT = 1000


# Megabytes that a process may take in the runs after its first, in which everything is loaded. What
# was seen is below ten; a hundred bytes kept of each of a million inputs would be told.
_MOST_GROWN_MB = 40.0


class FuzzTrial(Struct, frozen=True):
    """What came of a run of inputs."""

    first: int
    inputs: int
    outcomes: dict[str, int]  # decoder and read or refused -> how many
    faults: tuple[str, ...]
    corpus: dict[str, bytes]  # decoder and reason -> the shortest input that has it
    process: int = 0
    memory_mb: float = 0.0  # the most that process ever had


@cache
def _decoders(group: str) -> tuple[Decoder, ...]:
    chosen: Group = group_called(group)
    return _by_turns(decoders_for(samples_in(chosen), chosen))


@cache
def _record_decoders(group: str) -> tuple[Decoder, ...]:
    chosen: Group = group_called(group)
    return _by_turns(record_decoders(samples_in(chosen), chosen))


def _by_turns(found: tuple[Decoder, ...]) -> tuple[Decoder, ...]:
    """Each as often as it has turns. What only a first reading loads is no input's doing."""
    for decoder in found:
        for sample in decoder.samples:
            decoder.read(sample)
    return tuple(each for each in found for _ in range(each.turns))


def outcome_of(decoder: Decoder, content: bytes) -> str:
    """`read`, or why not; whatever else is raised is for the caller to name."""
    try:
        decoder.read(content)
    except REFUSALS as refusal:
        words = str(refusal)
        if not words:
            raise AssertionError("refused without a word") from refusal
        return f"{type(refusal).__name__}: {words}"
    return "read"


def fuzz(numbers: range, group: str, *, records: bool = False) -> FuzzTrial:
    """Try the inputs of these numbers, on all that reads bytes or on what reads whole records."""
    decoders = _record_decoders(group) if records else _decoders(group)
    slow_s, before = _SLOW_RECORD_S if records else _SLOW_S, memory_mb()
    outcomes: Counter[str] = Counter()
    corpus: dict[str, bytes] = {}
    faults: list[str] = []
    kept = 0
    for position, number in enumerate(numbers):
        if position == len(numbers) // 2:
            kept = _objects()
        chance = chance_from(f"fuzz/{number}")
        decoder = chance.choice(decoders)
        content = hostile(chance, decoder.samples)
        outcome, fault = _tried(decoder, content, slow_s)
        if fault is not None:
            quoted = b64encode(content).decode() if len(content) <= _LONGEST_QUOTED else "…"
            faults.append(f"input {number}, {decoder.name}: {fault}: {quoted}")
        outcomes[f"{decoder.name}: {'read' if outcome == 'read' else 'refused'}"] += 1
        _keep_shortest(corpus, f"{decoder.name}: {_general(outcome)}", content)
    grown = _objects() - kept
    if grown > _MOST_KEPT and not records:  # their signatures fill a cache for long
        faults.append(f"inputs {numbers}: {grown} objects more are kept at the end")
    memory = memory_mb()
    if memory - before > _MOST_AT_ONCE_MB:
        faults.append(f"inputs {numbers}: from {before} to {memory} MB")
    found = (dict(outcomes), tuple(faults), corpus)
    return FuzzTrial(numbers.start, len(numbers), *found, os.getpid(), memory)


def _objects() -> int:
    """What the interpreter keeps; what only waits to be collected does not count."""
    gc.collect()
    return sys.getallocatedblocks()


def _tried(decoder: Decoder, content: bytes, slow_s: float) -> tuple[str, str | None]:
    """The outcome of one input, and what is wrong with it, if anything."""
    faulthandler.dump_traceback_later(_HANGING_S, exit=True)
    started = time.process_time()
    try:
        outcome = outcome_of(decoder, content)
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    finally:
        faulthandler.cancel_dump_traceback_later()
    taken = time.process_time() - started
    return outcome, f"took {taken:.1f} s" if taken > slow_s else None


def _general(outcome: str) -> str:
    """A reason without the numbers and names in it, and only its beginning."""
    words = re.sub(r"'[^']*'|`[^`]*`|\"[^\"]*\"|=.*|\d+", " ", outcome, flags=re.DOTALL).split()
    return " ".join(words[:_WORDS_OF_REASON])


def _keep_shortest(corpus: dict[str, bytes], key: str, content: bytes) -> None:
    if key not in corpus or len(content) < len(corpus[key]):
        corpus[key] = content


def joined(trials: Iterable[FuzzTrial]) -> FuzzTrial:
    """Several runs as one."""
    outcomes: Counter[str] = Counter()
    corpus: dict[str, bytes] = {}
    faults: list[str] = []
    first, inputs = 0, 0
    memory: dict[int, list[float]] = {}  # of each process, after each of its runs
    for trial in trials:
        memory.setdefault(trial.process, []).append(trial.memory_mb)
        first = trial.first if inputs == 0 else first
        inputs += trial.inputs
        outcomes.update(trial.outcomes)
        faults += trial.faults
        for key, content in trial.corpus.items():
            _keep_shortest(corpus, key, content)
    for process, after in memory.items():
        if after[-1] - after[0] > _MOST_GROWN_MB:
            faults.append(f"process {process} grew from {after[0]} to {after[-1]} MB")
    most = max((after[-1] for after in memory.values()), default=0.0)
    return FuzzTrial(first, inputs, dict(outcomes), tuple(faults), corpus, memory_mb=most)


# Numbers at the edges of what lengths and counts can be.
_EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

_LONGEST_CHANGE = 40
_LONGEST_RANDOM = 400


def hostile(chance: Random, samples: Sequence[bytes]) -> bytes:
    """A changed sample, a mixture of two, or random bytes."""
    if chance.random() < 0.05:
        return chance.randbytes(chance.randrange(_LONGEST_RANDOM))
    content = chance.choice(samples)
    if chance.random() < 0.1:
        other = chance.choice(samples)
        content = content[: chance.randint(0, len(content))]
        content += other[chance.randint(0, len(other)) :]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = chance.choice(_CHANGES)(content, chance)
    return content


def _flip(content: bytes, chance: Random) -> bytes:
    if not content:
        return content
    at = chance.randrange(len(content))
    return content[:at] + bytes((content[at] ^ 1 << chance.randrange(8),)) + content[at + 1 :]


def _put(content: bytes, chance: Random) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + chance.randbytes(chance.randint(1, _LONGEST_CHANGE)) + content[at:]


def _take(content: bytes, chance: Random) -> bytes:
    start, end = _stretch(content, chance)
    return content[:start] + content[end:]


def _repeat(content: bytes, chance: Random) -> bytes:
    start, end = _stretch(content, chance)
    return content[:end] + content[start:end] * chance.choice((1, 1, 2, 100)) + content[end:]


def _cut(content: bytes, chance: Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _edge(content: bytes, chance: Random) -> bytes:
    """A number at the edge of its range, in either order of bytes."""
    size = chance.choice((1, 2, 4))
    written = (chance.choice(_EDGES) & (1 << 8 * size) - 1).to_bytes(size, "little")
    at = chance.randint(0, len(content))
    ordered = written if chance.random() < 0.5 else written[::-1]
    return content[:at] + ordered + content[at + size :]


def _stretch(content: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randint(0, len(content))
    return start, min(len(content), start + chance.randint(0, _LONGEST_CHANGE))


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _flip, _put, _take, _repeat, _cut, _edge,
)  # fmt: skip
