"""`borgo verify`: judge a game from its file alone."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from client.records.game_files import named_game
from client.records.judging import UnsignedVerdict, judge, judge_unsigned
from client.words.game_words import aside_words, is_of_order, setup_in_words, violation_words
from client.words.messages import slug
from client.words.words import Words, spoken
from engine.errors import BadRecord
from engine.record import Record
from engine.record_file import from_bytes
from engine.versions import TooNew
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.errors import BadGameFile
from net.judging.game_file import TableGame, from_file, is_table_file
from net.judging.verdict import Accusation, Line, Verdict, Violation
from net.judging.verification import Progress, shown_by, statements_of

NAME = "verify"
SUMMARY = "check every signature, proof and rule of a recorded game"

CLEAN, VIOLATION = 0, 1  # 2, not a record, is what every error for people gives

_BAR = 40


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", type=Path, help="a .borgo game")
    parser.add_argument(
        "--statements",
        type=Path,
        metavar="OUT",
        help="also write there what its proofs are about, for packaging/check_game",
    )
    parser.add_argument(
        "--evidence",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="what was kept when a game stopped: why all went back in it, if they did",
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Judge the file; 0 clean, 1 a violation, 2 not a record."""
    game = _game_in(arguments.file)
    if isinstance(game, Record):
        return _judge_unsigned(game, as_json=arguments.json)
    verdict = _with_evidence(game, judge(game, _progress()), arguments.evidence)
    if arguments.statements is not None:
        arguments.statements.write_text(_statements(game), encoding="utf-8")
    if arguments.json:
        shown = {"verdict": verdict.kind, **msgspec.to_builtins(verdict)}
        print(json.dumps(shown, indent=2))
    else:
        names = [peer.name for peer in game.setup().peers]
        older = setup_in_words(spoken(), game.setup().for_engine())
        print("\n".join((*older, *_in_words(spoken(), verdict, names))))
    return CLEAN if verdict.violation is None else VIOLATION


def _statements(game: TableGame) -> str:
    """The statements that were proved, as JSON by appendix F of net/PROTOCOL.md (22.12)."""
    found = statements_of(game, Verifier(SodiumGroup(), os.urandom))
    return json.dumps(found._asdict(), separators=(",", ":")) + "\n"


def _game_in(path: Path) -> TableGame | Record:
    """The game in a file; if there is none, an error that names the file."""
    file = named_game(path)
    try:
        return from_file(file) if is_table_file(file) else from_bytes(file)
    except (BadRecord, BadGameFile, TooNew) as error:
        raise BadGameFile("game-bad", path=path, why=error) from error


def _with_evidence(game: TableGame, verdict: Verdict, paths: Sequence[Path]) -> Verdict:
    """Of every request that was asked again, whether these files show why."""
    for path in paths:
        evidence = _game_in(path)
        if isinstance(evidence, Record):
            raise BadGameFile("game-unsigned")
        found = judge(evidence, _progress())
        asides = tuple(shown_by(game, each, evidence, found) for each in verdict.set_aside)
        verdict = replace(verdict, set_aside=asides)
    return verdict


