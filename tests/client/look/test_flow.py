"""Wrapped rows: one line while there is room, more where there is not, nothing ever cut."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from client.look.arranging import Flow, Manner

pytestmark = pytest.mark.gui

PART, GAP = QSize(100, 20), 10


def _page(qtbot: QtBot, manner: Manner, parts: int, *, last_at_right: int = 0) -> list[QWidget]:
    page = QWidget()
    qtbot.addWidget(page)
    flow = Flow(page, GAP, manner)
    made = [QWidget() for _ in range(parts)]
    for number, part in enumerate(made):
        part.setFixedHeight(PART.height())
        part.setMinimumWidth(PART.width())
        flow.add(part, at_right=number >= parts - last_at_right)
    page.show()
    return [page, *made]


def _laid(parts: list[QWidget], width: int) -> list[tuple[int, int, int]]:
    page, *inside = parts
    flow = page.layout()
    assert flow is not None
    page.resize(width, flow.heightForWidth(width))
    flow.setGeometry(page.rect())
    assert all(page.rect().contains(part.geometry()) for part in inside)
    return [(part.x(), part.y(), part.width()) for part in inside]


def test_what_does_not_fit_goes_to_the_next_line(qtbot: QtBot) -> None:
    parts = _page(qtbot, "ragged", 3)
    assert _laid(parts, 400) == [(0, 0, 100), (110, 0, 100), (220, 0, 100)]
    assert _laid(parts, 300) == [(0, 0, 100), (110, 0, 100), (0, 25, 100)]


def test_those_at_the_right_stay_together(qtbot: QtBot) -> None:
    parts = _page(qtbot, "ragged", 3, last_at_right=2)
    assert _laid(parts, 400) == [(0, 0, 100), (190, 0, 100), (300, 0, 100)]
    assert _laid(parts, 300) == [(0, 0, 100), (90, 25, 100), (200, 25, 100)]


def test_a_line_can_be_filled(qtbot: QtBot) -> None:
    assert _laid(_page(qtbot, "filled", 2), 310) == [(0, 0, 150), (160, 0, 150)]


def test_equal_parts_stand_in_columns(qtbot: QtBot) -> None:
    parts = _page(qtbot, "even", 3)
    parts[1].setMinimumWidth(140)
    assert _laid(parts, 300) == [(0, 0, 140), (150, 0, 140), (0, 25, 140)]


def test_those_at_the_right_that_need_several_lines_waste_none(qtbot: QtBot) -> None:
    parts = _page(qtbot, "ragged", 3, last_at_right=2)
    assert _laid(parts, 200) == [(0, 0, 100), (100, 25, 100), (100, 50, 100)]
    parts[2].setMinimumWidth(60)
    assert _laid(parts, 160) == [(0, 0, 100), (100, 25, 60), (60, 50, 100)]
    assert _laid(parts, 175) == [(0, 0, 100), (5, 25, 60), (75, 25, 100)]
    parts[3].setMinimumWidth(120)
    assert _laid(parts, 175) == [(0, 0, 100), (115, 0, 60), (55, 25, 120)]


def test_a_width_is_measured_once_until_a_part_is_another(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, *inside = _page(qtbot, "ragged", 3)
    flow = page.layout()
    assert isinstance(flow, Flow)
    flow.invalidate()
    measured: list[int] = []
    lines = flow._lines
    monkeypatch.setattr(flow, "_lines", lambda width: measured.append(width) or lines(width))
    assert [flow.heightForWidth(width) for width in (400, 220, 400, 220)] == [20, 45, 20, 45]
    assert measured == [400, 220]
    inside[0].setFixedHeight(2 * PART.height())
    assert flow.heightForWidth(400) == 2 * PART.height()
