"""Who is at the other end is proved, for this table and this handshake only, or nothing opens."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.pwhash.argon2id import kdf

from engine.versions import PROTOCOL
from net.crypto.keys import Identity, SignedAs
from net.errors import LocalMistake
from net.limits import LONGEST_HANDSHAKE_FRAME
from net.session.handshake import (
    NO_TABLE,
    ChannelOpened,
    ChannelRefused,
    Handshake,
    HandshakeInput,
    HandshakeStage,
    Refusal,
    encode_greeting,
)
from net.session.noise import Noise, Pattern
from net.session.passphrase import table_key
from tests.net.session.conversations import (
    JOHN,
    KEY,
    MINA,
    TABLE,
    answering,
    converse,
    dialling,
    entropy,
    frames,
    opened,
    refusals,
)

BOTH = pytest.mark.parametrize("key", [b"", KEY], ids=["open table", "passphrase"])


@BOTH
def test_two_peers_meet(key: bytes) -> None:
    ours, theirs = converse(dialling(key=key), answering(key=key))
    mina, john = opened(ours), opened(theirs)
    assert (mina.peer, john.peer) == (JOHN.public_key, MINA.public_key)
    assert mina.table == john.table == TABLE
    assert mina.channel.hash == john.channel.hash
    assert john.channel.open(mina.channel.seal(b"good evening")) == b"good evening"
    assert mina.channel.open(john.channel.seal(b"who is there?")) == b"who is there?"


@BOTH
def test_no_frame_is_longer_than_said(key: bytes) -> None:
    ours, theirs = converse(dialling(key=key), answering(key=key))
    assert max(map(len, frames(ours) + frames(theirs))) == LONGEST_HANDSHAKE_FRAME


def test_whoever_only_asks_needs_no_table_and_no_passphrase() -> None:
    ours, theirs = converse(dialling(table=NO_TABLE), answering(key=KEY))
    assert opened(ours).table == opened(theirs).table == NO_TABLE


@BOTH
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_changed_bit_anywhere_is_refused(key: bytes, number: int) -> None:
    """Frame 0 is the greeting; its bytes are tried one by one below."""
    size = len((frames_of := _frames(key))[number])
    assert len(frames_of) == 4
    for position in range(size):
        ours, theirs = converse(
            dialling(key=key), answering(key=key), _flip(number, position, 1 << position % 8)
        )
        assert _nobody_was_fooled(ours, theirs, number)


@BOTH
def test_a_changed_greeting_is_refused(key: bytes) -> None:
    for position in range(len(_frames(key)[0])):
        ours, theirs = converse(dialling(key=key), answering(key=key), _flip(0, position, 1))
        assert _nobody_was_fooled(ours, theirs, 0)


@BOTH
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_frame_cut_short_or_drawn_out_is_refused(key: bytes, number: int) -> None:
    for change in (lambda frame: frame[:-1], lambda frame: frame + b"\0", lambda _: b"x"):
        ours, theirs = converse(
            dialling(key=key),
            answering(key=key),
            lambda at, frame, change=change: change(frame) if at == number else frame,
        )
        assert _nobody_was_fooled(ours, theirs, number)


@settings(deadline=None, max_examples=60)
@given(noise=st.binary(min_size=1, max_size=200), stage=st.integers(0, 3))
def test_whatever_arrives_is_refused(noise: bytes, stage: int) -> None:
    ours, theirs = converse(
        dialling(), answering(), lambda at, frame: noise if at == stage else frame
    )
    assert _nobody_was_fooled(ours, theirs, stage)


def test_a_wrong_passphrase_is_refused_and_said() -> None:
    """22.17."""
    ours, theirs = converse(dialling(key=bytes(31) + b"x"), answering(key=KEY))
    assert refusals(ours) == refusals(theirs) == [Refusal.WRONG_PASSPHRASE]
    assert not [effect for effect in ours + theirs if isinstance(effect, ChannelOpened)]


@pytest.mark.parametrize(
    ("dialled", "answered", "reason"),
    [
        ({}, {"key": KEY}, Refusal.PASSPHRASE_NEEDED),
        ({"key": KEY}, {}, Refusal.NO_PASSPHRASE_HERE),
        ({"table": bytes(15) + b"x"}, {}, Refusal.NO_SUCH_TABLE),
    ],
)
def test_people_are_told_why(dialled: dict, answered: dict, reason: Refusal) -> None:
    ours, theirs = converse(dialling(**dialled), answering(**answered))
    assert refusals(ours) == refusals(theirs) == [reason]


def test_another_version_is_told() -> None:
    other = encode_greeting(PROTOCOL.newest + 1, Pattern.XX, TABLE)
    effects = answering().handle(HandshakeInput.FRAME, other + bytes(32))
    assert refusals(effects) == [Refusal.OTHER_VERSION]
    dialled = dialling()
    dialled.handle(HandshakeInput.START)
    assert refusals(dialled.handle(HandshakeInput.FRAME, *frames(effects))) == [
        Refusal.OTHER_VERSION
    ]


def test_a_refusal_we_do_not_know_is_one_all_the_same() -> None:
    dialled = dialling()
    dialled.handle(HandshakeInput.START)
    effects = dialled.handle(HandshakeInput.FRAME, b"FOD1\xee")
    assert refusals(effects) == [Refusal.OTHER_PROTOCOL]


def test_only_the_identity_that_was_dialled_will_do() -> None:
    ours, _ = converse(dialling(expected=MINA.public_key), answering())
    assert refusals(ours) == [Refusal.OTHER_IDENTITY]
    ours, theirs = converse(dialling(expected=JOHN.public_key), answering())
    assert opened(ours).channel.hash == opened(theirs).channel.hash


def test_nobody_talks_to_himself() -> None:
    ours, _ = converse(dialling(MINA), answering(MINA))
    assert refusals(ours) == [Refusal.OURSELVES]


def test_a_signature_of_another_handshake_proves_nothing() -> None:
    """Somebody in the middle cannot hand on what he was shown."""
    shown = answering(seed="elsewhere")
    (_, theirs) = converse(dialling(), shown)
    stolen_hash = opened(theirs).channel.hash

    class Thief(Identity):
        def sign(self, signed_as: SignedAs, _: bytes) -> bytes:
            return JOHN.sign(signed_as, stolen_hash)

    thief = Thief(bytes([2]) * 32)
    ours, _ = converse(dialling(), answering(thief))
    assert refusals(ours) == [Refusal.BAD_IDENTITY]


def test_a_signature_for_another_purpose_proves_nothing() -> None:
    class Careless(Identity):
        def sign(self, _: SignedAs, message: bytes) -> bytes:
            return super().sign(SignedAs.CHAT, message)

    _, theirs = converse(dialling(Careless(bytes([9]) * 32)), answering())
    assert refusals(theirs) == [Refusal.BAD_IDENTITY]


@pytest.mark.parametrize("payload", [b"", bytes(96), bytes(95), b"\1" + bytes(95), bytes(500)])
def test_a_payload_that_is_no_identity_is_refused(payload: bytes) -> None:
    greeting = encode_greeting(PROTOCOL.newest, Pattern.XX, TABLE)
    liar = Noise(Pattern.XX, greeting, entropy("liar"), is_initiator=True)
    ours = answering()
    (reply,) = frames(ours.handle(HandshakeInput.FRAME, greeting + liar.write(lambda _: b"")))
    liar.read(reply)
    effects = ours.handle(HandshakeInput.FRAME, liar.write(lambda _: payload))
    assert refusals(effects) == [Refusal.BAD_IDENTITY]


def test_a_greeting_that_says_more_is_refused() -> None:
    """What stands in the first message is neither secret nor signed: nothing is to be there."""
    greeting = encode_greeting(PROTOCOL.newest, Pattern.XX, TABLE)
    liar = Noise(Pattern.XX, greeting, entropy("liar"), is_initiator=True)
    effects = answering().handle(HandshakeInput.FRAME, greeting + liar.write(lambda _: b"psst"))
    assert refusals(effects) == [Refusal.TAMPERED]


def test_a_key_of_small_order_is_refused() -> None:
    greeting = encode_greeting(PROTOCOL.newest, Pattern.XX, TABLE)
    effects = answering().handle(HandshakeInput.FRAME, greeting + bytes(32))
    assert [type(effect) for effect in effects] == [ChannelRefused]


@pytest.mark.parametrize("stage", HandshakeStage)
@pytest.mark.parametrize("happening", HandshakeInput)
def test_what_the_table_does_not_hold_is_our_mistake(
    stage: HandshakeStage, happening: HandshakeInput
) -> None:
    handshake = dialling()
    handshake.stage = stage
    if (stage, happening) not in Handshake.TRANSITIONS:
        with pytest.raises(LocalMistake):
            handshake.handle(happening, b"")


def test_every_stage_that_waits_can_end() -> None:
    waiting = [
        stage for stage, happening in Handshake.TRANSITIONS if happening is HandshakeInput.FRAME
    ]
    assert all((stage, HandshakeInput.END) in Handshake.TRANSITIONS for stage in waiting)


def test_an_ended_connection_ends_the_handshake() -> None:
    handshake = dialling()
    handshake.handle(HandshakeInput.START)
    assert refusals(handshake.handle(HandshakeInput.END)) == [Refusal.ENDED]
    assert handshake.stage is HandshakeStage.CLOSED


def test_the_key_of_a_passphrase_does_not_depend_on_how_it_is_written() -> None:
    read_aloud = table_key("Lantern-Goose  RIVER", TABLE)
    assert read_aloud == table_key("lantern goose river", TABLE)
    assert read_aloud != table_key("lantern goose river", bytes(16))
    with pytest.raises(ValueError, match="16 bytes"):
        table_key("lantern goose river", b"short")


def test_a_passphrase_costs_what_the_protocol_says() -> None:
    """N-8, 22.17: Argon2id in 64 MiB with three passes; the same key in every other client."""
    key = table_key("lantern goose river", bytes(range(16)))
    assert key.hex() == "40b71746a8bf542ee07536cbe0ac43bdd50cdeb5bb87c28eb9b052e8bcdee903"
    made = kdf(32, b"lantern goose river", bytes(range(16)), opslimit=3, memlimit=64 << 20)
    assert key == made


def _frames(key: bytes) -> list[bytes]:
    seen: list[bytes] = []
    converse(dialling(key=key), answering(key=key), lambda _, frame: seen.append(frame) or frame)
    return seen


def _flip(number: int, position: int, bit: int):
    def change(at: int, frame: bytes) -> bytes:
        if at != number:
            return frame
        return frame[:position] + bytes((frame[position] ^ bit,)) + frame[position + 1 :]

    return change


def _nobody_was_fooled(ours: list, theirs: list, number: int) -> bool:
    """The side that got the changed frame, or the next one, refused; the dialling side is shut.

    Only whoever answers may stand open, when its last frame, the confirmation, was changed.
    """
    dialled_opened = any(isinstance(effect, ChannelOpened) for effect in ours)
    answered_opened = any(isinstance(effect, ChannelOpened) for effect in theirs)
    assert refusals(ours) or refusals(theirs)
    return not dialled_opened and (not answered_opened or number == 3)
