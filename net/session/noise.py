"""The Noise patterns XX and XXpsk3 with X25519, ChaCha20-Poly1305 and SHA-256.

What may live here: the Noise framework, revision 34, as far as these two patterns need it. It must
not know identities, tables, or what the payloads mean.

1. Every message is read whole or refused; after a refusal the object is of no more use.
2. A nonce is a 64-bit counter, used once; the framework keeps the last number for itself.
"""

import hashlib
import hmac
from collections.abc import Callable
from enum import Enum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from net.crypto.secrecy import concealed

DH_SIZE = 32
TAG_SIZE = 16
PSK_SIZE = 32

_LAST_NONCE = 2**64 - 1
_BEFOREHAND = {"psk"}
_SUITE = "25519_ChaChaPoly_SHA256"


class BadMessage(Exception):
    """A message is altered, truncated, or made with other keys."""


class Pattern(Enum):
    """The two patterns: the tokens of their three messages."""

    XX = (("e",), ("e", "ee", "s", "es"), ("s", "se"))
    XXPSK3 = (("e",), ("e", "ee", "s", "es"), ("s", "se", "psk"))

    @property
    def full_name(self) -> bytes:
        """What both sides hash first."""
        name = "XX" if self is Pattern.XX else "XXpsk3"
        return f"Noise_{name}_{_SUITE}".encode()


class Cipher:
    """One direction's key and the number of the next message."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self.counter = 0

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    def encrypt(self, plaintext: bytes, associated: bytes = b"") -> bytes:
        """The plaintext made unreadable, with its tag."""
        return self._cipher.encrypt(self._nonce(), plaintext, associated)

    def decrypt(self, ciphertext: bytes, associated: bytes = b"") -> bytes:
        """The plaintext, or BadMessage; the number is spent either way."""
        try:
            return self._cipher.decrypt(self._nonce(), ciphertext, associated)
        except InvalidTag:
            raise BadMessage("the tag does not fit") from None

    def _nonce(self) -> bytes:
        if self.counter >= _LAST_NONCE:
            raise BadMessage("no nonce is left")
        self.counter += 1
        return bytes(4) + (self.counter - 1).to_bytes(8, "little")


class Symmetric:
    """The running hash of all that was said, and the key that grows with every exchange."""

    def __init__(self, name: bytes) -> None:
        self.hash = name.ljust(32, b"\0") if len(name) <= 32 else _sha256(name)
        self._chaining = self.hash
        self._cipher: Cipher | None = None

    def mix_hash(self, content: bytes) -> None:
        """What was said becomes part of the hash."""
        self.hash = _sha256(self.hash + content)

    def mix_key(self, material: bytes) -> None:
        """A shared secret becomes part of the key."""
        self._chaining, key = _derive(self._chaining, material, 2)
        self._cipher = Cipher(key)

    def mix_key_and_hash(self, material: bytes) -> None:
        """A secret known beforehand becomes part of both."""
        self._chaining, hashed, key = _derive(self._chaining, material, 3)
        self.mix_hash(hashed)
        self._cipher = Cipher(key)

    def encrypt(self, plaintext: bytes) -> bytes:
        """As much hidden as the keys so far allow: nothing in the first message of XX."""
        hidden = self._cipher.encrypt(plaintext, self.hash) if self._cipher else plaintext
        self.mix_hash(hidden)
        return hidden

    def decrypt(self, hidden: bytes) -> bytes:
        """The other side's `encrypt` undone."""
        plaintext = self._cipher.decrypt(hidden, self.hash) if self._cipher else hidden
        self.mix_hash(hidden)
        return plaintext

    def hidden_size(self, size: int) -> int:
        """How many bytes `size` bytes become now."""
        return size + TAG_SIZE if self._cipher else size

    def split(self) -> tuple[Cipher, Cipher]:
        """The keys of the channel: of what the initiator says, of what the responder says."""
        first, second = _derive(self._chaining, b"", 2)
        return Cipher(first), Cipher(second)


