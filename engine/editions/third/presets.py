"""The named sets of switches: the fourth edition, the three third-edition texts, the first game.

A preset lists only what differs from the fourth edition. Where a third-edition text is silent it
keeps the fourth edition's value, which mostly spells out what the older texts leave open. Where a
text would make a printed card do nothing (Fast Horses, Long Night) the card stands above it, as
golden.precedence.component says; the switch is there for tables that read it otherwise.
"""

from collections.abc import Mapping

FOURTH = "fourth"

# What all three third-edition texts say in words.
_THIRD: dict[str, str | int] = {
    "night_effects_in_vampire_combat": "on",
    "dracula_combat_draw": "always",
    "misdirect_sea": "allowed",
}

PRESETS: Mapping[str, Mapping[str, str | int]] = {
    FOURTH: {},
    "third-pl": {
        **_THIRD,
        "defeat_loses_tickets": "yes",
        "despair_hide_counts": "no",
        "despair_trigger": "any-choice",
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
    },
    "third-es": {
        **_THIRD,
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
}
