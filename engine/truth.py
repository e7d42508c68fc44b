"""What a seat may truthfully answer: one function for window, bot and auditor.

`allowed` lists the answers a holder may honestly and legally give to one of its own requests. For
`Conceal` these are `Sealed` values: what everybody will see, and what it stands for. Requests to
EVERYONE are answered by whoever deals, not here.
"""

from collections.abc import Callable
from typing import Any

from engine.edition import Edition
from engine.errors import EngineBug
from engine.ids import DRACULA, HIDE, ClauseId, SlotId
from engine.knowledge import Knowledge
from engine.options import Option, Play
from engine.questions import (
    CardIsAmong,
    CardsAmong,
    CardsAt,
    CurrentIsAmong,
    NotHide,
    OpenCards,
    Question,
    SlotIsAmong,
    Ties,
    WhichOf,
)
from engine.requests import Attest, Choose, Conceal, Deal, Request, Reveal, Sealed, Shuffle
from engine.rules import choosing, hidden_choice
from engine.rules.whereabouts import whereabouts
from engine.state import State


def allowed(
    request: Request[Any], state: State, edition: Edition, knowledge: Knowledge
) -> list[Any]:
    """Every answer this request's seat may truthfully give."""
    listed = _ALLOWED.get(type(request))
    if listed is None:
        raise EngineBug(f"{type(request).__name__} is not asked of a seat")
    return listed(request, state, edition, knowledge)


def _choices(request: Choose, state: State, edition: Edition, knowledge: Knowledge) -> list[Any]:
    honest = choosing.HONEST.get(request.about)
    if honest is None:
        answers: list[Any] = list(request.options)
    else:
        answers = [
            option
            for option in request.options
            if honest(option, request, state, edition, knowledge) is None
        ]
    for part in request.hand:
        for slot in part.slots:
            card = knowledge[slot]
            if card in part.cards:
                answers.append(part.verb(slot, card))
    if request.about not in edition.priced:
        return answers
    return [
        answer
        for answer in answers
        if type(answer) is not Play or not unpaid(answer, request, state, edition, knowledge)
    ]


def unpaid(
    answer: Option, request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """The clause that bars a card to a holder who cannot pay its hidden price."""
    if not isinstance(answer, Play):
        return None
    effect = edition.effects.get((request.about, answer.card))
    if effect is None or effect.unpaid is None:
        return None
    clause: ClauseId | None = effect.unpaid(state, request.seat, knowledge)
    return clause


def concealable(
    request: Conceal, state: State, edition: Edition, knowledge: Knowledge
) -> list[Sealed]:
    """The secret choices a seat has: trail cards for Dracula, combat cards for a fighter."""
    if request.allows is not None:
        return hidden_choice.placings(request, state, edition, knowledge)
    # Only a hunter's items can lack a banner; Dracula's hand in a fight is all combat cards.
    unfit = request.seat != DRACULA
    return [
        Sealed(request.slot, choice)
        for choice in request.choices
        if not (unfit and choice in knowledge and knowledge[choice] not in edition.banner_cards)
    ]


def _face(slot: SlotId, knowledge: Knowledge) -> str:
    """The face of a hidden card; of a sealed combat choice, the card it chose."""
    value = knowledge[slot]
    return f"{value}={knowledge[value]}" if value in knowledge else value


def _faces(request: Reveal, _: State, __: Edition, knowledge: Knowledge) -> list[Any]:
    """What is shown to everybody; one seat alone learns it without a word."""
    if request.to is not None:
        return [()]
    return [tuple(_face(slot, knowledge) for slot in request.slots)]


def _with_ties(
    slots: list[SlotId], ties: Ties, knowledge: Knowledge
) -> tuple[tuple[SlotId, str], ...]:
    """Openings of these slots, each followed by what the rules open with it."""
    opened: dict[SlotId, str] = {}
    queue = list(slots)
    while queue:
        slot = queue.pop(0)
        if slot in opened:
            continue
        value = opened[slot] = knowledge[slot]
        if value == HIDE:
            home = ties.homes.get(slot)
            queue += [home] if home is not None else []
        else:
            queue += [hide for hide in ties.hides.get(slot, ()) if knowledge[hide] == HIDE]
    return tuple(opened.items())


def truth_of(question: Question, state: State, knowledge: Knowledge) -> Any:
    """The one true claim about a question."""
    return _TRUE[type(question)](question, state, knowledge)


def _cards_at(question: CardsAt, _: State, knowledge: Knowledge) -> Any:
    here = [slot for slot in question.slots if knowledge[slot] == question.place]
    return _with_ties(here, question.ties, knowledge)


def _cards_among(question: CardsAmong, _: State, knowledge: Knowledge) -> Any:
    fitting = [slot for slot in question.slots if knowledge[slot] in question.places]
    return _with_ties(fitting, question.ties, knowledge)


def _which_of(question: WhichOf, state: State, knowledge: Knowledge) -> str:
    here = whereabouts(state, knowledge)
    return next(name for name, places in question.sets.items() if here in places)


_TRUE: dict[type[Question], Callable[[Any, State, Knowledge], Any]] = {
    CardsAt: _cards_at,
    CardsAmong: _cards_among,
    OpenCards: lambda asked, _, known: _with_ties(list(asked.slots), asked.ties, known),
    SlotIsAmong: lambda asked, _, known: known[asked.slot] in asked.places,
    CurrentIsAmong: lambda asked, state, known: whereabouts(state, known) in asked.places,
    WhichOf: _which_of,
    NotHide: lambda asked, _, known: all(known[slot] != HIDE for slot in asked.slots),
    CardIsAmong: lambda asked, _, known: known[asked.slot] in asked.cards,
}

_ALLOWED: dict[type[Request[Any]], Callable[[Any, State, Edition, Knowledge], list[Any]]] = {
    Choose: _choices,
    Conceal: concealable,
    Attest: lambda asked, state, _, known: [truth_of(asked.question, state, known)],
    Reveal: _faces,
    Shuffle: lambda *_: [None],
    Deal: lambda *_: [None],
}
