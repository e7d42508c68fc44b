"""Everything a window holds, as values that can be compared: pixels, texts, items, objects.

1. `trace` is what somebody can get at from outside: the picture, every widget with all its texts
   and properties, every row of every list, what a screen reader is told.
2. `reachable` is what Python holds from an object on: the models, the views, what was cached.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QMetaObject, QModelIndex, QObject
from PySide6.QtGui import QAccessible, QAction, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget

_SAID = ("Name", "Description", "Value", "Help", "Accelerator")
_KINDS: tuple[type[QObject], ...] = (QWidget, QAction, QShortcut)
_SHOWN = ("geometry", "enabled", "visible", "checked", "value", "maximum", "currentIndex")
_CODE = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)


class Trace(NamedTuple):
    """What a window shows and says at one moment."""

    picture: str
    tree: tuple[object, ...]

    def differing(self, other: "Trace") -> list[object]:
        """Where two traces are not the same, for people."""
        pairs = zip(self.tree, other.tree, strict=False)
        found: list[object] = [pair for pair in pairs if pair[0] != pair[1]]
        if len(self.tree) != len(other.tree):
            found.append(("size of the tree", len(self.tree), len(other.tree)))
        if self.picture != other.picture:
            found.append(("the picture", self.picture, other.picture))
        return found


def trace(window: QWidget) -> Trace:
    """The window as it is now."""
    return Trace(_picture(window), tuple(_tree(window)))


def _picture(window: QWidget) -> str:
    image = window.grab().toImage()
    return sha256(bytes(image.constBits())).hexdigest()


def _tree(window: QWidget) -> Iterator[object]:
    for each in (window, *(found for kind in _KINDS for found in window.findChildren(kind))):
        yield type(each).__name__, tuple(_properties(each))
        if isinstance(each, QWidget):
            yield tuple(_spoken(each))
        if isinstance(each, QAbstractItemView):
            yield tuple(_rows(each.model()))


def _properties(each: QObject) -> Iterator[tuple[str, str]]:
    for name in _texts(each.metaObject()):
        yield name, str(each.property(name))
    for plain in each.dynamicPropertyNames():
        name = bytes(plain.data()).decode()
        if not name.startswith("_q_"):  # Qt's own: fonts and what Python cannot read
            with suppress(RuntimeError):
                yield name, _plain(each.property(name))


_names: dict[str, tuple[str, ...]] = {}


def _texts(kind: QMetaObject) -> tuple[str, ...]:
    """The properties of a class that are words, and those that say where and how it is shown."""
    found = _names.get(kind.className())
    if found is None:
        properties = [kind.property(number) for number in range(kind.propertyCount())]
        found = tuple(
            str(each.name())
            for each in properties
            if each.typeName() == "QString" or each.name() in _SHOWN
        )
        _names[kind.className()] = found
    return found


def _plain(value: object) -> str:
    """A value as text, without where it happens to lie in memory."""
    return re.sub(r" at 0x[0-9a-f]+|\(0x[0-9a-f]+\)", "", repr(value))


def _spoken(widget: QWidget) -> Iterator[str]:
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is not None and interface.isValid():
        yield str(interface.role())
        for said in _SAID:
            yield interface.text(getattr(QAccessible.Text, said))


def _rows(model: QAbstractItemModel | None, parent: QModelIndex | None = None) -> Iterator[str]:
    if model is None:
        return
    at = parent if parent is not None else QModelIndex()
    for row in range(model.rowCount(at)):
        index = model.index(row, 0, at)
        while index.isValid():
            yield _plain(sorted(model.itemData(index).items()))
            yield from _rows(model, index)
            index = index.siblingAtColumn(index.column() + 1)


def reachable(*roots: object) -> Iterator[Any]:
    """Every object that Python can get at from these, without code and without going up to Qt."""
    seen: set[int] = set()
    waiting: list[object] = list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, _CODE):
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, QObject):
            waiting.extend(vars(each).values())
            waiting.extend(each.children())
        elif not isinstance(each, str | bytes | int | float):
            waiting.extend(gc.get_referents(each))


def pairs_held(*roots: object) -> Iterator[tuple[object, object]]:
    """Every key with its value, and every two things side by side, reachable from these."""
    for each in reachable(*roots):
        if isinstance(each, dict):
            yield from (
                (key, value)
                for key, value in each.items()
                if isinstance(key, str) and isinstance(value, str)
            )
        elif isinstance(each, tuple | list):
            yield from (
                (one, other)
                for one, other in pairwise(each)
                if isinstance(one, str) and isinstance(other, str)
            )
