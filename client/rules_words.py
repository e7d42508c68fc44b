"""What a game is played by, in words: its preset, older rules, and what is otherwise than usual."""

from collections.abc import Iterator, Mapping

from msgspec.structs import asdict

from client.text import Words
from engine.editions import edition
from engine.record import Setup, older_rules, played_switches
from engine.switches import Value


def differing(
    words: Words, preset: str, switches: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The name and position of every switch that is set otherwise than in a preset of today."""
    usual = asdict(edition(preset).switches)
    for name, value in switches.items():
        if value != usual[name]:
            said = words.switch(name)
            yield said.name, said.positions.get(str(value), str(value))


def older_in_words(
    words: Words, preset: str, switches: Mapping[str, Value], older: int
) -> list[str]:
    """What is said of a game of an older rules version; nothing of one of the newest."""
    if not older:
        return []
    head = words.say("rules-older", edition=words.preset(preset), number=older)
    lines = differing(words, preset, switches)
    return [head, *(words.say("terms.line", what=what, value=value) for what, value in lines)]


def setup_in_words(words: Words, setup: Setup) -> list[str]:
    """The same of a set-up."""
    return older_in_words(words, setup.edition, played_switches(setup), older_rules(setup))
