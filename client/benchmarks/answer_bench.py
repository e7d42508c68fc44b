"""An answer on its way to every peer, beside the three things it cannot do without, in one run.

1. Raw, right after the games and each by itself: an encrypted echo of another program, there and
   back, while as many are connected as there were peers; the durable write of an own entry; the
   check of one signature. Their sum is the measure.
2. An answer `reaches all` from when its seat has decided until the last other peer has the signed
   entry in hand and its signature checked: so it was made, judged by its own program, signed,
   written durably, sent and read.
3. It is `settled` when the last peer, its own too, has checked its proofs and gone on by the rules:
   that is work which the measure has nothing of.
4. Answers with a proof of zero knowledge in them are told apart (`proved`): the measure has none.
   So are those that shared the processors with another answer on its way (`crossing`): where
   several seats are asked at once they answer at once.
5. In a paced game every seat thinks before it answers, longer than the others need to be done with
   what was before: so what is timed is the way of one answer. In a game `flat out` bots answer as
   fast as they can, and what is timed is also how long five programs wait for so many processors.
6. What a peer was still doing when the answer was given does not count: it is waited for.
"""

import asyncio
import multiprocessing
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from client.commands.table import proofs_in
from client.evening import Played
from client.progress import Step
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity, SignedAs, check_signature
from net.edge.sockets import Happened, LinkEnded, LinkOpened, Received, Sockets
from net.edge.store import Store
from net.game_file import from_file
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.session.handshake import NO_TABLE, Call
from net.wire.bodies import decode_body

_LOOPBACK = "127.0.0.1"
_CLOCK = time.perf_counter
_TIMES = 300
_ANSWER_SIZE = 400  # bytes of an open answer as an entry

# The request and the part of an answer.
Answer = tuple[int, int]


class Way(NamedTuple):
    """How long one answer took, in seconds."""

    reached: float
    settled: float
    crosses: bool = False  # whether another answer was decided or arrived before it had reached all


def measure(paced: Played, flat_out: Played) -> dict[str, Any]:
    """All figures of two games, in milliseconds and as ratios to the raw sums."""
    raw = _raw(len(paced.steps))
    sums = {percent: sum(at(times, percent) for times in raw.values()) for percent in (50, 95)}
    figures: dict[str, Any] = {
        f"raw_{name}_p{percent}_ms": ms(at(times, percent))
        for name, times in raw.items()
        for percent in sums
    }
    kinds = _told_apart(paced, "answer", "crossing_answer", "proved_answer")
    kinds |= _told_apart(flat_out, "flat_out_answer", "flat_out_answer", "flat_out_proved_answer")
    for kind, ways in kinds.items():
        figures[f"{kind}s_measured"] = len(ways)
        figures |= _beside(f"{kind}_reaches_all", [way.reached for way in ways], sums)
        figures |= _beside(f"{kind}_settled", [way.settled for way in ways], sums)
    return figures


def _told_apart(played: Played, plain: str, crossing: str, proved: str) -> dict[str, list[Way]]:
    """The ways of a game's answers by what kind they are, under these names."""
    with_proof = _proved(played.games[0])
    kinds: dict[str, list[Way]] = {plain: [], crossing: [], proved: []}
    for answer, way in _ways(played.steps).items():
        unproved = crossing if way.crosses else plain
        kinds[proved if answer in with_proof else unproved].append(way)
    return kinds


def _beside(name: str, times: list[float], sums: dict[int, float]) -> dict[str, Any]:
    if not times:
        return {}
    times = sorted(times)
    return {
        f"{name}_p50_ms": ms(at(times, 50)),
        f"{name}_p95_ms": ms(at(times, 95)),
        f"{name}_p50_per_raw_p50": round(at(times, 50) / sums[50], 2),
        f"{name}_p95_per_raw_p50": round(at(times, 95) / sums[50], 2),
        f"{name}_p95_per_raw_p95": round(at(times, 95) / sums[95], 2),
    }


def _proved(game: bytes) -> set[Answer]:
    """The answers that carry a proof, of a game's file."""
    group = SodiumGroup()
    entries = map(decode_entry, from_file(game).entries)
    return {
        (entry.index, entry.part)
        for entry in entries
        if proofs_in(decode_body(group, entry.kind, entry.body))
    }


def _ways(steps: list[list[Step]]) -> dict[Answer, Way]:
    """Every answer somebody decided on that all others were seen to get and to settle."""
    settled = [{each.settled: each.at for each in peer} for peer in steps]
    reached = [{each.reached: each.at for each in peer} for peer in steps]
    found: dict[Answer, Way] = {}
    for number, answer, decided_at in _decided(steps):
        index, others = answer[0], [peer for peer in range(len(steps)) if peer != number]
        is_seen = all(index in each and index - 1 in each for each in settled)
        if is_seen and all(answer in reached[peer] for peer in others):
            ready = [max(decided_at, each[index - 1]) for each in settled]
            last = max(reached[peer][answer] for peer in others)
            found[answer] = Way(
                max(reached[peer][answer] - ready[peer] for peer in others),
                max(each[index] for each in settled) - max(ready),
                crosses=_is_crossed(steps, answer, decided_at, last),
            )
    return found


