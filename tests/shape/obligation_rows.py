"""What hidden things every card, every ability and every rule asks for, and by which clause.

A row has the kinds of requests (see test_hidden_requests.py) and, for each, the clauses: `ob-5`
stands for `obligation.ob-5`. Whoever lets a card draw, look, show, return or ask writes it here.
"""

from typing import TypeAlias

Rows: TypeAlias = dict[str, dict[str, str]]

# Cards and abilities, by what their effects ask for.
CARDS: Rows = {
    "behind_the_veil": {"show": "ob-30"},
    "consecrated_ground": {"cards_at": "ob-11", "show": "ob-11", "from hand": "ob-17"},
    "customs_search": {"show": "ob-18"},
    "darkness_returns": {"shuffle": "ob-28", "back": "ob-23b"},
    "desecrated_soil": {"draw": "ob-32", "from hand": "ob-32b"},
    "draculas_brides": {"draw": "ob-32", "from hand": "ob-32b"},
    "evil_presence": {"current_is_among": "ob-10"},
    "fast_horses": {"open": "ob-21"},
    "heavenly_host": {"cards_at": "ob-11", "show": "ob-11"},
    "hired_scouts": {"cards_at": "ob-14", "cards_among": "ob-14"},
    "hoax": {"draw": "ob-27", "mix": "ob-27", "return": "ob-27", "shuffle": "ob-27"},
    "hypnosis": {"which_of": "ob-9"},
    "immanuel_hildesheim": {"back": "ob-25", "open": "ob-25", "draw": "ob-25"},
    "jonathan_harker": {"cards_at": "ob-14", "open_cards": "ob-16", "cards_among": "ob-16"},
    "local_rumors": {"cards_among": "ob-15"},
    "long_night": {"back": "ob-26", "open": "ob-26", "draw": "ob-26"},
    "lucky_find": {"draw": "ob-29", "show": "ob-29"},
    "money_trail": {"open_cards": "ob-7"},
    "mystic_research": {"back": "ob-24"},
    "newspaper_reports": {"open_cards": "ob-16", "cards_among": "ob-16"},
    "pistol": {"from hand": "ob-45a ob-53"},
    "planned_ambush": {"from hand": "ob-43"},
    "plotting": {"draw": "ob-42", "return": "ob-42", "shuffle": "ob-42"},
    "psychic_bond": {"current_is_among": "ob-8"},
    "rifle": {"from hand": "ob-45a ob-53"},
    "rufus_smith": {"cards_at": "ob-14"},
    "sister_agatha": {"cards_at": "ob-14"},
    "spy": {"show": "ob-31"},
    "vampire_lair": {"from hand": "ob-18"},
    "vampiric_influence": {"show": "ob-31"},
    "wax_cylinders": {"show": "ob-12", "cards_among": "ob-13", "open_cards": "ob-13"},
}

# Cards whose own effects ask for nothing hidden; what they lead to is the rules' own.
ASK_NOTHING = (
    "punch", "dodge", "escape", "fangs", "strength", "claws", "mesmerize", "escape_as_bat",
    "escape_as_mist", "crucifix", "dogs", "garlic", "garlic_wreath", "holy_bullets",
    "holy_circle", "knife", "stake", "chartered_carriage", "excellent_weather",
    "surprising_return", "sense_of_emergency", "speedy_telegraph", "escape_route", "forewarned",
    "blood_transfusion", "good_luck", "renewed_vigor", "lucys_revenge", "heroic_leap",
    "great_strength", "hidden_schemes", "summon_storms", "roadblock", "wild_horses",
    "devilish_power", "false_tip", "unearthly_swiftness", "sensationalist_press", "enraged",
    "great_wolf", "seduction", "nocturnal_visit", "new_vampire", "reckless_vampire",
    "aristocratic_vampire", "unnatural_fog", "szgany_mob", "rats", "saboteur", "wolves",
    "szgany_bodyguards", "bats",
)  # fmt: skip

# Power cards have no effect of their own: they are laid by these rules.
POWERS = {
    "hide": ("placing._conceal",),
    "wolf_form": ("placing._conceal",),
    "misdirect": ("placing._conceal", "placing._misdirect"),
    "feed": ("placing._conceal", "placing._lay_lone"),
    "dark_call": ("placing._conceal", "placing._lay_lone", "dracula_turn._power"),
}

