"""Runs a command of this program where it has the network to itself, and says where it cannot."""

import shutil
import subprocess
import sys
from collections.abc import Sequence

from client.own_processes import program, start
from engine.errors import BorgoError

# Inside: an empty /run, so that the names of namespaces are ours alone.
_ENTER = 'mount -t tmpfs borgo /run && mkdir -p /run/netns && exec "$0" "$@"'

# What a network needs at least, made and gone again.
_TRIAL = (
    "ip netns add trial && ip link add card type veth peer name port netns trial"
    " && ip link add switch type bridge"
)
_CLEARING_UP_S = 30.0  # for who is ended before its time

# As root nothing more is needed; anybody else may be root in a namespace of users, if allowed.
_RIGHTS: tuple[tuple[str, ...], ...] = ((), ("--user", "--map-root-user"))


class NoNamespaces(BorgoError):
    """Networks of our own cannot be made here, and why."""


def run_inside(words: Sequence[str]) -> int:
    """Run a command of this program in namespaces that end with it; its exit status."""
    for tool in ("unshare", "ip", "bridge"):
        if sys.platform != "linux" or shutil.which(tool) is None:
            raise NoNamespaces("no-namespaces-tool", tool=tool)
    said = ""
    for rights in _RIGHTS:
        enter = ["unshare", *rights, "--net", "--mount", "sh", "-c", _ENTER]
        trial = run_quietly([*enter, "sh", "-c", _TRIAL])
        if trial.returncode == 0:
            return _run_and_end([*enter, *program(words)])
        said = trial.stderr.strip()
    raise NoNamespaces("no-namespaces", why=said)


def _run_and_end(command: Sequence[str]) -> int:
    """Run a program; if this one is ended meanwhile, that one has time to clear up."""
    process = start(command, process_group=0)
    try:
        return process.wait()
    finally:
        process.terminate()
        try:
            process.wait(_CLEARING_UP_S)
        except subprocess.TimeoutExpired:
            process.kill()


def run_quietly(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program of the system, and keep what it says."""
    with start(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        said, wrong = process.communicate()
    return subprocess.CompletedProcess(words, process.returncode, said, wrong)
