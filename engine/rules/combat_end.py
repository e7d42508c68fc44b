"""The end of a combat: escapes, defeated vampires, cards back where they belong (K.5, K.6)."""

from engine.edition import Edition
from engine.facts.combat import CombatEnded, combat_of, vampire_of
from engine.facts.encounters import EncounterDiscarded
from engine.facts.hands import CardLeftFront
from engine.ids import DRACULA, ClauseId
from engine.knowledge import Knowledge
from engine.options import ACCEPT, Option
from engine.requests import Choose
from engine.rules import hands, hidden_choice, weakened, wounds
from engine.rules.effects import Effect
from engine.state import Played, State
from engine.table import Table


async def end(table: Table, escaped: Played | None) -> None:
    """Clauses combat.end.stay, weakened.expose: nobody moves, unless carried off."""
    if escaped is not None:
        flight: Effect | None = table.edition.effects.get(("combat.escaped", escaped.card))
        if flight is not None:
            await flight.run(table, DRACULA, escaped)
    cause = _cause(table, escaped)
    _bury_vampire(table)
    _clear_fronts(table)
    fighters = combat_of(table.state).fighters
    table.do(CombatEnded(cause))
    for seat in fighters:
        await weakened.expose(table, seat)


def _cause(table: Table, escaped: Played | None) -> ClauseId:
    """The clause by which the combat ended."""
    combat = combat_of(table.state)
    if escaped is not None:
        return "combat.step5.escape-ends"
    if wounds.opponent_is_defeated(table):
        return "vampire.defeat"
    if len(combat.played) >= table.edition.numbers.combat_cards_limit:
        return "combat.step7.six"
    if combat.hunters:
        return "combat.end.stay"
    beaten = all(not table.state.hunters[seat].in_play for seat in combat.fighters)
    return "combat.step5.all-defeated" if beaten else "combat.hunter-escape"


def _bury_vampire(table: Table) -> None:
    """Clauses defeated.vampire.discard, vampire.survives.faceup: only a defeated one goes."""
    combat = combat_of(table.state)
    if combat.opponent == DRACULA or not wounds.opponent_is_defeated(table):
        return
    hideout, vampire = vampire_of(table.state)
    table.do(EncounterDiscarded(hideout.slot, vampire.slot, vampire.card))


def _clear_fronts(table: Table) -> None:
    """Clause events.discard.faceup: what lay in front of hunters for this combat is discarded."""
    for seat, hunter in table.state.hunters.items():
        for lying in hunter.in_front:
            if lying.card is not None:
                kind = hands.kind_of(table, lying.card)
                table.do(CardLeftFront(seat, kind, lying.slot, lying.card))


def honest_flight(
    option: Option, _request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clause escape-bat.move-optional: he goes only if a card of his deck can take him."""
    if option != ACCEPT or hidden_choice.flights(state, edition, knowledge):
        return None
    return "escape-bat.move-optional"
