"""What each version left is verified, and its unfinished game goes on to its end.

Also by a program that has one protocol more: the game stays what it was.
"""

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from client.records.reading import unchecking
from engine.record import edition_of
from engine.record_file import format_of
from engine.versions import FILE, PROTOCOL, STORE
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import Unseen
from net.edge.coming_back.resume import Unfinished, unfinished
from net.edge.desk import Desk
from net.edge.finding.route import TableToFind, TableToJoin
from net.edge.measures import Measures
from net.edge.node import ListenPlace, Node, Person
from net.edge.onlooker_node import WatchNode
from net.edge.storing.store import Store
from net.judging.game_file import from_file, to_file
from net.judging.verification import record_of, verify
from net.log.entry import decode_entry
from net.onlooking.onlooker import Onlooker
from net.wire.bodies_setup import GameOpen
from tests.net.edge.programs import stop
from tests.net.edge.test_node import LOOPBACK, WatchingGuide
from tests.released.homes import (
    FOLDER,
    IDENTITIES,
    KEYS,
    NAMES,
    SEATS,
    found_of,
    released_store,
    released_table,
)
from tests.support.evenings import run_evening
from tests.support.proving import entropy_from

# By protocol: what was left in the middle, by the heads of both players; and what was played to its
# end, by its last parent and how many answers it took.
KEPT = {number: found_of(number) for number in PROTOCOL.known}


PROGRAMS = ["this program", "a later one"]


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A later one has one protocol more."""
    monkeypatch.setattr(PROTOCOL, "newest", PROTOCOL.newest + PROGRAMS.index(request.param))
    return str(request.param)


@pytest.fixture(params=[*KEPT], ids=lambda number: f"protocol {number}")
def protocol(request: pytest.FixtureRequest) -> int:
    """Of the game that was left."""
    number: int = request.param
    return number


@pytest.fixture
def stores(tmp_path: Path, protocol: int) -> Iterator[dict[str, Store]]:
    opened = {
        name: Store(released_store(tmp_path / name, name, protocol), KEYS[name]) for name in NAMES
    }
    yield opened
    for store in opened.values():
        store.close()


def waiting(store: Store, name: str) -> Unfinished:
    (game,) = unfinished(store, Identity(IDENTITIES[name]).public_key)
    return game


@pytest.mark.usefixtures("program")
def test_the_game_that_was_left_is_found_as_it_was(stores: dict[str, Store], protocol: int) -> None:
    for name, store in stores.items():
        game, (kept,) = waiting(store, name), store.games()
        setup = game.returning.begin.setup
        assert (setup.protocol, setup.rules, setup.edition) == (protocol, protocol, "fourth")
        assert setup.switches["influence_to_win"] == 3
        assert edition_of(setup.for_engine()).switches.influence_to_win == 3
        assert [(peer.name, peer.seats) for peer in setup.peers] == [
            ("Ana", SEATS["ana"]),
            ("Ben", SEATS["ben"]),
        ]
        assert (kept.head_index, kept.head_parent.hex()) == KEPT[protocol].heads[name]
        assert game.returning.whereabouts.name == "Carfax"


@pytest.mark.wire
@pytest.mark.slow
def test_the_game_that_was_left_goes_on(
    program: str, stores: dict[str, Store], protocol: int
) -> None:
    """K-3: at other ports, for a while or to its end; what comes of it is verified."""
    until = 200 if program == PROGRAMS[0] else -1

    async def evening() -> list[Node]:
        guides = {name: WatchingGuide(name, until) for name in stores}
        nodes = {name: back(stores[name], name, guides[name]) for name in stores}
        games = [waiting(stores[name], name).returning for name in nodes]
        running = [
            asyncio.create_task(at.run(to)) for at, to in zip(nodes.values(), games, strict=True)
        ]
        if until > 0:
            await guides["ana"].reached.wait()
            await stop(*running)
        else:
            assert [ended.reason for ended in await asyncio.gather(*running)] == ["over", "over"]
        return [*nodes.values()]

    played = run_evening(evening)[0].playing
    assert played is not None
    game = from_file(to_file(played.game()))
    verdict = verify(game, Verifier(SodiumGroup(), entropy_from("anybody")))
    assert (verdict.kind, verdict.violation) == ("unfinished" if until > 0 else "clean", None)
    entries = [decode_entry(each) for each in game.entries]
    opened = [played.referee.proceedings.decode(each) for each in entries[:2]]
    assert [each.version for each in opened if isinstance(each, GameOpen)] == [protocol] * 2
    kept = kept_at(stores["ana"], KEPT[protocol].heads["ana"][0])
    assert kept <= {*game.entries}, "nothing that was signed is lost"


class Follower(Unseen):
    """Sees that it follows a game."""

    def __init__(self) -> None:
        self.follows = asyncio.Event()

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        del linked
        if onlooker.proceedings is not None and onlooker.proceedings.chain.index:
            self.follows.set()


@pytest.mark.wire
@pytest.mark.slow
@pytest.mark.parametrize("way", ["find", "join"])
def test_a_later_program_looks_on_at_a_game_that_is_older(
    stores: dict[str, Store], way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is open to all who know its numbers, though no new one of them would begin."""
    monkeypatch.setattr(PROTOCOL, "newest", PROTOCOL.newest + 1)

    async def evening() -> None:
        guide, eyes = WatchingGuide("ana"), Follower()
        node = back(stores["ana"], "ana", guide)
        playing = asyncio.create_task(node.run(waiting(stores["ana"], "ana").returning))
        route = TableToFind("Carfax") if way == "find" else TableToJoin(LOOPBACK, await guide.port)
        watching = WatchNode(Identity(b"\3" * 32), "Eva", unchecking(), eyes)
        looking = asyncio.create_task(watching.run(route, LOOPBACK))
        await asyncio.wait_for(eyes.follows.wait(), 30)
        await stop(playing, looking)

    run_evening(evening)


