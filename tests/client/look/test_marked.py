"""Words of others are shown letter by letter; pages with markup fetch nothing."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import QApplication, QLabel

from client.look.labels import plain_tip
from client.look.marked import LinkLabel, MarkedPage, link
from client.look.palette import DAY

pytestmark = pytest.mark.gui

NAMES = (
    "<b>x</b>", "<img src=//h/p>", " <h1>x", "a &lt; b", "<?xml ?><b>x</b>", "<!doctype html>x",
    "<\nb>x</b>", "x\n<b>y</b>", "<<b>x", "&&lt;", "<b>x</b>\n&lt;",
)  # fmt: skip


def drawn(words: str, kind: Text.TextFormat) -> object:
    """What a label in this format looks like; a tooltip is one that guesses its format."""
    label = QLabel()
    label.setTextFormat(kind)
    label.setText(words)
    label.adjustSize()
    return label.grab().toImage()


@pytest.mark.parametrize("name", NAMES)
def test_a_tooltip_shows_a_name_as_it_is_written(qapp: QApplication, name: str) -> None:
    assert qapp is not None
    plain, guess = Qt.TextFormat.PlainText, Qt.TextFormat.AutoText
    for words in (name, f"{name} (Alt+A)"):
        tip = plain_tip(words)
        assert not Text.mightBeRichText(tip)
        assert drawn(tip, guess) == drawn(words, plain)
        assert plain_tip(tip) == tip
    assert not Text.mightBeRichText(f"{plain_tip(name)} (Alt+A)")


def test_words_without_signs_of_markup_are_not_touched() -> None:
    assert plain_tip("Żaneta > Émile\n(Alt+A)") == "Żaneta > Émile\n(Alt+A)"


def test_the_words_of_a_link_are_no_markup() -> None:
    said = link('card."bats"', "<b>Bats' & Rats</b>", DAY)
    assert "&lt;b&gt;Bats' &amp; Rats&lt;/b&gt;</a>" in said
    assert 'href="card.&quot;bats&quot;"' in said


def test_a_label_with_links_is_told_that_it_has_them(qapp: QApplication) -> None:
    assert qapp is not None
    assert LinkLabel().textFormat() is Qt.TextFormat.RichText


def test_a_page_opens_no_picture(qapp: QApplication, tmp_path: Path) -> None:
    assert qapp is not None
    picture = QPixmap(90, 70)
    picture.fill(Qt.GlobalColor.red)
    path = tmp_path / "p.png"
    assert picture.save(str(path))
    page = MarkedPage()
    page.setHtml("<p>x</p>")
    height = page.document().size().height()
    for address in (str(path), path.as_uri(), f"/{path}"):
        page.setHtml(f"<p>x<img src='{address}'></p>")
        assert page.document().size().height() == pytest.approx(height, abs=2)
