"""A peer that answers request after request and dies at a chosen moment.

    python -m tests.net.edge.storing.answering_process FOLDER

It does what a node does with the effects of the referee: Record, then Send. Sending is a line in
a file that stands for the wire. The program dies, without any goodbye, at the nth of all moments:
before and after each statement the data base gets, before and after each sending. After each death
the next life begins; its answers differ from those of the life before, as a person's would.
"""

import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from net.edge.storing.store import Store
from net.edge.storing.store_file import AlreadyAnswered
from tests.net.edge.storing.entries import GAME, entry, own_entries

ANSWERS = 2
KEY = bytes(32)
DIED = 7


def live(folder: Path, moment: Callable[[], None], life: int) -> None:
    """Send again what is stored, then answer what is not answered."""
    connect = sqlite3.connect

    def traced(*arguments: Any, **named: Any) -> sqlite3.Connection:
        base = connect(*arguments, **named)
        base.set_trace_callback(lambda _: moment())
        return base

    sqlite3.connect = traced
    store = Store(folder / "borgo.db", KEY)
    answered = own_entries(store)
    for stored in answered:
        send(folder, stored, moment)
    for index in range(len(answered), ANSWERS):
        answer = entry(index, f"life {life}".encode())
        try:
            store.record_own(GAME, answer)
        except AlreadyAnswered as refused:
            answer = refused.stored
        moment()
        send(folder, answer, moment)
    store.close()


def send(folder: Path, sent: bytes, moment: Callable[[], None]) -> None:
    with (folder / "wire").open("ab") as wire:
        wire.write(sent.hex().encode() + b"\n")
    moment()


def die_at(number: int) -> Callable[[], None]:
    left = number

    def moment() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os._exit(DIED)

    return moment


def one_life(folder: Path, number: int, life: int) -> bool:
    """Live in a child process; whether it died."""
    child = os.fork()
    if child == 0:
        live(folder, die_at(number), life)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in {0, DIED}:
        sys.exit(f"a life ended with {status}")
    return status == DIED


def check(folder: Path) -> None:
    """K-1: whatever was sent is stored, byte for byte, and no request was answered twice."""
    wire = folder / "wire"
    sent = {bytes.fromhex(line) for line in wire.read_text().split()} if wire.exists() else set()
    store = Store(folder / "borgo.db", KEY)
    stored = own_entries(store)
    store.close()
    if not sent <= set(stored):
        sys.exit(f"{folder}: something was sent that is not stored")


def main(root: Path) -> None:
    number, has_died = 0, True
    while has_died:
        folder = root / f"died at {number}"
        folder.mkdir()
        has_died = one_life(folder, number, life=1)
        check(folder)
        # Sometimes the next life is cut short as well, at another moment; the last one is not.
        if number % 4 == 0:
            one_life(folder, number // 2, life=2)
        one_life(folder, 10_000, life=3)
        check(folder)
        if len((folder / "wire").read_text().split()) < ANSWERS:
            sys.exit(f"{folder}: not everything was sent in the end")
        number += 1
    print(number)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
