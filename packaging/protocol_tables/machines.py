"""The machines as diagrams, from the literal tables that drive them."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from net.lobby import Lobby
from net.lobby_events import Stage as LobbyStage
from net.onlooker import Onlooker
from net.onlooker import Stage as OnlookerStage
from net.session.channel import TRANSITIONS as CHANNEL
from net.session.handshake import Handshake

Edge = tuple[str, str, str]


def handshake_diagram() -> str:
    """Who dials starts in TO_GREET, who answers in AWAITS_GREETING."""
    table = Handshake.TRANSITIONS.items()
    return _diagram((a.name, z.name, h.name) for (a, h), (_, z) in table)


def channel_diagram() -> str:
    """Whatever is not there is refused."""
    return _diagram((a.name, z.name, h.name) for (a, h), z in CHANNEL.items())


def lobby_diagram() -> str:
    """What changes the stage."""
    table = Lobby.TRANSITIONS.items()
    return _diagram((a.name, z.name, h.name) for (a, h), (_, z) in table if a is not z)


def lobby_table() -> str:
    """Everything that happens, with what is done, and the stage after it where it is another."""
    cells = {
        (stage.name, happening.name): _cell(act.__name__, stage, following)
        for (stage, happening), (act, following) in Lobby.TRANSITIONS.items()
    }
    return _matrix(cells, [stage.name for stage in LobbyStage])


def onlooker_diagram() -> str:
    """What may change the stage: an act leads where it, or what it calls, says."""
    reached = _reached(Onlooker)
    return _diagram(
        (stage.name, following, _tag(message))
        for (stage, message), act in Onlooker.TRANSITIONS.items()
        for following in sorted(reached[act.__name__])
        if following != stage.name
    )


def onlooker_table() -> str:
    """What an onlooker hears in which stage; everything else is nothing to it."""
    cells = {
        (stage.name, _tag(message)): act.__name__
        for (stage, message), act in Onlooker.TRANSITIONS.items()
    }
    return _matrix(cells, [stage.name for stage in OnlookerStage])


def _tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def _cell(act: str, stage: Enum, following: Enum) -> str:
    return act if stage is following else f"{act} → {following.name}"


def _diagram(edges: Iterable[Edge]) -> str:
    joined: dict[tuple[str, str], list[str]] = {}
    for start, end, label in edges:
        joined.setdefault((start, end), []).append(label)
    lines = [f"    {start} --> {end}: {', '.join(all_)}" for (start, end), all_ in joined.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```"])


def _matrix(cells: Mapping[tuple[str, str], str], stages: list[str]) -> str:
    used = [stage for stage in stages if any(stage == start for start, _ in cells)]
    happenings = dict.fromkeys(happening for _, happening in cells)
    rows = [f"| | {' | '.join(used)} |", "|---|" + "---|" * len(used)]
    for happening in happenings:
        said = " | ".join(cells.get((stage, happening), "") for stage in used)
        rows.append(f"| {happening} | {said} |")
    return "\n".join(rows)


def _reached(machine: type) -> dict[str, set[str]]:
    """The stages that each method of a machine sets, itself or through the methods it calls."""
    classes = [each for each in machine.__mro__ if each is not object]
    trees = [ast.parse(textwrap.dedent(inspect.getsource(each))) for each in classes]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    methods = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    reached = {method.name: set(_set_stages(method)) for method in methods}
    calls = {method.name: set(_own_calls(method)) & set(reached) for method in methods}
    for _ in methods:
        for name, called in calls.items():
            reached[name] |= set().union(*(reached[other] for other in called))
    return reached


def _set_stages(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr="stage")],
                value=ast.Attribute(attr=stage),
            ):
                yield stage


def _own_calls(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=called)):
                yield called
