"""The canonical bytes of a value, and its digest.

1. Equal values encode to equal bytes on every machine: maps are sorted by key, and floats, sets and
   integer keys are not allowed.
2. A digest includes its purpose, so a state can never be mistaken for anything else.
"""

import hashlib

import msgspec

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    """The canonical bytes of a value."""
    return _ENCODER.encode(value)


def digest(value: object) -> str:
    """A short name for the canonical bytes of a value, in hexadecimal."""
    return hashlib.blake2b(encode(value), digest_size=32, person=b"FOD1-state").hexdigest()
