"""Everything a window holds, as values that can be compared: pixels, texts, items, objects.

1. `trace` is what somebody can get at from outside: the picture, every widget with all its texts
   and properties, every row of every list, what a screen reader is told.
2. `reachable` is what Python holds from an object on: the models, the views, what was cached.
"""

import gc
from collections.abc import Iterator
from hashlib import sha256
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractItemView, QWidget

_SAID = ("Name", "Description", "Value", "Help", "Accelerator")
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
    for each in (window, *window.findChildren(QObject)):
        yield type(each).__name__, each.objectName(), tuple(_properties(each))
        if isinstance(each, QWidget):
            yield tuple(_spoken(each))
        if isinstance(each, QAbstractItemView):
            yield tuple(_rows(each.model()))


def _properties(each: QObject) -> Iterator[tuple[str, str]]:
    kind = each.metaObject()
    for number in range(kind.propertyCount()):
        name = str(kind.property(number).name())
        value = each.property(name)
        if isinstance(value, str | int | float | bool):
            yield name, repr(value)
    for plain in each.dynamicPropertyNames():
        name = bytes(plain.data()).decode()
        if not name.startswith("_q_"):  # Qt's own, which Python cannot read
            yield name, repr(each.property(name))


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
        for column in range(model.columnCount(at)):
            index = model.index(row, column, at)
            yield repr(sorted(model.itemData(index).items()))
            yield from _rows(model, index)


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
    """Every key with its value, and every two things that lie side by side, reachable from these."""
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
                for one, other in zip(each, each[1:], strict=False)
                if isinstance(one, str) and isinstance(other, str)
            )
