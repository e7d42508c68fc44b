"""Measures a whole table: games of five real programs, and how long an answer takes to reach all.

1. Shuffling at the start is compared with the work in it: the CPU time of all peers on all
   processors, or that of the slowest peer, whichever is more.
2. Judging the game's file on all processors is compared with its signatures and proofs on one.
3. An answer's way to all peers is compared with three things it cannot do without, measured right
   after the games (`raw_measured`): an encrypted echo from another program with as many connected
   as there were peers, a durable write of an entry, and the check of one signature. In a paced game
   there is a pause before each, since a process that slept is slower (cold caches); in a game flat
   out there is none.

What is measured of an answer:
1. It `reaches all` when the last other peer has the signed entry and has checked its signature,
   counted from the decision. That includes proving, checking, signing, storing, sending, reading.
2. It `travels` from the signature on, after its own program made and checked the proofs: what
   remains is what the three measures consist of.
3. It is `settled` when the last peer, its own included, has checked its proofs and gone on by the
   rules. The measures contain nothing of that work.
4. Of a game all answers count together (`every`), and apart: those with zero-knowledge proofs
   (`proved`); those that shared the processors with another answer on its way (`crossing`), because
   several seats were asked at once; and the rest.
5. In a paced game each seat waits until the others are done with what was before, so one answer's
   way is timed. In a game `flat out` bots answer as fast as they can, and the time that five
   programs wait for the processors counts too.
6. What a peer was still doing when the answer was given is waited for and does not count.
"""

import asyncio
import os
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from client.own_processes import spawning
from client.records.judging import judge
from client.sittings.ending import proofs_in
from client.terminal.progress import Step
from client.workshop.programs import Evening, Played, play
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity, SignedAs, check_signature
from net.crypto.transcript import Verifier
from net.edge.storing.store import Store
from net.edge.transport.sockets import Happened, LinkEnded, LinkOpened, Received, Sockets
from net.judging.game_file import TableGame, from_file
from net.judging.verification import Verification
from net.log.entry import Unsigned, check_signed, decode_entry, sign_entry
from net.session.handshake import NO_TABLE, Call
from net.wire.bodies import decode_body

_PEERS = 5
_THINK_MS = 80  # at least half of it, and by then all have long settled what was before
_PACED = ("influence_to_win=3",)  # some hundred answers are enough, and whole games think for long


def measure(changes: tuple[str, ...]) -> dict[str, Any]:
    """All figures of a game, and of a short one that is paced; `changes` are of both."""
    played = play(Evening(_PEERS, "bench", changes=changes), lambda _told: None)
    paced = play(
        Evening(_PEERS, "bench", changes=(*_PACED, *changes), think_ms=_THINK_MS),
        lambda _told: None,
    )
    game = from_file(played.games[0])
    return {
        **_setup(played),
        **answers_measured(paced, _THINK_MS, played),
        **_judging(game),
        "peer_memory_mb": max(report.measured.memory_mb for report in played.reports),
        "game_entries": sum(report.entries_made for report in played.reports),
        "game_wall_s": round(played.wall_s, 1),
        "game_cpu_s": round(played.cpu_s, 1),
    }


def _setup(played: Played) -> dict[str, Any]:
    setups = [report.measured.setup for report in played.reports]
    costs = [each for each in setups if each is not None]
    wall = max(each.wall_s for each in costs)
    whole, slowest = sum(each.cpu_s for each in costs), max(each.cpu_s for each in costs)
    bound = max(whole / (os.cpu_count() or 1), slowest)
    return {
        "setup_wall_s": round(wall, 2),
        "setup_cpu_all_s": round(whole, 2),
        "setup_cpu_slowest_s": round(slowest, 2),
        "setup_per_bound": round(wall / bound, 3),
    }


# Judging a file


def _judging(game: TableGame) -> dict[str, Any]:
    alone = _timed_proofs(game)
    before = os.times()
    started = time.perf_counter()
    judge(game)
    judged = time.perf_counter() - started
    after = os.times()
    return {
        "verify_wall_s": round(judged, 2),
        "verify_cpu_all_s": round(sum(after[:4]) - sum(before[:4]), 2),
        "signatures_and_proofs_alone_s": round(alone, 2),
        "verify_per_proofs_alone": round(judged / alone, 3),
    }


def _timed_proofs(game: TableGame) -> float:
    """All signatures and proofs of a game, one after the other, and nothing else."""
    verifier = Verifier(SodiumGroup(), os.urandom)
    checks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
    collecting = Verifier(
        verifier.group,
        verifier.entropy,
        lambda check, arguments: checks.append((check, arguments)),
    )
    Verification(game, collecting).run()
    keys = [peer.identity for peer in game.setup().peers]
    entries = [decode_entry(encoded) for encoded in game.entries]

    def check_all() -> None:
        for entry in entries:
            check_signed(entry, keys[entry.peer])
        for check, arguments in checks:
            check(verifier, *arguments)

    started = time.process_time()  # one core, whatever else the machine does
    check_all()
    return time.process_time() - started


# The way of an answer to all peers.
# The request and the part of an answer.
Answer = tuple[int, int]


class AnswerWay(NamedTuple):
    """How long one answer took, in seconds."""

    reached: float
    travelled: float
    settled: float
    crosses: bool = False  # whether another answer was decided or arrived before it had reached all


