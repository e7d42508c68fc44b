"""`--find`: a table that does not let us in does not keep us from another of the same name.

It is called all the same, so that its own people hear why (`test_other_programs.py`).
`--join`: what is answered there must name a table.
"""

import asyncio
from typing import Any, cast

import pytest

from engine.record import RULES_VERSION
from engine.versions import PROTOCOL
from net.edge.finding import route
from net.edge.finding.discovery import Hint
from net.edge.finding.route import Door, NotLetIn, TableToFind, TableToJoin
from net.edge.transport.link import Lost, TurnedAway
from net.edge.transport.sockets import LinkEnded, LinkName, Received, Unreachable
from net.limits import MOST_HINTS
from net.session.handshake import NO_TABLE, Call, Refusal
from net.wire.messages import Probed, encode_message
from tests.support.evenings import run_evening

# Which rules are played there.
TABLE_SAYS = {"other-rules": RULES_VERSION + 1, "joinable": RULES_VERSION}

ANSWERS = {
    "older": TurnedAway(Refusal.OTHER_VERSION),
    "older-and-gone": Unreachable("nobody-there"),
    "guarded": TurnedAway(Refusal.PASSPHRASE_NEEDED),
    "turned-away": TurnedAway(Refusal.OTHER_VERSION),
}


class Dialling:
    """Sockets by which one table lets us in, and others do not."""

    def __init__(self, deaf: int = 0) -> None:
        self.tables: dict[bytes, bytes] = {}
        self.protocols: dict[bytes, int] = {}
        self.happened: asyncio.Queue[Any] = asyncio.Queue()
        self.deaf, self.asked = deaf, 0  # so often nobody answers who is asked
        self.dropped: list[LinkName] = []

    async def dial(self, host: str, port: int, call: Call) -> LinkName:
        del port
        if host in ANSWERS:
            raise ANSWERS[host]
        return LinkName(call.table, host.encode())

    def send(self, name: LinkName, message: bytes) -> bool:
        """Who is asked answers, and who is told why we do not sit down hangs up."""
        host = name.peer.decode()
        self.asked += name.table == NO_TABLE
        if name.table != NO_TABLE:
            self.happened.put_nowait(LinkEnded(name, Lost.ENDED))
        elif self.asked > self.deaf:
            self.happened.put_nowait(Received(name, encode_message(said_at(host))))
        del message
        return True

    def drop(self, name: LinkName) -> None:
        self.dropped.append(name)
        self.happened.put_nowait(LinkEnded(name, Lost.CLOSED))


def table_of(host: str) -> bytes:
    return host.encode().ljust(16, b"-")


def said_at(host: str) -> Probed:
    return Probed(
        0, table_of(host), "Carfax", "fourth", PROTOCOL.newest, TABLE_SAYS[host], (),
        needs_passphrase=False, has_begun=False,
    )  # fmt: skip


def announced(name: str, host: str, protocol: int = PROTOCOL.newest) -> Hint:
    return Hint(host, table_of(host), name, (host,), 4000, host == "guarded", protocol)


KEEP_OUT = (
    announced("Carfax", "older", PROTOCOL.newest + 1),
    announced("Carfax", "guarded"),
    announced("Carfax", "turned-away"),
    announced("Carfax", "older-and-gone", PROTOCOL.newest + 1),
    announced("Whitby", "another"),
    announced("Carfax", "other-rules"),
)


def found(*hints: Hint) -> tuple[LinkName, dict[bytes, bytes]]:
    """Where we come to when these are announced, and the tables we have a key of."""
    came: list[Any] = []

    async def evening() -> None:
        sockets = Dialling()
        door = Door(cast(Any, sockets), None)
        door._is_looking = True
        for hint in hints:
            door._hinted(hint)
        came.append(await door.find(TableToFind("Carfax"), sockets.happened))
        came.append(sockets.tables)

    run_evening(evening)
    return came[0], came[1]


def test_the_next_table_of_the_name_is_tried() -> None:
    joinable = announced("Carfax", "joinable")
    link, tables = found(*KEEP_OUT, joinable)
    assert link == LinkName(joinable.table, b"joinable")
    assert joinable.table in tables
    assert not {hint.table for hint in KEEP_OUT} & tables.keys()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (0, f"differing-protocol.{PROTOCOL.newest + 1}.{PROTOCOL.newest}"),
        (1, "passphrase-needed"),
        (2, "other-version"),
        (3, f"differing-protocol.{PROTOCOL.newest + 1}.{PROTOCOL.newest}"),
        (5, f"differing-rules.{RULES_VERSION + 1}.{RULES_VERSION}"),
    ],
)
def test_if_none_lets_us_in_the_reason_is_said(
    number: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOOKING_S", 0.01)
    with pytest.raises(NotLetIn) as kept_out:
        found(KEEP_OUT[4], KEEP_OUT[number])
    assert kept_out.value.reason == reason


def test_nobody_sits_down_where_nobody_has_said_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is slow to answer is asked again."""
    monkeypatch.setattr(route, "GREETING_S", 0.01)

    async def evening() -> None:
        sockets = Dialling(deaf=2)
        door = Door(cast(Any, sockets), None)
        door._is_looking = True
        door._hinted(announced("Carfax", "joinable"))
        link = await door.find(TableToFind("Carfax"), sockets.happened)
        assert link == LinkName(table_of("joinable"), b"joinable")
        assert (sockets.asked, sockets.dropped) == (3, [link, link])

    run_evening(evening)


def test_an_answer_that_names_no_table_is_none() -> None:
    """Sixteen zero bytes are for those who only ask: nobody is heard there."""
    table = bytes(range(16))

    async def evening() -> None:
        happened: asyncio.Queue[Any] = asyncio.Queue()
        for said in (NO_TABLE, table):
            probed = Probed(
                0, said, "Carfax", "fourth", PROTOCOL.newest, RULES_VERSION, (),
                needs_passphrase=False, has_begun=False,
            )  # fmt: skip
            happened.put_nowait(Received(LinkName(NO_TABLE, b"joinable"), encode_message(probed)))
        door = Door(cast(Any, Dialling()), None)
        link = await door.join(TableToJoin("joinable", 4000), happened)
        assert link == LinkName(table, b"joinable")

    run_evening(evening)


def test_of_many_announcements_the_newest_are_kept() -> None:
    """Whoever opens a table reads none of them, and anybody can announce."""
    last = announced("Carfax", "joinable")
    others = [announced("Whitby", f"another-{number}") for number in range(3 * MOST_HINTS)]
    assert found(*others, last)[0].table == last.table

    async def evening() -> None:
        door = Door(cast(Any, Dialling()), None)
        for hint in others:
            door._hinted(hint)
        assert door._hints.qsize() == MOST_HINTS
        assert door._hints.get_nowait() == others[-MOST_HINTS]

    run_evening(evening)
