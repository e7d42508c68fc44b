"""Output files of commands: checked before the work begins; if writing fails, said in words."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from client.words.words import fault_words
from engine.errors import BorgoError
from net.edge.storing.closed_files import write_over


class CannotWrite(BorgoError):
    """A file cannot be written, and why."""


def check_files(*paths: Path | None) -> None:
    """Refuse files that could not be written later; nothing of them is changed."""
    for path in paths:
        if path is not None:
            with _named(path):
                _try(path)


def check_folder(folder: Path) -> None:
    """Make a folder; refuse one in which nothing can be written later."""
    with _named(folder):
        if not folder.exists():
            folder.mkdir(parents=True)
        _try(folder / ".borgo-trial")


def write(path: Path, content: bytes) -> None:
    """Write a file, its folder too; CannotWrite if that fails."""
    with _named(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(content)


def write_anew(path: Path, content: bytes) -> None:
    """Put a file of the player's own in the place of an old one, or CannotWrite: the old stays."""
    with _named(path):
        write_over(path, content)


def is_written(path: Path, content: bytes) -> bool:
    """Write a file, its folder too; if that fails now after all, say so and go on."""
    try:
        write(path, content)
    except CannotWrite as error:
        print(fault_words(error), file=sys.stderr, flush=True)
        return False
    return True


def _try(path: Path) -> None:
    """Only the system knows, so it is asked to open the file; a pipe or a device is let be."""
    if path.is_file() or path.is_dir():
        path.open("ab").close()
    elif not path.exists():
        path.open("xb").close()
        path.unlink()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotWrite("file-unwritable", path=path, why=error.strerror or "") from error
