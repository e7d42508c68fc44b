"""Every banner against every icon, played out in a combat."""

import pytest

from engine.ids import SEWARD
from tests.support.given import Given, given

ICONS = (
    "claws",
    "escape_as_bat",
    "escape_as_mist",
    "fangs",
    "mesmerize",
    "plotting",
    "strength",
)
BANNERS = {
    "punch": ("mesmerize", "plotting"),
    "dodge": ("claws", "fangs", "strength"),
    "escape": ("plotting", "strength"),
    "crucifix": ("escape_as_mist", "fangs", "mesmerize"),
    "garlic": ("fangs", "strength"),
    "heavenly_host": ("mesmerize",),
    "holy_circle": ICONS,
    "knife": ("escape_as_bat", "fangs"),
    "pistol": ("claws", "plotting"),
    "rifle": ("claws", "escape_as_bat"),
}
OWN = ("punch", "dodge", "escape")


def first_round(card: str, icon: str) -> Given:
    """A hunter alone plays this card against this one of Dracula's."""
    others = [each for each in ICONS if each != icon]
    table = given(
        step="dawn",
        trail=["paris up"],
        seward={"place": "paris", "items": [] if card in OWN else [card]},
        combat={"hand": [icon, *others[:4]]},
    )
    return table.play(fight={"seward": card, "dracula": icon})


@pytest.mark.parametrize(
    "card", [pytest.param(card, marks=pytest.mark.rule(f"card.{card}")) for card in BANNERS]
)
@pytest.mark.rule("combat.step4.cancel", "combat.step4.no-match")
def test_a_banner_cancels_the_icons_it_shows_and_no_others(card: str) -> None:
    canceled = tuple(
        icon
        for icon in ICONS
        if f"dracula_card_canceled card={icon} by={card}" in first_round(card, icon).facts
    )
    assert canceled == BANNERS[card]


@pytest.mark.rule("combat.step5.pride", "card.escape_as_bat", "card.escape_as_mist")
@pytest.mark.parametrize("icon", ["escape_as_bat", "escape_as_mist"])
def test_an_escape_in_the_first_round_is_canceled_by_pride(icon: str) -> None:
    table = first_round("dodge", icon)
    assert f"dracula_card_canceled card={icon} by=combat.step5.pride" in table.facts
    table.hold(combat={"fighting": True, "hunters": [SEWARD]})
