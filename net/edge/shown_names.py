"""A name from anywhere, as it may be shown: whatever it holds, it is one short line of text."""

import unicodedata

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