def answers_measured(paced: Played, think_ms: int, flat_out: Played) -> dict[str, Any]:
    """All figures of two games, in milliseconds and as ratios to the raw sums."""
    peers = len(paced.steps)
    return {
        **_measured(
            raw_measured(peers, think_ms), "raw",
            _told_apart(paced, "answer", "crossing_answer", "proved_answer", "every_answer"),
        ),
        **_measured(
            raw_measured(peers, 0), "flat_out_raw",
            _told_apart(
                flat_out, "flat_out_answer", "flat_out_answer", "flat_out_proved_answer",
                "flat_out_every_answer",
            ),
        ),
    }  # fmt: skip


def _measured(
    raw: dict[str, list[float]], name: str, kinds: dict[str, list[AnswerWay]]
) -> dict[str, Any]:
    """The figures of one game beside its measure, which goes by this name."""
    sums = {percent: sum(at(times, percent) for times in raw.values()) for percent in (50, 95)}
    figures: dict[str, Any] = {
        f"{name}_{part}_p{percent}_ms": ms(at(times, percent))
        for part, times in raw.items()
        for percent in sums
    }
    for kind, ways in kinds.items():
        figures[f"{kind}s_measured"] = len(ways)
        figures |= _beside(f"{kind}_reaches_all", [way.reached for way in ways], sums)
        figures |= _beside(f"{kind}_travels", [way.travelled for way in ways], sums)
        figures |= _beside(f"{kind}_settled", [way.settled for way in ways], sums)
    return figures


def _told_apart(
    played: Played, plain: str, crossing: str, proved: str, every: str
) -> dict[str, list[AnswerWay]]:
    """The ways of a game's answers by what kind they are, and all of them, under these names."""
    with_proof, found = _proved(played.games[0]), ways(played.steps)
    kinds: dict[str, list[AnswerWay]] = {plain: [], crossing: [], proved: []}
    for answer, way in found.items():
        unproved = crossing if way.crosses else plain
        kinds[proved if answer in with_proof else unproved].append(way)
    return {**kinds, every: list(found.values())}


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


def ways(steps: list[list[Step]]) -> dict[Answer, AnswerWay]:
    """Every answer somebody decided on that all others were seen to get and to settle."""
    settled = [{each.settled: each.at for each in peer} for peer in steps]
    reached = [{each.reached: each.at for each in peer} for peer in steps]
    signed = [{each.signed: each.at for each in peer} for peer in steps]
    found: dict[Answer, AnswerWay] = {}
    for number, answer, decided_at in _decided(steps):
        index, others = answer[0], [peer for peer in range(len(steps)) if peer != number]
        is_seen = all(index in each and index - 1 in each for each in settled)
        is_here = all(answer in reached[peer] for peer in others)
        if is_seen and is_here and answer in signed[number]:
            ready = [max(decided_at, each[index - 1]) for each in settled]
            last = max(reached[peer][answer] for peer in others)
            found[answer] = AnswerWay(
                max(reached[peer][answer] - ready[peer] for peer in others),
                max(
                    reached[peer][answer] - max(ready[peer], signed[number][answer])
                    for peer in others
                ),
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
    """Who decided what, and when."""
    for number, peer in enumerate(steps):
        for each in peer:
            if each.decided is not None:
                yield number, each.decided, each.at


def at(times: list[float], percent: int) -> float:
    """The time that so many of a hundred do not exceed, of times in order."""
    return times[min(len(times) * percent // 100, len(times) - 1)]


def ms(seconds: float) -> float:
    """In milliseconds, as they are shown."""
    return round(1000 * seconds, 2)


# The three measures: an echo, a write, a check.
_LOOPBACK = "127.0.0.1"
_CLOCK = time.perf_counter
_TIMES = 100
_ANSWER_SIZE = 400  # bytes of an open answer as an entry

# Does nothing for a while.
Rest = Callable[[], None]


def raw_measured(peers: int, pause_ms: int) -> dict[str, list[float]]:
    """Seconds of each of the three, in order, so many programs being there."""
    rest = partial(time.sleep, pause_ms / 1000)
    with _echoing(peers - 1) as ports:
        echoes = asyncio.run(_echoes(ports, rest))
    return {
        "echo": echoes,
        "durable_write": _writes(rest),
        "signature_check": _signature_checks(rest),
    }


@contextmanager
def _echoing(count: int) -> Iterator[list[int]]:
    """Start this many programs that echo what they get; yields their ports."""
    context = spawning()
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


async def _echoes(ports: list[int], rest: Rest) -> list[float]:
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
            rest()
            started = _CLOCK()
            sockets.send(name, bytes(_ANSWER_SIZE))
            await echoes.get()
            times.append(_CLOCK() - started)
    finally:
        for sockets in near:
            await sockets.close()
    return sorted(times)


def _writes(rest: Rest) -> list[float]:
    """An own entry, on the disk."""
    identity = Identity(bytes(32))
    times = []
    with tempfile.TemporaryDirectory(prefix="borgo-bench-") as folder:
        store = Store(Path(folder) / "bench.db", bytes(32))
        for index in range(_TIMES):
            unsigned = Unsigned(70, bytes(32), 0, index, 0, 0, bytes(32), bytes(32), bytes(200))
            entry = sign_entry(identity, unsigned).to_bytes()
            rest()
            started = _CLOCK()
            store.record_own(bytes(32), entry)
            times.append(_CLOCK() - started)
        store.close()
    return sorted(times)


def _signature_checks(rest: Rest) -> list[float]:
    identity, message = Identity(bytes(32)), bytes(_ANSWER_SIZE)
    signature = identity.sign(SignedAs.ENTRY, message)
    times = []
    for _ in range(_TIMES):
        rest()
        started = _CLOCK()
        check_signature(identity.public_key, SignedAs.ENTRY, message, signature)
        times.append(_CLOCK() - started)
    return sorted(times)
