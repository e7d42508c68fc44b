"""Every bound on what others send and on how long they are waited for: one module, reasons."""

import ast
import re
from collections import Counter
from itertools import pairwise

from tests.shape.tree import ROOT, name, python_files

LIMITS = ROOT / "net" / "limits.py"

# What a bound is called, a length of time included. `least` and the like are no protection of ours.
BOUND = re.compile(r"_?(MOST|LONGEST|LARGEST|HIGHEST|FURTHEST)(_|$)|.*(_S|_MS|PATIENCE|_AFTER)$")

# Times that are no bounds: how often a program does something by itself, and after how long.
RHYTHMS = {
    "net/edge/people/peers_online.py": ("_LOOK_AFTER_S", "_TRY_AGAIN_S"),
    "net/edge/people/attendance.py": ("_SHOWN_AFTER_S",),
    "net/edge/finding/discovery.py": ("INTERFACES_S",),
    "net/edge/transport/links.py": ("_REDIAL_S",),
    "net/edge/node.py": ("_TICK_S",),
    "net/edge/finding/route.py": ("_AGAIN_S",),
    "net/edge/finding/table_list.py": ("AGAIN_S",),
    "net/edge/onlooker_node.py": ("_TICK_S",),
    "net/gossip.py": ("PATIENCE",),
}


def test_no_other_module_of_the_net_sets_a_bound() -> None:
    found = [
        f"{name(path)}: {target}"
        for path in python_files("net")
        if path != LIMITS
        for target in _assigned(path.read_text(encoding="utf-8"))
        if BOUND.match(target) and target not in RHYTHMS.get(name(path), ())
    ]
    assert found == []


def test_no_rhythm_is_listed_that_is_none() -> None:
    for path, named in RHYTHMS.items():
        assert set(named) <= set(_assigned((ROOT / path).read_text(encoding="utf-8"))), path


def test_nobody_is_waited_for_by_a_bare_number() -> None:
    """A time-out names its limit: no number stands where somebody is waited for."""
    found = [
        f"{name(path)}:{call.lineno}"
        for path in python_files("net")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _waits(call)
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(given, ast.Constant) and isinstance(given.value, int | float)
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


def _waits(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("timeout", "wait_for")


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
