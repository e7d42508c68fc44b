"""The project's own files, as the shape tests look at them."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Made by tools, not written by anyone. Hidden folders are the tools' too, but for .ci.
GENERATED = {"__pycache__", "build", "dist"}


def files(folder: Path = ROOT) -> Iterator[Path]:
    """Walk the files that people wrote."""
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path
        elif is_ours(path):
            yield from files(path)


def is_ours(folder: Path) -> bool:
    hidden = folder.name.startswith(".") and folder.name != ".ci"
    return not hidden and folder.name not in GENERATED and folder.suffix != ".egg-info"


def python_files(*folders: str) -> Iterator[Path]:
    """Walk the Python files of some top folders, or of the whole project."""
    roots = [ROOT / folder for folder in folders] or [ROOT]
    for root in roots:
        yield from (path for path in files(root) if path.suffix == ".py")


def name(path: Path) -> str:
    """Return a path the way people write it: from the project's root, with slashes."""
    return path.relative_to(ROOT).as_posix()
