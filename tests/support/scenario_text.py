"""Scenarios written in a test: parsed as a file of that name would be."""

import tomllib

from client.workshop import scenario

# Something that is expected, and always holds.
AFTER = "\n[after]\ninfluence = 0\n"


def parsed(text: str) -> scenario.Scenario:
    """The scenario of a text."""
    return scenario.parse(tomllib.loads(text), "test.toml")
