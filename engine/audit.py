"""The audit: runs a record again with every secret open and names each breach of the rules.

What was proved during the game needs no audit. What no proof covered (the claim to have no legal
card, a hunter's choice of combat card) is judged here, by the same `truth` that the window and the
bots used.
"""

from typing import Any

from msgspec import Struct

from engine import truth
from engine.edition import Edition
from engine.ids import EVERYONE, ClauseId, Seat
from engine.record import Record, Replay, members
from engine.requests import Conceal, Request, Reveal, Sealed, Shuffle
from engine.rules import combat_choice, hidden_choice
from engine.state import State


class Breach(Struct, frozen=True):
    """An answer that its seat was not allowed to give."""

    position: int
    seat: Seat
    answer: str
    clause: ClauseId | None  # the rule broken; None: what was said was not true
    missing: bool = False  # it cannot be judged: a value was never opened


def audit(record: Record) -> tuple[Breach, ...]:
    """Every breach in a record, in order."""
    again = Replay(record)
    breaches: list[Breach] = []
    for position, answer in enumerate(record.answers):
        pending = again.game.pending
        if pending is not None:
            asked = members(pending)
            parts = answer if len(asked) > 1 or asked[0] is not pending else (answer,)
            for member, part in zip(asked, parts, strict=True):
                breach = _judge(again, position, member, part)
                breaches += [breach] if breach is not None else []
        again.step()
    return tuple(breaches)


def _judge(again: Replay, position: int, request: Request[Any], answer: Any) -> Breach | None:
    edition, values = again.game.table.edition, again.witness.values
    try:
        if isinstance(request, Shuffle):
            honest = _same_cards(request, values)
        elif request.seat == EVERYONE:
            honest = not isinstance(request, Reveal) or _faces(request, values, edition) == answer
        else:
            return _judge_seat(again, position, request, answer)
    except KeyError as unknown:
        return Breach(position, request.seat, str(unknown), None, missing=True)
    return None if honest else Breach(position, request.seat, type(request).__name__, None)


def _judge_seat(again: Replay, position: int, request: Request[Any], answer: Any) -> Breach | None:
    state: State = again.game.state
    edition = again.game.table.edition
    values = again.witness.values
    knowledge = again.witness.knowledge[request.seat]
    allowed = truth.allowed(request, state, edition, knowledge)
    if isinstance(request, Conceal):
        given: Any = Sealed(answer, values[request.slot])
        if given in allowed:
            return None
        clause = (
            hidden_choice.why_not(request, given, state, edition, knowledge)
            if request.allows is not None
            else combat_choice.why_not(state, request.seat, given.value)
        )
        return Breach(position, request.seat, str(given.value), clause)
    plain = getattr(answer, "option", answer)
    if plain in allowed:
        return None
    return Breach(position, request.seat, str(plain), None)


def _same_cards(request: Shuffle, values: dict[str, str]) -> bool:
    before = sorted((*request.cards, *(values[slot] for slot in request.old)))
    return before == sorted(values[slot] for slot in request.new)


def _faces(request: Reveal, values: dict[str, str], edition: Edition) -> tuple[str, ...]:
    if request.aspect == "card":
        return tuple(values[slot] for slot in request.slots)
    return tuple(edition.cards[values[slot]].deck.removesuffix("_event") for slot in request.slots)
