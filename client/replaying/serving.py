"""What a worker does with each first order about records."""

from client.replaying.archive import list_records
from client.replaying.judging import judge_record
from client.replaying.ledger import read_ledger
from client.replaying.replay_desk import read_record
from client.worker.ledger_values import ReadLedger
from client.worker.record_values import (
    JudgeRecord,
    ListRecords,
    ReadRecord,
    RecordOrder,
)
from client.worker.wires import Pipe


def serve(order: RecordOrder, pipe: Pipe) -> None:
    """Do what is ordered until it is done or the window leaves."""
    match order:
        case ReadRecord():
            read_record(order, pipe)
        case JudgeRecord():
            judge_record(order, pipe)
        case ListRecords():
            list_records(order, pipe)
        case ReadLedger():
            read_ledger(order, pipe)
        case _:
            raise AssertionError(order)
