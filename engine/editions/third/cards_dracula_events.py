"""Dracula's event cards of the third and fourth editions."""

from engine.edition import CardKind

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
