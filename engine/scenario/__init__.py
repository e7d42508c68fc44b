"""Rules questions as text: a position, what is played, and what must come of it."""

from engine.scenario.fact_words import vocabulary_list
from engine.scenario.parse import parse
from engine.scenario.runner import Report, run
from engine.scenario.steps import Scenario

__all__ = ["Report", "Scenario", "parse", "run", "vocabulary_list"]
