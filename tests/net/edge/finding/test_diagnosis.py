"""`borgo doctor` on made-up machines: each ailment is found, said in words, and has a remedy."""

import asyncio
import json
import socket
from ipaddress import IPv4Interface
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.commands.command_line import main
from client.commands.doctor import report
from client.worker.hall import Hall
from client.worker.hall_values import EnterHall, Examine
from net.edge.finding.diagnosis import (
    Ailment,
    CalledAddress,
    Diagnosis,
    Findings,
    Reach,
    ThisMachine,
    diagnose,
)
from net.edge.finding.discovery import LOOPBACK
from net.edge.finding.short_codes import Address, code_of
from net.edge.finding.table_list import ListedTable, TableState

HERE = (IPv4Interface("192.168.1.5/24"),)
THERE = Address("192.168.1.23", 47123)
OPEN = ListedTable(b"x", "Carfax", TableState.OPEN, "192.168.1.23", 47123, needs_passphrase=False)

LOCKED = OPEN._replace(needs_passphrase=True, seats_free=("dracula",))


class MadeUp:
    """A machine as the test says."""

    def __init__(
        self,
        networks: tuple[IPv4Interface, ...] = HERE,
        *,
        multicast: bool = True,
        hears: bool = True,
        free: bool = True,
        tables: tuple[ListedTable, ...] = (),
        reach: Reach = Reach.TABLE,
    ) -> None:
        self._seen = (networks, multicast, hears, free, tables, reach)

    def networks(self) -> tuple[IPv4Interface, ...]:
        return self._seen[0]

    def allows_multicast(self) -> bool:
        return self._seen[1]

    async def hears_itself(self) -> bool:
        return self._seen[2]

    def is_port_free(self) -> bool:
        return self._seen[3]

    async def tables(self) -> tuple[ListedTable, ...]:
        return self._seen[4]

    async def call(self, address: Address) -> CalledAddress:
        assert address in (THERE, FAR)
        is_table = self._seen[5] is Reach.TABLE
        return CalledAddress(address, self._seen[5], LOCKED if is_table else None)


FAR = Address("10.9.8.7", 47123)
OTHER = OPEN._replace(state=TableState.OTHER_VERSION, why="differing-rules.2.1")
DEAD = OPEN._replace(state=TableState.GONE)
PLAYING = OPEN._replace(state=TableState.BEGUN)
ELSEWHERE = OPEN._replace(table=b"y", host="192.168.1.40")  # at the usual port too, as most are

CASES = {
    "healthy": (MadeUp(tables=(OPEN,)), None, Ailment.HEALTHY, "tables are found"),
    "no interface": (MadeUp(()), None, Ailment.NO_INTERFACE, "in no network"),
    "no multicast": (
        MadeUp(multicast=False), None, Ailment.MULTICAST_NOT_ALLOWED, "does not let programs"),
    "own firewall": (MadeUp(hears=False), None, Ailment.INCOMING_BLOCKED, "UDP port 5353"),
    "port taken": (MadeUp(free=False), None, Ailment.PORT_TAKEN, "47123 is taken"),
    "silence": (MadeUp(), None, Ailment.NOTHING_HEARD, "borgo doctor --address CODE"),
    "multicast blocked": (MadeUp(), THERE, Ailment.MULTICAST_BLOCKED, "borgo table --join CODE"),
    "blocked beside another": (
        MadeUp(tables=(ELSEWHERE,)), THERE, Ailment.MULTICAST_BLOCKED, "answers, but the network"),
    "tables that play": (MadeUp(tables=(PLAYING,)), None, Ailment.HEALTHY, "Nothing is wrong"),
    "all is well there": (MadeUp(tables=(OPEN,)), THERE, Ailment.HEALTHY, "Nothing is wrong"),
    "port closed": (
        MadeUp(reach=Reach.NO_REPLY), THERE, Ailment.PORT_CLOSED, "Let in TCP port 47123 there"),
    "nothing there": (MadeUp(reach=Reach.REFUSED), THERE, Ailment.NOTHING_THERE, "no table is at"),
    "no table there": (
        MadeUp(reach=Reach.SILENT_PROGRAM), THERE, Ailment.NOTHING_THERE, "Check the code"),
    "isolated": (
        MadeUp(reach=Reach.NO_SUCH_MACHINE), THERE, Ailment.ISOLATED, "keeps its machines apart"),
    "elsewhere": (MadeUp(reach=Reach.NO_SUCH_MACHINE), FAR, Ailment.OTHER_NETWORK, "same network"),
    "no such name": (
        MadeUp(reach=Reach.NO_SUCH_NAME), THERE, Ailment.UNKNOWN_NAME, "it is mistyped"),
    "version": (MadeUp(tables=(OTHER,)), None, Ailment.VERSION_MISMATCH, "Update the older"),
    "both versions": (
        MadeUp(tables=(OTHER,)), None, Ailment.VERSION_MISMATCH, "rules (yours 1, theirs 2)"),
    "version there": (
        MadeUp(reach=Reach.OTHER_VERSION), THERE, Ailment.VERSION_MISMATCH, "different version"),
    "dead": (MadeUp(tables=(DEAD,)), None, Ailment.TABLE_DEAD, "nobody answers there"),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(CASES))
