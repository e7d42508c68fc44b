"""The key pair that says who a player is: made at the first start, kept in a file of its owner's.

The file is an ordinary PKCS #8 key, so that other tools can read it, unless it is locked with a
passphrase. Losing it is losing one's name: nobody can make it anew.
"""

import os
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from net.crypto.keys import Identity
from net.crypto.secrecy import Unlocking
from net.edge.private_files import BadPrivateFile, read_private, write_private

FILE_NAME = "identity.pem"


def load_or_make_identity(
    path: Path,
    secret: str | Unlocking | None = None,
    bytes_of: Callable[[int], bytes] = os.urandom,
) -> Identity:
    """The identity in the file; at the first start, a new one. A damaged file is never replaced."""
    content = read_private(path, secret)
    if content is None:
        content = _written(bytes_of(32))
        try:
            write_private(path, content, secret, bytes_of=bytes_of, is_new=True)
        except FileExistsError:  # another start of ours was quicker: its key is the one
            content = read_private(path, secret) or b""
    return Identity(_seed(path, content))


def keep_identity(path: Path, key: bytes, secret: str | Unlocking | None = None) -> None:
    """K-5: be, on this machine, who one was on another; a key that is here is never replaced."""
    try:
        write_private(path, _written(key), secret, is_new=True)
    except FileExistsError:
        if _seed(path, read_private(path, secret) or b"") != key:
            raise BadPrivateFile("key-of-another", path) from None


def _written(secret: bytes) -> bytes:
    key = Ed25519PrivateKey.from_private_bytes(secret)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def change_passphrase(
    path: Path,
    old: str | None,
    new: str | None,
    bytes_of: Callable[[int], bytes] = os.urandom,
) -> None:
    """Lock, unlock or relock a private file; what is in it stays."""
    content = read_private(path, old)
    if content is None:
        raise BadPrivateFile("key-missing", path)
    write_private(path, content, new, bytes_of=bytes_of)


def _seed(path: Path, content: bytes) -> bytes:
    try:
        secret = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm, InternalError):
        secret = None  # InternalError: what the library says of a key of another kind
    if not isinstance(secret, Ed25519PrivateKey):
        raise BadPrivateFile("key-not-ours", path)
    return secret.private_bytes_raw()
