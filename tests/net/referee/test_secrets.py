"""Secrets stay home: what a peer keeps to itself is nowhere in what the others have."""

import gc
from collections.abc import Iterator

import pytest

from engine.canonical import encode
from net.effects import Send
from net.log.entry import decode_entry
from net.wire.bodies import AuditOpened
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import FakeWire, Node, table_for


def secrets_of(node: Node) -> Iterator[bytes]:
    """The seed and everything made of it that another could use, as bytes that would be seen."""
    player = node.referee.player
    yield player.seed
    yield player.identity._secret_key
    vault = node.referee._vault
    assert vault is not None
    keys = vault.game
    yield from (scalar.to_bytes(32, "little") for scalar in (keys.identity, keys.back, keys.coin))
    yield from (keys.box, keys.nonce_key)


def scalars_of(node: Node) -> set[int]:
    vault = node.referee._vault
    assert vault is not None
    return {vault.game.identity, vault.game.back, vault.game.coin}


@pytest.fixture(scope="module")
def watched() -> tuple[FakeWire, list[tuple[int, bytes]]]:
    """A whole game, with everything that went over the wire before the audit."""
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets")
    sent: list[tuple[int, bytes]] = []
    perform = wire._perform

    def watched(peer: int, effect: object) -> None:
        if isinstance(effect, Send):
            sent.append((peer, encode(effect.message)))
        perform(peer, effect)  # type: ignore[arg-type]

    wire._perform = watched  # type: ignore[method-assign, assignment]
    wire.run()
    return wire, sent


def before_audit(entries: list[bytes]) -> bytes:
    return b"".join(each for each in entries if decode_entry(each).kind != AuditOpened.kind)


def test_no_secret_is_in_a_store_of_anybody(watched: tuple[FakeWire, object]) -> None:
    wire, _ = watched
    for node in wire.nodes:
        for other in wire.nodes:
            stored = before_audit(other.disk)
            assert not [secret for secret in secrets_of(node) if secret in stored]


def test_no_secret_went_over_the_wire_before_the_audit(
    watched: tuple[FakeWire, list[tuple[int, bytes]]],
) -> None:
    wire, sent = watched
    audit = [entry for node in wire.nodes for entry in node.disk if entry[4] == AuditOpened.kind]
    on_the_way = b"".join(each for _, each in sent if not any(entry in each for entry in audit))
    assert len(on_the_way) > 100_000
    for node in wire.nodes:
        assert not [secret for secret in secrets_of(node) if secret in on_the_way]


def reached_from(root: object) -> list[object]:
    """Everything an object holds, however deep; modules, types and functions are not followed."""
    skipped = (type, type(gc), type(reached_from), type(gc.collect))
    found, queue = {id(root): root}, [root]
    while queue:
        for each in gc.get_referents(queue.pop()):
            if id(each) not in found and not isinstance(each, skipped):
                found[id(each)] = each
                queue.append(each)
    return list(found.values())


def test_no_secret_is_in_the_memory_of_another_peer_before_the_audit() -> None:
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets")
    wire.run_until(60)
    held = [reached_from(node.referee) for node in wire.nodes]
    for peer, node in enumerate(wire.nodes):
        secrets, scalars = set(secrets_of(node)), scalars_of(node)
        for other, things in enumerate(held):
            bytes_found = {each for each in things if isinstance(each, bytes)} & secrets
            scalars_found = {each for each in things if type(each) is int} & scalars
            assert bool(bytes_found) == bool(scalars_found) == (peer == other)


def test_what_is_hidden_from_a_seat_is_not_in_its_knowledge() -> None:
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets")
    wire.run_until(60)
    dracula, hunter = wire.nodes[0].referee, wire.nodes[1].referee
    hidden = set(dracula.witness.knowledge["dracula"])
    assert hidden
    for knowledge in hunter.witness.knowledge.values():
        assert not hidden & set(knowledge)
    assert not hidden & set(hunter.witness.values)
