"""Set-ups of older rules versions: read by their own names, played with the switches of today."""

import pytest
from msgspec.structs import asdict

from engine.editions.older_rules import OLDER
from engine.errors import BadRecord, BadSwitchValue, UnknownSwitch
from engine.record import (
    KNOWN_RULES,
    RULES_VERSION,
    Setup,
    begin,
    edition_of,
    every_switch,
    older_rules,
    played_switches,
)
from engine.switches import POSITIONS, SWITCH_NAMES
from engine.versions import TooNew

ONE = OLDER[1]
# What each position of version 1 is played as, where that is not its own name.
OLD_POSITIONS = {
    ("delay_ends_turn", "no"): "no-second-action-free",
    ("fog_blocks_passing", "no"): "no-roads-either",
    ("hide_when_revealed", "facedown"): "facedown-and-hidden",
}
# What version 1 played where it had no switch.
ADDED = {"castle_hide": "revealed", "rumor_two_vampires": "once", "searched_lair": "on-arrival"}


def test_the_versions_that_are_known() -> None:
    assert KNOWN_RULES == (1, 2)
    assert RULES_VERSION == 2
    assert [older_rules(Setup(rules=rules)) for rules in KNOWN_RULES] == [1, 0]


@pytest.mark.parametrize("rules", [3, 99])
def test_only_a_newer_version_is_refused_and_both_are_named(rules: int) -> None:
    for use in (begin, every_switch, played_switches):
        with pytest.raises(TooNew, match=f"too-new-rules: theirs={rules}, ours=2"):
            use(Setup(rules=rules))


def test_there_was_no_version_before_the_first() -> None:
    with pytest.raises(BadRecord, match="record-rules: rules=0"):
        begin(Setup(rules=0))


@pytest.mark.parametrize("preset", ONE.presets)
def test_a_preset_of_version_1_is_played_as_it_was(preset: str) -> None:
    said = {**ONE.defaults, **ONE.presets[preset]}
    setup = Setup(preset, rules=1)
    assert every_switch(setup) == said
    expected = {name: OLD_POSITIONS.get((name, str(value)), value) for name, value in said.items()}
    assert played_switches(setup) == {**expected, **ADDED}
    assert edition_of(setup).id == preset


@pytest.mark.parametrize("switch", ONE.defaults)
def test_every_position_of_version_1_is_played_as_it_was(switch: str) -> None:
    """A custom set-up says it; three mean something else today, and have another name now."""
    later = [new for (name, _), new in OLD_POSITIONS.items() if name == switch]
    for value in POSITIONS[switch]:
        setup = Setup("third-ru", {switch: value}, rules=1)
        if value in later:
            with pytest.raises(BadSwitchValue, match=f"switch={switch}, value={value}"):
                edition_of(setup)
            continue
        assert every_switch(setup)[switch] == value
        now = OLD_POSITIONS.get((switch, str(value)), value)
        assert played_switches(setup)[switch] == now


def test_a_set_up_that_says_every_switch_of_version_1_is_the_same() -> None:
    """As peers sign it."""
    short = Setup("third-es", {"spent_ticket": "hidden"}, rules=1)
    assert edition_of(Setup("third-es", every_switch(short), rules=1)) == edition_of(short)


def test_version_1_had_no_switch_that_came_later() -> None:
    assert {*ONE.defaults} | {*ADDED} == {*SWITCH_NAMES}
    for name, value in ADDED.items():
        with pytest.raises(UnknownSwitch, match=f"switch={name}"):
            edition_of(Setup(switches={name: value}, rules=1))
    with pytest.raises(BadSwitchValue, match="no-such-preset: preset=fifth"):
        edition_of(Setup("fifth", rules=1))


def test_the_newest_version_says_and_plays_the_same() -> None:
    setup = Setup("third-pl", {"lairs": "unused"})
    assert every_switch(setup) == played_switches(setup) == asdict(edition_of(setup).switches)
