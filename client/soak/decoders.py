"""Everything that reads bytes from outside, in one form: read them whole, or refuse with a reason.

1. A decoder may raise only what it is said to raise here, and never without words.
2. What was read is written back exactly as it came, where there is a way to write it: nothing has
   two spellings.
"""

import hashlib
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from zeroconf import ServiceInfo

from client.home import SETTINGS_FILE
from client.settings import Settings, encoded, load
from client.soak.kept_decoders import (
    SAID_SAMPLES,
    SEALED_SAMPLE,
    Talk,
    compared,
    identity_file,
    private_files,
    said,
    sealed_at_rest,
    store_key,
)
from client.soak.samples import Samples
from engine.canonical import encode
from engine.errors import BorgoError
from engine.record import replay
from engine.record_file import END, first_line, from_bytes, to_bytes
from net.crypto.faults import Malformed, PeerFault
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.finding.discovery import SERVICE, read_hint
from net.edge.finding.short_codes import read_address
from net.edge.people.shown_names import shown_name
from net.judging.game_file import from_file, to_file
from net.judging.verification import verify
from net.log.entry import decode_entry
from net.session.channel import Channel, ChannelClosed
from net.session.handshake import (
    NO_TABLE,
    Call,
    ChannelOpened,
    ChannelRefused,
    Handshake,
    HandshakeInput,
    SendFrame,
)
from net.talk import is_sayable
from net.wire.bodies import decode_body, encode_body
from net.wire.messages import PREFIX_SIZE, decode_message, encode_message, frame_size
from net.wire.table_setup import check_shown_text, decode_setup, encode_setup, read_signed_setup


class NotSpelledSo(Exception):
    """Something was read that is written otherwise: two spellings of one thing."""


class Decoder(NamedTuple):
    """How bytes of one kind are read, good ones to spoil, and how often it is its turn."""

    name: str
    read: Callable[[bytes], None]
    samples: tuple[bytes, ...]
    turns: int = 4


# What may be raised at hostile bytes: a fault of whoever sent them, or a sentence for a person.
REFUSALS = (PeerFault, BorgoError)


def decoders_for(samples: Samples, group: Group) -> tuple[Decoder, ...]:
    """All of them, with one table's bytes."""
    talk = Talk(samples.setup)
    identity, key = private_files()
    return (
        Decoder("message", _message, samples.messages),
        Decoder("entry", _entry, samples.entries),
        Decoder("body", lambda content: _body(group, content), samples.bodies),
        Decoder("set-up", _setup, (samples.setup,)),
        Decoder("signed set-up", _signed_setup, (samples.signed_setup,), 2),
        Decoder("frames", _frames, (b"\x03\x00abc\x01\x00d",)),
        Decoder("handshake", _handshake, (_first_words(), _second_words()), 1),
        Decoder("proof of an identity", _proof, (_shaken().proof,), 1),
        Decoder("sealed message", _sealed, (_shaken().dialled.seal(b"a message"),), 1),
        Decoder("game file", _game_file, (samples.game,)),
        Decoder("judged game", lambda content: _judged(group, content), (samples.game,), 1),
        Decoder("record", _record, (samples.record,)),
        Decoder("replayed record", _replayed, (samples.record,), 1),
        Decoder("announcement", _announcement, (_TXT,)),
        Decoder("shown name", _name, ("Zoë \u202e\u0301".encode(),)),
        Decoder("chat text", _chat, ("Où est-il ? Ĳ".encode(),)),
        Decoder("address", _address, (b"192.0.2.7:4711", b"60N00-HFE0K-8")),
        Decoder("talk", talk.hear, talk.samples(), 2),
        Decoder("signed talk", talk.hear_signed, talk.samples(), 2),
        Decoder("other state", compared(samples), (samples.state,), 2),
        Decoder("identity file", identity_file, (identity,), 2),
        Decoder("store key", store_key, (key,), 1),
        Decoder("sealed at rest", sealed_at_rest, (SEALED_SAMPLE,), 1),
        Decoder("said", said, SAID_SAMPLES, 1),
        Decoder("settings", _settings, (encoded(Settings()),)),
    )


def _same(again: bytes, content: bytes) -> None:
    if again != content:
        raise NotSpelledSo(f"{content[:80]!r} is written {again[:80]!r}")


def _message(content: bytes) -> None:
    _same(encode_message(decode_message(content)), content)


def _entry(content: bytes) -> None:
    _same(decode_entry(content).to_bytes(), content)


def _body(group: Group, content: bytes) -> None:
    kind, body = (content or b"\x00")[0], content[1:]
    _same(encode_body(decode_body(group, kind, body)), body)


def _setup(content: bytes) -> None:
    _same(encode_setup(decode_setup(content)), content)


def _signed_setup(content: bytes) -> None:
    read_signed_setup(content)


