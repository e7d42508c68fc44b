"""The game as one seat sees it: the public state, and each slot Known or Hidden.

Widgets and bots learn the game only through this. An onlooker's view has no knowledge.
"""

from msgspec import Struct

from engine.ids import SlotId
from engine.knowledge import HIDDEN, Hidden, Knowledge, Known
from engine.state import State, hideouts


class View(Struct, frozen=True):
    """The public state, and the values of those of its slots that this seat knows."""

    state: State
    known: dict[SlotId, str]

    def face(self, slot: SlotId) -> Known | Hidden:
        """How a slot looks to this seat."""
        value = self.known.get(slot)
        return HIDDEN if value is None else Known(value)


def live_slots(state: State) -> list[SlotId]:
    """Every slot whose card lies somewhere in the state without everybody seeing its face."""
    dracula = state.dracula
    found = [*dracula.events, *dracula.encounters]
    for hunter in state.hunters.values():
        found += hunter.items
        found += hunter.events
        found += hunter.tickets
    for hideout in hideouts(state):
        if hideout.is_hidden:
            found.append(hideout.slot)
        found += [each.slot for each in hideout.encounters if each.card is None]
    for pile in (state.event_discard, state.encounter_discard, state.resolving):
        found += [card.slot for card in pile if card.card is None]
    for deck in (state.event_deck, state.item_deck, state.encounter_deck, state.ticket_pool):
        found += deck
    if state.combat is not None:
        found += state.combat.hand
        found += state.combat.deck
        found += state.combat.sealed.values()
    return found


def see(state: State, knowledge: Knowledge) -> View:
    """The state through the eyes of whoever has this knowledge."""
    known = {slot: knowledge[slot] for slot in live_slots(state) if slot in knowledge}
    return View(state, known)
