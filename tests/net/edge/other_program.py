"""`borgo table` as another release of this program has it, with another version of something.

python -m tests.net.edge.other_program protocol|rules ARGUMENTS
"""

import importlib
import sys

_VERSIONS = {
    "rules": ("engine.record", "RULES_VERSION"),
    "protocol": ("net.wire.table_setup", "PROTOCOL.newest"),
}


def main(other: str, words: list[str]) -> int:
    module, name = _VERSIONS[other]
    numbered = importlib.import_module(module)
    setattr(numbered, name, getattr(numbered, name) + 1)
    # Everything else takes the number by its name when it is imported: only now.
    commands = importlib.import_module("client.commands.command_line")
    return int(commands.main(["table", *words]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
