"""A batch of proof checks for another process: what it gets and what it returns.

It imports nothing but the proofs, so that such a process does not spend its first half second on
loading the rules.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from net.crypto.faults import PeerFault
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier


class Check(NamedTuple):
    """A proof to check, and the entry it belongs to."""

    entry: int
    check: Callable[..., Any]
    arguments: tuple[Any, ...]


class Failure(NamedTuple):
    """A proof that does not hold."""

    entry: int
    code: int
    words: str


@cache
def _own_verifier() -> Verifier:
    return Verifier(SodiumGroup(), os.urandom)


def check_all(checks: list[Check]) -> list[Failure]:
    """Check all; returns those that fail."""
    failures = []
    for entry, check, arguments in checks:
        try:
            check(_own_verifier(), *arguments)
        except PeerFault as fault:
            failures.append(Failure(entry, fault.code, str(fault)))
    return failures
