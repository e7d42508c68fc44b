"""Switches and presets: every difference of the editions can be chosen, each preset is one text."""

from typing import Any

import pytest

from engine.edition import Edition
from engine.editions import DEFAULT_PRESET, edition
from engine.editions.third.presets import PRESETS
from engine.errors import BadSwitchValue, UnknownSwitch
from engine.switches import SWITCH_NAMES, Switches, allowed_values
from tests.support.tables import AGREED, DIFFERENCES, FOURTH

# What all three third-edition texts change.
ALL_THIRD = {
    "night_effects_in_vampire_combat": "on",
    "dracula_combat_draw": "always",
    "consecrated_reveals": "nothing",
    "delay_ends_turn": "no",
    "hide_reveals_location": "no",
    "hide_when_revealed_encounter": "placed",
    "cleared_encounters_discard": "faceup",
    "misdirect_sea": "allowed",
}

TEXTS = ("fourth", "third-pl", "third-ru", "third-es")
DECIDED = [row for row in DIFFERENCES if row["switch"]]
RULE_DIFFERENCES = [row for row in DIFFERENCES if row["impact"] == "rule"]


class TestSwitches:
    @pytest.mark.parametrize("row", RULE_DIFFERENCES, ids=lambda row: row["switch"])
    def test_every_difference_in_the_rules_has_its_switch(self, row: dict[str, Any]) -> None:
        assert allowed_values(row["switch"]) == tuple(row["values"])

    def test_thirty_seven_differences_change_the_rules(self) -> None:
        assert len(DIFFERENCES) == 147
        assert len({row["switch"] for row in RULE_DIFFERENCES}) == 37

    @pytest.mark.parametrize("name", SWITCH_NAMES)
    def test_every_value_can_be_chosen(self, name: str) -> None:
        for value in allowed_values(name):
            assert getattr(edition("third-ru", {name: value}).switches, name) == value

    def test_an_unknown_switch_is_refused_by_name(self) -> None:
        with pytest.raises(
            UnknownSwitch, match=r"no-such-switch: switch=garlic_bread.*misdirect_sea"
        ):
            edition("fourth", {"garlic_bread": "yes"})

    def test_an_unknown_value_is_refused_with_the_allowed_ones(self) -> None:
        with pytest.raises(BadSwitchValue) as refusal:
            edition("fourth", {"fog_decline": "never"})
        assert refusal.value.id == "no-such-position"
        assert refusal.value.about == {
            "switch": "fog_decline", "value": "never", "known": "per-hunter, whole-combat"
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("influence_to_win", 2),
            ("influence_to_win", 14),
            ("influence_to_win", "13"),
            ("influence_to_win", True),
            ("dracula_health", 0),
            ("dracula_health", 16),
            ("dracula_health", 15.0),
            ("despair_from_start", -1),
            ("despair_from_start", 4),
            ("lairs", 1),
        ],
    )
    def test_numbers_out_of_range_are_refused(self, name: str, value: Any) -> None:
        with pytest.raises(BadSwitchValue, match=f"switch={name}, value={value}"):
            edition("fourth", {name: value})

    def test_an_unknown_preset_is_refused(self) -> None:
        with pytest.raises(BadSwitchValue, match=r"no-such-preset: preset=sixth.*first-game"):
            edition("sixth", {})


