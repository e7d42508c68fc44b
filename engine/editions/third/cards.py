"""Cards of the third and fourth editions: combat, items, tickets, events, encounters, powers."""

from engine.edition import CardKind, Ticket
from engine.ids import GODALMING, MINA, SEWARD, VAN_HELSING

# Each of the four hunters has one of every kind.
HUNTER_COMBAT: tuple[CardKind, ...] = (
    CardKind("punch", "hunter_combat", 4, ("combat.choose",), banner=("mesmerize", "plotting")),
    CardKind(
        "dodge", "hunter_combat", 4, ("combat.choose",), banner=("fangs", "strength", "claws")
    ),
    CardKind("escape", "hunter_combat", 4, ("combat.choose",), banner=("strength", "plotting")),
)

DRACULA_COMBAT: tuple[CardKind, ...] = (
    CardKind("fangs", "dracula_combat", 2, ("combat.choose",), icon="fangs"),
    CardKind("strength", "dracula_combat", 2, ("combat.choose",), icon="strength"),
    CardKind("claws", "dracula_combat", 2, ("combat.choose",), icon="claws"),
    CardKind("mesmerize", "dracula_combat", 2, ("combat.choose",), icon="mesmerize"),
    CardKind(
        "plotting",
        "dracula_combat",
        2,
        ("combat.choose", "combat.plotting"),
        in_play=("combat.plotting",),
        icon="plotting",
    ),
    CardKind(
        "escape_as_bat",
        "dracula_combat",
        2,
        ("combat.choose",),
        icon="escape_as_bat",
        escape=True,
        on_trail=True,
    ),
    CardKind(
        "escape_as_mist",
        "dracula_combat",
        1,
        ("combat.choose",),
        icon="escape_as_mist",
        escape=True,
    ),
)


# The item cards and the railway tickets of the third and fourth editions.


ITEMS: tuple[CardKind, ...] = (
    CardKind(
        "crucifix",
        "item",
        2,
        ("combat.choose", "encounter.answer"),
        banner=("fangs", "mesmerize", "escape_as_mist"),
    ),
    CardKind(
        "dogs",
        "item",
        4,
        ("search.before", "search.found", "ambush.avoid"),
        in_play=("search.found",),
    ),
    CardKind("fast_horses", "item", 3, ("action",)),
    CardKind("garlic", "item", 3, ("combat.choose",), banner=("fangs", "strength")),
    CardKind(
        "garlic_wreath",
        "item",
        3,
        ("combat.start", "combat.dracula-resolved"),
        in_play=("combat.dracula-resolved",),
    ),
    CardKind(
        "heavenly_host",
        "item",
        3,
        ("combat.choose", "consecrate.hosts", "encounter.answer"),
        banner=("mesmerize",),
    ),
    CardKind("holy_bullets", "item", 3, ("combat.firearm",)),
    CardKind(
        "holy_circle",
        "item",
        2,
        ("combat.choose",),
        banner=(
            "fangs",
            "strength",
            "claws",
            "mesmerize",
            "plotting",
            "escape_as_bat",
            "escape_as_mist",
        ),
    ),
    CardKind(
        "knife",
        "item",
        3,
        ("combat.choose", "encounter.answer"),
        banner=("fangs", "escape_as_bat"),
        weapon=True,
    ),
    CardKind(
        "pistol",
        "item",
        4,
        ("combat.choose", "encounter.answer"),
        banner=("claws", "plotting"),
        weapon=True,
    ),
    CardKind(
        "rifle",
        "item",
        4,
        ("combat.choose", "encounter.answer"),
        banner=("claws", "escape_as_bat"),
        weapon=True,
    ),
    CardKind("stake", "item", 4, ("search.before", "search.found"), in_play=("search.found",)),
)

TICKETS: tuple[Ticket, ...] = (
    Ticket("3/2", white=3, yellow=2, copies=4),
    Ticket("2/2", white=2, yellow=2, copies=4),
    Ticket("2/1", white=2, yellow=1, copies=3),
    Ticket("1/1", white=1, yellow=1, copies=2),
    Ticket("1/-", white=1, yellow=0, copies=3),
)


# The hunters' event cards of the third and fourth editions.


