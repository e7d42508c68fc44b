"""Opens a player's key and store on this machine; asks at the terminal for the passphrase."""

import getpass
import sys
from collections.abc import Callable
from pathlib import Path

from client.home import make_home
from client.words.words import spoken
from engine.errors import BorgoError
from net.crypto.keys import Identity
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    is_locked,
    load_or_make_identity,
    load_or_make_store_key,
)
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store

# Both are locked with the same passphrase: the second opens everything secret in the store.
KEY_FILES = (IDENTITY_FILE, KEY_FILE)


def open_player(home: Path) -> tuple[Identity, Store]:
    """Who plays here, and what this player has kept; a new player at the first start."""
    make_home(home)
    passphrase = _passphrase_of(home)
    locked = {name: passphrase if is_locked(home / name) else None for name in KEY_FILES}
    identity = load_or_make_identity(home / IDENTITY_FILE, locked[IDENTITY_FILE])
    key = load_or_make_store_key(home / KEY_FILE, locked[KEY_FILE] or _of_new(home, passphrase))
    return identity, Store(home / STORE_FILE, key)


def _of_new(home: Path, passphrase: str | None) -> str | None:
    """A store key made beside a locked identity is locked with the same passphrase."""
    return None if (home / KEY_FILE).exists() else passphrase


def _passphrase_of(home: Path) -> str | None:
    """What opens the player's files; asked for only if one of them is locked."""
    if not any(is_locked(home / name) for name in KEY_FILES):
        return None
    return asked_secretly("passphrase-yours")


def asked_secretly(prompt: str) -> str:
    """Something typed that is not shown, asked by an id; BorgoError where nobody can type."""
    if not sys.stdin.isatty():
        raise BorgoError("passphrase-no-terminal")
    return asked(spoken().say(f"typed-{prompt}") + " ", getpass.getpass)


def asked(prompt: str, ask: Callable[[str], str] = input) -> str:
    """Something typed, asked in words; BorgoError when there is nothing more to read."""
    try:
        return ask(prompt)
    except EOFError as error:
        raise BorgoError("nobody-typing") from error
