"""Which answers weigh enough that a single stray click should ask once."""

from typing import Any

from client.worker.standing import window_of
from client.worker.values import Prompt
from engine.options import Pass, StepIn


def is_weighty(prompt: Prompt, answer: Any) -> bool:
    """Whether an answer is for good: all are but those to a window, which opens again and again."""
    return window_of(prompt.request) is None or not isinstance(answer, Pass | StepIn)
