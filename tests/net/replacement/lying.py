"""A changed program at a table that can lose somebody: what it says otherwise, and who notices."""

from collections.abc import Callable
from typing import Any

from net.crypto.keys import Identity
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.wire.bodies import Body, decode_body, encode_body
from net.wire.messages import EntrySent, Message
from tests.net.replacement.conftest import SMALL
from tests.support.absent_wire import AbsentWire

ABSENT, LIAR, HONEST = 2, 1, 0
STRANGER = Identity(bytes((77,)) * 32)

Change = Callable[[Any], Body]


def changed(entry: Entry, change: Change, signer: Identity) -> Entry:
    body = change(decode_body(SMALL, entry.kind, entry.body))
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    return sign_entry(signer, Unsigned(**{**fields, "kind": body.kind, "body": encode_body(body)}))


def tell_otherwise(
    wire: AbsentWire, sender: int, kind: type[Body], change: Change, signer: Identity
) -> None:
    """Whatever of this kind a node says leaves changed, and newly signed."""

    def carry(told: int, _receiver: int, message: Message) -> list[Message]:
        if told != sender or not isinstance(message, EntrySent):
            return [message]
        entry = decode_entry(message.entry)
        if entry.kind != kind.kind or entry.peer != wire.nodes[sender].referee.player.peer:
            return [message]
        return [EntrySent(changed(entry, change, signer).to_bytes())]

    wire.carry = carry


def codes(wire: AbsentWire, *nodes: int) -> set[tuple[int, int]]:
    """Whom these nodes accuse, and of what."""
    return {
        (accuse.peer, int(accuse.code)) for node in nodes for accuse in wire.nodes[node].accused
    }
