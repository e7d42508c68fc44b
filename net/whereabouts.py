"""Where somebody can be reached, by what was seen of it and what is said."""

from ipaddress import AddressValueError, IPv4Address


def better_address(seen: str, said: str) -> str:
    """An address that was seen tells more than one that is said, except on the same machine."""
    return said if not seen or (_is_loopback(seen) and said) else seen


def _is_loopback(address: str) -> bool:
    return is_address(address) and IPv4Address(address).is_loopback


def is_address(text: str) -> bool:
    """What others say of addresses is shown; it is one or nothing."""
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True
