"""A state in the words of a `[position]`: whole, or as one seat sees it."""

from collections.abc import Iterator
from typing import Any

from client.workshop.scenario.answers import hideout_name, spaces
from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import DRACULA, POWER, Seat, SlotId
from engine.knowledge import Knowledge, Known
from engine.positions.box import Reader
from engine.positions.position import WEEKDAYS
from engine.positions.tokens import DISCARD_NAMES, STATE_NAMES
from engine.rules.whereabouts import whereabouts
from engine.state import Card, Combat, Hideout, Hunter, State, is_revealed
from engine.view import see


def describe(state: State, edition: Edition, values: Knowledge) -> dict[str, Any]:
    """Everything about a state that a scenario can ask for."""
    seats = {seat: _hunter(state, seat, edition, values) for seat in state.hunters}
    return {
        **_calendar(state),
        **_board(state, values),
        **seats,
        "dracula": _dracula(state, values),
        "trail": _row(state.dracula.trail, values),
        "lairs": _row(state.dracula.lairs, values),
        "decks": {
            kind: _deck(getattr(state, name), state, values) for kind, name in STATE_NAMES.items()
        },
        "discards": {
            kind: [_lying(card, values) for card in getattr(state, name)]
            for kind, name in DISCARD_NAMES.items()
        },
        "combat": _combat(state.combat, values),
    }


def _calendar(state: State) -> dict[str, Any]:
    return {
        "step": state.step,
        "round": state.round,
        "weekday": WEEKDAYS[state.day],
        "night": state.is_night,
        "influence": state.influence,
        "despair": state.despair,
        "flags": list(state.flags),
        "acted": list(state.acted),
        "outcome": state.outcome or "",
        "cause": state.cause or "",
    }


def _board(state: State, values: Knowledge) -> dict[str, Any]:
    return {
        "fog": dict(state.fog),
        "storms": list(state.storms),
        "roadblocks": list(state.roadblocks),
        "consecrated": state.consecrated or "",
        "hosts": sorted(state.hosts),
        "rumor_pool": state.rumor_pool,
        "rumors_out": state.rumors_out,
        "powers_resting": {
            values.get(card, card): slides for card, slides in state.powers_resting.items()
        },
        "ally": _name(state.hunter_ally),
        "standing": {seat: list(moments) for seat, moments in state.standing.items()},
    }


def _name(card: Card | None) -> str:
    return "" if card is None or card.card is None else card.card


def _lying(card: Card, values: Knowledge) -> str:
    return card.card or f"{values.get(card.slot, card.slot)} down"


def _deck(slots: tuple[SlotId, ...], state: State, values: Knowledge) -> dict[str, Any]:
    cards = [values.get(slot, slot) for slot in slots]
    return {
        "top": cards,
        "bottom": cards,
        "has": cards,
        "lacks": cards,
        "size": len(cards),
        "top_back": state.backs.get(slots[0], "") if slots else "",
        "bottom_back": state.backs.get(slots[-1], "") if slots else "",
    }


def _hunter(state: State, seat: Seat, edition: Edition, values: Knowledge) -> dict[str, Any]:
    hunter: Hunter = state.hunters[seat]
    shown_item, shown_event = _name(hunter.item_shown), _name(hunter.event_shown)
    named = {
        kind: [values.get(slot, slot) for slot in getattr(hunter, kind)]
        for kind in ("items", "events", "tickets")
    }
    return {
        "place": hunter.place if hunter.on_board else "",
        "hospital": hunter.place if hunter.where == "hospital" else "",
        "away": hunter.place if hunter.where == "away" else "",
        "damage": hunter.damage,
        "bites": hunter.bites,
        "weakened": edition.characters[seat].bitten or hunter.bites > 0,
        "delayed": hunter.delayed,
        "bats": hunter.bats,
        "items": [*named["items"], *([shown_item] if shown_item else [])],
        "events": [*named["events"], *([shown_event] if shown_event else [])],
        "tickets": named["tickets"],
        "exposed_item": shown_item,
        "exposed_event": shown_event,
        "in_front": [_name(card) for card in hunter.in_front],
    }


def _dracula(state: State, values: Knowledge) -> dict[str, Any]:
    dracula = state.dracula
    lies_somewhere = any(each is not None and each.back != POWER for each in dracula.trail)
    return {
        "place": whereabouts(state, values) if lies_somewhere else "",
        "revealed": is_revealed(state),
        "damage": dracula.damage,
        "events": [values.get(slot, slot) for slot in dracula.events],
        "encounters": [values.get(slot, slot) for slot in dracula.encounters],
        "rumors": dracula.rumors,
        "ally": _name(dracula.ally),
        "bodyguards": [_name(card) for card in dracula.bodyguards],
    }


def _row(row: tuple[Hideout | None, ...], values: Knowledge) -> dict[str, dict[str, Any]]:
    return {
        str(number): {} if hideout is None else _entry(hideout, values)
        for number, hideout in enumerate(row, start=1)
    }


def _entry(hideout: Hideout, values: Knowledge) -> dict[str, Any]:
    alone = hideout.back == POWER
    return {
        "place": "" if alone else hideout_name(hideout, values),
        "power": hideout.power or "",
        "power_up": hideout.power_up,
        "face": "down" if hideout.lies_facedown else "up",
        "back": hideout.back,
        "encounters": [
            {
                "card": each.card or values.get(each.slot, each.slot),
                "face": "down" if each.card is None else "up",
                "damage": each.damage,
            }
            for each in hideout.encounters
        ],
        "rumor": hideout.rumor,
        "bat_card": hideout.bat_card,
        "partner": hideout.partner is not None,
        "not_hide": hideout.not_hide,
    }


