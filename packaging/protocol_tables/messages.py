"""The messages of a channel, the set-up and the limits, in words."""

import inspect
import re
from pathlib import Path

import msgspec.inspect as types
from msgspec import NODEFAULT

from net import limits
from net.wire.messages import MESSAGES, ChatLine, Message, PeerAt
from net.wire.table_setup import SeatedPeer, SignedSetup, TableSetup

_NUMBERS = {2**16 - 1: "2^16 - 1", 2**32 - 1: "2^32 - 1", 2**63 - 1: "2^63 - 1"}
_DEFAULTS = {"False": "false", "True": "true", "None": "nil", "()": "[]", "''": '""'}


def messages_table() -> str:
    """Every message by its tag."""
    rows = ["| `is` | fields | says |", "|---|---|---|"]
    rows += [f"| {_tag(kind)} | {_fields(kind)} | {_first_line(kind)} |" for kind in MESSAGES]
    rows += [f"| in them: {kind.__name__} | {_fields(kind)} | |" for kind in (PeerAt, ChatLine)]
    return "\n".join(rows)


def setup_table() -> str:
    """The set-up and what is inside it."""
    rows = ["| structure | fields |", "|---|---|"]
    rows += [
        f"| {kind.__name__} | {_fields(kind)} |" for kind in (TableSetup, SeatedPeer, SignedSetup)
    ]
    return "\n".join(rows)


def limits_table() -> str:
    """Every limit with its value; the reasons stand in the module."""
    source = Path(inspect.getfile(limits)).read_text(encoding="utf-8")
    names = re.findall(r"^([A-Z][A-Z_]+) = ", source, re.MULTILINE)
    return ", ".join(f"{name} {getattr(limits, name):,}" for name in names) + "."


def _tag(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").splitlines()[0].removesuffix(".")


def _fields(kind: type) -> str:
    described = types.type_info(kind)
    assert isinstance(described, types.StructType)
    said = []
    for field in described.fields:
        rest = "" if field.default is NODEFAULT else f" = {_default(field.default)}"
        said.append(f"`{field.name}` {words_of(field.type)}{rest}")
    return "; ".join(said) or "none"


def _default(value: object) -> str:
    return _DEFAULTS.get(repr(value), repr(value))


def words_of(kind: types.Type) -> str:
    """A type, in the words of the page."""
    for shape, words in _SAYERS.items():
        if isinstance(kind, shape):
            return words(kind)
    raise TypeError(f"{kind} has no words")


def _bounds(least: int | None, most: int | None) -> str:
    if least is not None and least == most:
        return f" {least}"
    return "" if most is None else f" {least or 0} … {_NUMBERS.get(most, most)}"


def _whole(kind: types.IntType) -> str:
    most = kind.le if kind.lt is None else kind.lt - 1
    return f"int{_bounds(kind.ge, most)}"


def _listed(kind: types.VarTupleType) -> str:
    return f"list{_bounds(kind.min_length, kind.max_length)} of {words_of(kind.item_type)}"


def _mapped(kind: types.DictType) -> str:
    length = _bounds(kind.min_length, kind.max_length)
    return f"map{length} of {words_of(kind.key_type)} to {words_of(kind.value_type)}"


_SAYERS = {
    types.IntType: _whole,
    types.StrType: lambda kind: f"str{_bounds(kind.min_length, kind.max_length)}",
    types.BytesType: lambda kind: f"bin{_bounds(kind.min_length, kind.max_length)}",
    types.BoolType: lambda _: "bool",
    types.NoneType: lambda _: "nil",
    types.LiteralType: lambda kind: " or ".join(f'"{value}"' for value in kind.values),
    types.VarTupleType: _listed,
    types.TupleType: lambda kind: f"[{', '.join(map(words_of, kind.item_types))}]",
    types.DictType: _mapped,
    types.UnionType: lambda kind: " or ".join(words_of(each) for each in kind.types),
    types.StructType: lambda kind: kind.cls.__name__,
}
