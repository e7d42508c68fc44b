"""Private files of a player, locked or not: their identity and the key of the store.

1. A file is complete before it has its name; a crash leaves the old one or none.
2. On systems with permissions, a file that others may read is refused: its content may be known.
3. A locked file is XChaCha20-Poly1305 under a key from the player's passphrase (N-8). The nonce is
   fresh at every writing, the salt whenever a passphrase is set.
4. The identity is the key pair that says who a player is, made at the first start. Unless it is
   locked, its file is an ordinary PKCS #8 key that other tools can read. A lost key cannot be made
   again, and its owner loses that identity for ever.
5. The store key seals the secrets in the store (N-8, 22.17). Without a passphrase its file is only
   closed to other users of the machine; with one it is also safe from anybody who has the machine.
"""

import contextlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

import nacl.bindings
from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from nacl.exceptions import CryptoError

from engine.errors import BorgoError
from net.crypto.keys import Identity
from net.crypto.secrecy import Unlocking
from net.edge.storing.closed_files import make_folder, sync_folder, write_whole
from net.limits import LONGEST_PRIVATE_FILE
from net.session.passphrase import stretched

_LOCKED = b"BORGO-LOCKED-1\n"
_SALT_SIZE = 16
_NONCE_SIZE = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES


class PrivateFileError(BorgoError):
    """Something is wrong with a private file: what, as an id, and with which."""

    def __init__(self, identifier: str, path: Path, why: str = "") -> None:
        super().__init__(identifier, path=path, why=why)


class BadPrivateFile(PrivateFileError):
    """The file cannot be read, is too open to others, or is not what it should be."""


class PassphraseNeeded(PrivateFileError):
    """The file is locked and no passphrase was given."""


class WrongPassphrase(PrivateFileError):
    """The passphrase does not open the file, or the file was altered."""


def seal(key: bytes, content: bytes, about: bytes, nonce: bytes) -> bytes:
    """N-8: XChaCha20-Poly1305; `about` must be the same when it is opened."""
    return nonce + nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(
        content, about, nonce, key
    )


def unseal(key: bytes, sealed: bytes, about: bytes) -> bytes:
    """What `seal` sealed; CryptoError if the key, the bytes or what they are about differ."""
    nonce, hidden = sealed[:_NONCE_SIZE], sealed[_NONCE_SIZE:]
    if len(hidden) < nacl.bindings.crypto_aead_xchacha20poly1305_ietf_ABYTES:
        raise CryptoError("too short")
    return nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(hidden, about, nonce, key)


def fresh_nonce(bytes_of: Callable[[int], bytes]) -> bytes:
    """A nonce for `seal`; 24 random bytes never come again."""
    return bytes_of(_NONCE_SIZE)


def unlocking_of(passphrase: str, paths: Iterable[Path]) -> Unlocking:
    """The keys that this passphrase gives; PrivateFileError if it does not open a locked file."""
    keys = dict[bytes, bytes]()
    for path in filter(is_locked, paths):
        content = _content_of(path) or b""
        salt, _ = _parts(path, content)
        if salt not in keys:
            keys[salt] = stretched(_as_typed(passphrase), salt)
        _unlock(path, content, Unlocking(tuple(keys.items())))
    return Unlocking(tuple(keys.items()))


def read_private(path: Path, secret: str | Unlocking | None = None) -> bytes | None:
    """What the file holds, unlocked by the passphrase; nothing if there is no such file."""
    content = _content_of(path)
    is_shut = content is not None and content.startswith(_LOCKED)
    return _unlock(path, content, secret) if content is not None and is_shut else content


