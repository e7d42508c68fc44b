"""Messages on a channel: bounded, typed, with one encoding only, in frames (22.4, 22.14).

A frame is refused by its length alone.
"""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical import encode
from net.crypto.faults import Malformed
from net.errors import LocalMistake
from net.limits import LONGEST_FRAME, LONGEST_HANDSHAKE_FRAME, LONGEST_MESSAGE
from net.wire.messages import (
    MESSAGES,
    PREFIX_SIZE,
    EntrySent,
    Greeting,
    HaveHeads,
    Message,
    PeersKnown,
    Ping,
    SeatsWanted,
    WantRequests,
    Whispered,
    decode_message,
    encode_message,
    frame_size,
    to_frame,
)
from tests.support import sample_messages
from tests.support.hostile import mutations

SAMPLES = {type(message).__name__: message for message in sample_messages.MESSAGES}
ENCODED = [encode(message) for message in sample_messages.MESSAGES]
# Of the longest one a short brother, so that the search does not drown in zeros.
SHORT = [encoded for encoded in ENCODED if len(encoded) < 2000]


def test_there_is_a_sample_of_every_message() -> None:
    assert set(SAMPLES) == {kind.__name__ for kind in MESSAGES}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_message_comes_back_as_it_went(name: str) -> None:
    message = SAMPLES[name]
    assert decode_message(encode_message(message)) == message


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_message_says_what_it_is(name: str) -> None:
    plain = msgspec.msgpack.decode(encode_message(SAMPLES[name]))
    assert plain["is"] == SAMPLES[name].__struct_config__.tag


def test_the_longest_message_fits_a_frame_of_the_channel() -> None:
    """22.14: with the authenticator of 16 bytes."""
    assert len(encode_message(SAMPLES["EntrySent"])) <= LONGEST_MESSAGE <= LONGEST_FRAME - 16


# What our own program must not try to send.
MISTAKES: dict[str, Message] = {
    "a hash too short": HaveHeads(bytes(31), 0, bytes(32)),
    "a number below nothing": Ping(-1),
    "a number too large": Ping(2**63),
    "too many requests at once": WantRequests(bytes(32), 0, 257),
    "no requests at all": WantRequests(bytes(32), 0, 0),
    "an entry too long": EntrySent(bytes(LONGEST_MESSAGE)),
    "too many seats": SeatsWanted(("mina",) * 6),
    "a long name": Greeting(1, "x" * 41, bytes(16)),
    "too many peers": PeersKnown(SAMPLES["PeersKnown"].peers * 11),  # type: ignore[attr-defined]
    "a long line": Whispered(1, "x" * 501),
    "an empty line": Whispered(1, ""),
}


@pytest.mark.parametrize("mistake", sorted(MISTAKES))
def test_what_is_beyond_the_bounds_is_neither_sent_nor_taken(mistake: str) -> None:
    with pytest.raises(LocalMistake):
        encode_message(MISTAKES[mistake])
    with pytest.raises(Malformed) as refused:
        decode_message(encode(MISTAKES[mistake]))
    assert refused.value.code == 1


@pytest.mark.parametrize(
    "text",
    [
        "e\u0301",
        "a\u200bb",
        "\u202eevil",
        "bell\a",
        "two\nlines",
        "\ud800",
        "a\u2028b",
        "q\u0323\u0329\u032a\u032b",
    ],
    ids=[
        "not NFC",
        "zero width",
        "right to left",
        "control",
        "newline",
        "surrogate",
        "line separator",
        "marks piled up",
    ],
)
def test_text_that_looks_otherwise_than_it_is_is_refused(text: str) -> None:
    """22.14."""
    raw = text.encode("utf-8", "surrogatepass")
    encoded = b"\x83\xa2is\xa9whispered\xa7counter\x01\xa4text" + bytes((0xA0 + len(raw),)) + raw
    with pytest.raises(Malformed):
        decode_message(encoded)


