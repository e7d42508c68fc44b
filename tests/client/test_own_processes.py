"""Nothing in the current folder runs inside the program, whatever it is called."""

import ast
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.commands.command_line import COMMANDS
from client.own_processes import leave_current_folder_out, spawning, start
from client.settings import Settings, save
from net.edge.storing.private_files import IDENTITY_FILE
from tests.shape.tree import ROOT, name, python_files
from tests.support.decoys import Decoys

BORGO = str(Path(sys.executable).with_name("borgo"))
RECORD = str(ROOT / "tests/net/vectors/two-peers.borgo")
SAFE_PATH = "PYTHONSAFEPATH"
_PATIENCE_S = 30.0

# Each command as it ends at once; who starts other processes does that here, or where it is named.
QUICK = {
    "watch": ["--help"],
    "simulate": ["--help"],
    "replay": ["--help"],
    "table": ["--help"],  # its bots: screens/before/test_table.py
    "identity": ["--home", "home"],
    "doctor": ["--help"],
    "night": ["--help"],  # its programs: workshop/test_night.py
    "verify": [RECORD],  # its workers judge a game of so many entries
    "soak": ["--help"],
    "cheats": [],
    "scenario": ["--help"],
    "clauses": ["--help"],
    "shot": ["--help"],
    "bench": ["--help"],
}


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """As a player has them who is known already."""
    save(Settings(name="Ana"), tmp_path / "data" / "borgo")
    inherited = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    inherited.pop(SAFE_PATH, None)
    return inherited


def test_a_decoy_runs_where_nothing_keeps_it_out(
    tmp_path: Path, surroundings: dict[str, str]
) -> None:
    decoys, words = Decoys(tmp_path / "decoys"), [sys.executable, "-c", "import pickle"]
    subprocess.run(words, cwd=decoys.folder, env=surroundings, capture_output=True, check=False)
    assert decoys.ran == ["pickle.py"]


@pytest.mark.usefixtures("decoys")
@pytest.mark.parametrize("command", QUICK)
def test_no_command_runs_what_lies_in_the_current_folder(
    command: str, surroundings: dict[str, str]
) -> None:
    words = [BORGO, command, *QUICK[command]]
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_command_is_tried() -> None:
    assert set(QUICK) == set(COMMANDS)


def test_started_as_a_module_it_looks_there_no_more(
    tmp_path: Path, surroundings: dict[str, str]
) -> None:
    """What Python itself looks for before any of ours runs is left out: nobody could prevent it."""
    listed = "import runpy, sys, client.commands.command_line; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", listed], cwd=ROOT, capture_output=True, text=True, check=True
    )
    decoys = Decoys(tmp_path / "decoys", {each.partition(".")[0] for each in loaded.stdout.split()})
    words = [sys.executable, "-m", "client", "simulate", "--games", "2", "--jobs", "2"]
    done = subprocess.run(
        words, cwd=decoys.folder, env=surroundings, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert decoys.ran == []


@pytest.mark.gui
@pytest.mark.slow
@pytest.mark.usefixtures("decoys")
def test_nor_do_the_window_and_the_process_behind_it(surroundings: dict[str, str]) -> None:
    home = Path(surroundings["XDG_DATA_HOME"], "borgo")
    with subprocess.Popen([BORGO], env=surroundings, process_group=0) as window:
        try:
            until = time.monotonic() + _PATIENCE_S
            while not (home / IDENTITY_FILE).exists():  # which the process behind it makes
                assert time.monotonic() < until
                assert window.poll() is None
                time.sleep(0.05)
        finally:
            os.killpg(window.pid, signal.SIGKILL)


@pytest.mark.usefixtures("decoys")
def test_what_is_started_looks_there_for_nothing_whatever_started_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = [sys.executable, "-c", "import pickle"]
    with start(words, env={**os.environ}) as given, start(words) as inherited:
        assert (given.wait(), inherited.wait()) == (0, 0)
    monkeypatch.delenv(SAFE_PATH, raising=False)
    worker = spawning().Process(target=print)
    worker.start()
    worker.join()
    assert worker.exitcode == 0


@pytest.mark.parametrize("first", ["", "here"])
def test_the_current_folder_is_left_out_unless_our_code_lies_there(
    first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for here, is_left_out in ((tmp_path, True), (ROOT, False)):
        monkeypatch.chdir(here)
        path = [str(here) if first else "", "elsewhere"]
        monkeypatch.setattr(sys, "path", [*path])
        leave_current_folder_out()
        assert sys.path == (["elsewhere"] if is_left_out else path)


def test_a_current_folder_that_is_gone_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    leave_current_folder_out()


def test_one_module_starts_all_processes() -> None:
    found = {
        name(path): started
        for path in python_files("client", "net", "engine")
        if (started := _starters(path.read_text(encoding="utf-8")))
    }
    assert found == {"client/own_processes.py": ["Popen", "get_context", "subprocess.Popen"]}


def test_whatever_starts_a_process_is_seen() -> None:
    source = (
        "import os, subprocess\nfrom multiprocessing import Pool, Pipe\nsubprocess.run('x')\n"
        "os.posix_spawn('x')\nfrom subprocess import Popen, TimeoutExpired\n"
        "ProcessPoolExecutor(2)\nProcessPoolExecutor(2, mp_context=spawning())\n"
    )
    seen = ["ProcessPoolExecutor", "Pool", "Popen", "os.posix_spawn", "subprocess.run"]
    assert sorted(_starters(source)) == sorted(seen)


_STARTERS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput"},
    "multiprocessing": {"Process", "Pool", "Manager", "get_context", "set_start_method"},
    "os": {"system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "startfile"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
}


_USED = re.compile(rf"(import|from) .*\b({'|'.join(_STARTERS)})\b|ProcessPoolExecutor")


def _starters(source: str) -> list[str]:
    """What starts a process, as a module names it; a pool does unless it is told by what."""
    if not _USED.search(source):
        return []
    tree = ast.parse(source)
    noted = {id(part) for node in ast.walk(tree) for part in _annotations(node)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(module), attribute) if id(node) not in noted:
                is_one = attribute in _STARTERS.get(module, ())
                is_exec = module == "os" and attribute.startswith(("exec", "spawn"))
                found += [f"{module}.{attribute}"] if is_one or is_exec else []
            case ast.ImportFrom(module=str(module)):
                found += [it.name for it in node.names if it.name in _STARTERS.get(module, ())]
            case ast.Call(ast.Name("ProcessPoolExecutor")):
                is_told = any(each.arg == "mp_context" for each in node.keywords)
                found += [] if is_told else ["ProcessPoolExecutor"]
            case _:
                pass
    return found


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of what a name is said to be."""
    for noted in (getattr(node, "annotation", None), getattr(node, "returns", None)):
        yield from ast.walk(noted) if noted is not None else ()
