"""Which entries answer a request about cards: one look-up for referee, auditor and tests.

What concerns the trail (Conceal of a location, every question but `CardIsAmong`) is not here.
"""

from collections.abc import Callable
from typing import Any

from engine.ids import EVERYONE
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, Conceal, Deal, Lot, Request, Reveal, Shuffle
from net.errors import LocalMistake
from net.fairness.answers import OpenChoice
from net.fairness.choices import ChoiceOpening, Committing
from net.fairness.deal import Drawing
from net.fairness.exchange import Exchange, Place
from net.fairness.ledger import Ledger
from net.fairness.lots import Toss
from net.fairness.mixing import HandMix
from net.fairness.opening import BackReveal, HolderReveal, JointReveal, Showing
from net.fairness.rekeying import GivingAway
from net.fairness.sets import CardInSetProof
from net.fairness.shuffle import JointShuffle


def is_about_trail(request: Request[Any]) -> bool:
    """Whether a request concerns the trail, whose proofs are made elsewhere."""
    if isinstance(request, Conceal):
        return request.allows is not None
    return isinstance(request, Attest) and not isinstance(request.question, CardIsAmong)


def card_exchange(ledger: Ledger, request: Request[Any], place: Place) -> Exchange:
    """The exchange that answers one request, not a `Together`, about cards, choices and lots."""
    match request:
        case Choose():
            return OpenChoice(ledger, request, place)
        case Conceal() if request.allows is None:
            return Committing(ledger, request, place)
        case Attest() if isinstance(request.question, CardIsAmong):
            return CardInSetProof(ledger, request, place)
        case Lot():
            return Toss(ledger, request, place)
        case Shuffle() | Deal() | Reveal():
            return _MOVES[type(request), request.seat == EVERYONE](ledger, request, place)
        case _:
            raise LocalMistake(f"{type(request).__name__} is not about cards")


def _shown_by_all(ledger: Ledger, request: Reveal, place: Place) -> Exchange:
    kind = BackReveal if request.aspect == "back" else JointReveal
    return kind(ledger, request, place)


def _shown_by_holder(ledger: Ledger, request: Reveal, place: Place) -> Exchange:
    if request.to is not None:
        return Showing(ledger, request, place)
    if any(slot in ledger.choices for slot in request.slots):
        return ChoiceOpening(ledger, request, place)
    return HolderReveal(ledger, request, place)


_MOVES: dict[tuple[type[Request[Any]], bool], Callable[[Ledger, Any, Place], Exchange]] = {
    (Shuffle, True): JointShuffle,
    (Shuffle, False): HandMix,
    (Deal, True): Drawing,
    (Deal, False): GivingAway,
    (Reveal, True): _shown_by_all,
    (Reveal, False): _shown_by_holder,
}
