"""The numbers of this program: one table, and readers that look at the number first."""

import hashlib
import struct
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import record_file, versions
from engine.errors import BadRecord
from engine.record import KNOWN_RULES, RULES_VERSION, Record, Setup, replay
from engine.record_file import END, RECORD, first_line, format_of, from_bytes, to_bytes
from engine.versions import FILE, FURY, PROTOCOL, RULES, STORE, Series, TooNew

ROOT = Path(__file__).parents[2]
SERIES = (RULES[FURY], PROTOCOL, STORE, FILE)
HEAD = struct.Struct("<BI")


def a_file(*parts: Any, number: int = 1) -> bytes:
    """A record's file of these parts, with an end that fits."""
    bodies = [msgspec.msgpack.encode(part) for part in parts]
    body = first_line(number) + b"".join(HEAD.pack(RECORD, len(it)) + it for it in bodies)
    digest = hashlib.blake2b(body, digest_size=32, person=b"FOD1-record").digest()
    return body + HEAD.pack(END, len(digest)) + digest


def test_what_is_installed_has_the_version_of_the_table() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    told = project["tool"]["setuptools"]["dynamic"]["version"]
    assert told == {"attr": f"{versions.__name__}.PROGRAM"}
    assert versions.PROGRAM.count(".") == 2


def test_every_number_since_the_first_is_known() -> None:
    for series in SERIES:
        assert series.known == tuple(range(1, series.newest + 1))
    assert (RULES[FURY].newest, RULES[FURY].known) == (RULES_VERSION, KNOWN_RULES)
    assert Setup().rules == RULES_VERSION, "a new game has the newest rules"


@pytest.mark.parametrize("series", SERIES, ids=lambda series: series.name)
def test_what_is_newer_is_refused_with_both_numbers(series: Series) -> None:
    for number in series.known:
        series.check(number)
    with pytest.raises(TooNew) as refused:
        series.check(series.newest + 1)
    assert refused.value.about == {"theirs": series.newest + 1, "ours": series.newest}


def test_a_record_of_later_rules_is_not_called_damaged() -> None:
    """Whatever else is in its set-up: the number is looked at first."""
    later = {"rules": RULES_VERSION + 1, "edition": "fifth", "weather": "fog"}
    with pytest.raises(TooNew, match=f"rules: theirs={RULES_VERSION + 1}, ours={RULES_VERSION}"):
        from_bytes(a_file(["setup", later], ["answers", [{"option": "new"}]]))
    with pytest.raises(BadRecord, match="record-part"):
        from_bytes(a_file(["setup", {**later, "rules": RULES_VERSION}]))


@pytest.mark.parametrize("rules", [0, -1])
def test_rules_that_there_never_were_are_no_later_ones(rules: int) -> None:
    with pytest.raises(BadRecord, match="record-rules"):
        replay(from_bytes(a_file(["setup", {"rules": rules}])))


def test_a_set_up_that_names_no_rules_is_of_the_first() -> None:
    assert from_bytes(a_file(["setup", {"edition": "fourth"}])).setup.rules == 1


def test_a_file_of_a_later_format_is_refused_with_both_numbers() -> None:
    for what in (b"", b"whatever follows"):
        with pytest.raises(TooNew, match=f"file: theirs={FILE.newest + 1}, ours={FILE.newest}"):
            from_bytes(first_line(FILE.newest + 1) + what)


@pytest.mark.parametrize("start", [b"", b"BORGO", b"BORGO\n", b"BORGO0\n", b"BORGO01\n", b"BORGO2"])
def test_what_has_no_number_is_no_game(start: bytes) -> None:
    assert format_of(start) is None


def test_each_format_has_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it will be when there is a second one: new files have it, old ones are still read."""
    record = Record(Setup(), ())
    old = to_bytes(record)
    read: list[int] = []

    def reading(number: int, reader: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
        def read_so(data: bytes) -> Any:
            read.append(number)
            return reader(data)

        return read_so

    first = record_file._READERS[1]
    monkeypatch.setattr(FILE, "newest", FILE.newest + 1)
    for number in FILE.known:
        monkeypatch.setitem(record_file._READERS, number, reading(number, first))
    new = to_bytes(record)
    assert (format_of(old), format_of(new)) == (FILE.newest - 1, FILE.newest)
    assert from_bytes(old) == from_bytes(new) == record
    assert read == [FILE.newest - 1, FILE.newest]
