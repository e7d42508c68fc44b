"""Labels show all of their letters."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from client.look.labels import PlainLabel
from client.look.style import font

pytestmark = pytest.mark.gui


def _rows_of_ink(label: PlainLabel) -> int:
    """How many rows of pixels are drawn on."""
    image = label.grab().toImage()
    paper = image.pixel(image.width() - 1, image.height() - 1)
    across = range(image.width())
    return sum(any(image.pixel(x, y) != paper for x in across) for y in range(image.height()))


@pytest.mark.parametrize("name", ["Żaneta", "Émile", "Åsa", "Ёлка", "Mina"])
def test_an_accent_on_a_capital_is_not_cut(qapp: QApplication, name: str) -> None:
    assert qapp is not None
    narrow, roomy = PlainLabel(name), PlainLabel(name)
    for label in (narrow, roomy):
        label.setFont(font(20))
    roomy.setContentsMargins(0, 20, 8, 0)
    for label in (narrow, roomy):
        label.adjustSize()
    assert _rows_of_ink(narrow) == _rows_of_ink(roomy)


@pytest.mark.parametrize("words", ["Żaneta", "Émile Åsa", "Ёлка", "Mina"])
def test_an_accent_is_not_cut_where_words_can_be_selected(qapp: QApplication, words: str) -> None:
    assert qapp is not None
    plain, selectable = PlainLabel(words), PlainLabel(words)
    selectable.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    for label in (plain, selectable):
        label.setFont(font(20))
        label.adjustSize()
        label.resize(label.width(), label.height() + 9)  # what is left is above and below
    assert _rows_of_ink(plain) == _rows_of_ink(selectable)


def test_its_room_goes_with_the_accent(qapp: QApplication) -> None:
    assert qapp is not None
    label = PlainLabel("Mina")
    label.setFont(font(20))
    plain = label.sizeHint().height()
    label.setText("Émile")
    assert label.sizeHint().height() > plain
    label.setText("Mina")
    assert label.sizeHint().height() == plain


def test_it_is_as_high_before_its_first_words_as_after(qapp: QApplication) -> None:
    assert qapp is not None
    label = PlainLabel()
    label.setFont(font(20))
    label.setWordWrap(True)
    before = label.sizeHint().height(), label.heightForWidth(300)
    label.setText("Mina")
    assert (label.sizeHint().height(), label.heightForWidth(300)) == before
