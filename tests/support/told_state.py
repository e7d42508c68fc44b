"""What a window has to show of a game, worked out from what its player is told.

It knows nothing of the widgets: it counts and names what the public state, the seats' own knowledge
and the question say.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from client.words.words import Words
from client.worker.values import Prompt, Waits
from engine.edition import Edition
from engine.ids import DRACULA, HIDE, POWER, Seat
from engine.rules.hands import hand_size
from engine.state import Hideout, hideout_of, newest_location
from engine.view import View

Shown = dict[str, Any]
SEALED = "envelope"
_DECIDED = ("action", "trade", "combat.choose", "dracula.card", "dawn.events?")  # by a seat itself


class Told(NamedTuple):
    """What somebody is told of a game: the view, what is played, whose hand, who is asked."""

    view: View
    edition: Edition
    words: Words
    seat: Seat
    waits: tuple[Waits, ...]

    def waits_for(self, seat: Seat) -> bool:
        """Whether a seat is asked and has not answered."""
        return any(each.seat == seat and not each.has_answered for each in self.waits)

    def has_chosen(self, seat: Seat) -> bool:
        """Whether a seat has laid down a card for a fight while others still choose."""
        chosen = [each.seat for each in self.waits if each.has_answered and _chooses(each)]
        return seat in chosen


def expected(told: Told, asked: Prompt | None) -> Shown:
    """What a window has to show."""
    view, edition, words, *_ = told
    state, say = view.state, words.say
    most = edition.switches.influence_to_win
    influence = min(state.influence, most)
    found: Shown = {
        "board": Counter(_lying(view)),
        "tracks": [
            say("track.influence", value=influence, most=most),
            say("track.despair", value=state.despair),
        ],
        "pips": [(influence, most), (state.despair, 3)],
        **{f"sheet {each}": _sheet(told, each) for each in edition.characters},
        "trail": [_hideout(words, view, each) for each in _nine(view)],
        "hand": _hand(told),
        "fight": _fighting(told),
        "marked": {each: (each == told.seat, told.waits_for(each)) for each in edition.characters},
    }
    if any(map(_chooses, told.waits)):
        found["step"] = [1]
    if any(each.about in _DECIDED for each in told.waits):
        found["corner"] = _trading(told)
    if asked is not None:
        found["question"] = words.ask(asked.request, view)
        answers = [words.option(each, asked.request, view) for each in asked.answers]
        found["answers"] = Counter(answers)
    return found


def _chooses(waits: Waits) -> bool:
    return waits.about == "combat.choose"


def _trading(told: Told) -> set[Seat] | None:
    """The two of a trade that this player takes part in."""
    pairs = [{each.seat, each.subject[0]} for each in told.waits if each.about == "trade"]
    return next((pair for pair in pairs if told.seat in pair), None)


def _fighting(told: Told) -> list[list[str]] | None:
    combat = told.view.state.combat
    if combat is None:
        return None
    name = {each: told.words.card(each).name for each in told.edition.cards}
    sealed = [SEALED] if DRACULA in combat.sealed or told.has_chosen(DRACULA) else []
    rows = [[name[each.card] for each in combat.played] + sealed]
    for seat in (each for each in combat.fighters or combat.hunters if each in combat.hunters):
        sealed = [SEALED] if seat in combat.sealed or told.has_chosen(seat) else []
        laid = [name[combat.shown[seat].card]] if seat in combat.shown else []
        rows.append(sealed + laid + [name[each.card] for each in combat.locked.get(seat, ())])
    return rows


def _lying(view: View) -> Iterator[tuple[object, ...]]:
    state = view.state
    for seat, hunter in state.hunters.items():
        if hunter.place and hunter.where != "off":
            where = "at" if hunter.where == "board" else "hospital"
            is_down = hunter.delayed or hunter.where == "away"
            yield "figure", seat, (where, hunter.place), None, False, is_down, hunter.bats
    newest = newest_location(state)
    if newest is not None and (place := _place(view, newest[1])):
        yield "figure", DRACULA, ("at", place[0]), None, place[1], False, False
    lying = [("fog", place, left) for place, left in state.fog.items()]
    lying += [("storm", place, 0) for place in state.storms]
    lying += [("consecrated", state.consecrated, 0)] if state.consecrated else []
    lying += [("host", place, 0) for place in state.hosts]
    lying += [("fight", state.combat.city, 0)] if state.combat is not None else []
    for kind, place, number in lying:
        yield _token(kind, ("at", place), number if number > 1 else None)
    yield from (_token("roadblock", ("way", way)) for way in state.roadblocks)
    yield from _hidden_lying(view)


def _hidden_lying(view: View) -> Iterator[tuple[object, ...]]:
    dracula = view.state.dracula
    spaces = [*enumerate(dracula.trail, 1), *((0, each) for each in dracula.lairs)]
    for space, each in (*spaces, (0, dracula.fallen)):
        if each is None or each.back == POWER or (found := _place(view, each)) is None:
            continue
        where, secret = ("at", found[0]), found[1]
        kind = "lair" if each in dracula.lairs else "hideout"
        yield _token(kind, where, space or None, secret=secret)
        for on in each.encounters:
            yield _token(on.card or view.known.get(on.slot) or "encounter", where, secret=secret)
        if each.rumor:
            yield _token("rumor", where, secret=secret)


def _token(
    kind: str, where: object, number: int | None = None, *, secret: bool = False
) -> tuple[object, ...]:
    return kind, "", where, number, secret, False, False


def _place(view: View, hideout: Hideout) -> tuple[str, bool] | None:
    """The place of a trail card that this view knows, and whether it knows it privately."""
    card, is_secret = hideout.card, hideout.card is None
    if card is None:
        card = view.known.get(hideout.slot)
    if card != HIDE:
        return None if card is None else (card, is_secret)
    partner = hideout_of(view.state, hideout.partner) if hideout.partner else None
    tied = None if partner is None else _place(view, partner)
    return None if tied is None else (tied[0], is_secret or tied[1])


def _sheet(told: Told, seat: Seat) -> list[str]:
    view, edition, words, *_ = told
    character, say = edition.characters[seat], words.say
    holder: Any = view.state.dracula if seat == DRACULA else view.state.hunters[seat]
    health = max(0, character.health - holder.damage)
    head = [words.seat(seat), say("sheet.health", value=health, most=character.health)]
    if seat == DRACULA:
        counts = {"events": len(holder.events), "encounters": len(holder.encounters)}
        lines = [say("sheet.dracula-hand", **counts)]
        at = 1
        marks = [say("sheet.rumors", count=holder.rumors)] if holder.rumors else []
        lying = (holder.ally, *holder.bodyguards)
    else:
        place = words.place(holder.place) if holder.place else ""
        kinds = ("items", "events", "tickets")
        held = say("sheet.hand", **{kind: hand_size(view.state, seat, kind) for kind in kinds})
        where = say(f"sheet.where-{holder.where}", place=place)
        lines = [line for line in (where, held) if line]
        at = int(bool(where))
        printed = int(character.bitten)
        bites, fatal = holder.bites + printed, character.bite_spaces + printed + 1
        marks = [say("sheet.bites", count=bites, fatal=fatal)] if bites else []
        marks += [say(f"sheet.{mark}") for mark in ("delayed", "bats") if getattr(holder, mark)]
        lying = (holder.item_shown, holder.event_shown, *holder.in_front)
    faces = [each.card for each in lying if each is not None and each.card is not None]
    names = ", ".join(words.card(face).name for face in faces)
    shown = [" · ".join(marks)] if marks else []
    shown += [say("sheet.shown", cards=names)] if faces else []
    lines[at:at] = [say("sheet.waited")] if told.waits_for(seat) else []
    return [*head, *lines, *(["<br>".join(shown)] if shown else [])]


def _nine(view: View) -> list[tuple[str, int, Hideout | None]]:
    dracula = view.state.dracula
    trail = [("trail", space, each) for space, each in enumerate(dracula.trail, 1)]
    return [*trail, *(("lair", space, each) for space, each in enumerate(dracula.lairs, 1))]


def _hideout(
    words: Words, view: View, at: tuple[str, int, Hideout | None]
) -> tuple[str, tuple[str, ...]]:
    kind, space, hideout = at
    if hideout is None:
        return "", ()
    value = hideout.card or view.known.get(hideout.slot)
    if hideout.back == POWER and hideout.power is not None:
        name = words.card(hideout.power).name
    elif value is None:
        name = words.say(f"back.{hideout.back}")
    else:
        name = words.card(HIDE).name if value == HIDE else words.place(value)
    tokens = ("encounter",) * len(hideout.encounters) + ("rumor",) * hideout.rumor
    if hideout.back != POWER and hideout.power is not None:
        tokens += (hideout.power,)
    return words.say(f"panel.{kind}-space", space=space, what=name), tokens


def _hand(told: Told) -> list[tuple[str, str]]:
    state, known = told.view.state, told.view.known
    if told.seat == DRACULA:
        held = [
            (slot, known.get(slot)) for slot in (*state.dracula.events, *state.dracula.encounters)
        ]
    else:
        hunter = state.hunters[told.seat]
        held = [(slot, known.get(slot)) for slot in (*hunter.items, *hunter.events)]
        lying = (hunter.item_shown, hunter.event_shown)
        held += [(each.slot, each.card) for each in lying if each is not None]
        held += [(slot, known.get(slot)) for slot in hunter.tickets]
    return [(slot, _name(told, face)) for slot, face in held]


def _name(told: Told, face: str | None) -> str:
    if face is None:
        return told.words.say("panel.hidden-card")
    is_card = face in told.edition.cards
    return told.words.card(face).name if is_card else told.words.ticket(face)
