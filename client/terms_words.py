"""What a table plays, in plain words for whoever is about to sign it at a terminal."""

from collections.abc import Iterator

from client.rules_words import differing
from client.spoken import spoken
from engine.record import played_switches
from net.wire.table_setup import TableSetup


def terms_in_words(setup: TableSetup) -> str:
    """Everything of a set-up that is about no person, and what one should know who signs it."""
    words = spoken()
    lines = [words.say("terms.edition", edition=words.preset(setup.edition))]
    lines += [words.say("terms.line", what=what, value=value) for what, value in _agreed(setup)]
    lines += [words.say("table.recovery-risk")] if setup.recovery else []
    return "\n".join((*lines, words.say("table.dracula-gone")))


def _agreed(setup: TableSetup) -> Iterator[tuple[str, str]]:
    """Every term with what it is; of the switches those that differ from the preset."""
    say = spoken().say
    yield from differing(spoken(), setup.edition, played_switches(setup.for_engine()))
    yield say("table.clock"), _clock_in_words(setup.clock_s)
    yield say("table.onlookers"), say("table.onlookers-of", count=setup.onlookers)
    yield say("terms.delay"), say("terms.delay-of", milliseconds=setup.delay_ms)
    for name in ("recovery", "audit", "aid", "bots_across"):
        is_so = "yes" if getattr(setup, name) else "no"
        yield say(f"table.{name.replace('_', '-')}"), say(f"terms.{is_so}")


def _clock_in_words(seconds: int) -> str:
    """How long a move may take."""
    if seconds % 60:
        return spoken().say("table.clock-seconds", seconds=seconds)
    return spoken().say("table.clock-of", minutes=seconds // 60)
