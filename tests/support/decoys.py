"""A folder with a file for every module there is: who looks for code there runs one of them."""

import sys
from collections.abc import Container
from pathlib import Path

import msgspec

_RAN = ".ran"
_CODE = f'open(__file__ + "{_RAN}", "w").close()\nraise SystemExit("a decoy ran")\n'

_OURS = ("client", "engine", "net", "resources", "tests")
_FOLDERS = ("client", "multiprocessing", "PySide6")  # modules in the shape of a folder
_OTHERS = ("sitecustomize", "usercustomize")


class Decoys:
    """Such a folder; without some modules, where those are no part of what is tried."""

    def __init__(self, folder: Path, without: Container[str] = ()) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        installed = {
            path.name.partition(".")[0] for path in Path(msgspec.__file__).parents[1].iterdir()
        }
        for name in {*sys.stdlib_module_names, *installed, *_OURS, *_OTHERS}:
            if name not in without and name.isidentifier():
                self._lay(name)

    def _lay(self, name: str) -> None:
        path = self.folder / f"{name}.py"
        if name in _FOLDERS:
            path = self.folder / name / "__init__.py"
            path.parent.mkdir()
        path.write_text(_CODE, encoding="utf-8")

    @property
    def ran(self) -> list[str]:
        """Those that were run."""
        marks = sorted(self.folder.rglob(f"*{_RAN}"))
        return [mark.relative_to(self.folder).as_posix().removesuffix(_RAN) for mark in marks]