def _content_of(path: Path) -> bytes | None:
    try:
        _check_closed_to_others(path)
        with path.open("rb") as file:
            content = file.read(LONGEST_PRIVATE_FILE + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadPrivateFile("key-unreadable", path, error.strerror or "") from error
    if len(content) > LONGEST_PRIVATE_FILE:
        raise BadPrivateFile("key-too-long", path)
    return content


def is_locked(path: Path) -> bool:
    """Whether a passphrase is needed to read it."""
    try:
        if not path.is_file():  # what has no end would be waited for; reading it says so
            return False
        with path.open("rb") as file:
            return file.read(len(_LOCKED)) == _LOCKED
    except OSError:
        return False


def write_private(
    path: Path,
    content: bytes,
    secret: str | Unlocking | None = None,
    *,
    bytes_of: Callable[[int], bytes] = os.urandom,
    is_new: bool = False,
) -> None:
    """Write it durably; FileExistsError if it must be new and is not."""
    written = content if secret is None else _lock(content, secret, bytes_of)
    temporary = path.with_name(f"{path.name}.{bytes_of(4).hex()}.new")
    try:
        make_folder(path.parent)
        write_whole(temporary, written)
        if is_new:
            _name_new(temporary, path)
        else:
            temporary.replace(path)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise BadPrivateFile("key-unwritable", path, error.strerror or "") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _name_new(temporary: Path, path: Path) -> None:
    """Give the file its name unless another program was faster: both would think it theirs."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        temporary.replace(path)


def _check_closed_to_others(path: Path) -> None:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise BadPrivateFile("key-no-file", path)
    if os.name == "posix" and mode & 0o077:
        raise BadPrivateFile("key-open-to-others", path)


def _lock(content: bytes, secret: str | Unlocking, bytes_of: Callable[[int], bytes]) -> bytes:
    if isinstance(secret, Unlocking):
        salt, key = secret.keys[0]
    else:
        salt = bytes_of(_SALT_SIZE)
        key = stretched(_as_typed(secret), salt)
    return _LOCKED + salt + seal(key, content, _LOCKED, fresh_nonce(bytes_of))


def _unlock(path: Path, locked: bytes, secret: str | Unlocking | None) -> bytes:
    salt, sealed = _parts(path, locked)
    if isinstance(secret, str):
        key: bytes | None = stretched(_as_typed(secret), salt)
    else:
        key = None if secret is None else secret.key_for(salt)
    if key is None:
        raise PassphraseNeeded("key-locked", path)
    try:
        return unseal(key, sealed, _LOCKED)
    except CryptoError:
        raise WrongPassphrase("key-not-opened", path) from None


def _parts(path: Path, locked: bytes) -> tuple[bytes, bytes]:
    """The salt of a locked file, and what is sealed behind it."""
    salt, sealed = locked[len(_LOCKED) :][:_SALT_SIZE], locked[len(_LOCKED) + _SALT_SIZE :]
    if len(salt) != _SALT_SIZE:
        raise BadPrivateFile("key-cut-short", path)
    return salt, sealed


def _as_typed(passphrase: str) -> bytes:
    """The same bytes for the same passphrase on every keyboard."""
    return unicodedata.normalize("NFKC", passphrase).encode()


# --- The identity ---


IDENTITY_FILE = "identity.pem"


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
    """K-5: store the identity from another machine here; an existing key is never replaced."""
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


# --- The store key ---


STORE_KEY_FILE = "store.key"

_MAGIC = b"BORGO-STORE-KEY-1\n"
_KEY_SIZE = 32


def load_or_make_store_key(
    path: Path,
    secret: str | Unlocking | None = None,
    bytes_of: Callable[[int], bytes] = os.urandom,
) -> bytes:
    """The key in the file; at the first start, a new one. A damaged file is never replaced."""
    content = read_private(path, secret)
    if content is None:
        content = _MAGIC + bytes_of(_KEY_SIZE)
        try:
            write_private(path, content, secret, bytes_of=bytes_of, is_new=True)
        except FileExistsError:  # another start of ours was quicker: its key is the one
            content = read_private(path, secret) or b""
    if len(content) != len(_MAGIC) + _KEY_SIZE or not content.startswith(_MAGIC):
        raise BadPrivateFile("key-of-no-store", path)
    return content.removeprefix(_MAGIC)
