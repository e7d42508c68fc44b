"""Starts every process of ours, so that it runs only our own code and leaves no core dump.

1. Python started with `-m` or `-c` looks for code in the current folder first, and so does
   multiprocessing. A `pickle.py` beside a record that somebody sent would then run with our keys.
   Processes started here do not look there, and neither do the processes they start.
2. `borgo` loads nothing from the current folder. With `python -m client`, Python itself looks there
   for `client` and some twenty modules before any code of ours runs.
3. PYTHONPATH is followed, since somebody set it on purpose. An empty entry in it means the current
   folder.
4. No process writes its memory to a file when it crashes: it holds keys, seeds and passphrases.
   Child processes inherit this. Other programs of the same user can still read the memory of a
   running process (on Linux as far as the system lets debuggers do so); they can read the
   player's files as well. `borgo soak --secrets` reads memory in this way.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import client

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext
    from subprocess import Popen

_SAFE_PATH = "PYTHONSAFEPATH"


def leave_current_folder_out() -> None:
    """Look for no code in the current folder any more, unless it is where ours lies."""
    os.environ[_SAFE_PATH] = "1"
    try:
        here = os.getcwd()  # noqa: PTH109 (what pathlib loads might come from there)
    except OSError:  # it is gone, and so is all that could have been found there
        return
    is_ours = f"{here}{os.sep}client" in client.__path__
    if sys.path[0] in ("", here) and not is_ours and not sys.flags.safe_path:
        del sys.path[0]


def leave_no_core() -> None:
    """From now on a crash of this process, or of what it starts, writes no memory anywhere."""
    try:
        import resource  # noqa: PLC0415 (systems without it write no core files either)
    except ImportError:
        return
    # With 0 Linux would still hand the memory to a collector of crashes, if one is set up: that
    # goes by no size. With 1 it does neither.
    size = 1 if sys.platform.startswith("linux") else 0
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    least = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_CORE, (least, most))


def program(words: Sequence[str], module: str = "client") -> list[str]:
    """What starts a program of ours with these arguments."""
    return [sys.executable, "-m", module, *words]


def start(command: Sequence[str], env: Mapping[str, str] | None = None, **how: Any) -> "Popen[Any]":
    """Start a program, ours or one of the system; `how` is what Popen takes besides."""
    import subprocess  # noqa: PLC0415 (many commands start none)

    inherited = {**(os.environ if env is None else env), _SAFE_PATH: "1"}
    return subprocess.Popen(command, env=inherited, **how)  # noqa: S603 (no word from outside)


def spawning() -> "SpawnContext":
    """What workers of this program are started by: each a fresh process with nothing of ours."""
    from multiprocessing import get_context  # noqa: PLC0415 (as above)

    os.environ[_SAFE_PATH] = "1"  # multiprocessing hands over this environment, as it is
    return get_context("spawn")
