"""Two sides of a handshake without a wire, and the other implementation we must agree with."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from noise.connection import Keypair, NoiseConnection

from net.crypto.keys import Identity, SignedAs
from net.session.handshake import (
    NO_TABLE,
    Call,
    ChannelOpened,
    ChannelRefused,
    Effect,
    Handshake,
    HandshakeInput,
    Refusal,
    SendFrame,
)

TABLE = bytes(range(16))
KEY = bytes(range(32, 64))
MINA = Identity(bytes([1]) * 32)
JOHN = Identity(bytes([2]) * 32)

# What the other implementation is given as payload where ours signs h in the middle of a message.
_SIGNATURE_HERE = b"identity and signature come here"


def entropy(seed: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    counter = 0

    def bytes_of(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_256(f"{seed} {counter}".encode()).digest(count)

    return bytes_of


def dialling(
    identity: Identity = MINA,
    key: bytes = b"",
    table: bytes = TABLE,
    expected: bytes | None = None,
) -> Handshake:
    return Handshake(identity, entropy("dialling"), {table: key}, Call(table, expected))


def answering(
    identity: Identity = JOHN, key: bytes = b"", table: bytes = TABLE, seed: str = "answering"
) -> Handshake:
    return Handshake(identity, entropy(seed), {table: key, NO_TABLE: b""})


def frames(effects: Iterable[Effect]) -> list[bytes]:
    return [effect.content for effect in effects if isinstance(effect, SendFrame)]


def opened(effects: Iterable[Effect]) -> ChannelOpened:
    (found,) = [effect for effect in effects if isinstance(effect, ChannelOpened)]
    return found


def refusals(effects: Iterable[Effect]) -> list[Refusal]:
    return [effect.reason for effect in effects if isinstance(effect, ChannelRefused)]


def converse(
    one: Handshake, two: Handshake, change: Callable[[int, bytes], bytes] = lambda _, frame: frame
) -> tuple[list[Effect], list[Effect]]:
    """Carry every frame across, changed on its way; what came of it on each side."""
    sides, results = (one, two), ([*one.handle(HandshakeInput.START)], list[Effect]())
    waiting = [(1, frame) for frame in frames(results[0])]
    number = 0
    while waiting:
        to, frame = waiting.pop(0)
        if refusals(results[to]):
            break
        effects = sides[to].handle(HandshakeInput.FRAME, change(number, frame))
        number += 1
        results[to].extend(effects)
        waiting += [(1 - to, content) for content in frames(effects)]
    return results


class OtherImplementation:
    """A peer made with noiseprotocol, which knows nothing of our code but the identity's bytes."""

    def __init__(self, identity: Identity, prologue: bytes, key: bytes, *, is_initiator: bool):
        name = "XXpsk3" if key else "XX"
        self._identity = identity
        self.connection = NoiseConnection.from_name(
            f"Noise_{name}_25519_ChaChaPoly_SHA256".encode()
        )
        self.connection.set_prologue(prologue)
        if key:
            self.connection.set_psks(key)
        self.connection.set_keypair_from_private_bytes(Keypair.STATIC, bytes([7]) * 32)
        if is_initiator:
            self.connection.set_as_initiator()
        else:
            self.connection.set_as_responder()
        self.connection.start_handshake()
        self._sign_in_the_middle(self.connection.noise_protocol.symmetric_state)

    def write(self, *, is_signed: bool) -> bytes:
        return bytes(self.connection.write_message(_SIGNATURE_HERE if is_signed else b""))

    def read(self, message: bytes) -> tuple[bytes, bytes]:
        """Return h just before the payload, and the payload."""
        payload = bytes(self.connection.read_message(message))
        return self._read_at, payload

    def _sign_in_the_middle(self, symmetric: Any) -> None:
        encrypt, decrypt = symmetric.encrypt_and_hash, symmetric.decrypt_and_hash

        def encrypt_and_hash(plaintext: bytes) -> bytes:
            if plaintext == _SIGNATURE_HERE:
                signature = self._identity.sign(SignedAs.NOISE, symmetric.h)
                plaintext = self._identity.public_key + signature
            return bytes(encrypt(plaintext))

        def decrypt_and_hash(hidden: bytes) -> bytes:
            self._read_at = symmetric.h
            return bytes(decrypt(hidden))

        symmetric.encrypt_and_hash = encrypt_and_hash
        symmetric.decrypt_and_hash = decrypt_and_hash
