"""Names and keys as people read them: one short safe line, or words to read aloud.

1. A name from anywhere is shown as one short line of text, whatever it holds.
2. Words stand for the fingerprint of a key (S-4) and for phrases that the program makes. The list
   has 2048 short words, no two of which begin with the same four letters: eleven bits each.
"""

import unicodedata
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from net.crypto.hashing import blake
from net.limits import LONGEST_NAME, MOST_MARKS

NAMELESS = "?"


def shown_name(name: str | bytes | None) -> str:
    """The name in normal form, without anything invisible, not too long, never empty.

    It passes `check_shown_text`. It is plain text: whatever shows it must not read markup in it.
    """
    if isinstance(name, bytes):
        name = name.decode("utf-8", errors="replace")
    seen = [_visible(letter) for letter in (name or "")[: 4 * LONGEST_NAME]]
    kept: list[str] = []
    marks = 0
    # Marks are counted only when nothing invisible stands between them any more.
    for letter in unicodedata.normalize("NFC", "".join(seen)):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    one_line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return one_line[:LONGEST_NAME].strip() or NAMELESS


def _visible(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind[0] == "Z" or letter in "\t\n\r":
        return " "
    return "" if kind[0] == "C" else letter


# --- Words to read aloud ---


WORD_BITS = 11

# 66 bits: nobody makes keys until one has the words of somebody else's.
FINGERPRINT_WORDS = 6

# 22.17: five words for a table; Argon2id stands before them.
TABLE_WORDS = 5

# K-5: at least 77 bits, because others hold what is sealed with it.
BACKUP_WORDS = 7


@cache
def word_list() -> tuple[str, ...]:
    """The words, sorted."""
    listed = files("resources").joinpath("text") / "words.txt"
    return tuple(listed.read_text(encoding="ascii").split())


def spoken_key(identity_key: bytes) -> str:
    """S-4: the words that two players compare once, to know that nobody is between them."""
    return " ".join(_words(blake(b"FOD1-words", identity_key), FINGERPRINT_WORDS))


def fresh_phrase(bytes_of: Callable[[int], bytes], count: int = TABLE_WORDS) -> str:
    """A passphrase nobody has used before."""
    return " ".join(_words(bytes_of(32), count))


def _words(source: bytes, count: int) -> list[str]:
    number = int.from_bytes(source, "little")
    words = word_list()
    return [words[number >> WORD_BITS * place & len(words) - 1] for place in range(count)]
