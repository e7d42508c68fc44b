"""All addresses of a machine are told, each with its code, at the start and after a move."""

from typing import Any

import pytest

from client.table_words import notice_in_words
from net.edge.addresses import Addresses
from net.edge.notices import AddressesChanged, ListensAt, Notice
from net.edge.short_codes import code_or_nothing

TWO = ["192.168.0.7", "10.0.0.9"]


class Told:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.at: list[tuple[str, int]] = []

    def listening(self, address: str, port: int) -> None:
        self.at.append((address, port))

    def noticed(self, notice: Notice) -> None:
        self.notices.append(notice)


def test_every_network_of_a_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.edge.addresses.usable_addresses", lambda: TWO)
    guide: Any = Told()
    addresses = Addresses(guide, None)
    addresses.listen(47123)
    assert (guide.at, addresses.at) == ([(TWO[0], 47123)], (TWO[0], 47123))
    assert guide.notices == [ListensAt(tuple(TWO), 47123)]
    said = notice_in_words(guide.notices[0])
    assert all(address in said for address in TWO)
    assert all(code_or_nothing(address, 47123) in said for address in TWO)


def test_a_move_is_told_once_to_everybody_who_must_know() -> None:
    guide: Any = Told()
    addresses = Addresses(guide, "127.0.0.1")
    heard: list[object] = []
    addresses.on_move.append(heard.append)
    addresses.listen(7000)
    addresses.moved(TWO)
    addresses.moved(TWO)
    assert guide.notices == [AddressesChanged(tuple(TWO), 7000)]
    assert heard == [tuple(TWO)]
    assert addresses.at == (TWO[0], 7000)
