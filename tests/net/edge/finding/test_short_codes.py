"""An address as letters to read aloud: what comes back is the address, or a reason."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.edge.finding.short_codes import Address, BadCode, code_of, read_address, read_code

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ADDRESSES = st.builds(
    lambda first, rest, port: Address(f"{first}.{'.'.join(map(str, rest))}", port),
    st.integers(1, 223),
    st.tuples(*[st.integers(0, 255)] * 3),
    st.integers(1, 65535),
)


def test_the_example() -> None:
    code = code_of(Address("192.168.1.23", 47123))
    assert code == "60N00-HFE0K-8"
    assert read_code("60N00-HFE0K") == Address("192.168.1.23", 47123)


@settings(deadline=None)
@given(ADDRESSES)
def test_a_code_comes_back_as_the_address(address: Address) -> None:
    assert read_code(code_of(address)) == address
    assert read_address(code_of(address)) == address
    assert read_address(f"{address.host}:{address.port}") == address


@pytest.mark.parametrize("typed", ["6onoo-hfeok", "60N00HFE0K8", " 60n00 hfe0k-8 ", "6oNOo hFEoK"])
def test_what_people_type_for_it_means_the_same(typed: str) -> None:
    assert read_code(typed) == Address("192.168.1.23", 47123)


@settings(deadline=None)
@given(ADDRESSES, st.integers(0, 9), st.sampled_from(LETTERS))
def test_every_wrong_letter_is_noticed(address: Address, place: int, letter: str) -> None:
    letters = code_of(address).replace("-", "")
    if letters[place] != letter:
        with pytest.raises(BadCode):
            read_code(letters[:place] + letter + letters[place + 1 :])


@settings(deadline=None)
@given(ADDRESSES, st.integers(0, 8))
def test_two_letters_in_each_others_place_are_noticed(address: Address, place: int) -> None:
    letters = code_of(address).replace("-", "")
    one, two = letters[place : place + 2]
    if (LETTERS.index(one) - LETTERS.index(two)) % 16:
        with pytest.raises(BadCode, match="mistyped"):
            read_code(letters[:place] + two + one + letters[place + 2 :])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("60N00-HFE0", "code-length: code=60N00-HFE0, count=9"),
        ("60N00-HFE0K-88", "code-length: code=60N00-HFE0K-88, count=12"),
        ("60N00-HFEUK", "code-letter: code=60N00-HFEUK, letter=U"),
        ("60N00-HF?0K", "code-letter: code=60N00-HF?0K, letter=?"),
        ("Z0N00-HFE0K", "code-mistyped-start: code=Z0N00-HFE0K"),
        ("60N00-HFE0K-9", "code-mistyped: code=60N00-HFE0K-9"),
        ("00000-00000", "code-mistyped-address: code=00000-00000, address=0.0.0.0:0"),
        ("", "code-length: count=0"),
    ],
)
def test_a_slip_is_said(typed: str, said: str) -> None:
    with pytest.raises(BadCode, match=re.escape(said)):
        read_code(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *("host:", ":4711", "host:0", "host:65536", "1.2.3.4", "h:\uff14\uff17"),
        *("999.1.1.1:80", "1.2.3:80", "1.2.3.4.5:80", "80:80", "192.168.01.7:80"),
    ],
)
def test_what_is_neither_address_nor_code_is_said(typed: str) -> None:
    with pytest.raises(BadCode, match="code-no-address"):
        read_address(typed)
