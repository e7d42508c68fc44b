"""A `borgo table` that uses the small test group, and so do the bots that it starts."""

import sys

from client.commands import table
from client.commands.command_line import main
from client.sittings import bots
from tests.support.small_group import SmallGroup

PROGRAM = (sys.executable, "-m", "tests.client.screens.game.small_bot")

if __name__ == "__main__":
    bots.PROGRAM = PROGRAM  # type: ignore[misc]
    table.SodiumGroup = SmallGroup  # type: ignore[attr-defined,misc,assignment]
    sys.exit(main(["table", *sys.argv[1:]]))
