"""Our handshake is the Noise of the published framework: another implementation speaks with it."""

import pytest
from cryptography.exceptions import InvalidTag
from noise.exceptions import NoiseInvalidMessage

from engine.versions import PROTOCOL
from net.crypto.keys import SignedAs, check_signature
from net.session.handshake import ChannelOpened, HandshakeInput, Refusal, encode_greeting
from net.session.noise import Pattern
from tests.net.session.conversations import (
    JOHN,
    KEY,
    MINA,
    TABLE,
    OtherImplementation,
    answering,
    dialling,
    frames,
    opened,
    refusals,
)

pytestmark = pytest.mark.parametrize("key", [b"", KEY], ids=["XX", "XXpsk3"])


def greeting(key: bytes) -> bytes:
    return encode_greeting(PROTOCOL.newest, Pattern.XXPSK3 if key else Pattern.XX, TABLE)


def dialled(key: bytes) -> tuple[ChannelOpened, OtherImplementation]:
    """We dial, the other implementation answers."""
    ours = dialling(key=key)
    other = OtherImplementation(JOHN, greeting(key), key, is_initiator=False)
    (first,) = frames(ours.handle(HandshakeInput.START))
    assert first.startswith(greeting(key))
    other.read(first.removeprefix(greeting(key)))
    (proof,) = frames(ours.handle(HandshakeInput.FRAME, other.write(is_signed=True)))
    signed, payload = other.read(proof)
    check_signature(payload[:32], SignedAs.NOISE, signed, payload[32:])
    assert payload[:32] == MINA.public_key
    return opened(ours.handle(HandshakeInput.FRAME, other.connection.encrypt(b""))), other


def answered(key: bytes) -> tuple[ChannelOpened, OtherImplementation]:
    """The other implementation dials, we answer."""
    ours = answering(key=key)
    other = OtherImplementation(MINA, greeting(key), key, is_initiator=True)
    first = greeting(key) + other.write(is_signed=False)
    (reply,) = frames(ours.handle(HandshakeInput.FRAME, first))
    signed, payload = other.read(reply)
    check_signature(payload[:32], SignedAs.NOISE, signed, payload[32:])
    assert payload[:32] == JOHN.public_key
    effects = ours.handle(HandshakeInput.FRAME, other.write(is_signed=True))
    (confirmation,) = frames(effects)
    assert other.connection.decrypt(confirmation) == b""
    return opened(effects), other


@pytest.mark.parametrize(("meet", "peer"), [(dialled, JOHN), (answered, MINA)])
def test_both_roles_reach_the_same_channel(key: bytes, meet, peer) -> None:
    result, other = meet(key)
    assert (result.peer, result.table) == (peer.public_key, TABLE)
    assert result.channel.hash == other.connection.get_handshake_hash()
    for number in range(3):
        words = f"line {number}".encode()
        assert other.connection.decrypt(result.channel.seal(words)) == words
        assert result.channel.open(other.connection.encrypt(words)) == words


@pytest.mark.parametrize("meet", [dialled, answered])
def test_the_other_implementation_refuses_what_was_altered(key: bytes, meet) -> None:
    result, other = meet(key)
    sealed = bytearray(result.channel.seal(b"I go to Paris"))
    sealed[3] ^= 1
    with pytest.raises(NoiseInvalidMessage):
        other.connection.decrypt(bytes(sealed))


def test_a_handshake_for_another_table_fails(key: bytes) -> None:
    ours = answering(key=key)
    elsewhere = greeting(key)[:-1] + b"\xff"
    other = OtherImplementation(MINA, elsewhere, key, is_initiator=True)
    effects = ours.handle(HandshakeInput.FRAME, greeting(key) + other.write(is_signed=False))
    if key:  # then the first message has a tag already
        assert refusals(effects) == [Refusal.TAMPERED]
        return
    with pytest.raises(InvalidTag):
        other.read(*frames(effects))
