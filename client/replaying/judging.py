"""Judges a record in the worker, says how far it is, and can be told to stop at any entry."""

import os
from collections.abc import Callable
from pathlib import Path

from client.replaying.reading import digest_of, file_of
from client.replaying.verdict_book import VerdictBook
from client.unsigned_games import judge_unsigned
from client.worker.record_values import (
    JudgedLine,
    JudgeProgress,
    JudgeRecord,
    RecordJudged,
)
from client.worker.values import Leave, Report
from client.worker.wires import Pipe
from engine.record import Record
from engine.record_file import from_bytes
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame, from_file, is_table_file
from net.judging.verdict import Line, Verdict
from net.judging.verification import Verification

_EVERY = 8  # entries between two reports

Tell = Callable[[Report], None]


class Cancelled(Exception):
    """The window has no use for a verdict any more."""


def judge_record(order: JudgeRecord, pipe: Pipe) -> None:
    """Judge a source and tell the verdict; ends early if the window leaves."""

    def progress(done: int, total: int, step: int) -> None:
        if isinstance(pipe.receive(0), Leave):
            raise Cancelled
        if done % _EVERY == 0 or done == total:
            pipe.tell(JudgeProgress(done, total, step))

    try:
        file = file_of(order.source)
        digest = digest_of(file)
        if is_table_file(file):
            judged = _judge_table(from_file(file), digest, progress)
        else:
            judged = _judge_unsigned(from_bytes(file), digest, progress)
    except Cancelled:
        return
    if order.home:
        outcome = judged.outcome or judged.ending or ""
        VerdictBook(Path(order.home)).keep(digest, judged.kind, outcome)
    pipe.tell(judged)


def _judge_table(
    game: TableGame, digest: str, progress: Callable[[int, int, int], None]
) -> RecordJudged:
    verification = Verification(game, Verifier(SodiumGroup(), os.urandom))
    position = 0
    for number, encoded in enumerate(game.entries):
        violation = verification.step(number, encoded)
        if violation is not None:
            return _told(verification.stopped(violation), verification, position, digest)
        position = len(verification.audit.answers)
        progress(number + 1, len(game.entries), position)
    return _told(verification.finish(), verification, position, digest)


def _told(verdict: Verdict, verification: Verification, position: int, digest: str) -> RecordJudged:
    names = tuple(verification.proceedings.roster.names)
    violation = verdict.violation
    step = position
    if violation is not None and violation.request in verification.audit.indexes:
        step = verification.audit.indexes.index(violation.request)
    return RecordJudged(
        kind=verdict.kind,
        lines=tuple(_line(verdict, line) for line in Line),
        step=step,
        names=names,
        about=tuple(names[peer] for peer in verdict.about),
        offender="" if violation is None else violation.name or "",
        code=None if violation is None else violation.code,
        wrong="" if violation is None else violation.id,
        wrong_about={} if violation is None else violation.about,
        unjudged=verdict.unjudged,
        accusations=tuple(
            (names[each.accuser], _named(names, each.accused), each.is_founded)
            for each in verdict.accusations
            if not each.is_set_aside
        ),
        set_aside=tuple(
            (names[each.peer], each.index, each.is_without) for each in verdict.set_aside
        ),
        ending=verdict.ending,
        outcome=verdict.outcome,
        digest=digest,
    )


def _named(names: tuple[str, ...], peer: int | None) -> str:
    return "" if peer is None else names[peer]


def _line(verdict: Verdict, line: Line) -> JudgedLine:
    violation = verdict.violation
    state = "good" if violation is None else "wrong" if violation.line is line else "so-far"
    return JudgedLine(line.value, state, verdict.checked[line])


def _judge_unsigned(
    record: Record, digest: str, progress: Callable[[int, int, int], None]
) -> RecordJudged:
    """Nobody signed it: only the rules can be checked."""
    total = len(record.answers)
    verdict = judge_unsigned(record, lambda done: progress(done, total, 0))
    lines = [JudgedLine(line.value, "none", 0) for line in Line if line is not Line.RULES]
    how = "good" if verdict.wrong is None else "wrong"
    lines.append(JudgedLine(Line.RULES.value, how, verdict.good))
    return RecordJudged(
        verdict.kind, tuple(lines), verdict.good,
        wrong="" if verdict.wrong is None else verdict.wrong.id,
        wrong_about={} if verdict.wrong is None else verdict.wrong.about,
        outcome=verdict.state.outcome, is_signed=False, digest=digest,
    )  # fmt: skip
