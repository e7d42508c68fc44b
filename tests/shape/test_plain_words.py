"""No words of others are read as markup: what reads markup is in `client/look` alone.

Qt guesses whether words are markup in labels, tooltips and boxes that are not told. So outside of
`client/look` there are none of these, and every tooltip goes through `plain_tip`.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.shape.tree import name, python_files

LOOK = "client/look/"
# Those that guess, or read everything as markup.
READERS = {
    "QErrorMessage", "QGraphicsTextItem", "QInputDialog", "QLabel", "QMessageBox",
    "QProgressDialog", "QSplashScreen", "QStaticText", "QSystemTrayIcon", "QTextBrowser",
    "QTextDocument", "QTextEdit", "QWhatsThis",
}  # fmt: skip
TIPS = {"setToolTip", "setWhatsThis", "showText"}
ROLES = {"ToolTipRole", "WhatsThisRole"}
# Pages of the rules and of what seats knew: their makers escape what is no tag of theirs.
PAGES = {"client/screens/replay/layout.py", "client/screens/rules.py"}
MARKUP = {"appendHtml", "insertHtml", "setHtml", "setMarkdown", "setTextFormat"}


def guessed(tree: ast.Module) -> Iterator[int]:
    """The lines where words could be read as markup."""
    plain = {id(part) for call in _calls(tree) if _is_plain(call) for part in ast.walk(call.func)}
    shown = {id(part) for call in _calls(tree) if _is_plain_item(call) for part in ast.walk(call)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=made) if READERS & set(map(_name, ast.walk(made))):
                yield node.lineno
            case ast.ClassDef(bases=bases) if READERS & set(map(_name, bases)):
                yield node.lineno
            case ast.Attribute(attr=attr) if attr in TIPS and id(node) not in plain:
                yield node.lineno
            case ast.Attribute(attr=attr) if attr in ROLES and id(node) not in shown:
                yield node.lineno
            case _:
                pass


def marked(tree: ast.Module) -> Iterator[int]:
    """The lines where something is said to be markup, or which format words have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in MARKUP:
            yield node.lineno


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _is_plain(call: ast.Call) -> bool:
    """A tooltip of words that went through `plain_tip`, or of none."""
    match call.args:
        case [*_, ast.Constant(value="")]:
            return True
        case [*_, ast.Call(func=made)]:
            return _name(made) == "plain_tip"
        case _:
            return False


def _is_plain_item(call: ast.Call) -> bool:
    """The same for a line of a list."""
    return any(isinstance(each, ast.Call) and _name(each.func) == "plain_tip" for each in call.args)


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=found) | ast.Attribute(attr=found):
            return found
        case _:
            return ""


def test_nothing_outside_of_the_look_guesses_whether_words_are_markup() -> None:
    trees = {
        name(path): ast.parse(path.read_text(encoding="utf-8")) for path in python_files("client")
    }
    ours = {path: tree for path, tree in trees.items() if not path.startswith(LOOK)}
    assert [f"{path}:{line}" for path, tree in ours.items() for line in guessed(tree)] == []
    assert {path for path, tree in ours.items() if any(marked(tree))} == PAGES


@pytest.mark.parametrize(
    "source",
    [
        "QLabel(name)",
        "QtWidgets.QLabel()",
        "class Note(QLabel): ...",
        "QMessageBox.warning(None, title, name)",
        "label.setToolTip(name)",
        "item.setToolTip(0, plain_tip(name) + name)",
        "for say in (self.setToolTip, self.setText):\n    say(name)",
        "QToolTip.showText(at, name)",
        "item.setData(0, Qt.ItemDataRole.ToolTipRole, name)",
        "def data(self, index, role):\n    return name if role == Qt.ToolTipRole else None",
    ],
)
def test_words_that_are_guessed_about_are_noticed(source: str) -> None:
    assert list(guessed(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "PlainLabel(name)",
        "def say(label: QLabel): ...",
        'label.setToolTip("")',
        "label.setToolTip(plain_tip(name))",
        "QToolTip.showText(at, plain_tip(name))",
        "box.setItemData(at, plain_tip(name), Qt.ItemDataRole.ToolTipRole)",
    ],
)
def test_plain_words_are_let_be(source: str) -> None:
    assert not list(guessed(ast.parse(source)))