def _progress() -> Progress | None:
    """A progress bar, if a person watches."""
    if not sys.stderr.isatty():
        return None
    words = spoken()

    def draw(done: int, total: int) -> None:
        if done % 16 and done != total:
            return
        filled = "#" * (_BAR * done // total)
        end = "\r" + " " * (_BAR + 30) + "\r" if done == total else ""
        said = words.say("verify.progress", done=done, total=total)
        print(f"\r[{filled:{_BAR}}] {said}", end=end, file=sys.stderr, flush=True)

    return draw


def _in_words(words: Words, verdict: Verdict, names: Sequence[str]) -> list[str]:
    violation = verdict.violation
    lines = []
    for line in Line:
        wrong = violation is not None and violation.line is line
        state = "wrong" if wrong else "good" if violation is None else "so-far"
        lines.append(_line_in_words(words, line, state, verdict.checked[line]))
    if violation is not None:
        lines.append(_violation_in_words(words, violation))
    if verdict.unjudged:
        lines.append(words.say("end.unjudged", count=verdict.unjudged))
    lines += [
        aside_words(
            words,
            names[each.peer],
            each.index,
            is_without=each.is_without,
            is_shown=each.is_shown,
        )
        for each in verdict.set_aside
    ]
    lines += [_accusation_in_words(words, each) for each in verdict.accusations]
    lines += [
        words.say("verify.talk-split", line=each.line, name=names[each.peer], number=each.counter)
        for each in verdict.talk_splits
        if each.peer < len(names)
    ]
    if verdict.outcome is not None:
        lines.append(_won(words, verdict.outcome, verdict.cause or ""))
    if verdict.ending is not None:
        lines.append(words.reason(verdict.ending, names))
    return [*lines, _verdict_in_words(words, verdict)]


def _line_in_words(words: Words, line: Line, state: str, count: int | None) -> str:
    """What was checked, the result, and how much there was; None if there is nothing to check."""
    kind = slug(line.value)
    name, how = words.say(f"line-{kind}"), words.say(f"verify-{state}")
    none = words.say("verify.without-table")
    much = none if count is None else words.say(f"verify-count-{kind}", count=count)
    return f"{name:20} {how:12} {much}"


def _won(words: Words, outcome: str, cause: str) -> str:
    return words.say("terminal.won", outcome=words.outcome(outcome), cause=words.cause(cause))


def _verdict_in_words(words: Words, verdict: Verdict) -> str:
    """A-3: the result in one line."""
    said = words.say(f"verdict-{verdict.kind}")
    about = ", ".join(map(str, verdict.about))
    return " ".join((said, words.say("verify.about", peers=about))) if about else said


def _violation_in_words(words: Words, violation: Violation) -> str:
    what = violation_words(words, violation.code, violation.id, violation.about)
    if violation.code is not None:
        what = words.say("verify.code", what=what, code=str(violation.code))
    if violation.entry is None:
        return words.say("verify.bad-end", what=what)
    whose = words.say("verify.nobodys")
    if violation.peer is not None:
        signed = "verify.whose-order" if is_of_order(violation.id) else "verify.whose"
        whose = words.say(signed, peer=str(violation.peer), name=violation.name)
    if violation.request is None:
        return words.say("verify.bad-entry", entry=str(violation.entry), what=what, whose=whose)
    return words.say(
        "verify.bad-answer",
        entry=str(violation.entry),
        request=str(violation.request),
        part=str(violation.part),
        what=what,
        whose=whose,
    )


def _accusation_in_words(words: Words, accusation: Accusation) -> str:
    how = {True: "founded", False: "unfounded", None: "open"}[accusation.is_founded]
    if accusation.entry is None:
        how = "aside" if accusation.is_set_aside else "unknown"
    return words.say(
        f"verify-accused-{how}",
        accuser=str(accusation.accuser),
        accused=str(accusation.accused),
        entry=str(accusation.entry),
        code=str(accusation.code),
    )


def _judge_unsigned(record: Record, *, as_json: bool) -> int:
    """A game played in one process: nobody signed it, and only the rules can be checked."""
    verdict = judge_unsigned(record)
    if as_json:
        shown = {
            "verdict": "unsigned" if verdict.wrong is None else "violation",
            "answers": verdict.good,
            "violation": msgspec.to_builtins(verdict.wrong),
            "breaches": msgspec.to_builtins(verdict.breaches),
        }
        print(json.dumps(shown, indent=2))
    else:
        older = setup_in_words(spoken(), record.setup)
        print("\n".join((*older, *_unsigned_in_words(spoken(), verdict))))
    return CLEAN if verdict.wrong is None else VIOLATION


def _unsigned_in_words(words: Words, verdict: UnsignedVerdict) -> list[str]:
    state, wrong = verdict.state, verdict.wrong
    signed = (line for line in Line if line is not Line.RULES)
    lines = [_line_in_words(words, line, "none", None) for line in signed]
    how = "good" if wrong is None else "wrong"
    lines.append(_line_in_words(words, Line.RULES, how, verdict.good))
    if wrong is not None:
        what = violation_words(words, None, wrong.id, wrong.about)
        lines.append(words.say("verify.breach", position=str(verdict.good), what=what))
    if state.outcome is not None:
        lines.append(_won(words, state.outcome, state.cause or ""))
    return [*lines, words.say(f"verdict-{verdict.kind}")]
