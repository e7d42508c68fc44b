"""The command that repeats the check of a game, as a shell takes it."""

import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

_PROGRAM = "borgo"
_IS_WINDOWS = sys.platform == "win32"


def check_command(file: str, program: str = _PROGRAM) -> str:
    """With the program by its name: for others, wherever it lies on their machine."""
    words = (program, "verify", file)
    return subprocess.list2cmdline(words) if _IS_WINDOWS else shlex.join(words)


def shown_command(file: str) -> str:
    """For a shell where this program was started; no longer than that needs."""
    program = _own_program()
    with suppress(ValueError, OSError):  # it lies elsewhere, or the folder of the start is gone
        program = program.relative_to(Path.cwd())
    return check_command(file, str(program))


def copied_command(file: str) -> str:
    """For any shell of this machine."""
    return check_command(str(Path(file).absolute()), str(_own_program()))


def _own_program() -> Path:
    """Where the program lies itself: beside its Python. No shell need know it by its name."""
    beside = Path(sys.executable).with_name(f"{_PROGRAM}.exe" if _IS_WINDOWS else _PROGRAM)
    return beside if beside.exists() else Path(_PROGRAM)
