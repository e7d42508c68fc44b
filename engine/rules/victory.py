"""Every way the game ends, and the Fury of Dracula that hastens it."""

from engine.facts.board import InfluenceChanged
from engine.ids import CASTLE, HIDE, LAND
from engine.shapes import Shape
from engine.table import GameOver, Table


def check(table: Table) -> None:
    """Clauses defeated.dracula, winning.dracula, winning.tie: called when one effect is done.

    Hunters win a simultaneous finish, so Dracula's death is looked at first; influence that
    reached the end in an earlier step has ended the game then (winning.earlier-step).
    """
    state, switches = table.state, table.switches
    if state.dracula.damage >= switches.dracula_health:
        raise GameOver("hunters", "defeated.dracula")
    if state.influence >= switches.influence_to_win:
        raise GameOver("dracula", "winning.dracula")


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
    check(table)
