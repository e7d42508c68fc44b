"""An address and port as ten letters to read aloud, and one that catches a slip of the tongue.

192.168.1.23:47123 is 60N00-HFE0K-8: forty-eight bits in Crockford's letters, which leave out I, L,
O and U, then a check letter. Whoever types I or L for 1, O for 0, small letters, blanks or no
hyphens means the same; the check letter may be left out, and then nothing tells a slip.
"""

from ipaddress import AddressValueError, IPv4Address
from typing import NamedTuple

from engine.errors import BorgoError

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SAME = str.maketrans({"I": "1", "L": "1", "O": "0"})
_LENGTH = 10
_GROUP = 5


class Address(NamedTuple):
    """Where a table is."""

    host: str
    port: int


class BadCode(BorgoError):
    """What was typed is no code of a table, and why."""


def code_of(address: Address) -> str:
    """The code of an address."""
    number = int(IPv4Address(address.host)) << 16 | address.port
    letters = "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
    return f"{letters[:_GROUP]}-{letters[_GROUP:]}-{_check(letters)}"


def read_code(text: str) -> Address:
    """The address a code means; BadCode says what is wrong with it."""
    letters = text.upper().replace("-", "").replace(" ", "").translate(_SAME)
    wrong = [letter for letter in letters if letter not in _LETTERS]
    if wrong:
        raise BadCode("code-letter", code=text, letter=wrong[0])
    if len(letters) not in (_LENGTH, _LENGTH + 1):
        raise BadCode("code-length", code=text, count=len(letters))
    code, check = letters[:_LENGTH], letters[_LENGTH:]
    if check and check != _check(code):
        raise BadCode("code-mistyped", code=text)
    number = sum(_LETTERS.index(letter) << 5 * place for place, letter in enumerate(reversed(code)))
    return _address(text, number)


def looks_like_code(text: str) -> bool:
    """Whether somebody means a code and not a host with its port."""
    return ":" not in text and "." not in text


def _address(text: str, number: int) -> Address:
    if number >= 2**48:
        raise BadCode("code-mistyped-start", code=text)
    host, port = IPv4Address(number >> 16), number & 0xFFFF
    is_possible = port and not host.is_multicast and not host.is_unspecified
    if not is_possible or host == IPv4Address("255.255.255.255"):
        raise BadCode("code-mistyped-address", code=text, address=f"{host}:{port}")
    return Address(str(host), port)


def _check(letters: str) -> str:
    """A letter that changes with every letter and with nearly every two that change places.

    Odd weights: each is invertible modulo 32, so that no change of one letter cancels out.
    """
    weighed = ((2 * place + 1) * _LETTERS.index(letter) for place, letter in enumerate(letters))
    return _LETTERS[sum(weighed) % len(_LETTERS)]


def read_address(text: str) -> Address:
    """What somebody was told: HOST:PORT or a code."""
    if looks_like_code(text):
        return read_code(text)
    host, _, port = text.rpartition(":")
    is_number = port.isascii() and port.isdecimal() and len(port) <= 5
    # A machine's name has letters; what has none is an address in numbers, or no place at all.
    is_place = host.strip("0123456789.") or code_or_nothing(host, 1)
    if not is_place or not is_number or not 0 < int(port) < 2**16:
        raise BadCode("code-no-address", code=text)
    return Address(host, int(port))


def code_or_nothing(host: str, port: int) -> str:
    """The code, for an address that can have one."""
    try:
        return code_of(Address(host, port))
    except AddressValueError:
        return ""