# The message Ping(3), said otherwise.
OTHER_WORDS = {
    "the fields in another order": b"\x82\xa5token\x03\xa2is\xa4ping",
    "a longer number": b"\x82\xa2is\xa4ping\xa5token\xcd\x00\x03",
    "a field twice": b"\x83\xa2is\xa4ping\xa5token\x03\xa5token\x03",
    "an unknown field": b"\x83\xa2is\xa4ping\xa5token\x03\xa1x\x01",
    "a missing field": b"\x81\xa2is\xa4ping",
    "a fraction": b"\x82\xa2is\xa4ping\xa5token\xca\x40\x40\x00\x00",
    "yes for a number": b"\x82\xa2is\xa4ping\xa5token\xc3",
    "a name for no message": b"\x82\xa2is\xa4pin!\xa5token\x03",
    "no name": b"\x81\xa5token\x03",
    "a list": b"\x92\xa4ping\x03",
    "something after it": b"\x82\xa2is\xa4ping\xa5token\x03\x00",
    "nothing": b"",
    "lists in lists": b"\x91" * 5000,
    "maps in maps": b"\x81\xa2is" * 5000,
    "an endless map": b"\xdf\xff\xff\xff\xff",
    "an endless list": b"\x82\xa2is\xacseats_wanted\xa5seats\xdd\xff\xff\xff\xff",
}


@pytest.mark.parametrize("what", sorted(OTHER_WORDS))
def test_a_message_in_other_bytes_is_refused(what: str) -> None:
    with pytest.raises(Malformed):
        decode_message(OTHER_WORDS[what])


def test_a_message_too_long_is_refused_before_it_is_decoded() -> None:
    encoded = encode_message(SAMPLES["EntrySent"])
    with pytest.raises(Malformed, match="bytes"):
        decode_message(encoded + bytes(LONGEST_MESSAGE))


def read_or_refuse(encoded: bytes) -> None:
    try:
        message = decode_message(encoded)
    except Malformed:
        return
    assert encode_message(message) == encoded


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=300))
def test_random_bytes(encoded: bytes) -> None:
    read_or_refuse(encoded)


@settings(deadline=None, max_examples=120)
@given(sample=st.sampled_from(SHORT), changes=st.data())
def test_mutated_messages(sample: bytes, changes: st.DataObject) -> None:
    read_or_refuse(changes.draw(mutations(sample)))


# Anything MessagePack can say, though no message of ours.
NUMBERS = st.integers(-(2**63), 2**64 - 1) | st.floats()
PLAIN = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=20) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
NAMES = st.sampled_from([kind.__struct_config__.tag for kind in MESSAGES])
FIELDS = st.sampled_from(sorted({name for kind in MESSAGES for name in kind.__struct_fields__}))


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(name=NAMES, fields=st.dictionaries(FIELDS, PLAIN, max_size=4))
def test_messages_with_anything_in_their_fields(name: str, fields: dict[str, object]) -> None:
    read_or_refuse(msgspec.msgpack.encode({"is": name, **fields}))


# --- Frames ---


@settings(deadline=None)
@given(contents=st.lists(st.binary(min_size=1, max_size=300), max_size=8))
def test_frames_are_found_in_a_stream(contents: list[bytes]) -> None:
    stream, found = b"".join(map(to_frame, contents)), []
    while stream:
        end = PREFIX_SIZE + frame_size(stream[:PREFIX_SIZE], LONGEST_FRAME)
        found.append(stream[PREFIX_SIZE:end])
        stream = stream[end:]
    assert found == contents


def test_the_longest_frame_goes_through() -> None:
    framed = to_frame(bytes(LONGEST_FRAME))
    assert frame_size(framed[:PREFIX_SIZE], LONGEST_FRAME) == LONGEST_FRAME


@pytest.mark.parametrize("size", [0, LONGEST_FRAME + 1])
def test_nothing_and_too_much_make_no_frame(size: int) -> None:
    with pytest.raises(ValueError, match=f"a frame of {size} bytes"):
        to_frame(bytes(size))


@pytest.mark.parametrize("size", [0, LONGEST_HANDSHAKE_FRAME + 1, LONGEST_FRAME])
def test_a_frame_is_refused_by_its_length(size: int) -> None:
    with pytest.raises(Malformed, match=f"a frame of {size} bytes"):
        frame_size(size.to_bytes(PREFIX_SIZE, "little"), LONGEST_HANDSHAKE_FRAME)
