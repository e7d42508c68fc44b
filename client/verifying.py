"""Judges a game's file on all processors: one process goes through it, others check its proofs.

Nothing is believed before every proof is checked (P-9): the verdict is given at the end, and names
the first entry that is wrong, whoever found it.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from client.own_processes import spawning
from client.proof_checks import Check, Failure, check_all
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame
from net.judging.verdict import Verdict
from net.judging.verification import Progress, Verification, verify

# Below this a second process costs more than it saves.
_FEWEST_ENTRIES = 300
_BATCH = 16


def judge(game: TableGame, progress: Progress | None = None) -> Verdict:
    """The verdict on a game, with as many processes as there are processors."""
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
    """Whether a failed proof stands before what else was found to be wrong."""
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
        """Take a check of the entry that is judged now."""
        self._batch.append(Check(self.entry, check, arguments))
        if len(self._batch) >= _BATCH:
            self._submit()

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """Where proofs are not checked yet, anything may break that a failed one explains."""
        try:
            yield
        except Exception as error:
            self.doubt = error

    @property
    def has_failed(self) -> bool:
        """Whether a proof is known not to hold, so that going on is idle."""
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
