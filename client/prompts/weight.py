"""Which answers weigh enough that a single stray click should ask once."""

from typing import Any

from client.prompts.plain import says


def is_weighty(answer: Any) -> bool:
    """Whether an answer moves, plays, lays or gives something away for good."""
    return says(answer) is None
