"""What a table agrees on is told in the window where nobody has to point at it."""

import pytest
from msgspec import structs
from PySide6.QtWidgets import QComboBox, QLabel, QStyle, QStyleOptionComboBox

from client.look.style import style_sheet
from client.screens.table.terms import TermsPanel
from client.window.main_window import MainWindow
from client.worker.table_values import Terms
from tests.support.fitting import settle

pytestmark = pytest.mark.gui

ROOM = (786, 470)  # what a window of 1366 x 768 leaves for it


def _is_read(label: QLabel) -> bool:
    """Whether all of it is on the screen, without scrolling."""
    return not label.isHidden() and label.visibleRegion().boundingRect() == label.rect()


def test_recovery_and_its_price_are_read_without_pointing(window: MainWindow) -> None:
    """K-7, 22.15: who can read a hand once recovery is on; Dracula goes on from his backup only."""
    panel = TermsPanel(window.services)
    panel.resize(*ROOM)
    panel.show_terms(Terms(), may_change=True)
    panel.show()
    say = window.services.words.say
    assert panel.dracula_gone.text() == say("table.dracula-gone")
    assert _is_read(panel.dracula_gone)
    assert not _is_read(panel.recovery_risk)
    panel.show_terms(structs.replace(Terms(), recovery=True), may_change=False)
    assert panel.recovery_risk.text() == say("table.recovery-risk")
    assert _is_read(panel.recovery_risk)
    assert _is_read(panel.dracula_gone)
    panel.close()


def _cut(combo: QComboBox) -> list[str]:
    """What it offers and could not show whole."""
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, combo)
    offered = (combo.itemText(row) for row in range(combo.count()))
    wide = combo.fontMetrics().horizontalAdvance
    return [words for words in offered if wide(words) > room.width()]


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_choice_of_a_rule_is_cut(window: MainWindow, percent: int) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    panel = TermsPanel(window.services)
    panel.setStyleSheet(style_sheet(window.services.palette, percent))
    panel.resize(*ROOM)
    panel.show()
    settle()
    assert [_cut(combo) for combo in panel.switches.values() if _cut(combo)] == []
    names, choices = (next(iter(each.values())) for each in (panel.labels, panel.switches))
    is_beside = names.geometry().right() < choices.geometry().left()
    assert is_beside == (percent == 100)  # above its choice only where it must be
    panel.close()
