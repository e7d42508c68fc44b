"""The bridge to the worker process."""

import os
import sys

import pytest
from pytestqt.qtbot import QtBot

from client.window.bridge import Bridge
from client.worker.pipe import _STEPS_BEHIND
from client.worker.values import Gone, Leave, Report
from tests.support.fitting import settle

pytestmark = pytest.mark.gui

_LOWEST = 19  # priorities end there: a run that has it already has none below


@pytest.mark.skipif(sys.platform == "win32", reason="no such priorities there")
@pytest.mark.usefixtures("decoys")
def test_where_cores_are_few_the_window_goes_first(qtbot: QtBot) -> None:
    bridge = Bridge()
    behind = min(os.getpriority(os.PRIO_PROCESS, 0) + _STEPS_BEHIND, _LOWEST)
    try:
        worker = bridge.process_id
        assert worker is not None
        qtbot.waitUntil(lambda: os.getpriority(os.PRIO_PROCESS, worker) == behind, timeout=20_000)
    finally:
        bridge.close()


@pytest.mark.usefixtures("qtbot")
@pytest.mark.parametrize(("closes", "reports"), [(False, [Gone()]), (True, [])])
def test_what_was_queued_before_a_bridge_is_closed_reaches_nobody(
    *, closes: bool, reports: list[Report]
) -> None:
    bridge = Bridge(in_thread=True)
    heard: list[Report] = []
    bridge.received.connect(heard.append)
    bridge.send(Leave())
    bridge._reader.join(20)  # all is said by now, and the window has not listened yet
    if closes:
        bridge.close()
    settle()
    assert heard == reports
    bridge.close()
