"""No part of the window is first shown outside of the screen."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRect

from client.window.app import show_whole
from client.window.main_window import MainWindow

pytestmark = pytest.mark.gui

LAPTOP, LARGE = QRect(0, 0, 1366, 740), QRect(0, 0, 1920, 1040)


@pytest.mark.parametrize(("room", "fills"), [(LAPTOP, True), (LARGE, False)])
def test_a_window_as_large_as_the_screen_fills_it(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, room: QRect, *, fills: bool
) -> None:
    screen = SimpleNamespace(availableGeometry=lambda: room)
    monkeypatch.setattr(window, "screen", lambda: screen)
    window.hide()
    show_whole(window)
    assert window.isVisible()
    assert window.isMaximized() == fills
