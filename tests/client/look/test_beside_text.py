"""What is drawn beside text grows with it: a group's frame, a check box, the arrow of a choice."""

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QStyle,
    QStyleOptionButton,
    QStyleOptionGroupBox,
)

from client.look.palette import DAY
from client.look.style import base_font, style_sheet

pytestmark = pytest.mark.gui

PERCENTS = (80, 100, 150, 200)
_TREMBLE = 2  # pixels that rounding and the tails of letters may take


@pytest.mark.parametrize("percent", PERCENTS)
def test_the_line_of_a_group_goes_through_the_middle_of_its_title(
    qapp: object, percent: int
) -> None:
    assert qapp is not None
    group = QGroupBox("What is played")
    group.setFont(base_font(percent))
    group.setStyleSheet(style_sheet(DAY, percent))
    group.resize(400, 300)
    group.ensurePolished()
    option = QStyleOptionGroupBox()
    group.initStyleOption(option)
    title, frame = (
        group.style().subControlRect(QStyle.ComplexControl.CC_GroupBox, option, part, group)
        for part in (QStyle.SubControl.SC_GroupBoxLabel, QStyle.SubControl.SC_GroupBoxFrame)
    )
    assert abs(title.center().y() - frame.top()) <= _TREMBLE, (title, frame)


def _box(percent: int) -> int:
    """How large the box of a choice is."""
    choice = QCheckBox("yes")
    choice.setStyleSheet(style_sheet(DAY, percent))
    choice.ensurePolished()
    option = QStyleOptionButton()
    choice.initStyleOption(option)
    indicator = QStyle.SubElement.SE_CheckBoxIndicator
    return choice.style().subElementRect(indicator, option, choice).height()


def test_the_box_of_a_choice_grows_with_the_text(qapp: object) -> None:
    assert qapp is not None
    sizes = [_box(percent) for percent in PERCENTS]
    assert sizes == sorted(set(sizes))


def _arrow(percent: int) -> int:
    """How many pixels the arrow of a list of choices has."""
    choice = QComboBox()
    choice.setFont(base_font(percent))
    choice.setStyleSheet(style_sheet(DAY, percent))
    choice.resize(200, 60)
    drawn = choice.grab().toImage()
    ink = QColor(DAY.ink)
    across, down = range(drawn.width()), range(drawn.height())
    return sum(drawn.pixelColor(x, y) == ink for x in across for y in down)


def test_the_arrow_of_a_choice_grows_with_the_text(qapp: object) -> None:
    assert qapp is not None
    sizes = [_arrow(percent) for percent in PERCENTS]
    assert sizes == sorted(set(sizes))
