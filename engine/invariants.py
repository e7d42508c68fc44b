"""What must hold in every position: cards, tokens and health always add up.

`broken` reads the public state; with all hidden values it also checks the trail.
"""

from collections import Counter
from collections.abc import Iterator

from engine.edition import Edition
from engine.ids import DRACULA, HIDE, POWER, SlotId
from engine.knowledge import Knowledge
from engine.rules.hands import PREFIXES
from engine.state import Combat, Hideout, State, hideouts
from engine.view import live_slots


def broken(state: State, edition: Edition, values: Knowledge | None = None) -> list[str]:
    """Everything that does not add up, in words for whoever has to mend it."""
    if state.step == "setup":
        return []
    found = [
        *_pieces(state, edition),
        *_health(state, edition),
        *_tokens(state, edition),
        *_trail(state),
    ]
    return found if values is None else [*found, *_hidden_trail(state, values)]


def _open_slots(state: State) -> Iterator[SlotId]:
    """The slots of cards whose faces everybody sees."""
    lying = [
        *state.event_discard,
        *state.item_discard,
        *state.encounter_discard,
        *state.resolving,
        *state.dracula.bodyguards,
        state.hunter_ally,
        state.dracula.ally,
    ]
    for hunter in state.hunters.values():
        lying += [hunter.item_shown, hunter.event_shown, *hunter.in_front]
    yield from (card.slot for card in lying if card is not None and card.card is not None)
    for hideout in hideouts(state):
        yield from (each.slot for each in hideout.encounters if each.card is not None)
    if state.combat is not None:
        yield from _fighting_slots(state.combat)


def _fighting_slots(combat: Combat) -> Iterator[SlotId]:
    """The slots of items that hunters have played in a fight; their combat cards have none."""
    shown = [played for seat, played in combat.shown.items() if seat != DRACULA]
    for played in (*shown, *(card for cards in combat.locked.values() for card in cards)):
        if played.slot:
            yield played.slot


def _in_the_box(edition: Edition) -> dict[str, int]:
    """How many cards or tickets there are of each kind, in all zones together."""
    box = {"tickets": sum(ticket.copies for ticket in edition.tickets.values())}
    for card in edition.cards.values():
        kind = edition.hands[card.id]
        box[kind] = box.get(kind, 0) + card.copies
    return box


def _pieces(state: State, edition: Edition) -> Iterator[str]:
    slots = [*live_slots(state), *_open_slots(state)]
    if len(set(slots)) < len(slots):
        twice = [slot for slot, count in Counter(slots).items() if count > 1]
        yield f"{', '.join(twice)} lies in two places"
    # The first letter of a slot names its kind.
    letters, box = "".join([slot[0] for slot in slots]), _in_the_box(edition)
    for kind, letter in PREFIXES.items():
        count = letters.count(letter)
        if count != box[kind]:
            yield f"{count} {kind} instead of {box[kind]}"


def _health(state: State, edition: Edition) -> Iterator[str]:
    for seat, hunter in state.hunters.items():
        sheet = edition.characters[seat]
        if hunter.in_play and not 0 <= hunter.damage < sheet.health:
            yield f"{seat} stands with {hunter.damage} damage of {sheet.health}"
        if not 0 <= hunter.bites <= sheet.bite_spaces:
            yield f"{seat} has {hunter.bites} bites"
        if len(hunter.tickets) > sheet.ticket_limit:
            yield f"{seat} holds {len(hunter.tickets)} tickets"
    if state.dracula.damage < 0 or state.influence < 0:
        yield "a track is below zero"


def _tokens(state: State, edition: Edition) -> Iterator[str]:
    numbers = edition.numbers
    lying = sum(hideout.rumor for hideout in hideouts(state))
    rumors = state.rumor_pool + state.dracula.rumors + lying + state.rumors_out
    if edition.switches.rumor_tokens == "used" and rumors != numbers.rumor_tokens:
        yield f"{rumors} rumor tokens"
    pools = (
        ("fog", sum(state.fog.values()), numbers.fog_tokens),
        ("storm", len(state.storms), numbers.storm_tokens),
        ("roadblock", len(state.roadblocks), numbers.roadblock_tokens),
        ("heavenly host", len(state.hosts), numbers.heavenly_host_tokens),
        ("bats", sum(each.bats for each in state.hunters.values()), numbers.bats_tokens),
        ("despair", state.despair, numbers.despair_tokens),
    )
    for name, count, most in pools:
        if count > most:
            yield f"{count} {name} tokens of {most}"


def _trail(state: State) -> Iterator[str]:
    cards = [hideout.card for hideout in hideouts(state) if hideout.card is not None]
    if len(cards) != len(set(cards)):
        yield f"a location lies open twice: {cards}"
    stood_on = {hunter.place for hunter in state.hunters.values() if hunter.on_board}
    for hideout in hideouts(state):
        if hideout.facedown and hideout.card in stood_on:
            yield f"{hideout.card} lies face down although a hunter stands there"
    powers = [hideout.power for hideout in hideouts(state) if hideout.power is not None]
    if len(powers) != len(set(powers)):
        yield f"a power lies on the trail twice: {powers}"


def _hidden_trail(state: State, values: Knowledge) -> Iterator[str]:
    def value(hideout: Hideout) -> str | None:
        if hideout.card is not None or hideout.back == POWER:
            return hideout.card
        return values[hideout.slot]

    lying = [card for card in map(value, hideouts(state)) if card is not None]
    if len(lying) != len(set(lying)):
        yield f"a location card lies twice: {lying}"
    stood_on = {hunter.place for hunter in state.hunters.values() if hunter.on_board}
    for hideout in hideouts(state):
        if hideout.is_hidden and values[hideout.slot] in stood_on - {HIDE}:
            place = values[hideout.slot]
            if hideout.back != "sea":
                yield f"{place} lies hidden although a hunter stands there"
