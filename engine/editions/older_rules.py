"""What set-ups of older rules versions mean, so that old games stay playable.

1. New games use the newest version. Older ones serve for games begun under them: to continue,
   replay and verify.
2. What a released version said never changes. Where a switch is new, or its positions or default
   changed, the version says here which position of today plays as it did.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from engine.errors import BadSwitchValue
from engine.switches import POSITIONS, Value, check_positions


class OlderRules(Struct, frozen=True):
    """One rules version: what it said, and how that is played with the switches of today."""

    defaults: Mapping[str, Value]  # every switch that it had
    presets: Mapping[str, Mapping[str, Value]]  # where they differed from that
    renamed: Mapping[str, Mapping[Value, Value]]  # its positions that mean something else today
    added: Mapping[str, Value]  # switches that it did not have

    def said(self, preset: str, switches: Mapping[str, Value]) -> dict[str, Value]:
        """Every switch of a set-up, by the names and positions of this version."""
        if preset not in self.presets:
            raise BadSwitchValue("no-such-preset", preset=preset, known=", ".join(self.presets))
        check_positions(switches, {name: self._positions(name) for name in self.defaults})
        return {**self.defaults, **self.presets[preset], **switches}

    def played(self, preset: str, switches: Mapping[str, Value]) -> dict[str, Value]:
        """The same game, by the switches of today."""
        said = self.said(preset, switches)
        now = {name: self.renamed.get(name, {}).get(value, value) for name, value in said.items()}
        return {**now, **self.added}

    def _positions(self, switch: str) -> tuple[Value, ...]:
        """What it let a table choose: not the positions that have come since to play as it did."""
        later = self.renamed.get(switch, {}).values()
        return tuple(value for value in POSITIONS[switch] if value not in later)


_THIRD_1: dict[str, Value] = {
    "night_effects_in_vampire_combat": "on",
    "dracula_combat_draw": "always",
    "misdirect_sea": "allowed",
}

_VERSION_1 = OlderRules(
    defaults={
        "hunters_in_play": "all-four-shared",
        "shared_start_city": "allowed",
        "special_action_sources": "any-card",
        "night_effects_in_vampire_combat": "off",
        "new_vampire_join": "by-card-text",
        "dracula_combat_draw": "below-five",
        "consecrated_reveals": "location-and-encounters",
        "wolf_form_holy_roads": "no-touching-road",
        "defeat_loses_tickets": "no",
        "delay_ends_turn": "yes",
        "despair_hide_counts": "yes",
        "despair_trigger": "dracula-phase",
        "immediate_events": "mandatory",
        "fog_blocks_passing": "yes",
        "fog_blocks_forced_moves": "yes",
        "fog_decline": "per-hunter",
        "great_strength_scope": "bite-and-defeat",
        "hide_reveals_location": "yes",
        "hide_when_revealed": "faceup",
        "hide_when_revealed_encounter": "none",
        "cleared_encounters_discard": "facedown",
        "hideout_events_hit_lairs": "no",
        "maturing": "optional",
        "maturing_shows_location": "no",
        "matured_rumor": "removed",
        "misdirect_sea": "forbidden",
        "misdirect_current_location": "forbidden",
        "night_card_moves": "allowed",
        "spent_ticket": "revealed",
        "power_effect_shown": "yes",
        "power_on_trail": "facedown",
        "power_reuse": "slide-off-or-clear",
        "godalming_tickets": "draw-discard-draw",
        "roadblock_stacking": "forbidden",
        "no_card_opens": "location",
        "storms_distinct": "always",
        "vampire_escape_threshold": "three-cards",
        "fangs_influence": "mesmerized-at-night",
        "escape_count": "earlier-cards-only",
        "reckless_fangs": "ambush-only",
        "north_sea_north_atlantic": "adjacent",
        "start_encounter": "none",
        "castle_encounter": "placed",
        "bats_at_night": "yes",
        "combat_at_sea": "never",
        "rumor_tokens": "used",
        "power_cards": "used",
        "lairs": "used",
        "hunter_starts": "free",
        "influence_to_win": 13,
        "dracula_health": 15,
        "despair_from_start": 0,
    },
    presets={
        "fourth": {},
        "third-pl": {
            **_THIRD_1,
            "defeat_loses_tickets": "yes",
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
        },
        "third-ru": {
            **_THIRD_1,
            "new_vampire_join": "voluntary-delay",
            "wolf_form_holy_roads": "no-passing-through",
            "defeat_loses_tickets": "yes",
            "despair_trigger": "any-placement",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "fog_decline": "whole-combat",
            "great_strength_scope": "bite-or-lethal-damage",
            "matured_rumor": "pool",
        },
        "third-es": {
            **_THIRD_1,
            "despair_hide_counts": "no",
            "despair_trigger": "any-choice",
            "immediate_events": "now-or-never",
            "fog_blocks_passing": "no",
            "vampire_escape_threshold": "despair-tokens",
        },
        "first-game": {
            "rumor_tokens": "unused",
            "power_cards": "unused",
            "lairs": "unused",
            "hunter_starts": "fixed",
        },
    },
    renamed={
        "delay_ends_turn": {"no": "no-second-action-free"},
        "fog_blocks_passing": {"no": "no-roads-either"},
        "hide_when_revealed": {"facedown": "facedown-and-hidden"},
    },
    added={
        "castle_hide": "revealed",
        "rumor_two_vampires": "once",
        "searched_lair": "on-arrival",
    },
)

OLDER: Mapping[int, OlderRules] = MappingProxyType({1: _VERSION_1})
