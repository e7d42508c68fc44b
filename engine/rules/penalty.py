"""What Dracula pays when he has no legal card to lay."""

from engine.facts.trail import CardOpened, CurrentCardMoved
from engine.ids import DRACULA, HIDE, SlotId
from engine.questions import OpenCards, Openings, Ties
from engine.requests import Attest
from engine.rules import disclosure, trail, victory, whereabouts, wounds
from engine.state import State
from engine.switches import Switches
from engine.table import Table


async def pay(table: Table) -> None:
    """Clauses errors.no-legal-card, errors.step2.clear, errors.step3.damage: the whole penalty.

    Clauses errors.step2.keep-current, errors.lairs-untouched: the card of his location alone
    stays, on the first space, and lairs are no part of this.
    """
    own = await _show_location(table)
    for hideout in table.state.dracula.trail:
        if hideout is not None:
            await trail.clear(table, hideout.slot, keep_card=hideout.slot == own)
    table.do(CurrentCardMoved(own))
    wounds.hurt_dracula(table, table.edition.numbers.error_damage, "errors.step3.damage")
    victory.check(table)


def location_question(state: State, switches: Switches) -> OpenCards | None:
    """Clause errors.step1.reveal: what he turns up to show where he is; None if it lies open.

    If he is there by Hide, both cards are turned up (PA-13). Clause switch.no_card_opens: with his
    whole trail and his lairs, if tables want to see at once that there is no card (T-15).
    """
    if switches.no_card_opens == "trail-and-lairs":
        hidden = tuple(each.slot for each in trail.in_places(state) if each.is_hidden)
        return OpenCards(hidden, Ties({}, {})) if hidden else None
    newest = whereabouts.newest(state)
    home = newest.partner if newest.may_be_hide or newest.card == HIDE else None
    ties = Ties({}, {newest.slot: home} if home and trail.is_hidden(state, home) else {})
    asked = newest.slot if newest.card is None else home
    if asked is None or not trail.is_hidden(state, asked):
        return None
    return OpenCards((asked,), ties)


async def _show_location(table: Table) -> SlotId:
    """Clauses errors.step1.reveal, switch.no_card_opens: where he is lies open, or all he has.

    What lies face down though everybody knows it is turned up without a question.
    """
    question = location_question(table.state, table.switches)
    if question is not None:
        claim: Openings = await Attest(DRACULA, question)
        for slot, value in claim:
            table.do(CardOpened(slot, value))
    newest = whereabouts.newest(table.state)
    own = newest.partner if newest.card == HIDE and newest.partner else newest.slot
    is_all = table.switches.no_card_opens == "trail-and-lairs"
    lying = tuple(each.slot for each in trail.in_places(table.state)) if is_all else (own,)
    await disclosure.turn_up_known(table, lying)
    return own
