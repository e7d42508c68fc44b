"""Where a table is, as somebody typed it."""

from net.edge.finding.short_codes import Address, BadCode, read_address


def typed_address(text: str) -> Address | None:
    """The address in HOST:PORT or in a code; nothing if it is neither."""
    try:
        return read_address(text.strip())
    except BadCode:
        return None
