"""The other end of the pipe: takes the first order and runs what it asks for.

It runs in a process of its own; the same function can run in a thread, which tests use.
"""

import os
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path

from client.words.words import fault_words, spoken
from client.worker.hall_values import EnterHall
from client.worker.record_values import RecordOrder
from client.worker.table_values import RestoreSeat, TableOrder, WatchTable
from client.worker.values import Broken, Gone, PlayAlone
from client.worker.wires import Pipe
from engine.errors import BorgoError

_STEPS_BEHIND = 5  # of niceness; whoever it starts, bots and checkers, inherits it


def work(connection: Connection) -> None:
    """Do what the window orders until it has no more use for this worker."""
    pipe = Pipe(connection)
    try:
        _run(pipe)
    except (BorgoError, OSError) as error:
        pipe.tell(Broken(fault_words(error), _trace(error)))
    except Exception as error:  # whatever it is, the player is to hear of it
        pipe.tell(Broken(_bug_words(error), _trace(error)))
    finally:
        pipe.tell(Gone())
        pipe.close()


def work_behind(connection: Connection) -> None:
    """The same in a process of its own: where cores are few, the window is drawn first."""
    if sys.platform != "win32":
        os.nice(_STEPS_BEHIND)
    work(connection)


def _bug_words(error: Exception) -> str:
    """Of which kind it is and where; what it says itself may be a card the player must not know."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return spoken().say("fault.bug", kind=type(error).__name__, where=where)


def _trace(error: BaseException | None) -> str:
    """The way to it for the log, also of what it came from; without what they say, as above."""
    if error is None:
        return ""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    here = traceback.format_tb(error.__traceback__)
    return f"{_trace(before)}{''.join(here)}{type(error).__name__}\n"


def _run(pipe: Pipe) -> None:
    match pipe.receive(None):
        case PlayAlone() as start:
            # The window imports this module too, and needs none of what computes.
            from client.worker.solo_table import SoloTable  # noqa: PLC0415

            SoloTable(start, pipe.tell, pipe.receive).run()
        case EnterHall() as order:
            # Keys and looking for tables need the cryptography and the network.
            from client.worker.hall import serve_hall  # noqa: PLC0415

            serve_hall(order, pipe)
        case WatchTable() as order:
            from client.worker.lan_watch import WatchedTable  # noqa: PLC0415

            WatchedTable(order, pipe).run()
        case RestoreSeat() as order:
            from client.worker.lan_restore import Restoring  # noqa: PLC0415

            Restoring(order, pipe).run()
        case TableOrder() as order:
            # The net brings its cryptography with it, which a game alone does not need.
            from client.worker.lan_table import LanTable  # noqa: PLC0415

            LanTable(order, pipe).run()
        case RecordOrder() as order:
            # Judging a record needs the cryptography as well.
            from client.records.replayer import serve  # noqa: PLC0415

            serve(order, pipe)
        case _:
            return
