"""Why a player did not come to a table, or has gone from it: told to the window, not raised."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from client.words.words import fault_words
from client.worker.table_values import TableClosed
from client.worker.wires import Pipe
from net.edge.finding.route import NoTable, NotLetIn
from net.edge.transport.sockets import Unreachable


@contextmanager
def closing_told(pipe: Pipe) -> Iterator[None]:
    """While at a table, or on the way to it."""
    try:
        yield
    except asyncio.CancelledError:
        pipe.tell(TableClosed("left"))
    except NotLetIn as error:
        pipe.tell(TableClosed(error.reason))
    except (NoTable, Unreachable) as error:
        pipe.tell(TableClosed("no-table", fault_words(error)))
