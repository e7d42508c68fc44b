"""A crash of one of our processes leaves no memory on disk: it holds keys."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.own_processes import leave_no_core, start
from client.window.bridge import Bridge

resource = pytest.importorskip("resource")

PATIENCE_S = 30.0
CRASH = "import os; os.abort()"
QUIET = f"from client.own_processes import leave_no_core; leave_no_core(); {CRASH}"
MAIN = f"from client.commands.command_line import main; main(['--version']); {CRASH}"
GRANDCHILD = (
    "from client.own_processes import leave_no_core, start; import sys; leave_no_core(); "
    f"sys.exit(-start([sys.executable, '-c', '{CRASH}']).wait())"
)


@pytest.fixture
def allowing() -> Iterator[None]:
    """As much may be written as the system lets us."""
    before = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, before)


def crashed(folder: Path, program: str) -> tuple[bool, list[str]]:
    """Whether a child that crashes has left its memory somewhere, and the files beside it."""
    child = subprocess.Popen([sys.executable, "-c", program], cwd=folder, stdout=subprocess.DEVNULL)
    _, status = os.waitpid(child.pid, 0)
    child.returncode = status  # it was waited for
    return os.WCOREDUMP(status), sorted(each.name for each in folder.iterdir())


@pytest.mark.usefixtures("allowing")
def test_a_crash_leaves_no_memory_behind(tmp_path: Path) -> None:
    has_dumped, _ = crashed(tmp_path, CRASH)
    if not has_dumped:
        pytest.skip("nothing is written on this system anyway")
    for number, program in enumerate((QUIET, MAIN, GRANDCHILD)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert crashed(folder, program) == (False, []), program


def limit_of(process: int) -> str:
    lines = Path(f"/proc/{process}/limits").read_text(encoding="ascii").splitlines()
    return next(line.split()[4] for line in lines if line.startswith("Max core file size"))


def eventually(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def children_of(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(each) for each in path.read_text(encoding="ascii").split()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.usefixtures("allowing")
def test_a_table_and_its_bots_leave_none(tmp_path: Path) -> None:
    words = [
        "table", "--open", "T", "--name", "Ana", "--seats", "dracula", "--bots", "mina",
        "--bots-across", "--home", str(tmp_path), "--interface", "127.0.0.1", "--port", "0",
    ]  # fmt: skip
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = start([sys.executable, "-m", "client", *words], **pipes)
    try:
        assert eventually(lambda: bool(children_of(program.pid)))
        bots = children_of(program.pid)
        assert eventually(lambda: {limit_of(each) for each in (program.pid, *bots)} == {"1"})
    finally:
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE_S)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.usefixtures("allowing", "qapp")
def test_what_computes_behind_a_window_leaves_none() -> None:
    leave_no_core()
    bridge = Bridge()
    try:
        assert bridge.process_id is not None
        assert limit_of(bridge.process_id) == "1"
    finally:
        bridge.close()
