"""The layout of every body, field by field, in words."""

import inspect
import re
from enum import IntEnum
from typing import get_args

from net.wire import bodies, bodies_cards, bodies_setup, bodies_table, bodies_trail
from net.wire import layout as layout_module
from net.wire.bodies import BODY_TYPES, Answered
from net.wire.layout import (
    Absentable,
    After,
    Grouped,
    Layout,
    Lengthy,
    Listed,
    Located,
    Nested,
    Optional,
    Raw,
    Scaled,
    Whole,
    layouts_of,
)

# As this page and the rules name them.
NAMES = {
    0x01: "GAME_OPEN", 0x02: "KEY_COMMIT", 0x03: "KEY_OPEN", 0x04: "VSS_DEAL", 0x05: "VSS_ACK",
    0x10: "SHUFFLE", 0x11: "SHARES", 0x12: "REVEAL", 0x13: "REKEY", 0x14: "MIX",
    0x15: "CARD_IN_SET", 0x16: "SHOW",
    0x20: "TRAIL_PLACE", 0x21: "TRAIL_OPEN", 0x22: "TRAIL_ABSENT", 0x23: "TRAIL_IN_SET",
    0x24: "TRAIL_NOT_HIDE",
    0x30: "CHOICE_COMMIT", 0x31: "CHOICE_OPEN", 0x40: "COIN_SHARE",
    0x50: "TIMEOUT", 0x51: "ACCUSE", 0x52: "PEER_LEAVE", 0x53: "VSS_RELEASE",
    0x54: "PEER_ACCEPT", 0x55: "KEY_ROTATE",
    0x60: "AUDIT_OPEN", 0x61: "BACKUP", 0x62: "FINAL", 0x63: "WITHDRAW", 0x64: "END_WISH",
    0x65: "RESUME",
    0x70: "ANSWER",
}  # fmt: skip

# What bytes of a fixed length are, by the name of their type in `net/wire/layout.py`.
_MEANT = {
    "Linear1": "LIN(1)",
    "Linear2": "LIN(2)",
    "Linear3": "LIN(3)",
    "IdentityKey": "Ed25519 key",
    "IdentityOrNobody": "Ed25519 key or zeros",
    "BoxKey": "X25519 key",
    "SealedScalars": "sealed(96)",
    "SealedShow": "sealed(256)",
}

_NOTE = re.compile(r"^    (\w+): .*?#\s*(.+?)\s*$", re.MULTILINE)
_MODULES = (bodies_setup, bodies_cards, bodies_trail, bodies_table)


def bodies_table() -> str:
    """Every type with its fields."""
    rows = ["| type | fields, in order |", "|---|---|"]
    for kind, body in BODY_TYPES.items():
        said = "canonical MessagePack, section 6" if body is Answered else _fields(body)
        rows.append(f"| {kind:02x} {NAMES[kind]} | {said} |")
    return "\n".join(rows)


def groups_table() -> str:
    """What is written inside bodies, by name."""
    rows = ["| inside a body | fields, in order |", "|---|---|"]
    for module in _MODULES:
        for name, kind in vars(module).items():
            is_own = inspect.isclass(kind) and kind.__module__ == module.__name__
            if is_own and issubclass(kind, Grouped) and not issubclass(kind, bodies.Body):
                rows.append(f"| {name} | {_fields(kind)} |")
    return "\n".join(rows)


def numbers_table() -> str:
    """What single numbers in bodies mean."""
    rows = ["| number | means |", "|---|---|"]
    for module in _MODULES:
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and issubclass(kind, IntEnum) and kind is not IntEnum:
                said = ", ".join(f"{member.value} {member.name}" for member in kind)
                rows.append(f"| {name} | {said} |")
    return "\n".join(rows)


def _fields(kind: type[Grouped]) -> str:
    notes = dict(_NOTE.findall(inspect.getsource(kind)))
    said = []
    for name, layout in layouts_of(kind):
        note = f" ({notes[name]})" if name in notes else ""
        said.append(f"`{name}`{note} {_words(layout)}")
    return "; ".join(said)


def _words(layout: Layout | After) -> str:
    if isinstance(layout, After):
        return layout.words if layout.inner is None else f"[{layout.words}: {_words(layout.inner)}]"
    for kind, words in _SAYERS.items():
        if isinstance(layout, kind):
            return words(layout)
    raise TypeError(f"{type(layout).__name__} has no words")


def _whole(layout: Whole) -> str:
    bits = f"u{8 * layout.size}"
    if (layout.least, layout.most) == (0, 256**layout.size - 1):
        return bits
    return f"{bits} {layout.least} … {layout.most}"


def _raw(layout: Raw) -> str:
    aliases = (name for name, alias in vars(layout_module).items() if layout in get_args(alias)[1:])
    meant = next((_MEANT[name] for name in aliases if name in _MEANT), "")
    return f"{meant}, {layout.size} bytes" if meant else f"{layout.size} bytes"


def _nested(kind: type[Grouped]) -> str:
    return NAMES[kind.kind] if issubclass(kind, bodies.Body) else kind.__name__


def _listed(layout: Listed) -> str:
    return f"count {_whole(layout.count)}, then each: {_words(layout.item)}"


_SAYERS = {
    Whole: _whole,
    Raw: _raw,
    Located: lambda _: "point",
    Scaled: lambda _: "scalar",
    Absentable: lambda layout: f"{_whole(layout.number)}, {layout.nothing:x} hex: none",
    Optional: lambda layout: f"u8 0 or 1, if 1 then {_words(layout.inner)}",
    Listed: _listed,
    Lengthy: lambda layout: f"length {_whole(layout.length)}, then the bytes",
    Nested: lambda layout: _nested(layout.kind),
    layout_module.MemberProof: lambda _: "MEMBER(n), n its first byte",
}
