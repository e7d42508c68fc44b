"""The item cards and the railway tickets of the third and fourth editions."""

from engine.edition import CardKind, Ticket

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
