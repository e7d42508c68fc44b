"""What each request asks of each peer: one flat list of expected entries (22.11, L-8, PA-8).

1. Every peer derives the same list from the request, the roster and who holds which card: nothing
   here depends on a secret.
2. `number` is the position in the whole list and goes into the entry; `first` is where the parts of
   its own request begin, which is 0 unless several requests are asked together.
"""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from engine.ids import EVERYONE, SlotId
from engine.requests import (
    Attest,
    Choose,
    Conceal,
    Deal,
    Lot,
    Request,
    Reveal,
    Shuffle,
    Together,
)
from net.errors import LocalMistake
from net.limits import MOST_PARTS
from net.roster import Roster

# The peer a hidden card is held by; None when nobody alone can read it.
HolderOf = Callable[[SlotId], int | None]


class Task(Enum):
    """What a part is to do, and so which bodies can answer it."""

    CHOOSE = auto()  # ANSWER
    PLACE = auto()  # TRAIL_PLACE, or TRAIL_OPEN for "no legal card" (PA-13)
    COMMIT = auto()  # CHOICE_COMMIT
    ATTEST = auto()  # TRAIL_OPEN, _ABSENT, _IN_SET, _NOT_HIDE; CARD_IN_SET
    REVEAL = auto()  # REVEAL
    OPEN_CHOICE = auto()  # CHOICE_OPEN
    SHOW = auto()  # SHOW
    SHARE = auto()  # SHARES
    RETURN = auto()  # REKEY return
    PASS = auto()  # REKEY pass
    SHUFFLE = auto()  # SHUFFLE, on the result of the part before
    MIX = auto()  # MIX
    COIN = auto()  # COIN_SHARE


class Part(NamedTuple):
    """One entry that is expected: by whom, and what it is to do for which request."""

    number: int
    peer: int
    task: Task
    request: Request[Any]  # a single one, never a Together
    first: int  # the number of that request's first part


class Holdings(NamedTuple):
    """What a part list depends on besides the request."""

    roster: Roster
    holder_of: HolderOf
    is_choice: Callable[[SlotId], bool]  # whether a slot is a sealed choice not opened yet


def parts_of(request: Request[Any], holdings: Holdings) -> tuple[Part, ...]:
    """Every entry that answers a request, in order."""
    parts: list[Part] = []
    for member in members_of(request):
        first = len(parts)
        for task, peer in _tasks(member, holdings):
            parts.append(Part(len(parts), peer, task, member, first))
    if not 1 <= len(parts) <= MOST_PARTS:
        raise LocalMistake(f"a request of {len(parts)} parts")
    return tuple(parts)


def members_of(request: Request[Any]) -> tuple[Request[Any], ...]:
    """The single requests of a request."""
    return request.members if isinstance(request, Together) else (request,)


def _tasks(request: Request[Any], holdings: Holdings) -> Iterator[tuple[Task, int]]:
    if request.seat == EVERYONE:
        yield from _joint_tasks(request, holdings)
        return
    yield _own_task(request, holdings), holdings.roster.peer_of(request.seat)


def _own_task(request: Request[Any], holdings: Holdings) -> Task:
    """What a seat's peer does alone."""
    match request:
        case Choose():
            return Task.CHOOSE
        case Conceal():
            return Task.COMMIT if request.allows is None else Task.PLACE
        case Attest():
            return Task.ATTEST
        case Reveal():
            return _revealing(request, holdings)
        case Shuffle():
            return Task.MIX
        case Deal():
            return Task.PASS if holdings.roster.is_seat(request.to) else Task.RETURN
        case _:
            raise LocalMistake(f"{type(request).__name__} is not asked of a seat")


def _revealing(request: Reveal, holdings: Holdings) -> Task:
    if request.to is not None:
        return Task.SHOW
    return Task.OPEN_CHOICE if holdings.is_choice(request.slots[0]) else Task.REVEAL


def _joint_tasks(request: Request[Any], holdings: Holdings) -> Iterator[tuple[Task, int]]:
    """What all peers do, ascending; a shuffle begins with the return of held cards (C-14)."""
    roster = holdings.roster
    match request:
        case Shuffle():
            holders = {holdings.holder_of(slot) for slot in request.old}
            yield from ((Task.RETURN, peer) for peer in roster.peers if peer in holders)
            yield from ((Task.SHUFFLE, peer) for peer in roster.peers)
        case Deal():
            yield from ((Task.SHARE, peer) for peer in roster.others(request.to))
        case Reveal():
            yield from ((Task.SHARE, peer) for peer in roster.peers)
        case Lot():
            yield from ((Task.COIN, peer) for peer in roster.peers)
        case _:
            raise LocalMistake(f"{type(request).__name__} is not asked of everyone")
