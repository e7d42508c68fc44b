"""The `borgo` command line: finds the subcommand's module and runs it.

1. Only the module of that subcommand is imported. So help is quick, a command without a window
   loads no Qt, and the window does not wait for argument parsing.
2. An error meant for people is one sentence and exit status 2. Any other error is a bug and is
   shown with its traceback.
"""

import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from client.own_processes import leave_current_folder_out, leave_no_core
from engine.errors import BorgoError

if TYPE_CHECKING:
    import argparse

# Name -> module and the line that `borgo --help` shows. The line stands here as well as in the
# module, because help must not import the modules; a test keeps the two equal.
COMMANDS: dict[str, tuple[str, str]] = {
    "watch": ("client.commands.watch", "play one whole game between plain bots and tell it"),
    "simulate": (
        "client.workshop.commands.simulate",
        "play many games between bots and count the results",
    ),
    "replay": ("client.commands.replay", "run a recorded game again and tell it"),
    "table": ("client.commands.table", "sit at a table of peers and play one game"),
    "identity": (
        "client.commands.identity",
        "show the words of your key; lock your keys with a passphrase, change or remove it",
    ),
    "doctor": ("client.commands.doctor", "say why no table is found, and what to do about it"),
    "night": (
        "client.workshop.commands.night",
        "play a whole game between real peers on this machine, and audit it",
    ),
    "verify": (
        "client.commands.verify",
        "check every signature, proof and rule of a recorded game",
    ),
    "soak": (
        "client.workshop.commands.soak",
        "try the table for hours: bad networks, crashes, liars, hostile bytes",
    ),
    "cheats": ("client.workshop.commands.cheats", "list the cheats that are noticed, and try them"),
    "scenario": ("client.workshop.commands.scenario", "run scenario files and say which hold"),
    "clauses": (
        "client.workshop.commands.clauses",
        "show the clauses of the rules this program knows",
    ),
    "shot": ("client.workshop.commands.shot", "draw a picture of one screen of a seeded game"),
    "bench": ("client.workshop.commands.bench", "measure how fast the program is"),
}

_WINDOW = "client.commands.window"  # what opens without a command

# What a shell reports for a program ended by the interrupt key, or by a reader that went away.
INTERRUPTED = 130
READER_LEFT = 141

# Why what a command prints goes nowhere: its disk is full, or its quota, or broken.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class Command(Protocol):
    """What every subcommand's module offers."""

    NAME: str
    SUMMARY: str

    def configure(self, parser: "argparse.ArgumentParser") -> None:
        """Add the command's arguments."""

    def run(self, arguments: "argparse.Namespace") -> int:
        """Do the command and return the exit status."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; `words` are the arguments after `borgo`."""
    leave_current_folder_out()
    leave_no_core()
    _open_what_is_closed()
    _take_any_letter()
    try:
        try:
            return dispatch(sys.argv[1:] if words is None else words)
        finally:
            # A reader that has left must be noticed here, not while the interpreter ends.
            sys.stdout.flush()
    except BorgoError as error:
        from client.words.words import fault_words  # noqa: PLC0415 (most commands need no words)

        print(f"borgo: {fault_words(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_what_is_buffered()
        return READER_LEFT
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        from client.words.words import fault_words  # noqa: PLC0415 (as above)

        _drop_what_is_buffered()
        unwritable = BorgoError("output-unwritable", why=error.strerror or "")
        print(f"borgo: {fault_words(unwritable)}", file=sys.stderr)
        return 2


def _drop_what_is_buffered() -> None:
    """Discard buffered output that has nowhere to go, or the interpreter would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """Replace standard streams that whoever started us has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _take_any_letter() -> None:
    """Characters the terminal cannot show or sends wrong become question marks, not errors."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def dispatch(words: Sequence[str]) -> int:
    """Find the command among the words, read its arguments and run it."""
    # The options before a command take no values, so the first plain word is the command.
    name = next((word for word in words if not word.startswith("-")), None)
    if name is None:
        if words and build_parser().parse_args(words).version:
            return _tell_versions()
        return cast(int, importlib.import_module(_WINDOW).open_window())
    if name not in COMMANDS:
        build_parser().error(no_such_command(name))
    command = load(name)
    arguments = build_parser(command).parse_args(words)
    return _tell_versions() if arguments.version else command.run(arguments)


def _tell_versions() -> int:
    """Print the program's version numbers, a line for each."""
    from client.words.words import spoken  # noqa: PLC0415 (most commands need no words)

    print("\n".join(spoken().versions()))
    return 0


def load(name: str) -> Command:
    """Import the module of a command."""
    module, _ = COMMANDS[name]
    return cast(Command, importlib.import_module(module))


def build_parser(chosen: Command | None = None) -> "argparse.ArgumentParser":
    """List every command, with the arguments of the chosen one only."""
    import argparse  # noqa: PLC0415 (the window opens without it)

    parser = argparse.ArgumentParser(
        prog="borgo",
        description="Borgo, an unofficial client for the board game Fury of Dracula.",
        epilog="Without a command the window opens. borgo <command> --help explains one command.",
    )
    parser.add_argument(
        "--version", action="store_true",
        help="say which version this is, and those of its rules, protocol, store and files",
    )  # fmt: skip
    commands = parser.add_subparsers(title="commands", metavar="<command>")
    for name, (_, summary) in COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command_parser = commands.add_parser(name, help=summary, description=description)
        if chosen is not None and name == chosen.NAME:
            chosen.configure(command_parser)
    return parser


def no_such_command(name: str) -> str:
    """The error for an unknown command, with the one that may have been meant."""
    import difflib  # noqa: PLC0415 (who types well does not wait for it)

    close = difflib.get_close_matches(name, COMMANDS, n=1)
    guess = f' Did you mean "{close[0]}"?' if close else ""
    return f'there is no command "{name}".{guess} "borgo --help" lists them all.'
