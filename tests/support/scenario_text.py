"""Scenarios written in a test: parsed as a file of that name would be."""

import tomllib

from client.workshop.scenario import runner

# Something that is expected, and always holds.
AFTER = "\n[after]\ninfluence = 0\n"


def parsed(text: str) -> runner.Scenario:
    """The scenario of a text."""
    return runner.parse(tomllib.loads(text), "test.toml")
