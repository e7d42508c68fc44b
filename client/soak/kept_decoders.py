"""What is read besides messages and records: talk, states to compare, files with keys, words."""

import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from nacl.exceptions import CryptoError

from client.soak.samples import Samples
from client.text import Words
from engine.canonical import encode
from engine.errors import BadRecord
from net.crypto.faults import Malformed
from net.crypto.hashing import chat_hash, setup_hash
from net.crypto.keys import Identity, SignedAs
from net.edge.storing.private_files import (
    PrivateFileError,
    load_or_make_identity,
    load_or_make_store_key,
    seal,
    unseal,
)
from net.limits import LONGEST_WORD
from net.lobby.refusals import known_refusal
from net.log.roster import roster_of
from net.peer.disputes import first_difference
from net.talk import Conversation, check_line
from net.wire.messages import ChatLine, ChatSent, Whispered, decode_message, encode_message
from net.wire.table_setup import decode_setup

Read = Callable[[bytes], None]

_OURSELVES, _SPEAKER = 0, 1
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
        heard = Conversation(self._roster, _OURSELVES, Identity(bytes(32)), self._game)
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
