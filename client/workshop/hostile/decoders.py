"""All code that reads bytes from outside, behind one interface: read all of it, or refuse.

1. A decoder may raise only the exceptions listed for it here, always with a reason.
2. Where there is an encoder, what was read must encode to the same bytes: nothing has two
   spellings.
"""

import hashlib
import struct
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec.inspect as types
from msgspec.structs import replace
from nacl.exceptions import CryptoError
from zeroconf import ServiceInfo

from client.home import SETTINGS_FILE
from client.settings import Settings, encoded, load
from client.simulation import below_from
from client.words.words import Words
from client.workshop.simulated.judgement import chain_of
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import Plan, Weather
from engine.bots.plain import RandomBot
from engine.canonical import encode
from engine.errors import BadRecord, BorgoError
from engine.local import LocalGame
from engine.record import Setup, replay
from engine.record_file import END, first_line, from_bytes, to_bytes
from net.crypto.faults import Malformed, PeerFault
from net.crypto.group import Group
from net.crypto.hashing import chat_hash, setup_hash
from net.crypto.keys import Identity, SignedAs
from net.crypto.transcript import Verifier
from net.edge.finding.discovery import SERVICE, read_hint
from net.edge.finding.short_codes import read_address
from net.edge.people.shown_names import shown_name
from net.edge.storing.private_files import (
    PrivateFileError,
    load_or_make_identity,
    load_or_make_store_key,
    seal,
    unseal,
)
from net.judging.game_file import from_file, to_file
from net.judging.verification import verify
from net.limits import LONGEST_WORD
from net.lobby.refusals import known_refusal
from net.log.entry import Entry, decode_entry
from net.log.roster import roster_of
from net.peer.disputes import first_difference
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
from net.talk import Conversation, check_line, is_sayable
from net.wire.bodies import decode_body, encode_body
from net.wire.messages import (
    MESSAGES,
    PREFIX_SIZE,
    ChatLine,
    ChatSent,
    EntrySent,
    Whispered,
    decode_message,
    encode_message,
    frame_size,
)
from net.wire.table_setup import check_shown_text, decode_setup, encode_setup, read_signed_setup

# Good bytes of every kind, for trials that spoil them: from a table that was simulated.


# Far enough for nearly every kind of entry; a short file is enough to spoil.
_REQUESTS = 150
_ENTRIES_OF_A_KIND = 3
_SHORT_FILE = 6
_ANSWERS = 40


class Samples(NamedTuple):
    """Good bytes."""

    messages: tuple[bytes, ...]
    entries: tuple[bytes, ...]
    bodies: tuple[bytes, ...]  # each after the byte of its type
    setup: bytes
    signed_setup: bytes
    game: bytes
    record: bytes
    state: bytes


def samples_in(group: Group) -> Samples:
    """One or more of each."""
    table = SimulatedTable(
        Plan("samples", 3, switches={"influence_to_win": 3}, weather=Weather(slowest=0.02)), group
    )
    table.run(_REQUESTS)
    peer = table.peers[0]
    assert peer.begin is not None
    entries = _some_of_each_kind(list(chain_of(peer).everything()))
    game = peer.file()
    return Samples(
        tuple(map(encode_message, (*map(example_of, MESSAGES), *entries))),
        tuple(each.entry for each in entries),
        tuple(_kind_and_body(each.entry) for each in entries),
        peer.begin.signed.setup,
        encode(peer.begin.signed),
        to_file(game._replace(entries=game.entries[:_SHORT_FILE])),
        _record_sample(),
        encode(table.peers[0].referee.proceedings.game.state),
    )


def _some_of_each_kind(entries: list[Entry]) -> list[EntrySent]:
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.kind, []).append(entry)
    some = (kind[:_ENTRIES_OF_A_KIND] for kind in found.values())
    return [EntrySent(entry.to_bytes()) for kind in some for entry in kind]


def _kind_and_body(encoded: bytes) -> bytes:
    entry = decode_entry(encoded)
    return bytes((entry.kind,)) + entry.body


def _record_sample() -> bytes:
    """Some answers of a game that one program played alone."""
    below = below_from("samples")
    local = LocalGame(Setup("fourth"), below)
    bot = RandomBot(below)
    while local.game.position < _ANSWERS:
        local.step(lambda request, answers: bot.choose(None, request, answers))  # type: ignore[arg-type]
    return to_bytes(local.record())


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


# What is read besides messages and records: talk, states to compare, files with keys, words.


Read = Callable[[bytes], None]

_OWN_NUMBER, _SPEAKER = 0, 1
_KEY, _ABOUT = bytes(32), b"borgo"


