"""Every card, token and figure has a drawing of its own, told from the others without colour."""

from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from client.look.card_face import DECKS, CardLook, back_look, look_of, paint_card, place_look
from client.look.glyphs import DRAWINGS, EMBLEMS, glyph_parts
from client.look.palette import DAY
from client.look.pieces import (
    CLOCK_FACES,
    LETTERS,
    TOKENS,
    clock_icon,
    figure_pixmap,
    seat_icon,
    token_pixmap,
)
from client.look.style import base_font, larger_drawn
from engine.editions import CARDS
from engine.ids import CASTLE, LAND, POWER, SEA, SEATS

pytestmark = pytest.mark.gui


def _grey(image: QImage, side: int = 32) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(
        side, side, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _difference(one: QImage, other: QImage) -> float:
    """The part of the pixels that clearly differ in lightness."""
    first, second = bytes(one.constBits()), bytes(other.constBits())
    return sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True)) / len(first)


def _card(look: CardLook, side: int = 32) -> QImage:
    image = QImage(78, 112, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_card(painter, QRectF(0, 0, 78, 112), look, DAY)
    painter.end()
    return _grey(image, side)


def test_every_card_has_an_emblem_no_other_of_its_deck_has() -> None:
    assert set(EMBLEMS) == {card.id for card in CARDS}
    used = Counter((card.deck, EMBLEMS[card.id]) for card in CARDS)
    assert [key for key, count in used.items() if count > 1] == []


def test_every_drawing_can_be_drawn_and_is_used() -> None:
    signs = {sign for sign, _, _ in TOKENS.values()}
    shown = set(EMBLEMS.values()) | signs | set(CLOCK_FACES.values())
    decks = {"town", "waves", "castle", "ticket", "chest", "book", "fist"}
    for name in DRAWINGS:
        assert glyph_parts(name)
    assert shown <= set(DRAWINGS)
    assert set(DRAWINGS) - shown - decks == set()


def test_cards_of_a_deck_differ_without_colour(qapp: object) -> None:
    assert qapp is not None
    for deck in {card.deck for card in CARDS}:
        faces = {card.id: _card(look_of(card, "")) for card in CARDS if card.deck == deck}
        for one, other in combinations(sorted(faces), 2):
            assert _difference(faces[one], faces[other]) > 0.02, (one, other)


def test_backs_differ_without_colour(qapp: object) -> None:
    assert qapp is not None
    names = ("item", "hunter_event", "dracula_event", "encounter", LAND, SEA, CASTLE, POWER)
    backs = {name: _card(back_look(name)) for name in names}
    for one, other in combinations(names, 2):
        assert _difference(backs[one], backs[other]) > 0.02, (one, other)


def test_every_kind_of_place_and_deck_can_be_painted(qapp: object) -> None:
    assert qapp is not None
    for place in ("paris", "geneva", "castle_dracula", "north_sea"):
        assert not _card(place_look(place, "Name")).isNull()
    for deck in DECKS:
        assert not _card(
            CardLook("A long name of a card", deck, "skull", is_canceled=True)
        ).isNull()


def test_figures_differ_by_shape_alone(qapp: object) -> None:
    """Their outlines, without letter and colour, are different."""
    assert qapp is not None
    shapes = {
        seat: figure_pixmap(seat, 40, DAY, 1.0)
        .toImage()
        .convertToFormat(QImage.Format.Format_Alpha8)
        .scaled(32, 32)
        for seat in SEATS
    }
    for one, other in combinations(SEATS, 2):
        first, second = bytes(shapes[one].constBits()), bytes(shapes[other].constBits())
        differing = sum(abs(a - b) > 80 for a, b in zip(first, second, strict=True))
        assert differing / len(first) > 0.04, (one, other)
    assert len(set(LETTERS.values())) == len(SEATS)


def test_tokens_differ_without_colour(qapp: object) -> None:
    assert qapp is not None
    kinds = (*TOKENS, *(card.id for card in CARDS if card.deck == "encounter"))
    looks = {kind: _grey(token_pixmap(kind, 32, 1.0).toImage()) for kind in kinds}
    for one, other in combinations(sorted(looks), 2):
        assert _difference(looks[one], looks[other]) > 0.02, (one, other)


def test_icons_are_made(qapp: object) -> None:
    assert qapp is not None
    for step in CLOCK_FACES:
        assert not clock_icon(step, DAY).isNull()
    assert not seat_icon("mina", DAY).isNull()


def _letters(look: CardLook) -> int:
    """How many lines of pixels the name of a card covers."""
    named, bare = _card(look, 112), _card(look._replace(title=""), 112)
    return sum(
        any(named.pixel(x, y) != bare.pixel(x, y) for x in range(named.width()))
        for y in range(named.height())
    )


def test_names_of_cards_grow_with_the_text_and_stay_on_the_card(qapp: object) -> None:
    assert qapp is not None
    card = next(each for each in CARDS if each.id == "rifle")
    usual = look_of(card, "Rifle")
    assert _letters(usual._replace(larger=larger_drawn(base_font(200)))) > 1.2 * _letters(usual)
    assert larger_drawn(base_font(80)) == 1.0


@pytest.mark.parametrize("seat", SEATS)
def test_no_figure_is_cut_at_its_edges(qapp: object, seat: str) -> None:
    assert qapp is not None
    for pixmap in (
        seat_icon(seat, DAY, 40).pixmap(80, 80),
        figure_pixmap(seat, 80.0, DAY, 1.0),
    ):
        image = pixmap.toImage()
        last, lowest = image.width() - 1, image.height() - 1
        edge = [(x, y) for x in range(last + 1) for y in (0, lowest)]
        edge += [(x, y) for y in range(lowest + 1) for x in (0, last)]
        assert not any(image.pixelColor(x, y).alpha() for x, y in edge), seat