def test_an_ailment_is_found_and_said(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    world, address, ailment, said = CASES[case]
    assert report(world, address) == (0 if ailment is Ailment.HEALTHY else 1)
    printed = capsys.readouterr().out
    assert said in printed
    assert "{" not in printed
    assert report(world, address, as_json=True) >= 0
    assert f'"is": "{ailment.value}"' in capsys.readouterr().out


@pytest.mark.parametrize("tables", [(), (LOCKED,)], ids=["unannounced", "listed"])
def test_the_table_at_an_address_is_named_with_whether_it_needs_words(
    tables: tuple[ListedTable, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    report(MadeUp(tables=tables), THERE)
    said = capsys.readouterr().out
    about = "Carfax answers: open; five words needed; free: Dracula"
    assert f"At {THERE.host}:{THERE.port} the table {about}" in said
    assert ("Table Carfax: open; five words needed" in said) == bool(tables)
    report(MadeUp(tables=(OPEN,)), THERE, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["answers"] | {"name": "Carfax", "needs_passphrase": True} == told["answers"]
    assert [each["needs_passphrase"] for each in told["tables"]] == [False]
    report(MadeUp(reach=Reach.NO_REPLY), THERE)
    assert "answers:" not in capsys.readouterr().out


def test_a_table_of_another_version_at_an_address_is_said_to_be_one() -> None:
    """Which table is there is asked in the first protocol: such a table answers."""
    seen = Findings((), True, True, True, (), CalledAddress(THERE, Reach.TABLE, OTHER))  # noqa: FBT003
    networks = MadeUp().networks()
    found = diagnose(seen._replace(networks=networks))
    assert Diagnosis(Ailment.VERSION_MISMATCH, f"{THERE.host}:{THERE.port}", OTHER.why) in found
    assert Ailment.MULTICAST_BLOCKED not in [each.ailment for each in found]


def test_who_hears_nothing_at_all_does_not_blame_the_network(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert report(MadeUp(hears=False), THERE, as_json=True) == 1
    printed = capsys.readouterr().out
    assert Ailment.INCOMING_BLOCKED.value in printed
    assert Ailment.MULTICAST_BLOCKED.value not in printed


@pytest.mark.parametrize("host", ["a" * 70, "a..b", "a\0b", "nobody"])
def test_a_name_that_nobody_has_is_not_a_machine_that_is_far(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    if host == "nobody":  # whoever knows names here is not to be asked
        monkeypatch.setattr("asyncio.open_connection", unknown)
    call = asyncio.run(ThisMachine().call(Address(host, 5)))
    assert call.reach is Reach.NO_SUCH_NAME


@pytest.mark.parametrize("interface", ["10.99.99.99", "foo", "a" * 70])
@pytest.mark.parametrize(
    "words",
    [
        ["doctor"],
        ["table", "--list"],
        ["table", "--name", "A", "--open", "t"],
        ["table", "--name", "A", "--watch", "--find", "t"],
    ],
    ids=["doctor", "list", "open", "watch"],
)
def test_an_address_of_another_machine_is_named_beside_our_own(
    words: list[str], interface: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--interface", interface]) == 2
    said = capsys.readouterr().err
    assert f"“{interface}”" in said
    assert LOOPBACK in said


def test_the_window_is_told_so_too(tmp_path: Path) -> None:
    told: list[Any] = []
    pipe: Any = SimpleNamespace(tell=told.append)
    hall = Hall(EnterHall(str(tmp_path), interface="foo"), pipe)
    asyncio.run(hall._examine(Examine()))
    assert "“foo”" in told[0].fault


def test_every_ailment_has_a_case() -> None:
    assert {ailment for _, _, ailment, _ in CASES.values()} == set(Ailment)


def test_several_things_can_be_wrong_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    world = MadeUp(hears=False, free=False, tables=(OTHER,), reach=Reach.NO_REPLY)
    assert report(world, THERE) == 1
    printed = capsys.readouterr().out
    assert printed.count("→") == 4
    assert code_of(Address("192.168.1.5", 47123)) in printed