def _combat(combat: Combat | None, values: Knowledge) -> dict[str, Any]:
    fight = combat or Combat("", "", night=False, by_ambush=False, hunters=())
    return {
        "fighting": combat is not None,
        "city": fight.city,
        "night": fight.night,
        "by_ambush": fight.by_ambush,
        "vampire": fight.vampire or "",
        "hunters": list(fight.hunters),
        "engaged": fight.engaged or "",
        "round": fight.round,
        "mesmerized": list(fight.mesmerized),
        "hand": [values.get(slot, slot) for slot in fight.hand],
        "played": [each.card for each in fight.played],
        "facedown": [each.card for each in fight.played if each.facedown],
        "shown": {seat: each.card for seat, each in fight.shown.items()},
        "locked": {seat: [each.card for each in own] for seat, own in fight.locked.items()},
        "canceled": [seat for seat, each in fight.shown.items() if each.canceled],
        "plottings": len(fight.plottings),
        "escapes_barred": fight.escapes_barred,
        "deck": len(fight.deck),
    }


# What a seat sees of hidden things: the paths of a position, looked at through a seat's view.


_HANDS = {DRACULA: ("events", "encounters")}
_HUNTER_HANDS = ("items", "events", "tickets")


def read_sees(
    reader: Reader, seats: tuple[Seat, ...], edition: Edition
) -> dict[Seat, dict[str, tuple[str, ...]]]:
    """`sees.mina = { "trail.1" = "paris", "mina.items" = ["knife"] }`."""
    inner = reader.table("sees")
    found: dict[Seat, dict[str, tuple[str, ...]]] = {}
    for seat in inner.names():
        inner.check(seat, seat, seats)
        paths = inner.table(seat)
        found[seat] = {path: paths.texts(path) for path in paths.names()}
        for path in found[seat]:
            _check_path(path, seats, edition, paths.where)
    return found


def read_blind(
    reader: Reader, seats: tuple[Seat, ...], edition: Edition
) -> dict[Seat, tuple[str, ...]]:
    """`does_not_see.mina = ["trail.1", "dracula.events"]`."""
    inner = reader.table("does_not_see")
    found = {}
    for seat in inner.names():
        inner.check(seat, seat, seats)
        found[seat] = inner.texts(seat)
        for path in found[seat]:
            _check_path(path, seats, edition, inner.at(seat))
    return found


def _check_path(path: str, seats: tuple[Seat, ...], edition: Edition, where: str) -> None:
    head, *rest = path.split(".")
    length = {"trail": edition.numbers.trail_length, "lairs": edition.numbers.lair_slots}
    spaces_there = [str(number) for number in range(1, length.get(head, 0) + 1)]
    on_a_space = rest[:1] and rest[0] in spaces_there and rest[1:] in ([], ["encounters"])
    good = {
        **dict.fromkeys(length, on_a_space),
        "decks": rest and rest[0] in STATE_NAMES and rest[1:] in ([], ["top"], ["bottom"]),
        "discards": rest and rest[0] in DISCARD_NAMES and not rest[1:],
        "combat": rest in (["hand"], ["deck"]),
        **{seat: rest in [[hand] for hand in _HANDS.get(seat, _HUNTER_HANDS)] for seat in seats},
    }
    if not good.get(head):
        raise BadScenario(
            f'{where}: "{path}" is no path to something hidden; write trail.1, trail.1.encounters, '
            "lairs.1, mina.items, dracula.events, decks.events.top, discards.events or combat.hand."
        )


def slots_at(path: str, state: State) -> Iterator[Card]:
    """The cards a path leads to, each with its face if everybody sees it."""
    head, *rest = path.split(".")
    if head in ("trail", "lairs"):
        yield from _space(f"{head}.{rest[0]}", state, encounters=bool(rest[1:]))
    elif head == "decks":
        deck: tuple[SlotId, ...] = getattr(state, STATE_NAMES[rest[0]])
        ends = {"top": deck[:1], "bottom": deck[-1:]}
        yield from map(Card, ends[rest[1]] if rest[1:] else deck)
    elif head == "discards":
        yield from getattr(state, DISCARD_NAMES[rest[0]])
    elif head == "combat":
        yield from map(Card, getattr(state.combat, rest[0]) if state.combat else ())
    else:
        yield from _hand(state, head, rest[0])


def _space(path: str, state: State, *, encounters: bool) -> Iterator[Card]:
    for where, hideout in spaces(state):
        if where == path and encounters:
            yield from (Card(each.slot, each.card) for each in hideout.encounters)
        elif where == path:
            yield Card(hideout.slot, hideout.card)


def _hand(state: State, seat: Seat, kind: str) -> Iterator[Card]:
    if seat == DRACULA:
        yield from map(Card, getattr(state.dracula, kind))
        return
    hunter = state.hunters[seat]
    yield from map(Card, getattr(hunter, kind))
    shown = {"items": hunter.item_shown, "events": hunter.event_shown}.get(kind)
    if shown is not None:
        yield shown


def seen_at(path: str, state: State, knowledge: Knowledge) -> list[str | None]:
    """What a seat sees at a path: each card's name, None where it sees a back."""
    view = see(state, knowledge)
    found: list[str | None] = []
    for card in slots_at(path, state):
        face = view.face(card.slot)
        found.append(card.card or (face.value if isinstance(face, Known) else None))
    return found