# The rules themselves, by the function that asks.
RULES: Rows = {
    "actions.choose": {"from hand": "ob-45a"},
    "ambush._spring": {"from hand": "ob-45a"},
    "ambush._turn_up": {"show": "ob-35"},
    "answering._discard": {"from hand": "ob-18"},
    "answering.show_another": {"from hand": "ob-17"},
    "ambush.arrive": {"cards_at": "ob-6", "cards_among": "ob-6", "from hand": "ob-45a"},
    "combat._deal": {"shuffle": "ob-40", "draw": "ob-40"},
    "combat._fight": {"from hand": "ob-45a ob-53"},
    "combat._meet_at_sea": {"cards_among": "switch.combat_at_sea"},
    "combat_choice._mix_combat_hand": {"mix": "ob-40"},
    "combat_choice._seal": {"conceal combat.choose": "ob-41"},
    "combat._compare": {"from hand": "ob-45a"},
    "combat._refresh": {"draw": "ob-40"},
    "combat._reveal": {"show": "ob-41"},
    "day_and_night._day": {"from hand": "ob-45a"},
    "day_and_night._events": {"from hand": "ob-45a"},
    "day_and_night._return": {"show": "ob-18"},
    "dracula_turn._once": {"from hand": "ob-45a"},
    "dracula_turn._power": {"draw": "ob-32"},
    "encounters.refill": {"draw": "ob-32"},
    "hands.mix": {"mix": "ob-17 ob-22 ob-30 ob-31 ob-33 ob-36"},
    "hands.rebuild": {"shuffle": "ob-48 ob-48b"},
    "lairs._make_lair": {"not_hide": "ob-38"},
    "lairs._own_card": {"slot_is_among": "ob-39b"},
    "lairs._resolve": {"open_cards": "ob-37"},
    "lairs._turn_up": {"not_hide": "ob-37", "show": "ob-37"},
    "lairs.mature": {"open_cards": "switch.maturing_shows_location"},
    "placing._show_location": {"open_cards": "ob-47"},
    "placing._conceal": {
        "conceal dracula.card": "ob-2 ob-2b ob-3 ob-4 ob-5",
        "conceal dracula.bat": "ob-44",
        "conceal setup.dracula": "ob-1",
    },
    "placing._lay_lone": {"which_of": "consecrated.no-powers"},
    "placing._misdirect": {"not_hide": "ob-5"},
    "railway._by_false_tip": {"show": "ob-45"},
    "railway._spend": {"show": "ob-20b ob-20c ob-45b", "card_is_among": "ob-20b"},
    "railway.ride": {"from hand": "ob-45a"},
    "search.search": {"show": "ob-35", "from hand": "ob-45a"},
    "setup._make_deck": {"shuffle": "setup.events.single-deck setup.items.deck"},
    "setup.set_up": {"back": "setup.events.single-deck", "draw": "ob-32"},
    "supply._ask": {"from hand": "ob-23"},
    "supply._event_by_day": {"back": "supply.day.hunter", "draw": "ob-23"},
    "supply._event_by_night": {"back": "supply.night.bottom", "draw": "ob-23"},
    "supply._items": {"draw": "supply.item.large-city"},
    "supply._prove_kept": {"card_is_among": "ob-23"},
    "supply.discard_events": {"from hand": "ob-18"},
    "supply.enforce_event_limit": {"from hand": "ob-45a"},
    "supply.enforce_item_limit": {"from hand": "ob-18"},
    "supply.receive_events": {"back": "supply.day.hunter", "from hand": "ob-23"},
    "railway._draw": {"draw": "ob-20a"},
    "railway.give_up": {"return": "ob-20a ob-20b"},
    "railway.mix_pool": {"shuffle": "ob-20a ob-21"},
    "trade._give": {"pass": "ob-22"},
    "trade._show": {"show to one": "ob-22"},
    "trail._discard_openly": {"show": "ob-39 switch.cleared_encounters_discard"},
    "weakened.expose": {"from hand": "ob-19"},
    "weakened.may_swap": {"from hand": "ob-19"},
    "wounds._befalls": {"from hand": "ob-45a"},
}

# Obligations that nothing is asked for: what they want follows from what is public.
FOLLOW_BY_THEMSELVES = {
    "ob-34": "a rumor token lies openly",
    "ob-46": "it says whom not to ask",
    "ob-51": "it says who may look at what is known anyway",
    "ob-52": "the back of the card says it",
}
