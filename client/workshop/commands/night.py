"""`borgo night`: plays a whole game between real programs on this machine, measured and audited."""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Union

import msgspec

from client.records.judging import judge
from client.sittings.ending import TableReport, hand_over
from client.typed import switches_from, whole
from client.words.messages import slug
from client.words.words import Words, spoken
from client.workshop.programs import BY_ADDRESS, BY_ZEROCONF, Evening, Played, Tell, play
from client.written_files import check_files
from engine.canonical import digest
from engine.editions import edition
from engine.errors import BorgoError
from engine.facts.fact import Fact
from net.judging.game_file import from_file
from net.judging.verdict import Verdict

NAME = "night"
SUMMARY = "play a whole game between real peers on this machine, and audit it"

# What a program counts while it runs: of one that was killed, only what it did since is known.
_OF_LAST_LIVES = (
    "setup_wall_s", "setup_cpu_s", "setup_cpu_slowest_s", "game_wall_s", "game_cpu_s",
    "answer_p50_ms", "answer_p95_ms", "memory_mb", "bytes_sent",
)  # fmt: skip

_NAMED = ("outcome", "verdict", "night-found")  # what a figure may name instead of a number


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--peers", type=int, choices=range(2, 6), default=2, metavar="2..5")
    parser.add_argument("--seed", metavar="S", help="what the bots choose by, for trials")
    parser.add_argument("--edition", default="fourth", metavar="P", help="rules preset")
    parser.add_argument(
        "--set", action="append", default=[], metavar="SWITCH=VALUE", help="change a rules switch"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.borgo", help="keep the game there")
    parser.add_argument(
        "--by-address", action="store_true", help="tell the peers the address; do not let them look"
    )
    parser.add_argument(
        "--kill-every", type=whole(0), default=0, metavar="K",
        help="kill a random peer after every K entries; it comes back by itself, and finds the"
        " table as all do: by zeroconf alone, or with --by-address by address alone",
    )  # fmt: skip
    parser.add_argument(
        "--all-at-once", action="store_true", help="with --kill-every: kill all peers each time"
    )
    parser.add_argument(
        "--think", type=whole(0), default=0, metavar="MS",
        help="how long a bot thinks before it answers, more or less: for who watches",
    )  # fmt: skip
    parser.add_argument("--chronicle", action="store_true", help="print what happens as it happens")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play and report; 1 if records differ, the audit found something, or peers met otherwise."""
    edition(arguments.edition, switches_from(arguments.set))
    if arguments.all_at_once and not arguments.kill_every:
        raise BorgoError("nobody-killed")
    check_files(arguments.out)
    evening = Evening(
        arguments.peers,
        arguments.seed,
        arguments.edition,
        tuple(arguments.set),
        arguments.kill_every,
        arguments.by_address,
        think_ms=arguments.think,
        kill_all_each=1 if arguments.all_at_once else 0,
    )
    played = play(evening, _chronicle() if arguments.chronicle else _tell_nobody)
    is_kept = hand_over(played.games[0], arguments.out, None, is_evidence=False)
    started = time.perf_counter()
    verdict = judge(from_file(played.games[0]))
    summary = _summary(played, evening, verdict, time.perf_counter() - started)
    print(json.dumps(summary, indent=2) if arguments.json else _in_words(summary))
    asked = BY_ADDRESS if arguments.by_address else BY_ZEROCONF
    is_as_asked = summary["found_each_other_by"] == asked
    is_clean = summary["records_equal"] and summary["verdict"] == "clean"
    return 0 if is_clean and is_as_asked and is_kept else 1


def _chronicle() -> Tell:
    # The words are loaded only for who wants to read them.

    return ToldGame().tell


def _tell_nobody(told: Sequence[msgspec.Raw]) -> None:
    del told


def _summary(played: Played, evening: Evening, verdict: Verdict, verify_s: float) -> dict[str, Any]:
    """Figures of the whole table: of times the longest, of work the sum, of bytes the sum.

    What a peer did before it was killed is in the CPU time of all, and in no other of these:
    `since_last_kill` names them.
    """
    reports, games = played.reports, played.games
    measured = [report.measured for report in reports]
    setups = [each.setup for each in measured if each.setup is not None]
    verdicts = {verdict.kind, *(report.verdict for report in reports)}
    return {
        "peers": len(reports),
        "found_each_other_by": evening.only_way or _found_by(reports),
        "outcome": reports[0].outcome,
        "requests": reports[0].requests,
        "entries": reports[0].entries_made + reports[0].entries_verified,
        "kills": played.kills,
        "kills_of_all": played.all_kills,
        "since_last_kill": list(_OF_LAST_LIVES) if played.kills else [],
        "back_p50_s": _at(played.returns, 50),
        "back_longest_s": _at(played.returns, 100),
        "back_cpu_p50_s": _at(played.return_costs, 50),
        "back_cpu_longest_s": _at(played.return_costs, 100),
        "wall_s": round(played.wall_s, 1),
        "cpu_s": round(played.cpu_s, 1),
        "setup_wall_s": max((each.wall_s for each in setups), default=None),
        "setup_cpu_s": round(sum(each.cpu_s for each in setups), 3) if setups else None,
        "setup_cpu_slowest_s": max((each.cpu_s for each in setups), default=None),
        "game_wall_s": max(each.game.wall_s for each in measured),
        "game_cpu_s": round(sum(each.game.cpu_s for each in measured), 3),
        "audit_wall_s": max(report.audit_s for report in reports),
        "verify_wall_s": round(verify_s, 2),
        "answer_p50_ms": max(each.p50_ms for each in measured),
        "answer_p95_ms": max(each.p95_ms for each in measured),
        "memory_mb": max(each.memory_mb for each in measured),
        "bytes_sent": sum(each.bytes_sent for each in measured),
        "proofs_made": sum(report.proofs_made for report in reports),
        "proofs_verified": sum(report.proofs_verified for report in reports),
        "checked": dict(verdict.checked),
        "record_bytes": len(games[0]),
        "record_digest": digest(games[0]),
        "records_equal": len(set(games)) == len({each.final_parent for each in reports}) == 1,
        "final_parent": reports[0].final_parent,
        "verdict": verdicts.pop() if len(verdicts) == 1 else sorted(verdicts),
    }


def _at(times: list[float], percent: int) -> float | None:
    """The time that so many of a hundred do not exceed; none if there are none."""
    if not times:
        return None
    return round(times[min(len(times) * percent // 100, len(times) - 1)], 2)


def _found_by(reports: list[TableReport]) -> str:
    """How all found the table who had to."""
    came = [each for each in reports if not each.opened]
    return BY_ZEROCONF if all(each.was_found for each in came) else BY_ADDRESS


def _in_words(summary: dict[str, Any]) -> str:
    """Each figure beside what it is called, and since when it counts."""
    words = spoken()
    late = summary["since_last_kill"]
    lines = []
    for name, value in summary.items():
        if name != "since_last_kill":
            since = words.say("night-since_last_kill") if name in late else ""
            lines.append(
                f"{words.say(f'night-{name}'):28} {_figure(words, value)} {since}".rstrip()
            )
    return "\n".join(lines)


def _figure(words: Words, value: Any) -> str:
    if isinstance(value, dict):
        counts = ((words.say(f"line-{slug(name)}"), count) for name, count in value.items())
        return "; ".join(f"{name}: {count}" for name, count in counts)
    if isinstance(value, bool) or value is None:
        return words.say(f"night-is-{str(value).lower()}")
    if isinstance(value, list):
        return " ".join(_figure(words, each) for each in value)
    ids = (f"{kind}-{value}" for kind in _NAMED)
    return next((words.say(each) for each in ids if words.has(each)), str(value))


class ToldGame:
    """Tells facts in the words people read; what everybody sees, no more."""

    def __init__(self) -> None:
        self._words = spoken()
        self._facts: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(_kinds(Fact))])  # noqa: UP007

    def tell(self, told: Sequence[msgspec.Raw]) -> None:
        """Print what is worth telling of facts that happened together."""
        facts = [self._facts.decode(encoded) for encoded in told]
        for _, sentence in self._words.tell(facts):
            print(sentence, flush=True)


def _kinds(base: type[Fact]) -> list[type[Fact]]:
    """Every kind of fact; all are known once a table's program is."""
    found = base.__subclasses__()
    return [kind for each in found for kind in (_kinds(each) or [each])]
