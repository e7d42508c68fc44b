"""A whole table's speed: one game of five real programs, beside what it is made of, in one run.

1. Deck set-up beside the work it takes: all peers' CPU time on all processors, or the slowest
   peer's, whichever is more.
2. Judging the game's file on all processors beside its signatures and proofs alone on one.
3. An answer on its way to every peer beside an encrypted echo, a durable write and a signature
   check. What a peer was still doing when the answer was given does not count.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from client.evening import Evening, Played, play
from client.progress import Step
from client.verifying import judge
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity, SignedAs, check_signature
from net.crypto.parties import Verifier
from net.edge.sockets import Happened, LinkOpened, Received, Sockets
from net.edge.store import Store
from net.game_file import TableGame, from_file
from net.log.entry import Unsigned, check_signed, decode_entry, sign_entry
from net.session.handshake import NO_TABLE, Call
from net.verification import Verification

_LOOPBACK = "127.0.0.1"
_CLOCK = time.perf_counter
_PEERS = 5
_ECHOES = 300
_WRITES = 100
_SIGNATURES = 300
_ANSWER_SIZE = 400  # bytes of an open answer as an entry


def measure(changes: tuple[str, ...]) -> dict[str, Any]:
    """All figures of one game; `changes` of switches make it shorter."""
    played = play(Evening(_PEERS, "bench", changes=changes), lambda _told: None)
    raw = _raw()
    return {
        **_setup(played),
        **_answers(played.steps, raw),
        **_judging(from_file(played.games[0])),
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


# An answer on its way


def _answers(steps: list[list[Step]], raw: dict[str, list[float]]) -> dict[str, Any]:
    ways = sorted(_ways(steps))
    sums = {share: sum(_at(times, share) for times in raw.values()) for share in (50, 95)}
    p95 = _at(ways, 95)
    return {
        **{f"raw_{name}_p50_ms": _ms(_at(times, 50)) for name, times in raw.items()},
        "answers_measured": len(ways),
        "answer_to_all_p50_ms": _ms(_at(ways, 50)),
        "answer_to_all_p95_ms": _ms(p95),
        "answer_p95_per_raw_p50": round(p95 / sums[50], 2),
        "answer_p95_per_raw_p95": round(p95 / sums[95], 2),
    }


def _ways(steps: list[list[Step]]) -> list[float]:
    """From when an answer was decided and all were ready for it, until all had it settled."""
    decided = {each.decided: each.at for peer in steps for each in peer if each.decided is not None}
    settled: dict[int, list[float]] = {}
    for peer in steps:
        for each in peer:
            if each.settled is not None:
                settled.setdefault(each.settled, []).append(each.at)
    count = len(steps)
    return [
        max(settled[index]) - max(at, *settled[index - 1])
        for index, at in decided.items()
        if len(settled.get(index, ())) == len(settled.get(index - 1, ())) == count
    ]


def _raw() -> dict[str, list[float]]:
    return {
        "echo": asyncio.run(_echoes()),
        "durable_write": _writes(),
        "signature_check": _signature_checks(),
    }


async def _echoes() -> list[float]:
    """There and back over an encrypted channel."""
    echoes: asyncio.Queue[Happened] = asyncio.Queue()
    near = Sockets(Identity(bytes(32)), echoes.put_nowait)
    far = Sockets(Identity(bytes([1]) * 32), lambda happened: _send_back(far, happened))
    for sockets in (near, far):
        sockets.tables[NO_TABLE] = b""
    port = await far.listen(_LOOPBACK, 0)
    times = []
    try:
        name = await near.dial(_LOOPBACK, port, Call())
        assert isinstance(await echoes.get(), LinkOpened)
        for _ in range(_ECHOES):
            started = _CLOCK()
            near.send(name, bytes(_ANSWER_SIZE))
            await echoes.get()
            times.append(_CLOCK() - started)
    finally:
        await near.close()
        await far.close()
    return sorted(times)


def _send_back(sockets: Sockets, happened: Happened) -> None:
    if isinstance(happened, Received):
        sockets.send(happened.link, happened.message)


def _writes() -> list[float]:
    """An own entry, on the disk."""
    identity = Identity(bytes(32))
    times = []
    with tempfile.TemporaryDirectory(prefix="borgo-bench-") as folder:
        store = Store(Path(folder) / "bench.db", bytes(32))
        for index in range(_WRITES):
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
        _timed(lambda: check_signature(identity.public_key, SignedAs.ENTRY, message, signature))
        for _ in range(_SIGNATURES)
    )


# Judging a file


def _judging(game: TableGame) -> dict[str, Any]:
    alone = _timed_proofs(game)
    before = os.times()
    judged = _timed(lambda: judge(game))
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


def _timed(work: Callable[[], object]) -> float:
    started = _CLOCK()
    work()
    return _CLOCK() - started


def _at(times: list[float], percent: int) -> float:
    return times[min(len(times) * percent // 100, len(times) - 1)]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)
