"""Identity keys and what they sign: each kind of signature has its own prefix (22.2)."""

from enum import Enum
from functools import lru_cache

import nacl.bindings
from nacl.exceptions import BadSignatureError

from net.crypto.faults import BadPoint, Malformed, ProofFailed

KEY_SIZE = 32
SIGNATURE_SIZE = 64

# An entry comes from several peers, and once more when its game is read again: what was found good
# is found good at once. Nothing here is secret, and what is refused is not kept.
_KEYS_KNOWN, _SIGNATURES_KNOWN = 64, 4096


class SignedAs(Enum):
    """22.2: the prefixes of what an identity signs."""

    ENTRY = b"FOD1-entry-sig"
    SETUP = b"FOD1-setup-sig"
    NOISE = b"FOD1-noise-sig"
    CHAT = b"FOD1-chat-sig"


class Identity:
    """The key pair of a peer, from a seed that comes from the operating system (N-5)."""

    def __init__(self, seed: bytes) -> None:
        self.public_key, self._secret_key = nacl.bindings.crypto_sign_seed_keypair(seed)

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return f"Identity({self.public_key.hex()})"

    def sign(self, signed_as: SignedAs, message: bytes) -> bytes:
        """L-1, 22.2: an Ed25519 signature over the prefix and the message."""
        signed = nacl.bindings.crypto_sign(signed_as.value + message, self._secret_key)
        return signed[:SIGNATURE_SIZE]

    def secret(self) -> bytes:
        """K-5: what a player's backup holds, sealed; it goes nowhere else."""
        return nacl.bindings.crypto_sign_ed25519_sk_to_seed(self._secret_key)

    def box_secret(self) -> bytes:
        """K-8: the X25519 form of the key, for what is sealed to a successor before it has a Z."""
        return nacl.bindings.crypto_sign_ed25519_sk_to_curve25519(self._secret_key)


@lru_cache(_KEYS_KNOWN)
def read_identity_key(encoded: bytes) -> bytes:
    """22.2: an identity key from the wire; it must pass E-2, whatever group a game is played in."""
    if len(encoded) != KEY_SIZE:
        raise Malformed("an identity key has 32 bytes")
    if not nacl.bindings.crypto_core_ed25519_is_valid_point(encoded):
        raise BadPoint("not an identity key")
    return encoded


def box_key_of(public_key: bytes) -> bytes:
    """K-8: the key that opens with an identity's `box_secret`."""
    return nacl.bindings.crypto_sign_ed25519_pk_to_curve25519(read_identity_key(public_key))


def check_signature(
    public_key: bytes, signed_as: SignedAs, message: bytes, signature: bytes
) -> None:
    """L-1, 22.2: refuse what this identity did not sign for this purpose."""
    if len(signature) != SIGNATURE_SIZE:
        raise Malformed("a signature has 64 bytes")
    _open(public_key, signature + signed_as.value + message)


@lru_cache(_SIGNATURES_KNOWN)
def _open(public_key: bytes, signed: bytes) -> None:
    try:
        nacl.bindings.crypto_sign_open(signed, public_key)
    except BadSignatureError as error:
        raise ProofFailed("the signature is not of this key") from error
