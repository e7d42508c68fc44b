"""The schema of what is hashed and never sent: the public state, and the tables of an edition."""

import json
from collections.abc import Sequence

import msgspec
import msgspec.inspect as types

from engine.canonical import digest, encode
from engine.edition import Edition
from engine.record import Setup, begin
from engine.state import State
from protocol_tables.messages import words_of

# What the hash of an edition's tables is made of, before the two maps of codes.
TABLES = ("board", "characters", "cards", "tickets", "numbers", "moments", "banner_cards")

_EXAMPLE = Setup(
    "fourth",
    {"influence_to_win": 3},
    (("dracula",), ("godalming", "seward", "van_helsing", "mina")),
    1,
)


def state_schema() -> str:
    """Every structure that a state is made of."""
    return _schema(types.type_info(State))


def tables_schema() -> str:
    """Every structure that the tables of an edition are made of, and what they are."""
    described = types.type_info(Edition)
    assert isinstance(described, types.StructType)
    fields = {field.name: field for field in described.fields}
    parts = [f"`{name}` {words_of(fields[name].type)}" for name in TABLES]
    whole = "; ".join((*parts, "card codes, map of str to int", "place codes, map of str to int"))
    schema = _schema(*(fields[name].type for name in TABLES))
    return f"The array: {whole}.\n\n{schema}"


def state_example() -> str:
    """The state in which a game of two begins, as JSON, with its length and digest."""
    state = begin(_EXAMPLE).state
    shown = json.dumps(msgspec.msgpack.decode(encode(state)), separators=(",", ":"))
    size = len(encode(state))
    return f"```json\n{shown}\n```\n\n{size:,} bytes of MessagePack, digest {digest(state)}."


def _schema(*roots: types.Type) -> str:
    rows = ["| structure | as | fields, in order |", "|---|---|---|"]
    found: dict[str, types.StructType] = {}
    for root in roots:
        _collect(root, found)
    for name, kind in found.items():
        tag = f"`{kind.tag_field}` = {kind.tag}; " if kind.tag_field is not None else ""
        form = "array" if kind.array_like else "map"
        said = "; ".join(f"`{field.encode_name}` {words_of(field.type)}" for field in kind.fields)
        rows.append(f"| {name} | {form} | {tag}{said} |")
    return "\n".join(rows)


def _collect(kind: types.Type, found: dict[str, types.StructType]) -> None:
    """Every structure within, the outermost first."""
    if isinstance(kind, types.StructType):
        if kind.cls.__name__ in found:
            return
        found[kind.cls.__name__] = kind
    for each in _inside(kind):
        _collect(each, found)


def _inside(kind: types.Type) -> Sequence[types.Type]:
    match kind:
        case types.StructType():
            return [field.type for field in kind.fields]
        case types.UnionType():
            return kind.types
        case types.VarTupleType():
            return [kind.item_type]
        case types.TupleType():
            return kind.item_types
        case types.DictType():
            return [kind.value_type]
        case _:
            return []