class Talk:
    """A table at which somebody says whatever it likes, properly signed."""

    def __init__(self, setup: bytes) -> None:
        self._speaker = Identity(b"\3" * 32)
        roster = roster_of(decode_setup(setup))
        keys = [*roster.identities]
        keys[_SPEAKER] = self._speaker.public_key
        self._roster = replace(roster, identities=tuple(keys))
        self._game = setup_hash(setup)

    def samples(self) -> tuple[bytes, ...]:
        """A first line, one with its number, one after a gap, and a whisper."""
        lines = ((1, "Where is he?"), (1, "Wo ist er?"), (3, "In Zoë\u2019s house"))
        made = (self._line(counter, text) for counter, text in lines)
        return (*map(encode_message, made), encode_message(Whispered(1, "Bring garlic")))

    def _line(self, counter: int, text: str) -> ChatSent:
        line = ChatLine(self._game, _SPEAKER, counter, bytes(32), bytes(32), (), text)
        return self._signed(line)

    def _signed(self, line: ChatLine) -> ChatSent:
        return ChatSent(line, self._speaker.sign(SignedAs.CHAT, chat_hash(encode(line))))

    def hear(self, content: bytes) -> None:
        """A line as it came: dropped if it is not signed, and here refused with the reason."""
        self._take(decode_message(content))

    def hear_signed(self, content: bytes) -> None:
        """The same with a signature that fits, so that what it says is looked at."""
        message = decode_message(content)
        self._take(self._signed(message.line) if isinstance(message, ChatSent) else message)

    def _take(self, message: object) -> None:
        if not isinstance(message, ChatSent | Whispered):
            raise Malformed("no talk")
        heard = Conversation(self._roster, _OWN_NUMBER, Identity(bytes(32)), self._game)
        heard.arrived(_SPEAKER, self._line(1, "Hush"), 0.0)
        heard.arrived(_SPEAKER, message, 1.0)
        if isinstance(message, ChatSent):
            check_line(self._roster, self._game, message)


def compared(samples: Samples) -> Read:
    """Another peer's state beside ours: the difference has a name."""

    def read(content: bytes) -> None:
        if (first_difference(samples.state, content) is None) != (content == samples.state):
            raise AssertionError("a difference without a name")

    return read


def _in_a_file(read: Callable[[Path], object]) -> Read:
    """Let a file of our own have this content."""

    def read_file(content: bytes) -> None:
        with tempfile.TemporaryDirectory() as home:
            path = Path(home) / "private"
            path.write_bytes(content)
            path.chmod(0o600)
            try:
                read(path)
            except PrivateFileError as refused:
                raise Malformed(refused.id) from refused  # the file's name is another each time

    return read_file


identity_file = _in_a_file(load_or_make_identity)
store_key = _in_a_file(load_or_make_store_key)


def private_files() -> tuple[bytes, bytes]:
    """A good file of each kind."""
    with tempfile.TemporaryDirectory() as home:
        paths = Path(home) / "identity", Path(home) / "key"
        load_or_make_identity(paths[0], bytes_of=bytes)
        load_or_make_store_key(paths[1], bytes_of=bytes)
        return paths[0].read_bytes(), paths[1].read_bytes()


def sealed_at_rest(content: bytes) -> None:
    """What the store or a locked file holds."""
    try:
        unseal(_KEY, content, _ABOUT)
    except CryptoError as refused:
        raise Malformed(str(refused) or "not sealed with this key") from refused


SEALED_SAMPLE = seal(_KEY, b"a seed", _ABOUT, bytes(24))


# By the tables of Unicode: what is obeyed and not shown, and what turns the writing around.
_OBEYED = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def said(content: bytes) -> None:
    """A text of a file or a peer wherever one is said: as a reason, a name, a part of a fault."""
    text = content.decode("utf-8", errors="surrogateescape")
    words = Words()  # a new one, for what was said is kept by who says it
    for sentence in (
        words.reason(text[:LONGEST_WORD]),
        words.reason(known_refusal(text)),
        words.seat(text),
        words.preset(text),
        words.error(BadRecord("record-part-misplaced", part=0, name=text)),
    ):
        obeyed = [letter for letter in sentence if _is_obeyed(letter)]
        if obeyed or not sentence:
            raise AssertionError(f"{sentence!r} would be obeyed")


def _is_obeyed(letter: str) -> bool:
    return unicodedata.category(letter) in _OBEYED or unicodedata.bidirectional(letter) in _TURNING


SAID_SAMPLES = (b"other-protocol.7", b"accused.1", "Zoë\x1b[2J\u202e\n".encode())


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
