"""Which answers weigh enough that a single stray click should ask once."""

from typing import Any

from engine.options import Accept, Decline, Done, Pass, StepIn

_LIGHT = (Pass, StepIn, Done, Accept, Decline)


def is_weighty(answer: Any) -> bool:
    """Whether an answer moves, plays, lays or gives something away for good."""
    return not isinstance(answer, _LIGHT)
