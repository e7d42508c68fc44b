"""Turns a request into the question a player reads, and an answer into the words on its button.

A label for one question only is the message `option-<kind>-at-<about>`; where there is none, the
label of the kind is used. With a view, hidden cards are named for a seat that knows them.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from client.words.facts import Blanks, Teller, is_place, location, spot, way
from client.words.messages import Name, Names, joined, nothing, slug
from engine.ids import EVERYONE, HIDE, POWER, SEATS, SlotId
from engine.options import Option, PickEffect
from engine.questions import Question, SlotIsAmong
from engine.requests import (
    Attest,
    Choose,
    Conceal,
    Deal,
    Request,
    Reveal,
    Sealed,
    Shuffle,
    Together,
)
from engine.shapes import Shape
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


# The words on the button of an answer.
_SHORT: Mapping[Any, str] = MappingProxyType(
    {None: "answer-done", True: "answer-yes", False: "answer-no", (): "answer-nothing"}
)


def label(
    words: Teller, answer: Any, request: Request[Any] | None = None, view: View | None = None
) -> str:
    """An option or answer as the words on its button."""
    match answer:
        case Option():
            return _option(words, answer, request, view)
        case Sealed():
            return _sealed(words, answer, view)
        case Shape():
            return _shape(words, answer, view)
        case tuple() if answer:
            return _several(words, answer, view)
        case str():
            return _face(words, answer, view)
        case _:
            return words.say(_SHORT.get(answer, "answer-sealed"))


def _option(words: Teller, option: Option, request: Request[Any] | None, view: View | None) -> str:
    about = slug(request.about) if isinstance(request, Choose | Conceal) else ""
    kind = str(type(option).__struct_config__.tag)
    if isinstance(option, PickEffect):
        return words.say(f"effect-{about}-{option.effect}")
    blanks = _blanks(words, option, view) | _asked_for(option, request)
    special = f"option-{kind}-at-{about}"
    return words.say(special if words.has(special) else f"option-{kind}", **blanks)


def _asked_for(option: Option, request: Request[Any] | None) -> Blanks:
    """What a label may say of its question: what else can be answered, about how many things."""
    if not isinstance(request, Choose):
        return {}
    kinds: list[type[Option]] = [part.verb for part in request.hand]
    kinds += [type(each) for each in request.options if each != option]
    first = next(iter(kinds), type(option))
    return {"beside": str(first.__struct_config__.tag), "count": len(request.subject)}


def _blanks(words: Teller, option: Option, view: View | None) -> Blanks:
    blanks: Blanks = {}
    for key, value in structs.asdict(option).items():
        match key:
            case "slot" | "ticket":
                blanks["known"] = known_name(words, view, value)
                blanks["spot"] = spot(view, value)
            case "way":
                blanks.update(way(value))
            case _:
                blanks[key] = Name(key, value)
    return blanks


def known_name(words: Teller, view: View | None, slot: SlotId) -> Name:
    """What a slot is, to whoever has this view: a card, a ticket or a place."""
    value = _open_or_known(view, slot)
    if value == HIDE:
        return Name("card", HIDE)
    for family in ("card", "place", "ticket"):
        if value and words.has(f"{family}-{slug(value)}"):
            return Name(family, value)
    return nothing("card")


def _open_or_known(view: View | None, slot: SlotId) -> str:
    if view is None:
        return ""
    if slot in view.known:
        return view.known[slot]
    return _lying_open(view, slot) or _on_the_trail(view, slot)


def _lying_open(view: View, slot: SlotId) -> str:
    """A card that a hunter keeps open beside the hand."""
    for hunter in view.state.hunters.values():
        for card in (hunter.item_shown, hunter.event_shown, *hunter.in_front):
            if card is not None and card.slot == slot:
                return card.card or ""
    return ""


def _on_the_trail(view: View, slot: SlotId) -> str:
    dracula = view.state.dracula
    for hideout in (*dracula.trail, *dracula.lairs, dracula.fallen):
        if hideout is None:
            continue
        if hideout.slot == slot:
            return hideout.card or hideout.power or ""
        for encounter in hideout.encounters:
            if encounter.slot == slot:
                return encounter.card or ""
    return ""


def _sealed(words: Teller, sealed: Sealed, view: View | None) -> str:
    """A secret choice as its maker sees it."""
    if not isinstance(sealed.public, Shape):
        return _face(words, str(sealed.value), view)
    shape = sealed.public
    if shape.no_card:
        return words.say("answer-no_card")
    return words.say(
        "answer-laid",
        place=location(sealed.value) if is_place(words, sealed.value) else nothing("place"),
        stay=nothing("card") if is_place(words, sealed.value) else Name("card", sealed.value),
        power=Name("card", shape.power or ""),
        target=spot(view, shape.target or ""),
        lair="yes" if shape.lair else "no",
        face="yes" if shape.face else "no",
    )


def _shape(words: Teller, shape: Shape, view: View | None) -> str:
    """A secret choice as everybody sees it."""
    if shape.no_card:
        return words.say("answer-no_card")
    return words.say(
        "answer-shape",
        back=shape.back if shape.back != POWER else "power",
        face=location(shape.face or ""),
        power=Name("card", shape.power or ""),
        lair="yes" if shape.lair else "no",
        target=spot(view, shape.target or ""),
    )


def _several(words: Teller, answer: tuple[Any, ...], view: View | None) -> str:
    parts = [
        location(each[1]) if _is_opening(each) else label(words, each, None, view)
        for each in answer
    ]
    return joined(words, [words.form(each) if isinstance(each, Name) else each for each in parts])


def _is_opening(each: Any) -> bool:
    return isinstance(each, tuple) and len(each) == 2 and all(isinstance(one, str) for one in each)


def _face(words: Teller, value: str, view: View | None) -> str:
    """A face by its name; a hidden card of one's own by what it is."""
    value = value.rpartition("=")[2]
    name = known_name(words, view, value)
    if name.id:
        return words.form(name)
    for family in ("card", "place", "ticket", "region", "back"):
        if words.has(f"{family}-{slug(value)}"):
            return words.form(Name(family, value))
    return words.say("answer-sealed")
