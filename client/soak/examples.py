"""A value of any message type, made from what its types and bounds allow."""

from collections.abc import Callable
from typing import Any

import msgspec.inspect as types


def example_of(message: type) -> Any:
    """The plainest value of a struct: every field with little that is allowed in it."""
    return _example(types.type_info(message))


def _example(kind: types.Type) -> Any:
    return _EXAMPLES[type(kind)](kind)


def _struct(kind: types.StructType) -> Any:
    return kind.cls(**{field.name: _example(field.type) for field in kind.fields})


def _bytes(kind: types.BytesType) -> bytes:
    return bytes(max(kind.min_length or 0, min(kind.max_length or 7, 7)))


# Of each kind of type that messages are made of.
_EXAMPLES: dict[type[types.Type], Callable[[Any], Any]] = {
    types.StructType: _struct,
    types.UnionType: lambda kind: _example(kind.types[0]),
    types.BytesType: _bytes,
    types.StrType: lambda kind: "a" * max(kind.min_length or 0, 3),
    types.IntType: lambda kind: kind.ge or 0,
    types.VarTupleType: lambda kind: (_example(kind.item_type),) * max(kind.min_length or 0, 1),
    types.TupleType: lambda kind: tuple(_example(each) for each in kind.item_types),
    types.DictType: lambda kind: {_example(kind.key_type): _example(kind.value_type)},
    types.BoolType: lambda _kind: True,
    types.NoneType: lambda _kind: None,
}
