"""What a window shows of a game, read from its widgets; and what it should show of a view.

The second half knows nothing of the widgets: it counts and names what the public state and the
seats' own knowledge say. Where the two differ, somebody is shown a wrong game.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QLabel

from client.board.geometry import geometry
from client.look.card_face import CardLook
from client.panels.card_button import CardButton
from client.panels.tracks import Pips
from client.screens.game_layout import GameLayout
from client.text import Words
from client.worker.values import Prompt
from engine.edition import Edition
from engine.ids import DRACULA, HIDE, POWER, Seat
from engine.state import Hideout, hideout_of, newest_location
from engine.view import View

Shown = dict[str, Any]
SEALED = "envelope"
_LINK = re.compile(r"</?a\b[^>]*>")  # ways into the rules

# Read from the widgets


def shown(parts: GameLayout) -> Shown:
    """What a window shows: board, tracks, sheets, trail, hand, fight, and what is asked."""
    return {
        "board": Counter(_pieces(parts)),
        "tracks": [text for text in _texts(parts.tracks) if any(map(str.isdigit, text))],
        "pips": [(pips._value, pips._most) for pips in parts.tracks.findChildren(Pips)],
        **{f"sheet {each.seat}": _texts(each) for each in parts.sheets._sheets.values()},
        "trail": [_card(button) for button in (*parts.trail._spaces, *parts.trail._lairs)],
        "hand": [(slot, _card(button)[0]) for slot, button in parts.hand._cards],
        "fight": _fight(parts),
        "question": parts.prompt._question.text(),
        "answers": Counter(button.label for button in parts.prompt.buttons),
    }


def _fight(parts: GameLayout) -> list[list[str]] | None:
    """What lies before each side, if a fight is in the middle of the screen or one step behind.

    It lends its place to the map while only the map can answer; the switch leads back to it.
    """
    is_behind = parts.trade.pair is None and not parts.switch.isHidden()
    if parts.centre.currentWidget() is not parts.combat and not is_behind:
        return None
    looks = [[card.look for card in row.cards] for row in parts.combat._rows]
    return [[_title(look) for look in row if look is not None] for row in looks]


def _title(look: CardLook) -> str:
    return SEALED if look.deck == SEALED else look.title


def _pieces(parts: GameLayout) -> Iterator[tuple[object, ...]]:
    """Every piece that is drawn, by what lies nearest to where it stands."""
    board = geometry()
    spots = {("at", place): spot for place, spot in board.places.items()}
    spots |= {("hospital", place): spot for place, spot in board.hospitals.items()}
    spots |= {("way", way): road.pointAtPercent(0.5) for way, road in board.ways.items()}
    for piece, box in parts.board.canvas.piece_boxes():
        assert not box.isEmpty()
        where = min(spots, key=lambda each: _far(spots[each], piece.anchor))
        yield piece.kind, piece.seat, where, piece.number, piece.secret, piece.lying, piece.bats


def _far(one: QPointF, other: QPointF) -> float:
    return (one - other).manhattanLength()


def _texts(widget: Any) -> list[str]:
    found = [label for label in widget.findChildren(QLabel) if not label.isHidden()]
    return [_LINK.sub("", label.text()) for label in found if label.text()]


def _card(button: CardButton) -> tuple[str, tuple[str, ...]]:
    """A card's name as it is read, nothing for an empty place; and what lies on it."""
    look = button.look
    name = "" if look is None else button.accessibleName().partition("\n")[0]
    return name, button._tokens


# Told by the view


class Told(NamedTuple):
    """What somebody is told of a game: the view, what is played, whose hand lies in front."""

    view: View
    edition: Edition
    words: Words
    seat: Seat


def expected(told: Told, asked: Prompt | None) -> Shown:
    """What a window has to show."""
    view, edition, words, _ = told
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
    }
    if asked is not None:
        found["question"] = words.ask(asked.request, view)
        answers = [words.option(each, asked.request, view) for each in asked.answers]
        found["answers"] = Counter(answers)
    return found


def differences(parts: GameLayout, told: Told, asked: Prompt | None) -> list[object]:
    """Everything a window shows otherwise than it has to."""
    there, wanted = shown(parts), expected(told, asked)
    there["hand"] = there["hand"][: len(wanted["hand"])]  # then what is on offer besides the hand
    return [(key, there[key], what) for key, what in wanted.items() if there[key] != what]


def _fighting(told: Told) -> list[list[str]] | None:
    combat = told.view.state.combat
    if combat is None:
        return None
    name = {each: told.words.card(each).name for each in told.edition.cards}
    sealed = [SEALED] if DRACULA in combat.sealed else []
    rows = [[name[each.card] for each in combat.played] + sealed]
    for seat in (each for each in combat.fighters or combat.hunters if each in combat.hunters):
        sealed = [SEALED] if seat in combat.sealed else []
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
        yield _token("hideout" if space else "lair", where, space or None, secret=secret)
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
    view, edition, words, _ = told
    character, say = edition.characters[seat], words.say
    holder: Any = view.state.dracula if seat == DRACULA else view.state.hunters[seat]
    health = max(0, character.health - holder.damage)
    head = [words.seat(seat), say("sheet.health", value=health, most=character.health)]
    if seat == DRACULA:
        counts = {"events": len(holder.events), "encounters": len(holder.encounters)}
        lines = [say("sheet.dracula-hand", **counts)]
        marks = [say("sheet.rumors", count=holder.rumors)] if holder.rumors else []
        lying = (holder.ally, *holder.bodyguards)
    else:
        place = words.place(holder.place) if holder.place else ""
        kinds = ("items", "events", "tickets")
        held = say("sheet.hand", **{kind: len(getattr(holder, kind)) for kind in kinds})
        lines = [line for line in (say(f"sheet.where-{holder.where}", place=place), held) if line]
        printed = int(character.bitten)
        bites, most = holder.bites + printed, character.bite_spaces + printed
        marks = [say("sheet.bites", count=bites, most=most)] if bites else []
        marks += [say(f"sheet.{mark}") for mark in ("delayed", "bats") if getattr(holder, mark)]
        lying = (holder.item_shown, holder.event_shown, *holder.in_front)
    faces = [each.card for each in lying if each is not None and each.card is not None]
    marks += [say("sheet.shown", card=words.card(face).name) for face in faces]
    return [*head, *lines, *([" · ".join(marks)] if marks else [])]


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
