"""What a table agrees on is told in the window where nobody has to point at it."""

import pytest
from msgspec import structs
from PySide6.QtWidgets import QLabel

from client.main_window import MainWindow
from client.screens.table_terms import TermsPanel
from client.worker.table_values import Terms

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
