"""Every bound on what others may send stands in one module, with its reason."""

import ast
import re
from collections import Counter
from itertools import pairwise

from tests.shape.tree import ROOT, name, python_files

LIMITS = ROOT / "net" / "limits.py"

# What a bound is called. `least` and the like are no protection of ours.
BOUND = re.compile(r"_?(MOST|LONGEST|LARGEST|HIGHEST|FURTHEST)(_|$)")


def test_no_other_module_of_the_net_sets_a_bound() -> None:
    found = [
        f"{name(path)}: {target}"
        for path in python_files("net")
        if path != LIMITS
        for target in _assigned(path.read_text(encoding="utf-8"))
        if BOUND.match(target)
    ]
    assert found == []


def test_every_limit_has_a_reason_above_it() -> None:
    lines = LIMITS.read_text(encoding="utf-8").splitlines()
    bare = [
        line
        for before, line in pairwise(lines)
        if re.match(r"[A-Z_]+ = ", line) and not re.match(r"#|[A-Z_]+ = ", before)
    ]
    assert bare == []


def test_every_limit_is_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in python_files("net", "client")]
    counted = Counter(re.findall(r"\b[A-Z][A-Z_]+\b", "\n".join(texts)))
    limits = _assigned(LIMITS.read_text(encoding="utf-8"))
    assert [limit for limit in limits if counted[limit] < 2] == []


def _assigned(source: str) -> list[str]:
    return [
        target.id
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        )
        if isinstance(target, ast.Name)
    ]
