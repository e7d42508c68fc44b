"""A table that was found on the network: what a line says of it, and what another program reads."""

from client.text import Words
from net.edge.finding.table_list import ListedTable


def listed_in_words(words: Words, table: ListedTable) -> str:
    """How a table stands, whether it needs words, and which seats are free."""
    parts = [words.table_state(table.state.value, table.why)]
    if table.needs_passphrase:
        parts.append(words.say("start.needs-phrase"))
    if table.is_joinable:
        free = words.listed([words.seat(seat) for seat in table.seats_free])
        parts.append(words.say("start.free", seats=free))
    return "; ".join(parts)


def listed_as_json(table: ListedTable) -> dict[str, object]:
    """The same for a program."""
    shown = table._asdict() | {"state": table.state.value, "code": table.code}
    del shown["table"]
    return shown
