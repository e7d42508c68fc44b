"""Messages to bytes and back: refuses what is long, unknown, of another type or not canonical."""

from functools import reduce
from operator import or_

import msgspec

from engine.canonical import encode
from net.crypto.faults import Malformed
from net.errors import LocalMistake
from net.limits import LONGEST_MESSAGE
from net.wire.messages import MESSAGES, Message

_DECODER: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(reduce(or_, MESSAGES))


def encode_message(message: Message) -> bytes:
    """The canonical bytes; a LocalMistake if nobody would read them."""
    encoded = encode(message)
    try:
        decoded = decode_message(encoded)
    except Malformed as error:
        raise LocalMistake(f"{type(message).__name__} is beyond the bounds") from error
    if decoded != message:
        raise LocalMistake(f"{type(message).__name__} does not come back as it went")
    return encoded


def decode_message(encoded: bytes) -> Message:
    """A message as its types and bounds say; the length is judged before anything is decoded."""
    if len(encoded) > LONGEST_MESSAGE:
        raise Malformed(f"a message of {len(encoded)} bytes")
    try:
        message = _DECODER.decode(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed("no message of this protocol") from error
    if encode(message) != encoded:
        raise Malformed("a message that is not canonical")
    return message
