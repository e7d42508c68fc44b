"""`borgo verify`: judge a game from its file alone."""

import argparse
import json
import sys
from pathlib import Path

import msgspec

from client.verifying import judge
from engine.audit import audit as judge_record
from engine.record import Record, replay
from engine.record_file import from_bytes
from net.errors import BadGameFile
from net.game_file import from_file, is_table_file
from net.verdict import Accusation, Line, Verdict, Violation
from net.verification import Progress

NAME = "verify"
SUMMARY = "check every signature, proof and rule of a recorded game"

CLEAN, VIOLATION = 0, 1  # 2, not a record, is what every error for people gives

_COUNTED = {
    Line.SIGNATURES: "entries",
    Line.CHAIN: "requests",
    Line.SHUFFLES: "shuffles",
    Line.PROOFS: "answers with their proofs",
    Line.SEALS: "openings",
    Line.RULES: "answers",
}
_BAR = 40


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="a .borgo game")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Judge the file; 0 clean, 1 a violation, 2 not a record."""
    file = _read(arguments.file)
    if not is_table_file(file):
        return _judge_unsigned(from_bytes(file), as_json=arguments.json)
    verdict = judge(from_file(file), _progress())
    if arguments.json:
        shown = {"verdict": verdict.words, **msgspec.to_builtins(verdict)}
        print(json.dumps(shown, indent=2))
    else:
        print("\n".join(_in_words(verdict)))
    return CLEAN if verdict.violation is None else VIOLATION


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadGameFile(f"{path} cannot be read: {error.strerror}") from error


def _progress() -> Progress | None:
    """A bar, if a person watches."""
    if not sys.stderr.isatty():
        return None

    def draw(done: int, total: int) -> None:
        if done % 16 and done != total:
            return
        filled = "#" * (_BAR * done // total)
        end = "\r" + " " * (_BAR + 30) + "\r" if done == total else ""
        print(f"\r[{filled:{_BAR}}] {done} of {total}", end=end, file=sys.stderr, flush=True)

    return draw


def _in_words(verdict: Verdict) -> list[str]:
    violation = verdict.violation
    lines = []
    for line in Line:
        wrong = violation is not None and violation.line is line
        word = "WRONG" if wrong else "good" if violation is None else "good so far"
        lines.append(f"{line.value:20} {word:12} {verdict.checked[line]} {_COUNTED[line]}")
    if violation is not None:
        lines.append(_violation_in_words(violation))
    if verdict.unjudged:
        lines.append(f"{verdict.unjudged} answers could not be judged: secrets were not opened")
    lines += [_accusation_in_words(each) for each in verdict.accusations]
    if verdict.outcome is not None:
        lines.append(f"won by {verdict.outcome} ({verdict.cause})")
    if verdict.ending is not None:
        lines.append(f"ended by its peers ({verdict.ending})")
    lines.append(f"verdict: {verdict.words}")
    return lines


def _violation_in_words(violation: Violation) -> str:
    if violation.entry is None:
        return f"the end of the file: {violation.words}"
    where = f"entry {violation.entry}"
    if violation.request is not None:
        where += f" (request {violation.request}, part {violation.part})"
    whose = "nobody's signature"
    if violation.peer is not None:
        whose = f"the signature of peer {violation.peer}, {violation.name!r}"
    code = "" if violation.code is None else f" (code {violation.code})"
    return f"{where}: {violation.words}{code}; it carries {whose}: a fault or a cheat"


def _accusation_in_words(accusation: Accusation) -> str:
    said = f"peer {accusation.accuser} accuses"
    if accusation.entry is None:
        return f"{said} an entry that is not in the file (code {accusation.code})"
    said += f" entry {accusation.entry} of peer {accusation.accused} (code {accusation.code})"
    if accusation.is_founded is None:
        return f"{said}: only its secrets could say whether rightly"
    return f"{said}: {'founded' if accusation.is_founded else 'unfounded'}"


def _judge_unsigned(record: Record, *, as_json: bool) -> int:
    """A game played in one process: nobody signed it, and only the rules can be checked."""
    breaches = [breach for breach in judge_record(record) if not breach.missing]
    state = replay(record).state
    words = "a violation" if breaches else "unsigned; the rules hold"
    if as_json:
        shown = {"verdict": words, "breaches": msgspec.to_builtins(breaches)}
        print(json.dumps(shown, indent=2))
        return VIOLATION if breaches else CLEAN
    for line in Line:
        if line is not Line.RULES:
            print(f"{line.value:20} none         this game was played without a table")
    word = "WRONG" if breaches else "good"
    print(f"{Line.RULES.value:20} {word:12} {len(record.answers)} answers")
    for breach in breaches[:1]:
        why = breach.clause or "it was not true"
        print(f"answer {breach.position}: {breach.seat} may not answer {breach.answer!r}: {why}")
    if state.outcome is not None:
        print(f"won by {state.outcome} ({state.cause})")
    print(f"verdict: {words}")
    return VIOLATION if breaches else CLEAN