HUNTER_EVENTS: tuple[CardKind, ...] = (
    CardKind(
        "newspaper_reports",
        "hunter_event",
        3,
        ("event.drawn", "dawn.events", "dusk.events"),
        may_play_on_draw=True,
        cancelled_by="event.cancel",
    ),
    CardKind("chartered_carriage", "hunter_event", 3, ("rail.declare",)),
    CardKind(
        "hired_scouts",
        "hunter_event",
        4,
        ("event.drawn",),
        must_play=True,
        cancelled_by="event.cancel",
    ),
    CardKind("long_night", "hunter_event", 2, ("dawn.events",)),
    CardKind("excellent_weather", "hunter_event", 2, ("action",)),
    CardKind("surprising_return", "hunter_event", 2, ("dawn.events", "dusk.events")),
    CardKind("sense_of_emergency", "hunter_event", 2, ("action",)),
    CardKind("speedy_telegraph", "hunter_event", 2, ("dawn.events",)),
    CardKind("escape_route", "hunter_event", 2, ("combat.start",)),
    CardKind(
        "local_rumors",
        "hunter_event",
        2,
        ("event.drawn",),
        must_play=True,
        cancelled_by="event.cancel",
    ),
    CardKind("forewarned", "hunter_event", 2, ("ambush.avoid",)),
    CardKind("blood_transfusion", "hunter_event", 2, ("action",)),
    CardKind("good_luck", "hunter_event", 2, ("day.free", "falsetip.cancel", "event.over-limit")),
    CardKind("renewed_vigor", "hunter_event", 2, ("dawn.events",)),
    CardKind(
        "planned_ambush",
        "hunter_event",
        2,
        ("combat.start", "combat.swap"),
        in_play=("combat.swap",),
    ),
    CardKind("mystic_research", "hunter_event", 1, ("action",), only=VAN_HELSING),
    CardKind("lucky_find", "hunter_event", 1, ("combat.start",)),
    CardKind(
        "rufus_smith",
        "hunter_event",
        1,
        ("event.drawn", "sea.damage"),
        in_play=("sea.damage",),
        must_play=True,
        ally=True,
    ),
    CardKind(
        "sister_agatha",
        "hunter_event",
        1,
        ("event.drawn", "combat.dracula-resolved"),
        in_play=("combat.dracula-resolved",),
        must_play=True,
        ally=True,
    ),
    CardKind(
        "jonathan_harker",
        "hunter_event",
        1,
        ("event.drawn", "trail.sixth"),
        in_play=("trail.sixth",),
        must_play=True,
        ally=True,
    ),
    CardKind(
        "evil_presence",
        "hunter_event",
        2,
        ("event.drawn",),
        must_play=True,
        cancelled_by="event.cancel",
    ),
    CardKind("wax_cylinders", "hunter_event", 1, ("action",), only=SEWARD),
    CardKind("consecrated_ground", "hunter_event", 1, ("action",)),
    CardKind(
        "lucys_revenge",
        "hunter_event",
        1,
        ("combat.start", "combat.escape", "harm.prevent"),
        in_play=("combat.escape", "harm.prevent"),
        only=GODALMING,
    ),
    CardKind("hypnosis", "hunter_event", 1, ("action",), only=MINA),
    CardKind("heroic_leap", "hunter_event", 1, ("combat.start",)),
    CardKind("behind_the_veil", "hunter_event", 1, ("event.drawn",), must_play=True),
    CardKind("money_trail", "hunter_event", 1, ("action",)),
    CardKind("vampire_lair", "hunter_event", 1, ("action",)),
    CardKind("great_strength", "hunter_event", 1, ("harm.prevent",)),
)


