"""A `borgo table` that ends for good just before one of its first or last words in a game.

That word is neither stored nor sent, so the others never have it (22.8).
"""

import os
import sys
from collections.abc import Sequence

from client.commands.command_line import main
from client.workshop.simulated.table_plan import WORDS
from net.edge.storing.store import Store
from net.log.entry import decode_entry


def leave_before(word: str, arguments: Sequence[str]) -> int:
    """Sit at the table until that word is due."""
    keep = Store.record_own

    def record_own(self: Store, game: bytes, entry: bytes) -> None:
        if decode_entry(entry).kind == WORDS[word].kind:
            os._exit(0)  # without a farewell to anybody
        keep(self, game, entry)

    Store.record_own = record_own  # type: ignore[method-assign]
    return main(["table", *arguments])


if __name__ == "__main__":
    sys.exit(leave_before(sys.argv[1], sys.argv[2:]))
