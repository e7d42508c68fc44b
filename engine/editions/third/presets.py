"""The named sets of switches: the fourth edition, the three third-edition texts, the first game.

A preset lists only what differs from the fourth edition. Where a third-edition text is silent, its
other sentences mostly leave nothing else, and that is what it plays; where they leave a gap, and
where a printed card settles the matter, it keeps the fourth edition's value. The reason for each
value stands in `resources/rules/editions.toml`. A text that would make a printed card do nothing
(Fast Horses, Long Night) gives way to the card, as golden.precedence.component says; the switch is
there for tables that read it otherwise. These are the presets of the newest rules version; those of
older ones are in `older_rules.py`.
"""

from collections.abc import Mapping

from engine.switches import Value

FOURTH = "fourth"

# What all three third-edition texts give.
_THIRD: dict[str, Value] = {
    "night_effects_in_vampire_combat": "on",
    "dracula_combat_draw": "always",
    "consecrated_reveals": "nothing",
    "delay_ends_turn": "no",
    "hide_reveals_location": "no",
    "hide_when_revealed_encounter": "placed",
    "cleared_encounters_discard": "faceup",
    "misdirect_sea": "allowed",
}

PRESETS: Mapping[str, Mapping[str, Value]] = {
    FOURTH: {},
    "third-pl": {
        **_THIRD,
        "defeat_loses_tickets": "yes",
        "despair_hide_counts": "no",
        "despair_trigger": "any-choice",
        "spent_ticket": "revealed",
    },
    "third-ru": {
        **_THIRD,
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
    },
    "third-es": {
        **_THIRD,
        "despair_hide_counts": "no",
        "despair_trigger": "any-choice",
        "immediate_events": "now-or-never",
        "fog_blocks_passing": "no",
        "power_reuse": "slide-off-only",
        "vampire_escape_threshold": "despair-tokens",
    },
    "first-game": {
        "rumor_tokens": "unused",
        "power_cards": "unused",
        "lairs": "unused",
        "hunter_starts": "fixed",
    },
}
