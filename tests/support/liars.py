"""A table with one peer whose program was changed: its entries leave altered and newly signed."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from net.crypto.group import Group
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.wire.bodies import decode_body, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent, Message
from tests.support.fake_wire import FakeWire, identities_for

# What becomes of an entry of the liar on its way to one peer; None: nothing is changed.
Lie = Callable[[int, Entry], Entry | None]


def signed_again(entry: Entry, **changes: object) -> Entry:
    """The entry with other fields, signed by its own peer."""
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    return sign_entry(identities_for(5)[entry.peer], Unsigned(**{**fields, **changes}))


def with_body(group: Group, entry: Entry, change: Callable[[Body], Body]) -> Entry:
    """The entry with another body, signed by its own peer."""
    body = change(decode_body(group, entry.kind, entry.body))
    return signed_again(entry, kind=body.kind, body=encode_body(body))


def with_fields(group: Group, entry: Entry, **fields: object) -> Entry:
    """The entry whose body has other fields, signed by its own peer."""
    return with_body(group, entry, lambda body: replace(body, **fields))


def lie(wire: FakeWire, liar: int, tell: Lie) -> None:
    """Let a peer of the wire lie; what it forwards of others is left alone."""

    def carry(sender: int, receiver: int, message: Message) -> Sequence[Message]:
        if sender != liar or not isinstance(message, EntrySent):
            return [message]
        entry = decode_entry(message.entry)
        told = tell(receiver, entry) if entry.peer == liar else None
        return [message if told is None else EntrySent(told.to_bytes())]

    wire.carry = carry
