"""Judges a game's file: signatures, proofs and rules for a table's game, rules alone otherwise.

1. On several processors one process goes through the game while others check its proofs.
2. Nothing is believed before every proof is checked (P-9): the verdict comes at the end, and names
   the first wrong entry, whichever process found it.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from client.own_processes import spawning
from client.records.archive import VerdictBook
from client.records.proof_checks import Check, Failure, check_all
from client.records.reading import digest_of, file_of
from client.worker.pipe import Pipe
from client.worker.record_values import JudgedLine, JudgeProgress, JudgeRecord, RecordJudged
from client.worker.values import Leave, Report
from engine.audit import Breach, audit
from engine.errors import BadRecord
from engine.record import Record, Replay
from engine.record_file import from_bytes
from engine.state import State
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame, from_file, is_table_file
from net.judging.verdict import Line, Verdict, Wrong
from net.judging.verification import Progress, Verification, verify

_EVERY = 8  # entries between two reports

Tell = Callable[[Report], None]


class Cancelled(Exception):
    """The window no longer needs the verdict."""


def judge_record(order: JudgeRecord, pipe: Pipe) -> None:
    """Judge a source and report the verdict; ends early if the window leaves."""

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


# A table's game, on all processors.
# Below this a second process costs more than it saves.
_FEWEST_ENTRIES = 300
_BATCH = 16


def judge(game: TableGame, progress: Progress | None = None) -> Verdict:
    """The verdict on a game, computed with as many processes as there are processors."""
    processors = os.cpu_count() or 1
    if processors == 1 or len(game.entries) < _FEWEST_ENTRIES:
        return verify(game, Verifier(SodiumGroup(), os.urandom), progress)
    with _Checkers(processors) as checkers:
        return _judge(game, checkers, progress)


def _judge(game: TableGame, checkers: "_Checkers", progress: Progress | None) -> Verdict:
    verifier = Verifier(SodiumGroup(), os.urandom, checkers.postpone)
    verification = Verification(game, verifier)
    verdict, number = None, 0
    with checkers.doubting():
        for number, encoded in enumerate(game.entries):
            checkers.entry = number
            violation = verification.step(number, encoded)
            if violation is not None:
                verdict = verification.stopped(violation)
            if verdict is not None or checkers.has_failed:
                break
            if progress is not None:
                progress(number + 1, len(game.entries))
        else:
            verdict = verification.finish()
    failure = checkers.first_failure()
    if failure is not None and (verdict is None or _is_before(failure, verdict)):
        return verification.blamed(*failure)
    if verdict is None:
        raise AssertionError(f"entry {number} stopped the judging and nothing is wrong with it")
    return verdict


def _is_before(failure: Failure, verdict: Verdict) -> bool:
    """Whether a failed proof comes before the other fault that was found."""
    violation = verdict.violation
    return violation is None or violation.entry is None or failure.entry <= violation.entry


class _Checkers:
    """Processes that check proofs."""

    def __init__(self, count: int) -> None:
        self.entry = 0
        self.doubt: Exception | None = None
        self._pool = ProcessPoolExecutor(count, mp_context=spawning())
        self._batch: list[Check] = []
        self._futures: list[Future[list[Failure]]] = []
        self._looked_at = 0

    def __enter__(self) -> "_Checkers":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def postpone(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Queue a check for the entry that is being judged."""
        self._batch.append(Check(self.entry, check, arguments))
        if len(self._batch) >= _BATCH:
            self._submit()

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """While proofs are unchecked, keep exceptions back: a failed proof may explain them."""
        try:
            yield
        except Exception as error:
            self.doubt = error

    @property
    def has_failed(self) -> bool:
        """Whether a proof is known to fail, so that there is no point in going on."""
        while self._looked_at < len(self._futures) and self._futures[self._looked_at].done():
            if self._futures[self._looked_at].result():
                return True
            self._looked_at += 1
        return False

    def first_failure(self) -> Failure | None:
        """Wait for all checks; the first that failed, in order of the file."""
        self._submit()
        failures = [failure for future in self._futures for failure in future.result()]
        if self.doubt is not None and not failures:
            raise self.doubt
        return min(failures, default=None)

    def _submit(self) -> None:
        if self._batch:
            self._futures.append(self._pool.submit(check_all, self._batch))
            self._batch = []


# A record that nobody signed: only the rules can be checked.
# Says how many answers were followed.
Followed = Callable[[int], None]


class UnsignedVerdict(NamedTuple):
    """The verdict on a record that nobody signed."""

    state: State  # as far as it could be followed
    good: int  # answers before the first wrong one; all of them, if none is
    wrong: Wrong | None
    breaches: tuple[Breach, ...]

    @property
    def kind(self) -> str:
        """The result as an id."""
        if self.wrong is not None:
            return "violation"
        return "unsigned" if self.state.outcome is not None else "unsigned-unfinished"


def judge_unsigned(record: Record, followed: Followed | None = None) -> UnsignedVerdict:
    """The verdict on a record; BorgoError if its set-up is none that could be played."""
    again, good, wrong = Replay(record), len(record.answers), None
    try:
        for _ in again.run():
            if followed is not None:
                followed(again.game.position)
    except BadRecord as refused:
        good, wrong = int(str(refused.about["answer"])), Wrong(id=refused.id)
    legal = replace(record, answers=record.answers[:good])
    breaches = tuple(breach for breach in audit(legal) if not breach.missing)
    if breaches:
        first = breaches[0]
        good, wrong = first.position, Wrong(id="breach", about=_about(first), detail=first.answer)
    return UnsignedVerdict(again.game.state, good, wrong, breaches)


def _about(breach: Breach) -> dict[str, str | int]:
    return {"seat": breach.seat, "clause": breach.clause or ""}
