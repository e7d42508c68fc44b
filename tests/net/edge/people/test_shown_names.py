"""A name is shown as one short visible line, whatever it holds; keys are shown as words.

The words are short, distinct, and the same for a key everywhere.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.edge.finding.discovery import read_hint
from net.edge.people.shown_names import (
    BACKUP_WORDS,
    FINGERPRINT_WORDS,
    NAMELESS,
    TABLE_WORDS,
    WORD_BITS,
    fresh_phrase,
    shown_name,
    spoken_key,
    word_list,
)
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


# --- Words to read aloud ---


def test_there_are_eleven_bits_of_words() -> None:
    words = word_list()
    assert len(words) == 2**WORD_BITS
    assert list(words) == sorted(words)
    assert all(re.fullmatch("[a-z]{3,7}", word) for word in words)


def test_four_letters_tell_any_two_apart() -> None:
    assert len({word[:4] for word in word_list()}) == len(word_list())


def test_a_key_has_its_words() -> None:
    """A fixed value: two players with different versions must read the same words."""
    assert spoken_key(bytes(32)) == "list suede work fiddle yield person"
    assert spoken_key(bytes(31) + b"\1") != spoken_key(bytes(32))
    assert len(spoken_key(bytes(32)).split()) == FINGERPRINT_WORDS


def test_a_phrase_has_so_many_words_and_uses_all_of_the_list() -> None:
    assert len(fresh_phrase(bytes).split()) == TABLE_WORDS
    assert fresh_phrase(lambda count: b"\xff" * count) == " ".join([word_list()[-1]] * TABLE_WORDS)
    counted = iter(range(2**WORD_BITS))
    firsts = {
        fresh_phrase(lambda count: next(counted).to_bytes(count, "little"), 1)
        for _ in range(2**WORD_BITS)
    }
    assert firsts == set(word_list())


def test_a_backups_phrase_is_long_enough() -> None:
    """K-5: at least 77 bits."""
    assert BACKUP_WORDS * WORD_BITS >= 77
