"""Rules questions as text: a position, what is played, and what must come of it."""

from client.workshop.scenario.driver import Scenario
from client.workshop.scenario.fact_words import vocabulary_list
from client.workshop.scenario.runner import Report, run
from client.workshop.scenario.scenario_file import parse

__all__ = ["Report", "Scenario", "parse", "run", "vocabulary_list"]
