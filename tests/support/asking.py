"""Writes down every request of a game in a position, those nobody need be told of included."""

from typing import Any

import pytest

from engine.record import members
from engine.requests import Request
from tests.support.given import Given


def written_down(table: Given, monkeypatch: pytest.MonkeyPatch) -> list[Request[Any]]:
    """A list that grows by every request as it is answered; members of a Together one by one."""
    found: list[Request[Any]] = []
    submit = table.driver.submit

    def note() -> None:
        pending = table.driver.game.pending
        assert pending is not None
        found.extend(members(pending))
        submit()

    monkeypatch.setattr(table.driver, "submit", note)
    return found


def of_kind(found: list[Request[Any]], kind: type[Request[Any]], **fields: Any) -> list[Any]:
    """Those requests of one kind whose fields are these."""
    return [
        each
        for each in found
        if type(each) is kind
        and all(getattr(each, name) == value for name, value in fields.items())
    ]