class TestReasons:
    def test_every_switch_is_accounted_for(self) -> None:
        """By a difference of the texts, or as what they agree on."""
        named = {row["switch"] for row in DECIDED}
        agreed = [row["switch"] for row in AGREED]
        assert named | {*agreed} == {*SWITCH_NAMES}
        assert not named & {*agreed}
        assert len({*agreed}) == len(agreed)

    @pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row["id"])
    def test_every_difference_says_what_is_played_or_why_play_is_the_same(
        self, row: dict[str, Any]
    ) -> None:
        if "same" in row:
            assert row["switch"] == "", "a switch decides it, so play is not the same"
            assert not {"plays", "ground", "reason"} & {*row}
            return
        assert len(row["plays"]) == len(row["ground"]) == len(TEXTS)
        assert row["reason"]
        for value, ground in zip(row["plays"], row["ground"], strict=True):
            assert ground in {"said", "follows", "open", "card"}
            if ground in {"open", "card"}:
                assert value == row["plays"][0], "a gap keeps what the fourth edition plays"

    def test_a_difference_in_the_rules_is_never_one_of_words(self) -> None:
        assert all("plays" in row for row in RULE_DIFFERENCES)


class TestPresets:
    def differing(self, preset: str) -> dict[str, object]:
        chosen, default = edition(preset, {}).switches, Switches()
        return {
            name: getattr(chosen, name)
            for name in SWITCH_NAMES
            if getattr(chosen, name) != getattr(default, name)
        }

    def test_the_fourth_edition_is_the_default(self) -> None:
        assert DEFAULT_PRESET == "fourth"
        assert edition() == FOURTH
        assert FOURTH.switches == Switches()
        assert list(PRESETS) == ["fourth", "third-pl", "third-ru", "third-es", "first-game"]

    def test_the_polish_text(self) -> None:
        assert self.differing("third-pl") == {
            **ALL_THIRD,
            "defeat_loses_tickets": "yes",
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
            "spent_ticket": "revealed",
        }

    def test_the_russian_text(self) -> None:
        assert self.differing("third-ru") == {
            **ALL_THIRD,
            "new_vampire_join": "voluntary-delay",
            "wolf_form_holy_roads": "no-passing-through",
            "defeat_loses_tickets": "yes",
            "despair_trigger": "any-placement",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "fog_decline": "whole-combat",
            "great_strength_scope": "bite-or-lethal-damage",
            "matured_rumor": "pool",
            "misdirect_current_location": "forbidden",
            "spent_ticket": "revealed",
        }

    def test_the_spanish_text(self) -> None:
        assert self.differing("third-es") == {
            **ALL_THIRD,
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "power_reuse": "slide-off-only",
            "vampire_escape_threshold": "despair-tokens",
        }

    def test_the_first_game_leaves_the_advanced_pieces_out(self) -> None:
        assert self.differing("first-game") == {
            "rumor_tokens": "unused",
            "power_cards": "unused",
            "lairs": "unused",
            "hunter_starts": "fixed",
        }

    @pytest.mark.parametrize("preset", sorted(PRESETS))
    def test_what_no_preset_changes(self, preset: str) -> None:
        switches = edition(preset, {}).switches
        assert switches.hunters_in_play == "all-four-shared"
        assert switches.special_action_sources == "any-card"
        assert switches.fangs_influence == "mesmerized-at-night"

    @pytest.mark.parametrize("row", DECIDED, ids=lambda row: row["id"])
    def test_each_preset_plays_what_its_text_gives(self, row: dict[str, Any]) -> None:
        """In the fourth edition and the three texts, and in a first game as in the fourth."""
        switch, said = row["switch"], dict(zip(TEXTS, row["plays"], strict=True))
        for preset, value in {**said, "first-game": said["fourth"]}.items():
            assert getattr(edition(preset, {}).switches, switch) == value, preset

    @pytest.mark.parametrize("row", AGREED, ids=lambda row: row["switch"])
    def test_every_text_plays_what_none_decides_otherwise(self, row: dict[str, Any]) -> None:
        for preset in TEXTS:
            assert getattr(edition(preset, {}).switches, row["switch"]) == row["plays"], preset

    def test_a_switch_stands_above_the_preset(self) -> None:
        mixed: Edition = edition("third-pl", {"misdirect_sea": "forbidden"})
        assert mixed.id == "third-pl"
        assert mixed.switches.misdirect_sea == "forbidden"
        assert mixed.switches.defeat_loses_tickets == "yes"
