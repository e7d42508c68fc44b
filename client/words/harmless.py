"""Text from anywhere as it may be said: nothing in it steers a terminal or turns a line around."""

import re

# Control characters but the end of a line; what changes the direction of writing; separators of
# lines and paragraphs; halves of a character, which no terminal can be given.
_STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_INSTEAD = "\N{REPLACEMENT CHARACTER}"


def harmless(text: str) -> str:
    """The same text with a mark for each character that would be obeyed and not shown."""
    return _STEERING.sub(_INSTEAD, text)


def one_line(text: str) -> str:
    """Harmless, and no line of its own among those that are said."""
    return harmless(text.replace("\n", " "))
