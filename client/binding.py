"""Qt's binding: loaded for the window, checked, and kept from slowing down what is loaded next."""

import builtins
import importlib.util
import sys
from pathlib import Path

from client.compiled_once import compiled_once
from engine.errors import BorgoError

with compiled_once(Path(importlib.util.cache_from_source(__file__)).with_suffix(".qt")):
    from PySide6.QtGui import QPen

_CALLS = 100


class BrokenQt(BorgoError):
    """The Qt that is installed would end the program within seconds."""


def check_qt() -> None:
    """Refuse a Qt binding that loses a reference of None with every call (PySide6 6.12.0)."""
    pen = QPen()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        pen.setWidth(1)
    if sys.getrefcount(None) <= before - _CALLS // 2:
        raise BrokenQt("broken-qt")


def import_plainly() -> None:
    """Give Python its own `import` back.

    The binding puts another in its place, which reads the source of every module that is imported
    and keeps it, to look for a feature of Qt's that no module of ours switches on.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