def kept_at(store: Store, head: int) -> set[bytes]:
    """What was there before, of the requests that were settled."""
    entries = store.entries(store.games()[0].id)
    return {each for each in entries if decode_entry(each).index < head}


def back(store: Store, name: str, guide: WatchingGuide) -> Node:
    guide.prepare(waiting(store, name).returning.begin.setup)
    person = Person(Identity(IDENTITIES[name]), name.title(), SEATS[name])
    desk = Desk(store, Verifier(SodiumGroup(), entropy_from(name)), guide, Measures())
    return Node(person, desk, ListenPlace(LOOPBACK, 0))


@pytest.mark.slow
def test_the_game_that_was_played_is_verified_and_replayed(protocol: int) -> None:
    game, kept = from_file(released_table(protocol)), KEPT[protocol]
    verdict = verify(game, Verifier(SodiumGroup(), entropy_from("anybody")))
    assert (verdict.kind, verdict.violation) == ("clean", None)
    assert (game.setup().protocol, game.setup().rules) == (protocol, protocol)
    assert verdict.final_parent == kept.parent
    record = record_of(game, Verifier(SodiumGroup(), entropy_from("anybody")))
    assert record.setup.rules == protocol
    assert len(record.answers) == kept.answers


def test_there_is_something_of_every_version(stores: dict[str, Store], protocol: int) -> None:
    """Whoever raises a number leaves here what was made under it."""
    kept = {each.name.split("-")[1] for each in FOLDER.glob("store-*")}
    assert kept == {*map(str, STORE.known)}
    left = [waiting(store, name).returning.begin.setup for name, store in stores.items()]
    whole = released_table(protocol)
    assert {each.protocol for each in (*left, from_file(whole).setup())} == {protocol}
    assert {format_of(whole)} == {*FILE.known}
