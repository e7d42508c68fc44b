"""What the first game would wait for is made or read before, in slices."""

from threading import current_thread
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.board import baked_map
from client.board.baked_map import MapPictures
from client.look import card_face
from client.look.palette import DAY
from client.prompts.answer_list import Answer, AnswerList
from client.window.app import load_ahead
from client.window.main_window import MainWindow

pytestmark = pytest.mark.gui


def test_the_first_board_waits_for_no_picture(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = MapPictures()
    monkeypatch.setattr(baked_map, "map_pictures", lambda: pictures)
    with qtbot.waitSignal(pictures.came, timeout=20_000):
        load_ahead(window)
    monkeypatch.setattr(baked_map, "_read", lambda *_: pytest.fail("read while it is drawn"))
    monkeypatch.setattr(pictures, "_read_later", lambda *_: None)
    whole = QRectF(0, 0, 320, 204)
    sheet = QPixmap(320, 204)
    painter = QPainter(sheet)
    for scale in (0.1, 0.25, 1.0):
        pictures.draw(painter, window.services.palette.name, (whole, whole), scale)
    painter.end()


def test_a_board_that_comes_before_its_picture_reads_a_small_one_while_it_is_drawn(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, drawing, read = MapPictures(), current_thread(), list[int]()
    really = baked_map._read

    def reading(name: str, level: int) -> QImage:
        if current_thread() is drawing:
            read.append(level)
        return really(name, level)

    monkeypatch.setattr(baked_map, "_read", reading)
    whole = QRectF(0, 0, 320, 204)
    sheet = QPixmap(320, 204)
    painter = QPainter(sheet)
    with qtbot.waitSignal(pictures.came, timeout=20_000):
        pictures.draw(painter, "day", (whole, whole), 1.0)
        assert pictures.is_reading
    pictures.draw(painter, "day", (whole, whole), 1.0)
    painter.end()
    assert read == [2]
    assert ("day", 0) in pictures._kept


def test_a_card_keeps_no_coarse_piece_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_face, "_kept", {})
    sheet = QPixmap(80, 120)
    painter = QPainter(sheet)
    for is_reading, kept in ((True, 0), (False, 1)):
        pictures = SimpleNamespace(is_reading=is_reading)
        monkeypatch.setattr(card_face, "map_pictures", lambda pictures=pictures: pictures)
        look = card_face.place_look("paris", "Paris")
        card_face.paint_card(painter, QRectF(0, 0, 80, 120), look, DAY)
        assert len(card_face._kept) == kept
    painter.end()


def test_the_buttons_of_the_first_question_are_made_in_turns_and_out_of_sight(
    qtbot: QtBot,
) -> None:
    answers = AnswerList()
    qtbot.addWidget(answers)
    answers._making._most_s = 0.0
    while answers._making.is_active:
        before = len(answers._listed._made)
        QApplication.processEvents()
        assert len(answers._listed._made) <= before + 1
    made = list(answers._listed._made)
    assert len(made) > 20
    assert not answers._listed.shown
    buttons = answers.show_answers([Answer(n, str(n), f"Go {n}", "") for n in range(50)], ())
    assert buttons == made[:50]
