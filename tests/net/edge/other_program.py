"""`borgo table` as another release of this program has it, with one version more of something.

python -m tests.net.edge.other_program protocol|rules ARGUMENTS
"""

import importlib
import sys

from engine.versions import FURY, PROTOCOL, RULES

_SERIES = {"rules": RULES[FURY], "protocol": PROTOCOL}


def main(other: str, words: list[str]) -> int:
    _SERIES[other].newest += 1
    # What a set-up has without being told is taken from the number when it is imported: only now.
    commands = importlib.import_module("client.commands.command_line")
    return int(commands.main(["table", *words]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
