"""`borgo` without a command: opens the window, or says what to do where there is no display."""

import gc
import os
import sys

from engine.errors import BorgoError


class NoDisplay(BorgoError):
    """There is nothing to open a window on."""


def has_display() -> bool:
    """Whether a window can be opened here, as far as the environment tells."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_window() -> int:
    """Open the window and stay until it is closed."""
    if not has_display():
        raise NoDisplay("no-display")
    gc.disable()  # nothing of what is loaded until the first paint is ever thrown away
    # Qt is loaded here and nowhere else, so that no other command pays for it.
    from client.window.qt_start import check_qt, import_plainly  # noqa: PLC0415

    check_qt()
    import_plainly()
    from client.window.app import run_window  # noqa: PLC0415

    return run_window()