DRACULA_EVENTS: tuple[CardKind, ...] = (
    CardKind("hidden_schemes", "dracula_event", 2, ("dracula.end",)),
    CardKind(
        "summon_storms", "dracula_event", 2, ("event.drawn", "dracula.end"), may_play_on_draw=True
    ),
    CardKind(
        "roadblock", "dracula_event", 3, ("event.drawn", "dracula.end"), may_play_on_draw=True
    ),
    CardKind("wild_horses", "dracula_event", 2, ("move.road-done",)),
    CardKind(
        "devilish_power", "dracula_event", 2, ("dracula.phase", "dracula.end", "event.over-limit")
    ),
    CardKind("vampiric_influence", "dracula_event", 2, ("event.drawn",), must_play=True),
    CardKind(
        "draculas_brides",
        "dracula_event",
        1,
        ("event.drawn", "dracula.allies"),
        in_play=("dracula.allies",),
        must_play=True,
        ally=True,
    ),
    CardKind("false_tip", "dracula_event", 2, ("rail.spend",), cancelled_by="falsetip.cancel"),
    CardKind(
        "unearthly_swiftness",
        "dracula_event",
        1,
        ("dracula.phase", "dracula.end", "event.over-limit"),
    ),
    CardKind("sensationalist_press", "dracula_event", 1, ("event.cancel",)),
    CardKind("enraged", "dracula_event", 1, ("combat.cancel-dracula",)),
    CardKind("darkness_returns", "dracula_event", 1, ("dracula.end",)),
    CardKind("customs_search", "dracula_event", 1, ("move.region-crossed",)),
    CardKind(
        "great_wolf",
        "dracula_event",
        1,
        ("event.drawn", "dracula.allies"),
        in_play=("dracula.allies",),
        must_play=True,
        ally=True,
    ),
    CardKind("seduction", "dracula_event", 1, ("search.found",)),
    CardKind(
        "immanuel_hildesheim",
        "dracula_event",
        1,
        ("event.drawn", "dracula.allies"),
        in_play=("dracula.allies",),
        must_play=True,
        ally=True,
    ),
    CardKind("nocturnal_visit", "dracula_event", 1, ("dracula.end",)),
)


# The encounter cards and the power cards of the third and fourth editions.


ENCOUNTERS: tuple[CardKind, ...] = (
    CardKind(
        "new_vampire",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "combat.join", "mature.choose"),
        in_play=("arrival.ambush", "combat.join", "mature.choose"),
        vampire=True,
        health=6,
        may_ambush=True,
        matures=True,
        influence=3,
        reveals_location=True,
    ),
    CardKind(
        "reckless_vampire",
        "encounter",
        3,
        ("dracula.encounter", "arrival.ambush", "combat.dracula-resolved", "mature.choose"),
        in_play=("arrival.ambush", "combat.dracula-resolved", "mature.choose"),
        vampire=True,
        health=4,
        may_ambush=True,
        matures=True,
        influence=4,
        reveals_location=True,
    ),
    CardKind(
        "aristocratic_vampire",
        "encounter",
        3,
        ("dracula.encounter", "mature.choose"),
        in_play=("mature.choose",),
        vampire=True,
        matures=True,
        influence=4,
        reveals_location=True,
    ),
    CardKind(
        "hoax",
        "encounter",
        2,
        ("dracula.encounter", "mature.choose"),
        in_play=("mature.choose",),
        matures=True,
    ),
    CardKind(
        "unnatural_fog",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
        reveals_location=True,
    ),
    CardKind(
        "desecrated_soil",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
    ),
    CardKind(
        "szgany_mob",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
        reveals_location=True,
    ),
    CardKind(
        "rats",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush"),
        in_play=("arrival.ambush",),
        may_ambush=True,
    ),
    CardKind(
        "saboteur",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
    ),
    CardKind(
        "wolves",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
        reveals_location=True,
    ),
    CardKind(
        "szgany_bodyguards",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose", "combat.before"),
        in_play=("arrival.ambush", "mature.choose", "combat.before"),
        may_ambush=True,
        matures=True,
    ),
    CardKind(
        "bats",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush"),
        in_play=("arrival.ambush",),
        may_ambush=True,
    ),
    CardKind(
        "spy",
        "encounter",
        2,
        ("dracula.encounter", "arrival.ambush", "mature.choose"),
        in_play=("arrival.ambush", "mature.choose"),
        may_ambush=True,
        matures=True,
    ),
)

POWERS: tuple[CardKind, ...] = (
    CardKind("dark_call", "power", 1, ("dracula.card",)),
    CardKind("feed", "power", 1, ("dracula.card",)),
    CardKind("hide", "power", 1, ("dracula.card",)),
    CardKind("misdirect", "power", 1, ("dracula.card",)),
    CardKind("wolf_form", "power", 1, ("dracula.card",)),
)
