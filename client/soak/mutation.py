"""Bytes that are nearly right, and some that are not right at all: what hostile programs send."""

from collections.abc import Callable, Sequence
from random import Random

# Numbers at the edges of what lengths and counts can be.
_EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

_LONGEST_CHANGE = 40
_LONGEST_RANDOM = 400


def hostile(chance: Random, samples: Sequence[bytes]) -> bytes:
    """A changed sample, a mixture of two, or random bytes."""
    if chance.random() < 0.05:
        return chance.randbytes(chance.randrange(_LONGEST_RANDOM))
    content = chance.choice(samples)
    if chance.random() < 0.1:
        other = chance.choice(samples)
        content = content[: chance.randint(0, len(content))]
        content += other[chance.randint(0, len(other)) :]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = chance.choice(_CHANGES)(content, chance)
    return content


def _flip(content: bytes, chance: Random) -> bytes:
    if not content:
        return content
    at = chance.randrange(len(content))
    return content[:at] + bytes((content[at] ^ 1 << chance.randrange(8),)) + content[at + 1 :]


def _put(content: bytes, chance: Random) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + chance.randbytes(chance.randint(1, _LONGEST_CHANGE)) + content[at:]


def _take(content: bytes, chance: Random) -> bytes:
    start, end = _stretch(content, chance)
    return content[:start] + content[end:]


def _repeat(content: bytes, chance: Random) -> bytes:
    start, end = _stretch(content, chance)
    return content[:end] + content[start:end] * chance.choice((1, 1, 2, 100)) + content[end:]


def _cut(content: bytes, chance: Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _edge(content: bytes, chance: Random) -> bytes:
    """A number at the edge of its range, in either order of bytes."""
    size = chance.choice((1, 2, 4))
    written = (chance.choice(_EDGES) & (1 << 8 * size) - 1).to_bytes(size, "little")
    at = chance.randint(0, len(content))
    ordered = written if chance.random() < 0.5 else written[::-1]
    return content[:at] + ordered + content[at + size :]


def _stretch(content: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randint(0, len(content))
    return start, min(len(content), start + chance.randint(0, _LONGEST_CHANGE))


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _flip, _put, _take, _repeat, _cut, _edge,
)  # fmt: skip
