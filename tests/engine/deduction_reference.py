"""A slow reference for deduction: enumerates every complete history that clues allow.

Written from the words of `engine/clues.py` alone, without bit masks and without propagation. It
shares no code with `engine/deduction`.
"""

from collections.abc import Iterator

from engine.clues import CameOut, Clue, Laid, NotThere, WasThen
from engine.edition import Edition
from engine.ids import CASTLE, HIDE, SEA, SlotId

Values = dict[SlotId, str]


def histories(clues: list[Clue], edition: Edition) -> Iterator[Values]:
    """All assignments of values to slots under which every clue is true."""
    order: list[SlotId] = []
    for clue in clues:
        if isinstance(clue, Laid) and clue.slot not in order:
            order.append(clue.slot)
    told: dict[SlotId, list[Clue]] = {slot: [] for slot in order}
    for clue in clues:
        slots = clue.slots if isinstance(clue, NotThere) else (clue.slot,)
        for slot in slots:
            told[slot].append(clue)
    yield from _extended({}, order, told, edition)


def _extended(
    values: Values, order: list[SlotId], told: dict[SlotId, list[Clue]], edition: Edition
) -> Iterator[Values]:
    if len(values) == len(order):
        yield dict(values)
        return
    slot = order[len(values)]
    first = next(clue for clue in told[slot] if isinstance(clue, Laid))
    for value in (*edition.board.places, *((HIDE,) if first.hide else ())):
        values[slot] = value
        if _keeps(values, slot, told, edition):
            yield from _extended(values, order, told, edition)
        del values[slot]


def _keeps(values: Values, slot: SlotId, told: dict[SlotId, list[Clue]], edition: Edition) -> bool:
    """Whether every clue about this slot, or about an older one that names this, holds."""
    newest = len(values)
    for other in list(values)[:newest]:
        for clue in told[other]:
            mentioned = (clue.before, clue.partner, *clue.differs) if isinstance(clue, Laid) else ()
            if (other == slot or slot in mentioned) and not _holds(clue, values, told, edition):
                return False
    return True


def location(values: Values, slot: SlotId, told: dict[SlotId, list[Clue]]) -> str:
    """Where Dracula was once this card lay newest."""
    if values[slot] != HIDE:
        return values[slot]
    laid = next(clue for clue in told[slot] if isinstance(clue, Laid))
    if laid.origin is not None:
        return laid.origin
    assert laid.partner is not None
    return location(values, laid.partner, told)


def _holds(clue: Clue, values: Values, told: dict[SlotId, list[Clue]], edition: Edition) -> bool:
    match clue:
        case NotThere():
            return all(values[slot] not in clue.places for slot in clue.slots if slot in values)
        case CameOut():
            return values[clue.slot] == clue.place
        case WasThen():
            return location(values, clue.slot, told) in clue.places
        case Laid():
            links = (clue.before, clue.partner, *clue.differs, *clue.resting)
            if any(slot is not None and slot not in values for slot in links):
                return True  # a lair entered: what it came from is not assigned yet
            if values[clue.slot] == HIDE:
                return _may_hide(clue, values, told)
            return _may_go(clue, values, told, edition)


def _may_hide(clue: Laid, values: Values, told: dict[SlotId, list[Clue]]) -> bool:
    beside = (*clue.differs, *clue.resting)
    return (
        clue.hide
        and all(values[slot] != HIDE for slot in beside)
        and location(values, clue.slot, told) not in clue.holy
    )


def _may_go(clue: Laid, values: Values, told: dict[SlotId, list[Clue]], edition: Edition) -> bool:
    value = values[clue.slot]
    kind = edition.board.places[value].kind
    back = {"sea": SEA, "castle": CASTLE}.get(kind, "land")
    if back != clue.back or value in clue.barred:
        return False
    if any(values[slot] == value for slot in clue.differs):
        return False
    if clue.reach == "start":
        return True
    assert clue.before is not None
    origin = clue.origin or location(values, clue.before, told)
    return value in reach(clue.reach, origin, clue.holy, edition)


def reach(way: str, origin: str, holy: tuple[str, ...], edition: Edition) -> set[str]:
    """Where one placing can lead, path by path."""
    board = edition.board
    if way == "move":
        return set(board.adjacent[origin])
    passing = edition.switches.wolf_form_holy_roads == "no-passing-through" and way == "wolf"
    paths = [(origin,)]
    found: set[str] = set()
    for length in range(2):
        longer = []
        for path in paths:
            here = path[-1]
            at_sea = board.places[here].is_sea
            for other in board.seas[here] if at_sea else board.roads[here]:
                if board.places[other].is_sea or other in holy:
                    continue
                if here in holy and not (passing and length == 0):
                    continue
                longer.append((*path, other))
        found.update(path[-1] for path in longer)
        paths = longer
    return found - {origin}
