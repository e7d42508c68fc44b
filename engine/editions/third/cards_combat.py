"""The combat cards of both sides in the third and fourth editions."""

from engine.edition import CardKind

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
