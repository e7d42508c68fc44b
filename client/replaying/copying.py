"""A game's file saved once more, wherever the player wants it."""

from pathlib import Path

from client.replaying.reading import file_of
from client.spoken import fault_words
from client.worker.record_values import CopyRecord, RecordCopied, RecordFailed
from client.worker.wires import Pipe
from engine.errors import BorgoError
from net.crypto.faults import PeerFault


def copy_record(order: CopyRecord, pipe: Pipe) -> None:
    """Write the copy; tell that it is there, or why not."""
    try:
        Path(order.to).write_bytes(file_of(order.source))
    except (BorgoError, PeerFault, OSError) as error:
        pipe.tell(RecordFailed(fault_words(error)))
    else:
        pipe.tell(RecordCopied(order.to))