def _frames(content: bytes) -> None:
    while len(content) >= PREFIX_SIZE:
        size = frame_size(content[:PREFIX_SIZE], longest=4096)
        content = content[PREFIX_SIZE + size :]


_OURSELVES = Identity(bytes(32))
_TABLES = {NO_TABLE: b""}


def _fixed(size: int) -> bytes:
    return bytes(range(size))


def _first_words() -> bytes:
    (greeting,) = Handshake(_OURSELVES, _fixed, _TABLES, Call()).handle(HandshakeInput.START)
    assert isinstance(greeting, SendFrame)
    return greeting.content


def _second_words() -> bytes:
    return _said(_two_sides()[1], _first_words())


def _handshake(content: bytes) -> None:
    """As the side that answers, and as the one that dialled."""
    Handshake(_OURSELVES, _fixed, _TABLES).handle(HandshakeInput.FRAME, content)
    dialled = Handshake(_OURSELVES, _fixed, _TABLES, Call())
    dialled.handle(HandshakeInput.START)
    dialled.handle(HandshakeInput.FRAME, content)


class _Shaken(NamedTuple):
    """A handshake that came to its end: its third frame, and the channel of each side."""

    proof: bytes
    dialled: Channel
    answering: Channel


def _shaken() -> _Shaken:
    dialled, answering = _two_sides()
    (proof,) = dialled.handle(HandshakeInput.FRAME, _said(answering, _first_words()))
    assert isinstance(proof, SendFrame)
    confirmed, opened = answering.handle(HandshakeInput.FRAME, proof.content)
    assert isinstance(confirmed, SendFrame)
    assert isinstance(opened, ChannelOpened)
    (ours,) = dialled.handle(HandshakeInput.FRAME, confirmed.content)
    assert isinstance(ours, ChannelOpened)
    return _Shaken(proof.content, ours.channel, opened.channel)


def _two_sides() -> tuple[Handshake, Handshake]:
    dialled = Handshake(_OURSELVES, _fixed, _TABLES, Call())
    dialled.handle(HandshakeInput.START)
    return dialled, Handshake(Identity(b"\1" * 32), lambda size: b"\7" * size, _TABLES)


def _said(answering: Handshake, frame: bytes) -> bytes:
    (said,) = answering.handle(HandshakeInput.FRAME, frame)
    assert isinstance(said, SendFrame)
    return said.content


def _proof(content: bytes) -> None:
    """The third frame, to the side that answers; and as the fourth, to the one that dialled."""
    dialled, answering = _two_sides()
    dialled.handle(HandshakeInput.FRAME, _said(answering, _first_words()))
    dialled.handle(HandshakeInput.FRAME, content)
    *_, last = answering.handle(HandshakeInput.FRAME, content)
    if isinstance(last, ChannelRefused):
        raise Malformed(last.reason.name)


def _sealed(content: bytes) -> None:
    try:
        _shaken().answering.open(content)
    except ChannelClosed as closed:
        raise Malformed(str(closed)) from closed


def _game_file(content: bytes) -> None:
    _same(to_file(from_file(content)), content)


def _judged(group: Group, content: bytes) -> None:
    verdict = verify(from_file(content), Verifier(group, _fixed))
    if not verdict.kind:
        raise NotSpelledSo("a verdict of no kind")


def _record(content: bytes) -> None:
    _same(to_bytes(from_bytes(content)), content)


def _replayed(content: bytes) -> None:
    replay(from_bytes(closed_anew(content)))


def closed_anew(content: bytes) -> bytes:
    """An unsigned record with an end that fits, so that what stands before it is read."""
    head = struct.Struct("<BI")
    body = content[: -head.size - 32] if content.startswith(first_line(1)) else content
    digest = hashlib.blake2b(body, digest_size=32, person=b"FOD1-record").digest()
    return body + head.pack(END, len(digest)) + digest


_TXT = b"\x03v=1\x22t=000102030405060708090a0b0c0d0e0f\x08n=Carfax\x03p=0"


def _announcement(content: bytes) -> None:
    service = ServiceInfo(SERVICE, f"borgo-1.{SERVICE}", properties=content)
    hint = read_hint("borgo-1", service.properties, ["192.0.2.7"], 4711)
    if hint is not None:
        check_shown_text(hint.name)


def _name(content: bytes) -> None:
    check_shown_text(shown_name(content))


def _chat(content: bytes) -> None:
    text = content.decode("utf-8", errors="surrogateescape")
    if is_sayable(text):
        check_shown_text(text)
        encode(text)


def _address(content: bytes) -> None:
    read_address(content.decode("utf-8", errors="replace"))


def _settings(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / SETTINGS_FILE).write_bytes(content)
        fault = load(Path(home)).fault
    if fault is not None:
        raise fault
