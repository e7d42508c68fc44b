"""Which files and folders others may look into, for a player whose system would let them."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def everything_allowed() -> Iterator[None]:
    """Nothing is closed but by whoever makes it; children of this process inherit that."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """All in a folder that is not its owner's only, the folder too, with its mode."""
    found = [folder, *folder.rglob("*")]
    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in found}
    wanted = {path: 0o700 if path.is_dir() else 0o600 for path in found}
    return [f"{path} {mode:o}" for path, mode in modes.items() if mode != wanted[path]]
