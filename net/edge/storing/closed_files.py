"""Folders and files of a player's own, open to nobody else: 0700 and 0600 whatever the umask says.

1. Everything in a player's folder is made here, by the window as at a terminal: keys and games, but
   also settings and logs, which say who plays when and with whom.
2. What is there already keeps what its owner has allowed, unless it is written anew. What a player
   saves elsewhere, to hand it on, is like every other file of the player's.
3. Nothing heavy is loaded for this: settings are read before the first paint.
"""

import contextlib
import os
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in that are missing, each for its owner only."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(mode=_FOLDER, exist_ok=True)


def close_folder(folder: Path) -> None:
    """Close a folder that an older program has left open to others, if it is ours to close."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # there is none, or its disk knows no rights
        found = folder.stat()
        if found.st_mode & 0o077 and found.st_uid == os.getuid():
            folder.chmod(_FOLDER)


def opener(path: str, flags: int) -> int:
    """For `open`: a file that this makes is its owner's only."""
    return os.open(path, flags, _FILE)


def write_over(path: Path, content: bytes) -> None:
    """Put a file in the place of an old one, its folder too; a crash leaves the old one or this."""
    make_folder(path.parent)
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "wb", opener=opener) as file:
        with contextlib.suppress(OSError, AttributeError):  # no disk, or no system, with rights
            os.fchmod(file.fileno(), _FILE)  # what a crash has left may be open to others
        file.write(content)
    fresh.replace(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is not there yet; it is on the disk afterwards."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_file(path: Path) -> None:
    """Wait until what others wrote into a file is on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the names of new files durable, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
