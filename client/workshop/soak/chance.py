"""All chance in a trial, made from a seed: the same on every machine.

Not fit for a real game: whoever knows the seed knows every secret.
"""

import hashlib
from itertools import count
from random import Random

from net.crypto.transcript import Entropy


def entropy_from(seed: str) -> Entropy:
    """Bytes that look fresh, and come again with the same seed."""
    numbers = count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)

    return entropy


def chance_from(seed: str) -> Random:
    """Decisions that a seed makes."""
    return Random(seed)  # noqa: S311 (a simulation has no secrets)
