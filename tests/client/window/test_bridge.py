"""The process behind a window."""

import os
import sys

import pytest
from pytestqt.qtbot import QtBot

from client.bridge import Bridge

pytestmark = pytest.mark.gui


@pytest.mark.skipif(sys.platform == "win32", reason="no such priorities there")
def test_where_cores_are_few_the_window_goes_first(qtbot: QtBot) -> None:
    bridge = Bridge()
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        worker = bridge.process_id
        assert worker is not None
        qtbot.waitUntil(lambda: os.getpriority(os.PRIO_PROCESS, worker) > ours, timeout=20_000)
    finally:
        bridge.close()
