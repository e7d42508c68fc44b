"""Spans of time in words."""

from client.words.words import Words


def duration(words: Words, seconds: float) -> str:
    """So many minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return words.say("affair.duration", minutes=minutes, seconds=f"{rest:02}")
