"""What a window shows of a game, read from its widgets; where it differs from what it is told.

Where the two differ, somebody is shown a wrong game.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from PySide6.QtWidgets import QLabel

from client.board.crowding import ALONG
from client.board.geometry import geometry
from client.look.card_face import CardLook
from client.panels.card_button import CardButton
from client.panels.sheets import Sheet
from client.panels.tracks import Pips
from client.screens.game.layout import GameLayout
from client.worker.values import Prompt
from tests.support.told_state import SEALED, Shown, Told, expected

_LINK = re.compile(r"</?a\b[^>]*>")  # ways into the rules


def differences(
    parts: GameLayout, told: Told, asked: Prompt | None
) -> list[tuple[str, object, object]]:
    """Everything a window shows otherwise than it has to."""
    there, wanted = shown(parts), expected(told, asked)
    there["hand"] = there["hand"][: len(wanted["hand"])]  # then what is on offer besides the hand
    return [(key, there[key], what) for key, what in wanted.items() if there[key] != what]


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
        "marked": {each.seat: _marks(each) for each in parts.sheets._sheets.values()},
        "step": [n for n, each in enumerate(parts.combat._head._steps, 1) if each.property("now")],
        "corner": None if parts.trade.pair is None else {*parts.trade.pair[:2]},
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
    looks = [[card.look for card in row.cards] for row in parts.combat._sides.rows]
    return [[_title(look) for look in row if look is not None] for row in looks]


def _marks(sheet: Sheet) -> tuple[bool, bool]:
    """Whether a sheet is marked as the player's own, and as one the game waits for."""
    is_waited = sheet.property("waited") is True
    assert (sheet._words.say("sheet.waited") in sheet.accessibleName()) == is_waited
    return sheet.property("own") is True, is_waited


def _title(look: CardLook) -> str:
    return SEALED if look.deck == SEALED else look.title


def _pieces(parts: GameLayout) -> Iterator[tuple[object, ...]]:
    """Every piece that is drawn, by the spot it belongs to."""
    for piece, box in parts.board.canvas.piece_boxes():
        assert not box.isEmpty()
        where = _spots()[piece.anchor.toTuple()]
        yield piece.kind, piece.seat, where, piece.number, piece.secret, piece.lying, piece.bats


@cache
def _spots() -> dict[object, tuple[str, str]]:
    """All that pieces belong to."""
    board = geometry()
    spots = {spot.toTuple(): ("at", place) for place, spot in board.places.items()}
    spots |= {spot.toTuple(): ("hospital", place) for place, spot in board.hospitals.items()}
    for way, path in board.ways.items():
        spots |= {path.pointAtPercent(at).toTuple(): ("way", way) for at in ALONG}
    return spots


def _texts(widget: Any) -> list[str]:
    found = [label for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]
    return [_LINK.sub("", label.text()) for label in found if label.text()]


def _card(button: CardButton) -> tuple[str, tuple[str, ...]]:
    """A card's name as it is read, nothing for an empty place; and what lies on it."""
    look = button.look
    name = "" if look is None else button.accessibleName().partition("\n")[0]
    return name, button._tokens
