"""From a request to the question a player reads: the message, and whom and what it concerns."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from client.words.blanks import Blanks, Teller, location, spot
from client.words.naming import Name, Names, nothing, slug
from engine.ids import EVERYONE, HIDE, SEATS
from engine.questions import Question, SlotIsAmong
from engine.requests import Attest, Choose, Conceal, Deal, Request, Reveal, Shuffle, Together
from engine.view import View

WINDOW = "?"  # ends what is asked of all at once: whether anybody steps in


def question(words: Teller, request: Request[Any], view: View | None) -> str:
    """What a seat is asked, or what the table is waiting for, as one sentence."""
    if isinstance(request, Together):
        asked = dict.fromkeys(question(words, member, view) for member in request.members)
        return words.say("ask-together", first=next(iter(asked)), count=len(asked))
    blanks: Blanks = {"seat": _asked(request.seat)}
    more = _MORE.get(type(request))
    if more is not None:
        blanks.update(more(words, request, view))
    return words.say(message_of(request), **blanks)


def message_of(request: Request[Any]) -> str:
    """The message that asks a request of this kind."""
    match request:
        case Choose(about=about) | Conceal(about=about):
            return "ask-window" if about.endswith(WINDOW) else f"ask-{slug(about)}"
        case Attest():
            return f"ask-{type(request.question).__struct_config__.tag}"
        case Shuffle():
            return "ask-shuffle-joint" if request.seat == EVERYONE else "ask-shuffle"
        case _:
            return f"ask-{type(request).__name__.lower()}"


def _asked(seat: str) -> Name:
    return Name("seat", seat)


def _chosen(words: Teller, request: Choose, view: View | None) -> Blanks:
    """The subject by what its parts are; what it does not have is named by nothing."""
    subject = request.subject
    seats = tuple(each for each in subject if each in SEATS)
    places = tuple(each for each in subject if words.has(f"place-{each}"))
    cards = tuple(each for each in subject if words.has(f"card-{each}"))
    kinds = tuple(each for each in subject if words.has(f"kind-{each}"))
    held = {} if view is None else view.known
    faces = tuple(held[each] for each in subject if each in held)
    spots = [spot(view, each) for each in subject] if view is not None else []
    blanks: Blanks = {
        "others": Names("seat", seats),
        "places": Names("place", places),
        "cards": Names("card", cards),
        "kinds": Names("kind", kinds),
        "known": _faces(words, faces),
        "spot": next((each for each in spots if each.id != "unknown"), Name("spot", "unknown")),
        "done": len(subject),
        "harm": subject[1] if len(subject) == 3 and subject[1] == "bite" else "damage",
    }
    if request.about.endswith(WINDOW):
        blanks["moment"] = Name("moment", request.about.rstrip(WINDOW))
    return blanks


def _faces(words: Teller, values: tuple[str, ...]) -> Name:
    """The first of these faces that can be named: a card, a ticket, a place."""
    for value in values:
        for family in ("card", "ticket", "place"):
            if words.has(f"{family}-{slug(value)}"):
                return Name(family, value)
    return nothing("card")


def _attested(_words: Teller, request: Attest, view: View | None) -> Blanks:
    asked: Question = request.question
    fields = structs.asdict(asked)
    places = tuple(each for each in fields.get("places", ()) if each != HIDE)
    blanks: Blanks = {
        "place": location(fields.get("place", "")),
        "places": Names("place", places),
        "count": len(fields.get("slots", ())),
    }
    if isinstance(asked, SlotIsAmong):
        blanks["spot"] = spot(view, asked.slot)
    return blanks


def _revealed(_words: Teller, request: Reveal, _view: View | None) -> Blanks:
    return {
        "count": len(request.slots),
        "to": Name("seat", request.to or ""),
        "aspect": request.aspect,
    }


def _shuffled(_words: Teller, request: Shuffle, _view: View | None) -> Blanks:
    return {"pile": Name("pile", request.pile.rpartition(".")[2])}


def _dealt(_words: Teller, request: Deal, _view: View | None) -> Blanks:
    to = Name("seat", request.to) if request.to in SEATS else nothing("seat")
    return {"count": len(request.slots), "to": to}


_MORE: Mapping[type[Request[Any]], Callable[[Teller, Any, View | None], Blanks]] = MappingProxyType(
    {
        Choose: _chosen,
        Attest: _attested,
        Reveal: _revealed,
        Shuffle: _shuffled,
        Deal: _dealt,
    }
)