class Noise:
    """One side of one handshake. `write` and `read` alternate, the initiator writes first."""

    def __init__(
        self,
        pattern: Pattern,
        prologue: bytes,
        bytes_of: Callable[[int], bytes],
        *,
        is_initiator: bool,
        psk: bytes = b"",
    ) -> None:
        if len(psk) != (PSK_SIZE if pattern is Pattern.XXPSK3 else 0):
            raise ValueError("a pre-shared key of 32 bytes belongs to XXpsk3 and to nothing else")
        self._pattern = pattern
        self._is_initiator = is_initiator
        self._psk = psk
        self._symmetric = Symmetric(pattern.full_name)
        self._symmetric.mix_hash(prologue)
        # Both fresh: who somebody is, is shown by the signature in the payload, so there is no
        # lasting key of this kind to keep, to lose or to be recognised by.
        self._ephemeral = X25519PrivateKey.from_private_bytes(bytes_of(DH_SIZE))
        self._static = X25519PrivateKey.from_private_bytes(bytes_of(DH_SIZE))
        self._their_ephemeral = b""
        self._their_static = b""
        self._messages = list(pattern.value)

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    @property
    def hash(self) -> bytes:
        """h: everything said so far; equal on both sides at the end."""
        return self._symmetric.hash

    def write(self, payload: Callable[[bytes], bytes]) -> bytes:
        """The next message; its payload is made from h as it stands just before the payload."""
        message = b""
        for token in self._messages.pop(0):
            match token:
                case "e":
                    public = _public(self._ephemeral)
                    self._mix_ephemeral(public)
                    message += public
                case "s":
                    message += self._symmetric.encrypt(_public(self._static))
                case _:
                    self._mix_secret(token)
        return message + self._symmetric.encrypt(payload(self.hash))

    def read(self, message: bytes) -> tuple[bytes, bytes]:
        """What the other side wrote: h just before the payload, and the payload."""
        for token in self._messages.pop(0):
            match token:
                case "e":
                    self._their_ephemeral, message = _cut(message, DH_SIZE)
                    self._mix_ephemeral(self._their_ephemeral)
                case "s":
                    hidden, message = _cut(message, self._symmetric.hidden_size(DH_SIZE))
                    self._their_static = self._symmetric.decrypt(hidden)
                case _:
                    self._mix_secret(token)
        before = self.hash
        return before, self._symmetric.decrypt(message)

    def split(self) -> tuple[Cipher, Cipher]:
        """The two keys of the channel: ours to send with, ours to receive with."""
        of_initiator, of_responder = self._symmetric.split()
        if self._is_initiator:
            return of_initiator, of_responder
        return of_responder, of_initiator

    def _mix_ephemeral(self, public: bytes) -> None:
        self._symmetric.mix_hash(public)
        if self._pattern is Pattern.XXPSK3:
            self._symmetric.mix_key(public)

    def _mix_secret(self, token: str) -> None:
        if token in _BEFOREHAND:
            self._symmetric.mix_key_and_hash(self._psk)
            return
        # The first letter is the initiator's key, the second the responder's.
        ours, theirs = (token[0], token[1]) if self._is_initiator else (token[1], token[0])
        secret = self._ephemeral if ours == "e" else self._static
        public = self._their_ephemeral if theirs == "e" else self._their_static
        self._symmetric.mix_key(_exchange(secret, public))


def _exchange(secret: X25519PrivateKey, public: bytes) -> bytes:
    try:
        return secret.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        raise BadMessage("a key of small order") from None


def _public(secret: X25519PrivateKey) -> bytes:
    return secret.public_key().public_bytes_raw()


def _cut(message: bytes, size: int) -> tuple[bytes, bytes]:
    if len(message) < size:
        raise BadMessage("a message too short")
    return message[:size], message[size:]


def _sha256(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _derive(chaining: bytes, material: bytes, count: int) -> list[bytes]:
    """HKDF as the framework writes it."""
    temporary = hmac.digest(chaining, material, "sha256")
    outputs = [b""]
    for number in range(1, count + 1):
        outputs.append(hmac.digest(temporary, outputs[-1] + bytes((number,)), "sha256"))
    return outputs[1:]
