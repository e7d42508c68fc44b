"""TV-2: one complete body of each type with its parse.

`python -m tests.support.made_bodies` writes them anew; the test compares them.
"""

import json
from pathlib import Path

from msgspec import Struct, structs

from engine.options import Option, in_words
from net.crypto.group import Group, SodiumGroup
from net.wire.bodies import encode_body
from tests.support.sample_bodies import sample_bodies

FILE = Path(__file__).parents[1] / "net/vectors/bodies.json"

LARGEST_PLAIN = 2**64


def parsed(value: object) -> object:
    """A body in the words of JSON: bytes and scalars in hexadecimal, fields by their names."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, int) and value >= LARGEST_PLAIN:
        return value.to_bytes(32, "little").hex()
    if isinstance(value, tuple):
        return [parsed(each) for each in value]
    if isinstance(value, Option):
        return in_words(value)
    if isinstance(value, Struct):
        return {name: parsed(field) for name, field in structs.asdict(value).items()}
    return value


def make(group: Group) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "type": f"{body.kind:02x}",
            "class": type(body).__name__,
            "body": encode_body(body).hex(),
            "parse": parsed(body),
        }
        for name, body in sample_bodies(group).items()
    ]


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(SodiumGroup()), indent=1) + "\n", encoding="utf-8")
