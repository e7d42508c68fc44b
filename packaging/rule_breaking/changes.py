"""Small changes to the rules, such as somebody makes by mistake, found in the syntax tree.

A change is named by its file, its function and what becomes of which piece of code, so that the
name outlives every change elsewhere in the file.
"""

import ast
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

FOLDERS = ("engine/rules", "engine/cards", "engine/facts")

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
_CLAUSE = re.compile(r"[a-z][a-z_-]*(?:\.[a-z0-9_-]+)+")
_BUILDERS = ("replace", "changed", "in_combat")  # of a new state, from an old one


class Change(NamedTuple):
    """One piece of one file replaced by another."""

    path: str
    function: str  # with its class; outside of functions the name of the value
    line: int
    kind: str
    before: str
    after: str
    nth: int  # of equal changes in this function
    span: tuple[int, int]  # bytes of the file
    clauses: tuple[str, ...]  # what the function says it follows

    @property
    def name(self) -> str:
        """What tells this change from every other, whatever line it stands on."""
        again = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.path} {self.function}: {self.before} -> {self.after}{again}"

    def applied(self, source: bytes) -> bytes:
        """The file with the change in it."""
        start, end = self.span
        return source[:start] + self.after.encode() + source[end:]


def drawn(root: Path, seed: int) -> list[Change]:
    """All changes there are, in an order that only the seed decides."""
    every = [
        change
        for folder in FOLDERS
        for path in sorted((root / folder).glob("*.py"))
        for change in changes_of(path.relative_to(root).as_posix(), path.read_bytes())
    ]
    Random(seed).shuffle(every)  # noqa: S311 - a seed is to give the same changes again
    return every


def changes_of(path: str, source: bytes) -> list[Change]:
    """Every change to one file, in the order of its lines."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return finder.found


class _Finder(ast.NodeVisitor):
    """Walks through a file, and knows in which function it is."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.found: list[Change] = []
        self._alike = Counter[tuple[str, str, str]]()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._names: list[str] = []
        self._in_function = False
        self._clauses: list[str] = []

    def _add(self, node: ast.expr | ast.stmt, kind: str, after: str) -> None:
        """Note a change that puts other code in the place of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        function, before = ".".join(self._names), ast.unparse(node)
        self._alike[function, before, after] += 1
        nth = self._alike[function, before, after]
        clauses = tuple(dict.fromkeys(self._clauses))
        self.found.append(
            Change(
                self.path, function, node.lineno, kind, before, after, nth, (start, end), clauses
            )
        )

    # Where changes are looked for

    def _visit_named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        outer = list(self._clauses), self._in_function
        self._in_function = not isinstance(node, ast.ClassDef)
        self._names.append(node.name)
        self._clauses += _CLAUSE.findall(ast.get_docstring(node) or "")
        if not isinstance(node, ast.ClassDef):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self.visit(default)
        for part in node.body:
            self.visit(part)
        self._names.pop()
        self._clauses, self._in_function = outer

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _visit_named  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A type is no rule."""
        if node.value is not None:
            self._visit_value(node.target, node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """What stands outside of functions is known by its name."""
        self._visit_value(node.targets[0], node.value)

    def _visit_value(self, target: ast.expr, value: ast.expr) -> None:
        named = [] if self._in_function else [ast.unparse(target)]
        self._names += named
        self.visit(value)
        del self._names[len(self._names) - len(named) :]

    def _visit_nothing(self, node: ast.AST) -> None:
        """An assertion says what cannot be otherwise; a text is words, not rules."""

    visit_Assert = visit_JoinedStr = visit_Import = visit_ImportFrom = _visit_nothing  # noqa: N815

    # What is changed

    def visit_Compare(self, node: ast.Compare) -> None:
        """A comparison is turned, or takes its limit in or out."""
        if len(node.ops) == 1:
            for table in (_TURNED, _REVERSED):
                other = table.get(type(node.ops[0]))
                if other is not None:
                    turned = ast.Compare(node.left, [other()], node.comparators)
                    self._add(node, "comparison", f"({ast.unparse(turned)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """`and` for `or`, and the other way."""
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, "and-or", f"({ast.unparse(ast.BoolOp(other, node.values))})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """A `not` is forgotten."""
        if isinstance(node.op, ast.Not):
            self._add(node, "not", f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A number is one higher; yes is no."""
        if isinstance(node.value, bool):
            self._add(node, "yes-no", str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, "number", str(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        """A new state keeps something of the old one that should change."""
        if isinstance(node.func, ast.Name) and node.func.id in _BUILDERS:
            for keyword in node.keywords if len(node.keywords) > 1 else ():
                rest = [each for each in node.keywords if each is not keyword]
                self._add(node, "kept", ast.unparse(ast.Call(node.func, node.args, rest)))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A fact or a step of a rule is left out."""
        if isinstance(node.value, ast.Call | ast.Await):
            self._add(node, "dropped", "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """A branch is taken the other way round, or does not leave early."""
        self._negate(node.test)
        if isinstance(node.body[-1], ast.Return | ast.Continue | ast.Break):
            self._add(node.body[-1], "early-return", "pass")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """One of two values is taken for the other."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """A loop goes on for as long as it should not."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """The others are taken."""
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def _negate(self, condition: ast.expr) -> None:
        """Unless the condition is one that is turned by itself."""
        if not isinstance(condition, ast.Compare | ast.Constant) and not (
            isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
        ):
            self._add(condition, "negated", f"(not ({ast.unparse(condition)}))")
