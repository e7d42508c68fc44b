"""A name from anywhere, as it may be shown: whatever it holds, it is one short line of text."""

import unicodedata

from net.limits import LONGEST_NAME

# A letter with more marks than any script needs climbs into the lines above.
_MOST_MARKS = 3

NAMELESS = "?"


def shown_name(name: str | bytes | None) -> str:
    """The name in normal form, without anything invisible, not too long, never empty.

    It passes `check_shown_text`. It is plain text: whatever shows it must not read markup in it.
    """
    if isinstance(name, bytes):
        name = name.decode("utf-8", errors="replace")
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", (name or "")[: 4 * LONGEST_NAME]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] == "Z" or letter in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and marks <= _MOST_MARKS:
            kept.append(letter)
    one_line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return one_line[:LONGEST_NAME].strip() or NAMELESS
