"""The machines as diagrams, from the literal tables that drive them."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from net.game.replica import Replica
from net.game.stages import GameStage, Stages
from net.lobby.events import LobbyStage
from net.lobby.machine import Lobby
from net.onlooking.approach import OnlookerStage
from net.onlooking.onlooker import Onlooker
from net.replacement.recovery import AbsencePhase
from net.session.channel import TRANSITIONS as CHANNEL
from net.session.handshake import Handshake
from net.wire.bodies import (
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    TimedOut,
    VssReleased,
    Withdrawn,
)
from protocol_tables.bodies import NAMES

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


# Why a game that is being played goes to another stage.
_LEAVES_PLAYING = {
    "ENDING": "the rules ask nothing more",
    "DEALING": "somebody was replaced",
    "RESHUFFLING": "all go back to a request",
    "AUDITING": "all agree to end it, and to open the cards",
    "OVER": "all agree to end it",
}


def game_diagram() -> str:
    """What follows when a stage has its answers; the rules' own requests are one stage."""
    returned = {method.name: list(_returned_stages(method)) for method in _methods(Stages)}
    edges = [
        (stage.name, following, "")
        for stage, then in Stages._AFTER.items()  # noqa: SLF001 (the table that drives it)
        for following in returned[then.__name__]
    ]
    playing = GameStage.PLAYING.name
    both = (*_methods(Stages), *_methods(Replica))
    acts = [method for method in both if method.name != "__init__"]
    left = {stage for method in acts for stage in _set_stages(method)}
    edges += [(playing, following, _LEAVES_PLAYING[following]) for following in left]
    order = [stage.name for stage in GameStage]
    return _diagram(sorted(edges, key=lambda edge: (order.index(edge[0]), order.index(edge[1]))))


# Where a replacement stands follows from what has been signed: there is no table to draw.
_REPLACEMENT: Mapping[Any, Edge] = {
    Withdrawn: ("AWAITED", "ANSWERED", "one had the answer in time"),
    TimedOut: ("AWAITED", "VOID", "all others had none"),
    PeerLeft: ("VOID", "AGREED", "all others name the same successor"),
    VssReleased: ("AGREED", "SHARED", "all others hand over their shares"),
    PeerAccepted: ("SHARED", "ACCEPTED", "the successor, with the rebuilt keys"),
    KeysRotated: ("ACCEPTED", "ROTATED", "the successor, with keys of its own"),
}


def replacement_diagram() -> str:
    """What is signed about a player who is gone; every kind of entry that counts is drawn."""
    taken = AbsencePhase._TAKE  # noqa: SLF001 (the table that drives it)
    assert set(taken) == set(_REPLACEMENT), "draw the new kind of entry too"
    edges = [
        (start, end, f"{_entry_name(body)} ({why})")
        for body, (start, end, why) in _REPLACEMENT.items()
    ]
    return _diagram(
        [*edges, ("AWAITED", "VOID", f"{_entry_name(PeerLeft)} (of the player itself)")]
    )


def _entry_name(body: Any) -> str:
    """The kind of an entry as the page's table of bodies names it."""
    return NAMES[body.kind]


def _tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def _cell(act: str, stage: Enum, following: Enum) -> str:
    return act if stage is following else f"{act} → {following.name}"


def _diagram(edges: Iterable[Edge]) -> str:
    joined: dict[tuple[str, str], list[str]] = {}
    for start, end, label in edges:
        joined.setdefault((start, end), []).append(label)
    said = [(start, end, ", ".join(filter(None, all_))) for (start, end), all_ in joined.items()]
    lines = [f"    {start} --> {end}{f': {label}' if label else ''}" for start, end, label in said]
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
    methods = _methods(machine)
    reached = {method.name: set(_set_stages(method)) for method in methods}
    calls = {method.name: set(_own_calls(method)) & set(reached) for method in methods}
    for _ in methods:
        for name, called in calls.items():
            reached[name] |= set().union(*(reached[other] for other in called))
    return reached


def _methods(machine: type) -> list[ast.FunctionDef]:
    """The methods of a class and of what it is derived from, as the source has them."""
    classes = [each for each in machine.__mro__ if each is not object]
    trees = [ast.parse(textwrap.dedent(inspect.getsource(each))) for each in classes]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return [node for node in nodes if isinstance(node, ast.FunctionDef)]


def _set_stages(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr="stage")], value=value
            ):
                yield from _named_stages(value)


def _returned_stages(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Return(value=ast.expr() as value):
                yield from _named_stages(value)


def _named_stages(value: ast.expr) -> Iterator[str]:
    """`Stage.A`, or both of `Stage.A if … else Stage.B`."""
    match value:
        case ast.Attribute(value=ast.Name(id="GameStage" | "OnlookerStage"), attr=stage):
            yield stage
        case ast.IfExp(body=one, orelse=other):
            yield from (*_named_stages(one), *_named_stages(other))


def _own_calls(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=called)):
                yield called
