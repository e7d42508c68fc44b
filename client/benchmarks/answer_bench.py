"""An answer on its way to every peer, beside the three things it cannot do without, in one run.

1. Raw, right after the games: what raw_bench.py times. The sum of the three is the measure: for a
   paced game after pauses as long as there, for a game flat out without any.
2. An answer `reaches all` from when its seat has decided until the last other peer has the signed
   entry in hand and its signature checked: so it was made, judged by its own program, signed,
   written durably, sent and read.
3. It `travels` from when it is signed, its proofs made and checked by its own program: what is left
   is what the measure is made of.
4. It is `settled` when the last peer, its own too, has checked its proofs and gone on by the rules:
   that is work which the measure has nothing of.
5. Of a game all answers are counted together (`every`), and then told apart: those with a
   proof of zero knowledge in them (`proved`), which the measure has nothing of; those that shared
   the processors with another answer on its way (`crossing`), because several seats that are asked
   at once answer at once; and the rest.
6. In a paced game every seat thinks before it answers, longer than the others need to be done with
   what was before: so what is timed is the way of one answer. In a game `flat out` bots answer as
   fast as they can, and what is timed is also how long five programs wait for so many processors.
7. What a peer was still doing when the answer was given does not count: it is waited for.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from client.benchmarks import raw_bench
from client.evening import Played
from client.progress import Step
from client.table_report import proofs_in
from net.crypto.group import SodiumGroup
from net.judging.game_file import from_file
from net.log.entry import decode_entry
from net.wire.bodies import decode_body

# The request and the part of an answer.
Answer = tuple[int, int]


class Way(NamedTuple):
    """How long one answer took, in seconds."""

    reached: float
    travelled: float
    settled: float
    crosses: bool = False  # whether another answer was decided or arrived before it had reached all


def measure(paced: Played, think_ms: int, flat_out: Played) -> dict[str, Any]:
    """All figures of two games, in milliseconds and as ratios to the raw sums."""
    peers = len(paced.steps)
    return {
        **_measured(
            raw_bench.measure(peers, think_ms), "raw",
            _told_apart(paced, "answer", "crossing_answer", "proved_answer", "every_answer"),
        ),
        **_measured(
            raw_bench.measure(peers, 0), "flat_out_raw",
            _told_apart(
                flat_out, "flat_out_answer", "flat_out_answer", "flat_out_proved_answer",
                "flat_out_every_answer",
            ),
        ),
    }  # fmt: skip


def _measured(
    raw: dict[str, list[float]], name: str, kinds: dict[str, list[Way]]
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
) -> dict[str, list[Way]]:
    """The ways of a game's answers by what kind they are, and all of them, under these names."""
    with_proof, found = _proved(played.games[0]), ways(played.steps)
    kinds: dict[str, list[Way]] = {plain: [], crossing: [], proved: []}
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


def ways(steps: list[list[Step]]) -> dict[Answer, Way]:
    """Every answer somebody decided on that all others were seen to get and to settle."""
    settled = [{each.settled: each.at for each in peer} for peer in steps]
    reached = [{each.reached: each.at for each in peer} for peer in steps]
    signed = [{each.signed: each.at for each in peer} for peer in steps]
    found: dict[Answer, Way] = {}
    for number, answer, decided_at in _decided(steps):
        index, others = answer[0], [peer for peer in range(len(steps)) if peer != number]
        is_seen = all(index in each and index - 1 in each for each in settled)
        is_here = all(answer in reached[peer] for peer in others)
        if is_seen and is_here and answer in signed[number]:
            ready = [max(decided_at, each[index - 1]) for each in settled]
            last = max(reached[peer][answer] for peer in others)
            found[answer] = Way(
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
    """Who has decided what, and when."""
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
