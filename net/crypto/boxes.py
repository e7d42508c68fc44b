"""Sealed boxes: what only one receiver may read, and the audit can make anew (18, 22.13)."""

import hashlib

import nacl.bindings
from nacl.exceptions import CryptoError

from net.crypto.derivation import SeedSecrets
from net.crypto.faults import BadPoint, Malformed, OpeningMismatch
from net.crypto.hashing import blake

KEY_SIZE = 32
CONTEXT_SIZE = 32
NONCE_SIZE = 24

# X25519 public key of the sender for this box, and the authenticator.
OVERHEAD = 32 + 16


def box_size(content: int) -> int:
    """E-5: the length of sealed(n): n + 80."""
    return content + CONTEXT_SIZE + OVERHEAD


def read_box_key(encoded: bytes) -> bytes:
    """S-2: a peer's Z; one of small order is refused, for nothing can be sealed to it."""
    if len(encoded) != KEY_SIZE:
        raise Malformed("a box key has 32 bytes")
    try:
        nacl.bindings.crypto_scalarmult(bytes(KEY_SIZE), encoded)
    except CryptoError as error:
        raise BadPoint("not a box key") from error
    return encoded


def seal_box(secrets: SeedSecrets, context: bytes, receiver: bytes, content: bytes) -> bytes:
    """22.13: an anonymous sealed box of context and content, its ephemeral key from the seed.

    `crypto_box_seal_open` opens it; the library's own `crypto_box_seal` is not used because the
    audit could not make the same box again.
    """
    secret = secrets.box_secret(context, receiver, blake(b"FOD1-box", content))
    public = nacl.bindings.crypto_scalarmult_base(secret)
    nonce = hashlib.blake2b(public + receiver, digest_size=NONCE_SIZE).digest()
    return public + nacl.bindings.crypto_box_easy(context + content, nonce, receiver, secret)


def open_box(secret: bytes, context: bytes, sealed: bytes) -> bytes:
    """Section 18: the content of a box sealed to us; refused if it was made for another context."""
    if len(sealed) < box_size(0):
        raise Malformed("too short for a sealed box")
    public = nacl.bindings.crypto_scalarmult_base(secret)
    try:
        opened = nacl.bindings.crypto_box_seal_open(sealed, public, secret)
    except CryptoError as error:
        raise OpeningMismatch("the box was not sealed to this key") from error
    if opened[:CONTEXT_SIZE] != context:
        raise OpeningMismatch("the box was sealed for another context")
    return opened[CONTEXT_SIZE:]
