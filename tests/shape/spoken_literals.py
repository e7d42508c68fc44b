"""Finds English in the sources: strings that reach a widget, a terminal or a fault for people.

A string is followed from where it is shown back to where it is written: through names that are
assigned and functions that return in the same module. What goes through the words is not looked
into, for there it is an id.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeGuard

# What a person reads is what these are given.
TERMINAL = {"print", "input", "getpass", "exit"}
SETTERS = {
    "addAction", "addButton", "addItem", "addItems", "addRow", "addSimpleText", "addTab", "addText",
    "drawText",
    "getOpenFileName", "getSaveFileName", "insertItem", "setAccessibleDescription",
    "setAccessibleName", "setHeaderLabels", "setHtml", "setItemText", "setLabelText",
    "setPlaceholderText", "setPlainText", "setPrefix", "setSpecialValueText", "setStatusTip",
    "setSuffix", "setTabText", "setText", "setTitle", "setToolTip", "setWhatsThis",
    "setWindowTitle", "showText", "show_message", "show_notice", "show_waiting",
}  # fmt: skip
WIDGETS = {
    "PlainLabel", "QAction", "QCheckBox", "QGraphicsSimpleTextItem", "QGraphicsTextItem",
    "QGroupBox", "QLabel", "QListWidgetItem", "QPushButton", "QRadioButton", "QStaticText",
    "QTableWidgetItem", "QToolButton", "QTreeWidgetItem",
}  # fmt: skip

# Calls whose arguments are ids, formats or names, not what is read.
_NOT_LOOKED_INTO = {
    "accusation", "ailment", "card", "cause", "clause", "detail", "dumps", "encode", "error",
    "find", "findChild", "form", "format_map", "get", "getattr", "has", "isinstance", "moment",
    "name", "outcome", "partition", "place", "pop", "preset", "property", "reason", "refusal",
    "region", "removeprefix", "removesuffix", "replace", "say", "seat", "setProperty", "split",
    "startswith", "step", "strftime", "switch", "ticket", "tr", "startsWith", "write_text",
}  # fmt: skip

_TAG = re.compile(r"<[^<>]*>?|&\w+;")
_ID = re.compile(r"[a-z_]+([.-][a-z_]*)+")  # on its way to the words
_WORD = re.compile(r"[A-Za-zÀ-ž]{2,}")


class Shown(NamedTuple):
    """A string that is shown, and where."""

    line: int
    text: str


def shown_literals(tree: ast.Module) -> Iterator[Shown]:
    """Every string with a word in it that reaches somebody's eyes."""
    follower = _read(tree)
    for scope, call in follower.calls:
        if _name(call.func) in SETTERS | TERMINAL | WIDGETS:
            for text in follower.strings(call, scope):
                yield Shown(call.lineno, text)


def fault_literals(tree: ast.Module, faults: set[str]) -> Iterator[Shown]:
    """Every string of more than one word that a fault for people is made of."""
    follower = _read(tree)
    for scope, call in follower.calls:
        if _name(call.func) in faults:
            for text in follower.strings(call, scope):
                if len(_WORD.findall(text)) > 1 and " " in text.strip():
                    yield Shown(call.lineno, text)


def fault_ids(tree: ast.Module, faults: set[str]) -> Iterator[tuple[str, set[str]]]:
    """The id of every fault for people that is made here, and what it says it is about."""
    for _, call in _read(tree).calls:
        identifier = call.args[0] if call.args else None
        if _name(call.func) in faults and isinstance(identifier, ast.Constant):
            # Faults of files have their path and what the system says in their places.
            named = {"path", "why"} if len(call.args) > 1 else set()
            yield str(identifier.value), named | {each.arg or "" for each in call.keywords}


def faults_as_text(tree: ast.Module, faults: set[str]) -> Iterator[int]:
    """Where a fault that was caught is turned into text, and not into words."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.type is None:
            continue
        if faults & {_name(each) for each in ast.walk(handler.type)}:
            for each in ast.walk(handler):
                if _is_text_of(each, handler.name or ""):
                    yield each.lineno


def _is_text_of(node: ast.AST, name: str) -> TypeGuard[ast.expr]:
    match node:
        case ast.FormattedValue(value=ast.Name(id=shown)):
            return shown == name
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=shown)]):
            return shown == name
        case _:
            return False


def fault_classes(trees: list[ast.Module]) -> set[str]:
    """The classes of faults that people are told of: whatever comes from `BorgoError`."""
    kinds = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    found = {"BorgoError"}
    while True:
        more = {each.name for each in kinds if found & {_name(base) for base in each.bases}}
        if more <= found:
            return found
        found |= more


class _Follower:
    """Follows what is shown within one module."""

    def __init__(self, tree: ast.Module) -> None:
        self.calls: list[tuple[ast.AST, ast.Call]] = []  # each with the function it is in
        self._module = tree
        self._returned: dict[str, list[tuple[ast.AST, ast.expr]]] = {}  # by functions
        self._assigned: dict[tuple[ast.AST, str], list[ast.expr]] = {}  # to names of a function
        self._read(tree, tree)

    def _read(self, node: ast.AST, scope: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            scope = node
            self._returned.setdefault(node.name, [])
        match node:
            case ast.Call():
                self.calls.append((scope, node))
            case ast.Return(value=ast.expr() as value):
                self._returned[_name(scope)].append((scope, value))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assigned.setdefault((scope, _name(target)), []).append(value)
            case ast.AnnAssign(value=ast.expr() as value) | ast.AugAssign(value=value):
                self._assigned.setdefault((scope, _name(node.target)), []).append(value)
            case _:
                pass
        for each in ast.iter_child_nodes(node):
            self._read(each, scope)

    def strings(self, call: ast.Call, scope: ast.AST) -> Iterator[str]:
        """The strings with a word in them that a call is given."""
        seen: set[int] = set()
        for each in (*call.args, *(each.value for each in call.keywords)):
            for text in self._made_of(each, scope, seen):
                if not _ID.fullmatch(text) and _WORD.search(_TAG.sub(" ", text)):
                    yield text

    def _made_of(self, node: ast.AST, scope: ast.AST, seen: set[int]) -> Iterator[str]:
        if id(node) in seen:
            return
        seen.add(id(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        for where, part in self._parts(node, scope):
            yield from self._made_of(part, where, seen)

    def _parts(self, node: ast.AST, scope: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
        """What an expression is made of, each with the function that its names are of."""
        if isinstance(node, ast.Name):
            here = self._assigned.get((scope, node.id), [])
            outside = self._assigned.get((self._module, node.id), [])
            return [*((scope, each) for each in here), *((self._module, each) for each in outside)]
        if isinstance(node, ast.Call):
            name = _name(node.func)
            if name in _NOT_LOOKED_INTO or name in self._returned:
                return [*self._returned.get(name, [])]
        return [(scope, each) for each in _within(node)]


@cache
def _read(tree: ast.Module) -> _Follower:
    return _Follower(tree)


def _within(node: ast.AST) -> list[ast.AST]:
    """The parts of an expression that what is shown is made of."""
    match node:
        case ast.Compare() | ast.Lambda():
            return []
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.FormattedValue() | ast.Subscript() | ast.Attribute():
            return [node.value]
        case ast.Dict():
            return list(node.values)
        case _:
            return list(ast.iter_child_nodes(node))


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case _:
            return ""
