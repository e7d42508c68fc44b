"""How a secret looks when it is printed: not at all (N-9)."""


def concealed(secret: object) -> str:
    """N-9: what a log, an error or a crash report may hold of a secret: its kind."""
    return f"{type(secret).__name__}(…)"
