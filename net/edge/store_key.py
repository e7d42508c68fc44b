"""The key under which the store seals its secrets (N-8, 22.17).

Without a passphrase it lies in a file readable by its owner only. That guards against other users
of the machine, not against whoever has the machine; with a passphrase it guards against both.
"""

import os
from collections.abc import Callable
from pathlib import Path

from net.crypto.secrecy import Unlocking
from net.edge.private_files import BadPrivateFile, read_private, write_private

FILE_NAME = "store.key"

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
