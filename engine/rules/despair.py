"""The Fury of Dracula: what a city is worth once all despair tokens are out."""

from engine.facts.board import InfluenceChanged
from engine.ids import CASTLE, HIDE, LAND
from engine.rules import victory
from engine.shapes import Shape
from engine.table import Table


def fury(table: Table, shape: Shape) -> None:
    """Clauses despair.three.city, despair.three.hide: influence for a city while despair is full.

    A card laid face down tells nothing by it: Hide earns the same, or `counts` was announced.
    """
    if table.state.despair < table.edition.numbers.despair_tokens:
        return
    if shape.back not in (LAND, CASTLE) or shape.counts is False:
        return
    if shape.face == HIDE and table.switches.despair_hide_counts == "no":
        return
    cause = "despair.three.hide" if shape.face == HIDE else "despair.three.city"
    table.do(InfluenceChanged(table.edition.numbers.fury_influence, cause))
    victory.check(table)
