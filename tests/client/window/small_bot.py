"""`borgo table` for a bot whose keeper's table plays with small numbers."""

import sys

from client.commands import table
from client.commands.command_line import main
from tests.support.small_group import SmallGroup

if __name__ == "__main__":
    table.SodiumGroup = SmallGroup  # type: ignore[attr-defined,misc,assignment]
    sys.exit(main(["table", *sys.argv[1:]]))
