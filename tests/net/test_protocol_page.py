"""The protocol's page says what the program does: its tables are made from the program."""

import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from net.session.handshake import Refusal
from net.wire.bodies import BODY_TYPES
from tests.shape.tree import ROOT

PAGE = ROOT / "net" / "PROTOCOL.md"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    before = set(sys.modules)
    yield import_module("describe_protocol")
    for name in set(sys.modules) - before:
        if name.startswith(("describe_protocol", "protocol_tables")):
            del sys.modules[name]


def test_what_is_made_on_the_page_is_what_the_program_does(script: Any) -> None:
    makers = script.makers()
    for path in script.PAGES:
        page = path.read_text(encoding="utf-8")
        assert script.described(page, makers) == page, "run packaging/describe_protocol.py"


def test_everything_that_can_be_made_is_on_the_page(script: Any) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in script.PAGES)
    missing = [name for name in script.makers() if f"<!-- made: {name} -->" not in pages]
    assert missing == []


@pytest.mark.usefixtures("script")
def test_every_body_has_a_name_on_the_page() -> None:
    names = import_module("protocol_tables.bodies").NAMES
    assert set(names) == set(BODY_TYPES)
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in names.values() if name not in page] == []


def test_every_refusal_of_a_handshake_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = [f"{refusal.value} {refusal.name}" for refusal in Refusal]
    assert [each for each in told if each not in page] == []
