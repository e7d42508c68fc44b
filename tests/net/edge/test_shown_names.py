"""A name is shown as one short visible line, whatever somebody put into it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.edge.discovery import read_hint
from net.edge.shown_names import NAMELESS, shown_name
from net.limits import LONGEST_NAME
from net.wire.table_setup import check_shown_text


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Mina Harker", "Mina Harker"),
        ("Jonathan's table № 2", "Jonathan's table № 2"),
        ("Żółw Łódź", "Żółw Łódź"),
        ("吸血鬼の夜", "吸血鬼の夜"),
        ("Cafe\u0301", "Café"),
        ("  two\n lines\tand\u2028more  ", "two lines and more"),
        ("\x1b[31mred\x1b[0m\x07", "[31mred[0m"),
        ("evil\u202etxt.exe", "eviltxt.exe"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        ("null\0byte", "nullbyte"),
        ("", NAMELESS),
        (" \u200b\n", NAMELESS),
        (None, NAMELESS),
        (b"\xff\xfe bytes", "\ufffd\ufffd bytes"),
        ("\ud800 alone", "alone"),
        ("x" * 500, "x" * LONGEST_NAME),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def test_a_name_is_made_safe(given_name: str | bytes | None, shown: str) -> None:
    assert shown_name(given_name) == shown


def test_marks_do_not_climb() -> None:
    shown = shown_name("Z" + "\u0335" * 60 + "a")
    assert shown.endswith("a")
    assert len(shown) <= 5


@settings(deadline=None, max_examples=300)
@given(
    st.text(alphabet=st.characters(categories=None), max_size=120)
    | st.binary(max_size=120)
    | st.none()
)
def test_whatever_it_holds_it_can_be_shown(name: str | bytes | None) -> None:
    shown = shown_name(name)
    check_shown_text(shown)
    assert 1 <= len(shown) <= LONGEST_NAME
    assert len(shown.splitlines()) == 1
    assert shown_name(shown) == shown


GOOD = {b"v": b"1", b"t": b"01" * 16, b"n": b"Mina", b"p": b"0"}


def test_an_announcement_is_read() -> None:
    hint = read_hint("x", GOOD, ["10.0.0.1"], 47123)
    assert hint == ("x", b"\x01" * 16, "Mina", ("10.0.0.1",), 47123, False, 1)


@pytest.mark.parametrize(
    ("changed", "hosts", "port"),
    [
        ({b"t": None}, ["10.0.0.1"], 1),
        ({b"t": b"00"}, ["10.0.0.1"], 1),
        ({b"t": b"00" * 16}, ["10.0.0.1"], 1),
        ({b"t": b"zz" * 16}, ["10.0.0.1"], 1),
        ({b"t": b"00 " * 10 + b"00"}, ["10.0.0.1"], 1),
        ({b"t": b"\xff" * 32}, ["10.0.0.1"], 1),
        ({b"v": b"one"}, ["10.0.0.1"], 1),
        ({b"v": b"9" * 4000}, ["10.0.0.1"], 1),
        ({b"v": None}, ["10.0.0.1"], 1),
        ({b"p": b"yes"}, ["10.0.0.1"], 1),
        ({}, [], 1),
        ({}, ["10.0.0.1"], 0),
        ({}, ["10.0.0.1"], 70_000),
    ],
)
def test_an_announcement_that_is_none_is_passed_over(
    changed: dict[bytes, bytes | None], hosts: list[str], port: int
) -> None:
    assert read_hint("x", GOOD | changed, hosts, port) is None


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from([b"v", b"t", b"n", b"p"]), st.binary(max_size=40) | st.none()),
    st.integers(-1, 2**17),
)
def test_whatever_is_announced_is_read_or_passed_over(
    properties: dict[bytes, bytes | None], port: int
) -> None:
    hint = read_hint("x", GOOD | properties, ["10.0.0.1"] * 50, port)
    assert hint is None or (len(hint.table) == 16 and len(hint.hosts) <= 8)
