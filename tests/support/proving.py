"""Provers and verifiers whose fresh bytes come from a seed, and a group that counts its work."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group
from net.crypto.transcript import Entropy, Nonces, Prover, Verifier, hedged_nonces


def entropy_from(seed: str) -> Entropy:
    numbers = count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)

    return entropy


def prover_from(group: Group, seed: str = "prover") -> Prover:
    return Prover(group, hedged_nonces(group, bytes(32), entropy_from(seed)))


def verifier_from(group: Group, seed: str = "verifier") -> Verifier:
    return Verifier(group, entropy_from(seed))


def numbered_nonces(group: Group, seed: bytes, label: str) -> Nonces:
    """The nonces of the vectors: kdf(label, u32 i), i = 1, 2, 3, … in order of use."""
    secrets = SeedSecrets(group, seed)
    numbers = count(1)

    def nonces(_: bytes, wanted: int) -> list[int]:
        return [secrets.scalar(label, next(numbers).to_bytes(4, "little")) for _ in range(wanted)]

    return nonces


class CountingGroup:
    """Does what another group does and keeps the names of the functions called, in order."""

    def __init__(self, group: Group) -> None:
        self.calls: list[str] = []
        self._group = group

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._group, name)
        return self._counted(name, found) if callable(found) else found

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            if name == "combine":
                arguments = (list(arguments[0]),)
                self.calls.append(f"combine {len(arguments[0])}")
            else:
                self.calls.append(name)
            return function(*arguments)

        return counted

    def totals(self) -> Counter[str]:
        return Counter(self.calls)


def flipped(content: bytes, bit: int) -> bytes:
    """The same bytes but for one bit."""
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def each_flipped(content: bytes, step: int = 1) -> Iterator[bytes]:
    """Every way to change one bit, or every so many-th."""
    return (flipped(content, bit) for bit in range(0, 8 * len(content), step))
