"""Loads Qt's Python binding (PySide6) for the window: checked, and with its own code cached.

The binding carries Python source as text and would compile it at every start, which takes half as
long as all our own code for the first screen. The compiled code is kept in a file instead, as
Python does for every other module.
"""

import __future__

import builtins
import contextlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from engine.errors import BorgoError

_FLAGS = __future__.annotations.compiler_flag  # the loader's own, which its modules inherit

_Kept = dict[tuple[bytes, str], CodeType]  # by text and name, so that another text is another


@contextlib.contextmanager
def compiled_once(file: Path) -> Iterator[None]:
    """While active, code compiled from source text comes from this file, or is added to it."""
    plainly = builtins.compile
    kept, used = _read(file), _Kept()

    def compile_once(source: Any, name: Any, mode: str, *more: Any, **options: Any) -> Any:
        if more or options or mode != "exec" or not isinstance(source, bytes):
            return plainly(source, name, mode, *more, **options)  # somebody else's
        key = (source, name)
        used[key] = kept.get(key) or plainly(source, name, mode, _FLAGS)
        return used[key]

    builtins.compile = compile_once  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.compile = plainly
    if not used.keys() <= kept.keys() and not sys.dont_write_bytecode:
        _write(file, used)


def _read(file: Path) -> _Kept:
    try:
        kept = marshal.loads(file.read_bytes())  # noqa: S302 (lies with our own bytecode)
    except (OSError, EOFError, ValueError, TypeError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(file: Path, used: _Kept) -> None:
    """Write the file whole or not at all: another program may start at the same time."""
    fresh = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):  # a folder that may only be read: it is compiled each time
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(marshal.dumps(used))
        fresh.replace(file)


with compiled_once(Path(importlib.util.cache_from_source(__file__)).with_suffix(".qt")):
    from PySide6.QtGui import QPen

_CALLS = 100


class BrokenQt(BorgoError):
    """The Qt that is installed would end the program within seconds."""


def check_qt() -> None:
    """Refuse PySide6 6.12.0, which loses a reference to None with every call."""
    pen = QPen()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        pen.setWidth(1)
    if sys.getrefcount(None) <= before - _CALLS // 2:
        raise BrokenQt("broken-qt")


def import_plainly() -> None:
    """Restore Python's own `import`.

    The binding puts another in its place, which reads the source of every module that is imported
    and keeps it, to look for a feature of Qt's that no module of ours switches on.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
