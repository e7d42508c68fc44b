"""What Dracula announces is refused by the clause that it breaks, also where only a liar would."""

import pytest

from engine.ids import CASTLE, LAND, POWER, SEA
from engine.rules.announced import CARD, ESCAPE, START, refusal
from engine.shapes import Shape
from tests.support.given import given

REFUSED = [
    (CARD, Shape(CASTLE), "castle.card-back"),
    (CARD, Shape(CASTLE, face="galatz"), "castle.card-back"),
    (CARD, Shape(LAND, face="castle_dracula"), "castle.card-back"),
    (CARD, Shape(SEA, face="galatz"), "castle.card-back"),
    (CARD, Shape(LAND, face="nowhere"), "dracula-phase.choose"),
    (CARD, Shape(LAND, face="galatz"), "dracula-phase.place.facedown"),
    (CARD, Shape(POWER), "dracula-phase.choose"),
    (CARD, Shape(LAND, power="feed"), "power.instead-of-location"),
    (CARD, Shape(LAND, target="d1"), "misdirect.clear"),
    (CARD, Shape(LAND, power="wolf_form", target="d1"), "misdirect.clear"),
    (CARD, Shape(LAND, power="misdirect"), "misdirect.clear"),
    (CARD, Shape(LAND, power="hide"), "power.list"),
    (CARD, Shape(LAND, lair="d1"), "lairs.return.hideout"),
    (CARD, Shape(LAND, counts=True), "despair.three.hide"),
    (CARD, Shape(face="hide"), "power.hide-undisclosed"),
    (CARD, Shape(power="wolf_form", face="hide"), "hide.replaces-location"),
    (CARD, Shape(SEA, face="hide"), "hide.replaces-location"),
    (CARD, Shape(no_card=True, power="feed"), "errors.no-legal-card"),
    (CARD, Shape(no_card=True), "dracula-phase.no-pass"),
    (START, Shape(power="feed"), "power.not-at-setup"),
    (START, Shape(CASTLE), "setup.dracula.not-castle"),
    (START, Shape(SEA), "setup.dracula.not-sea"),
    (START, Shape(face="paris"), "setup.dracula.card-facedown"),
    (ESCAPE, Shape(SEA), "escape-bat.move-optional"),
    (ESCAPE, Shape(power="wolf_form"), "escape-bat.move-optional"),
    (ESCAPE, Shape(face="galatz"), "escape-bat.place"),
    (ESCAPE, Shape(CASTLE), "escape-bat.place"),
]


@pytest.mark.rule("castle.card-back", "dracula-phase.choose", "escape-bat.place")
@pytest.mark.parametrize(("about", "shape", "clause"), REFUSED)
def test_a_shape_is_refused_by_the_clause_it_breaks(about: str, shape: Shape, clause: str) -> None:
    table = given(step="dracula", mina="castle_dracula", trail=["klausenburg"])
    assert refusal(table.state, table.driver.edition, about, shape) == clause
