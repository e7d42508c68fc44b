"""Every way the game ends."""

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
