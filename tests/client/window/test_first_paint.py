"""Before the first paint nothing is loaded that the first screen does not show."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client.settings import Settings, save

pytestmark = [pytest.mark.gui, pytest.mark.slow]

_SCRIPT = """
import sys
compiled = []
sys.addaudithook(lambda event, given: event == "compile" and compiled.append(given[1]))
from client.workshop.bench import first_paint

def loaded():
    from PySide6 import QtCore, QtGui, QtWidgets
    late = ("msgspec", "fluent", "multiprocessing", "engine.state", "client.screens.start.desk")
    built = {**vars(QtCore), **vars(QtGui), **vars(QtWidgets)}  # classes, each at its first use
    unseen = ("Qt", "QTranslator", "QShortcut", "QPalette", "QTabWidget", "QListWidget")
    fonts = sys.modules["client.look.style"].load_font.cache_info().currsize
    window = next(each for each in QtWidgets.QApplication.topLevelWidgets() if each.isVisible())
    unread = {each.name for each in window.services.words._messages[0]._unread}
    return [
        *(name for name in late if name in sys.modules),
        *(name for name in unseen if name in built),
        *["italics"] * (fonts - 1),
        *{"board.ftl", "play.ftl"} - unread,
        *(name for name in compiled if str(name).endswith(".py")),
    ]

first_paint.resident = loaded
first_paint._open_ours()
"""


def test_the_first_paint_waits_for_nothing_it_does_not_show(tmp_path: Path) -> None:
    save(Settings(name="Ana"), tmp_path / "borgo")
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for _ in range(2):  # the first start compiles what it loads, of ours and of Qt's binding
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    assert done.stdout.startswith("[] "), done.stdout
