"""The `borgo` command: quick help, clear errors, and no window loaded before one is asked for."""

import argparse
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from client.commands import command_line
from client.commands.command_line import COMMANDS, INTERRUPTED, READER_LEFT, main
from engine.errors import BadScenario
from engine.versions import FILE, FURY, PROGRAM, PROTOCOL, RULES, STORE
from tests.shape.tree import ROOT

# Takes what a command shall do, given a number, and makes it one.
AddCommand = Callable[[Callable[[int], int]], None]

# Commands that open a window; none yet.
WINDOWED: set[str] = set()

# Runs the help of each command given, then lists what is imported.
HELP_THEN_MODULES = """
import contextlib, io, sys
from client.commands.command_line import main
for name in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main([*name.split(), "--help"])
print(*sys.modules)
"""


def modules_after_help_of(*names: str) -> set[str]:
    # In a fresh interpreter: the one that runs the tests has long imported everything.
    words = [sys.executable, "-c", HELP_THEN_MODULES, *names]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.fixture
def scream(monkeypatch: pytest.MonkeyPatch) -> AddCommand:
    """Add a command `scream --times N` that does what the test says."""

    def configure(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--times", type=int, default=1)

    def add(behaviour: Callable[[int], int]) -> None:
        module = ModuleType("scream")
        module.__dict__.update(
            NAME="scream",
            configure=configure,
            run=lambda arguments: behaviour(arguments.times),
        )
        monkeypatch.setitem(sys.modules, "scream", module)
        monkeypatch.setitem(COMMANDS, "scream", ("scream", "make a noise"))

    return add


def test_help_imports_no_command() -> None:
    modules = modules_after_help_of("")
    assert {module for module in modules if module.startswith("client.commands.")} == {
        "client.commands.command_line"
    }


def test_commands_without_a_window_load_no_qt() -> None:
    assert "PySide6" not in modules_after_help_of("", *sorted(set(COMMANDS) - WINDOWED))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_is_called_in_the_table_what_it_calls_itself(name: str) -> None:
    command = command_line.load(name)
    assert (name, COMMANDS[name][1]) == (command.NAME, command.SUMMARY)
    assert callable(command.configure)
    assert callable(command.run)


def test_a_command_gets_its_arguments_and_gives_its_status(
    scream: AddCommand,
) -> None:
    scream(lambda times: times + 1)
    assert main(["scream", "--times", "4"]) == 5


def test_an_error_for_people_is_one_line(
    scream: AddCommand, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: int) -> int:
        raise BadScenario("The file has no answers.")

    scream(fail)
    assert main(["scream"]) == 2
    assert capsys.readouterr() == ("", "borgo: The file has no answers.\n")


def test_a_bug_shows_whole(scream: AddCommand) -> None:
    scream(lambda times: times // 0)
    with pytest.raises(ZeroDivisionError):
        main(["scream"])


def test_the_interrupt_key_ends_a_command_quietly(
    scream: AddCommand, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: int) -> int:
        raise KeyboardInterrupt

    scream(interrupted)
    assert main(["scream"]) == INTERRUPTED
    assert capsys.readouterr().err == ""


def test_an_unknown_command_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulat"])
    assert end.value.code == 2
    assert 'no command "simulat". Did you mean "simulate"?' in capsys.readouterr().err


def test_help_shows_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in shown] == []


@pytest.mark.parametrize("words", [["--version"], ["--version", "watch"]])
def test_the_versions_are_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    numbers = (RULES[FURY], PROTOCOL, STORE, FILE)
    told = [f"Borgo {PROGRAM}", *(f"{each.name} {each.newest}" for each in numbers)]
    assert capsys.readouterr().out.splitlines() == told


def test_without_a_display_the_window_says_what_to_run_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main([]) == 2
    assert "“borgo night”" in capsys.readouterr().err


def test_a_reader_that_leaves_ends_a_command_quietly() -> None:
    # Unbuffered, argparse would meet the closed pipe itself and say nothing of it.
    environment = os.environ | {"PYTHONUNBUFFERED": ""}
    words = [sys.executable, "-m", "client", "--help"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        run = subprocess.run(
            words, cwd=ROOT, env=environment, stdout=pipe, stderr=subprocess.PIPE, check=False
        )
    assert (run.returncode, run.stderr) == (READER_LEFT, b"")


def test_a_full_disk_behind_a_command_is_no_result_of_it(
    scream: AddCommand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    scream(full)
    monkeypatch.setattr(command_line, "_drop_what_is_buffered", lambda: None)
    assert main(["scream"]) == 2, "1 is what a command finds, such as a violation"
    assert "borgo: What this command says cannot be written: No space" in capsys.readouterr().err


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_a_closed_stream_is_no_fault(
    scream: AddCommand, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    monkeypatch.setattr(sys, stream, None)

    def speak(_: int) -> int:
        print("AAAH", file=sys.stderr)
        print("AAAH")
        return len(sys.stdin.readline()) if stream == "stdin" else 0

    scream(speak)
    assert main(["scream"]) == 0
    getattr(sys, stream).close()
