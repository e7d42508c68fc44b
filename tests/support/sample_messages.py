"""One of each message on a channel, and a set-up for five."""

from engine.versions import PROTOCOL
from net.crypto.keys import Identity
from net.limits import LONGEST_ENTRY
from net.wire.messages import (
    ChatLine,
    ChatSent,
    EntrySent,
    GameBegun,
    Goodbye,
    Greeting,
    HaveHeads,
    Message,
    PeerAt,
    PeersKnown,
    Ping,
    PlaceWanted,
    Pong,
    Probe,
    Probed,
    Refused,
    SeatsWanted,
    SetupOffered,
    SetupSigned,
    StateTold,
    WantEntries,
    WantEntry,
    WantRequests,
    WantState,
    Whispered,
)
from net.wire.table_setup import SeatedPeer, TableSetup, encode_setup

IDENTITIES = [Identity(bytes((number,)) * 32) for number in range(1, 6)]
SEATS = (("dracula",), ("godalming",), ("seward",), ("van_helsing",), ("mina",))
NAMES = ("Vlad", "Zoë", "Ōe", "bot of Zoë", "M")


def five_at_a_table() -> TableSetup:
    peers = tuple(
        SeatedPeer(identity.public_key, name, seats, bytes((number,)) * 16)
        for number, (identity, name, seats) in enumerate(zip(IDENTITIES, NAMES, SEATS, strict=True))
    )
    bot = SeatedPeer(peers[3].identity, NAMES[3], SEATS[3], peers[3].random, is_bot=True, kept_by=1)
    return TableSetup(
        protocol=PROTOCOL.newest,
        rules=1,
        edition="fourth",
        switches={"hunters_in_play": "all-four-shared", "some_number": 3},
        tables=b"\x0e" * 32,
        peers=(*peers[:3], bot, peers[4]),
        onlookers=2,
        recovery=True,
    )


LINE = ChatLine(bytes(32), 1, 7, b"\x01" * 32, b"\x02" * 32, (), "He is in the Adriatic, I say.")

MESSAGES: tuple[Message, ...] = (
    Probe(5),
    Probed(
        5, bytes(16), "Carfax", "fourth", 1, 1, ("mina",), needs_passphrase=True, has_begun=False
    ),
    Greeting(1, "Zoë", bytes(16), wants_to_watch=True, seen_at="192.0.2.7"),
    SeatsWanted(("mina", "seward")),
    SetupOffered(encode_setup(five_at_a_table())),
    SetupSigned(bytes(32), 4, bytes(64)),
    Refused("table.full"),
    Goodbye("left"),
    GameBegun(bytes(300)),
    PeersKnown((PeerAt(bytes(32), "192.0.2.7", 4711),)),
    PlaceWanted(bytes(32)),
    EntrySent(bytes(LONGEST_ENTRY)),
    HaveHeads(bytes(32), 77, b"\x01" * 32, (0, 1, 4)),
    WantEntries(bytes(32), 77, (2, 3)),
    WantRequests(bytes(32), 70, 7),
    WantEntry(bytes(32)),
    WantState(bytes(32), b"\x02" * 32),
    StateTold(bytes(32), b"\x80"),
    Ping(2**63 - 1),
    Pong(0),
    ChatSent(LINE, bytes(64)),
    Whispered(1, "Two garlic for a ticket?"),
)
