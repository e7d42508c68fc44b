"""`borgo night`: a whole game between real programs on this machine, measured and audited.

Each peer is a process of its own that finds the others by itself, on the loopback interface only.
The cards come from all of them together, so a seed says what the bots choose by, not the game.
"""

import argparse
import json
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from client.commands.simulate import switches_from
from client.commands.table import TableReport
from engine.canonical import digest
from engine.editions import edition
from engine.errors import BorgoError
from engine.record import players_for

NAME = "night"
SUMMARY = "play a whole game between real peers on this machine, and audit it"

_LOOPBACK = "127.0.0.1"
_PATIENCE_S = 1800.0


class NightFailed(BorgoError):
    """A peer did not come to the end of the game."""


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--peers", type=int, choices=range(2, 6), default=2, metavar="2..5")
    parser.add_argument("--seed", metavar="S", help="what the bots choose by")
    parser.add_argument("--edition", default="fourth", metavar="P", help="rules preset")
    parser.add_argument(
        "--set", action="append", default=[], metavar="SWITCH=VALUE", help="change a rules switch"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.borgo", help="keep the game there")
    parser.add_argument(
        "--by-address", action="store_true", help="tell the peers the address; do not let them look"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play and report; 1 if the records differ or the audit found something."""
    edition(arguments.edition, switches_from(arguments.set))
    if arguments.seed is None:
        arguments.seed = secrets.token_hex(4)
    with tempfile.TemporaryDirectory(prefix="borgo-night-") as folder:
        started = time.perf_counter()
        _play(arguments, Path(folder))
        seconds = time.perf_counter() - started
        reports = [_read(Path(folder), number) for number in range(arguments.peers)]
        games = [_game(Path(folder), number).read_bytes() for number in range(arguments.peers)]
    if arguments.out is not None:
        arguments.out.write_bytes(games[0])
    summary = _summary(reports, games, seconds)
    print(json.dumps(summary, indent=2) if arguments.json else _in_words(summary))
    return 0 if summary["records_equal"] and summary["verdict"] == "clean" else 1


def _play(arguments: argparse.Namespace, folder: Path) -> None:
    """Start every peer, and wait until all have ended."""
    port = _free_port()
    name = f"night {secrets.token_hex(4)}"
    running: list[subprocess.Popen[bytes]] = []
    try:
        for number, seats in enumerate(players_for(arguments.peers)):
            words = _words(arguments, folder, number, seats)
            words += _way(arguments, number, name, port)
            running.append(_start(folder, number, words))
        _wait(running, folder)
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
            process.wait()


def _words(
    arguments: argparse.Namespace, folder: Path, number: int, seats: tuple[str, ...]
) -> list[str]:
    return [
        "--name", f"Peer {number}", "--seats", ",".join(seats), "--player", "bot",
        "--interface", _LOOPBACK, "--seed", f"{arguments.seed}/{number}",
        "--home", str(folder / f"home-{number}"), "--out", str(_game(folder, number)),
        "--report", str(folder / f"report-{number}.json"),
    ]  # fmt: skip


def _way(arguments: argparse.Namespace, number: int, name: str, port: int) -> list[str]:
    """The first opens the table; the others look for it, or are told where it is."""
    if number == 0:
        changes = [word for change in arguments.set for word in ("--set", change)]
        opened = ["--open", name, "--port", str(port), "--delay", "0"]  # 22.5: bots need no delay
        return [*opened, "--edition", arguments.edition, *changes]
    found = [] if arguments.by_address else ["--find", name]
    return [*found, "--join", f"{_LOOPBACK}:{port}", "--port", "0"]


def _start(folder: Path, number: int, words: list[str]) -> subprocess.Popen[bytes]:
    with (folder / f"log-{number}").open("wb") as log:
        command = [sys.executable, "-m", "client", "table", *words]
        return subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 (our own program)


def _wait(running: list[subprocess.Popen[bytes]], folder: Path) -> None:
    """Until all have ended; as soon as one has failed, say what it said."""
    deadline = time.monotonic() + _PATIENCE_S
    waiting = dict(enumerate(running))
    while waiting:
        for number, process in list(waiting.items()):
            try:
                status = process.wait(timeout=0.1)
            except subprocess.TimeoutExpired:
                continue
            del waiting[number]
            if status != 0:
                said = (folder / f"log-{number}").read_text(errors="replace").strip()
                raise NightFailed(f"peer {number} ended with status {status}:\n{said}")
        if time.monotonic() > deadline:
            raise NightFailed(f"the game took longer than {_PATIENCE_S:.0f} s")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _game(folder: Path, number: int) -> Path:
    return folder / f"game-{number}.borgo"


def _read(folder: Path, number: int) -> TableReport:
    written = (folder / f"report-{number}.json").read_bytes()
    return msgspec.json.decode(written, type=TableReport)


def _summary(reports: list[TableReport], games: list[bytes], seconds: float) -> dict[str, Any]:
    """Figures of the whole table: of times the longest, of work the sum, of bytes the sum."""
    measured = [report.measured for report in reports]
    verdicts = {report.verdict for report in reports}
    return {
        "peers": len(reports),
        "found_each_other_by": "zeroconf" if all(_was_found(reports)) else "address",
        "outcome": reports[0].outcome,
        "requests": reports[0].requests,
        "entries": reports[0].entries_made + reports[0].entries_verified,
        "wall_s": round(seconds, 1),
        "setup_wall_s": max(each.setup.wall_s for each in measured),
        "setup_cpu_s": round(sum(each.setup.cpu_s for each in measured), 3),
        "game_wall_s": max(each.game.wall_s for each in measured),
        "game_cpu_s": round(sum(each.game.cpu_s for each in measured), 3),
        "audit_wall_s": max(report.audit_s for report in reports),
        "answer_p50_ms": max(each.p50_ms for each in measured),
        "answer_p95_ms": max(each.p95_ms for each in measured),
        "bytes_sent": sum(each.bytes_sent for each in measured),
        "proofs_made": sum(report.proofs_made for report in reports),
        "proofs_verified": sum(report.proofs_verified for report in reports),
        "checked_by_the_audit": reports[0].checked,
        "record_bytes": len(games[0]),
        "record_digest": digest(games[0]),
        "records_equal": len(set(games)) == len({each.final_parent for each in reports}) == 1,
        "final_parent": reports[0].final_parent,
        "verdict": verdicts.pop() if len(verdicts) == 1 else sorted(verdicts),
    }


def _was_found(reports: list[TableReport]) -> list[bool]:
    """Of everybody who had to find the table."""
    return [report.was_found for report in reports if not report.opened]


def _in_words(summary: dict[str, Any]) -> str:
    return "\n".join(f"{name.replace('_', ' '):22} {value}" for name, value in summary.items())
