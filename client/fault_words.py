"""What went wrong as one sentence, for a terminal or for a window at the other end of a pipe."""

from functools import cache

from client.text import Words


@cache
def _words() -> Words:
    return Words()


def fault_words(error: Exception) -> str:
    """The sentence: by the error's id, if it has one, else what it says itself."""
    return _words().error(error) if getattr(error, "id", "") else str(error)
