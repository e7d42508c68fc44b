"""What a seat sees of hidden things: the paths of a position, looked at through a seat's view."""

from collections.abc import Iterator

from engine.edition import Edition
from engine.errors import BadScenario
from engine.ids import DRACULA, Seat, SlotId
from engine.knowledge import Knowledge, Known
from engine.scenario.names import spaces
from engine.scenario.piles import DISCARD_NAMES, STATE_NAMES
from engine.scenario.reading import Reader
from engine.state import Card, State
from engine.view import see

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