def _is_crossed(steps: list[list[Step]], answer: Answer, since: float, until: float) -> bool:
    """Whether another answer was decided or arrived anywhere in that time."""
    return any(
        {each.decided, each.reached} - {answer, None}
        for peer in steps
        for each in _between(peer, since, until)
    )


def _between(steps: list[Step], since: float, until: float) -> list[Step]:
    first = bisect_left(steps, since, key=lambda step: step.at)
    return steps[first : bisect_right(steps, until, key=lambda step: step.at)]


def _decided(steps: list[list[Step]]) -> Iterator[tuple[int, Answer, float]]:
    """Who has decided what, and when."""
    for number, peer in enumerate(steps):
        for each in peer:
            if each.decided is not None:
                yield number, each.decided, each.at


def _raw(peers: int) -> dict[str, list[float]]:
    with _echoing(peers - 1) as ports:
        echoes = asyncio.run(_echoes(ports))
    return {
        "echo": echoes,
        "durable_write": _writes(),
        "signature_check": _signature_checks(),
    }


@contextmanager
def _echoing(count: int) -> Iterator[list[int]]:
    """So many programs that send back what they get; where they listen."""
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(count)]
    programs = [context.Process(target=_echo_back, args=(far,)) for _, far in pipes]
    for program in programs:
        program.start()
    try:
        yield [near.recv() for near, _ in pipes]
    finally:
        for program in programs:
            program.kill()
            program.join()


def _echo_back(told: Connection) -> None:
    asyncio.run(_echo(told))


async def _echo(told: Connection) -> None:
    ended = asyncio.Event()

    def happened(event: Happened) -> None:
        if isinstance(event, Received):
            sockets.send(event.link, event.message)
        elif isinstance(event, LinkEnded):
            ended.set()

    sockets = Sockets(Identity(bytes([1]) * 32), happened)
    sockets.tables[NO_TABLE] = b""
    told.send(await sockets.listen(_LOOPBACK, 0))
    await ended.wait()
    await sockets.close()


async def _echoes(ports: list[int]) -> list[float]:
    """There and back over an encrypted channel, of one after the other."""
    echoes: asyncio.Queue[Happened] = asyncio.Queue()
    # One for each: a program has one channel to a peer, and all who echo are the same one.
    near = [Sockets(Identity(bytes(32)), echoes.put_nowait) for _ in ports]
    times = []
    try:
        links = []
        for sockets, port in zip(near, ports, strict=True):
            sockets.tables[NO_TABLE] = b""
            links.append((sockets, await sockets.dial(_LOOPBACK, port, Call())))
            assert isinstance(await echoes.get(), LinkOpened)
        for sockets, name in islice(cycle(links), _TIMES):
            started = _CLOCK()
            sockets.send(name, bytes(_ANSWER_SIZE))
            await echoes.get()
            times.append(_CLOCK() - started)
    finally:
        for sockets in near:
            await sockets.close()
    return sorted(times)


def _writes() -> list[float]:
    """An own entry, on the disk."""
    identity = Identity(bytes(32))
    times = []
    with tempfile.TemporaryDirectory(prefix="borgo-bench-") as folder:
        store = Store(Path(folder) / "bench.db", bytes(32))
        for index in range(_TIMES):
            unsigned = Unsigned(70, bytes(32), 0, index, 0, 0, bytes(32), bytes(32), bytes(200))
            entry = sign_entry(identity, unsigned).to_bytes()
            started = _CLOCK()
            store.record_own(bytes(32), entry)
            times.append(_CLOCK() - started)
        store.close()
    return sorted(times)


def _signature_checks() -> list[float]:
    identity, message = Identity(bytes(32)), bytes(_ANSWER_SIZE)
    signature = identity.sign(SignedAs.ENTRY, message)
    return sorted(
        timed(lambda: check_signature(identity.public_key, SignedAs.ENTRY, message, signature))
        for _ in range(_TIMES)
    )


def timed(work: Callable[[], object]) -> float:
    """Seconds that a piece of work takes."""
    started = _CLOCK()
    work()
    return _CLOCK() - started


def at(times: list[float], percent: int) -> float:
    """The time that so many of a hundred do not exceed, of times in order."""
    return times[min(len(times) * percent // 100, len(times) - 1)]


def ms(seconds: float) -> float:
    """In milliseconds, as they are shown."""
    return round(1000 * seconds, 2)
