"""Secrets stay home: what a peer keeps to itself is nowhere in what the others have."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.canonical import encode
from net.crypto.transcript import Verifier
from net.edge.storing.store import Store
from net.judging.game_file import from_file
from net.judging.verification import record_of
from net.log.entry import decode_entry
from net.peer.effects import Send
from net.wire.bodies import AuditOpened
from tests.net.conftest import SMALL
from tests.net.peer.secrets_made import SecretsMade, before_audit, found_in, opened_in
from tests.support.fake_wire import FakeWire, Node, signed, table_for
from tests.support.made_games import FIVE, TWO
from tests.support.proving import entropy_from
from tests.support.real_group import REAL

# What must come out of the seeds in any game, or the search below looks for nothing.
MADE = {"key.id", "key.back", "key.coin", "key.seal", "key.nonce", "key.salt", "key.fresh",
        "trail.n", "trail.l", "choice", "shuffle", "rekey"}  # fmt: skip


class Watched:
    """A whole game: what went over the wire before the audit, and who held what just before it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.made = SecretsMade(patch)
        self.wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets 38")  # with a fight
        self.sent: list[bytes] = []
        self.held: list[tuple[set[bytes], set[int]]] = []
        self._perform = self.wire._perform
        self.wire._perform = self._watch  # type: ignore[method-assign, assignment]
        self.wire.run()
        patch.undo()
        self.before = [before_audit(node.disk) for node in self.wire.nodes]
        self.opened = set(opened_in(SMALL, self.before[0]))

    def _watch(self, peer: int, effect: object) -> None:
        if isinstance(effect, Send):
            entry = getattr(effect.message, "entry", b"")
            is_audit = bool(entry) and decode_entry(entry).kind == AuditOpened.kind
            if is_audit and not self.held:
                self.held = [_held(node.referee) for node in self.wire.nodes]
            if not is_audit:
                self.sent.append(encode(effect.message))
        self._perform(peer, effect)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    with pytest.MonkeyPatch.context() as patch:
        yield Watched(patch)


def own_secrets(node: Node) -> set[bytes]:
    """The seed, the identity, and the keys of the game."""
    player, vault = node.referee.player, node.referee._vault
    assert vault is not None
    keys = vault.game
    scalars = (scalar.to_bytes(32, "little") for scalar in (keys.identity, keys.back, keys.coin))
    return {player.seed, player.identity._secret_key[:32], keys.box, keys.nonce_key, *scalars}


def own_scalars(node: Node) -> set[int]:
    vault = node.referee._vault
    assert vault is not None
    return {vault.game.identity, vault.game.back, vault.game.coin}


def test_everything_secret_is_listened_to(watched: Watched) -> None:
    assert watched.made.halves.keys() >= MADE
    assert len(watched.sent) > 100
    assert sum(map(len, watched.sent)) > 100_000
    # Cards of the trail were opened, and others never were.
    assert watched.made.halves["trail.n"] & watched.opened
    assert watched.made.halves["trail.n"] - watched.opened


def test_a_secret_in_the_middle_of_something_is_found(watched: Watched) -> None:
    secret = next(iter(watched.made.halves["trail.n"]))
    assert found_in(b"before" + secret + b"after", watched.made.all_halves()) == {secret}


def test_no_secret_is_in_the_entries_of_anybody(watched: Watched) -> None:
    secrets = watched.made.all_halves().union(*map(own_secrets, watched.wire.nodes))
    for entries in watched.before:
        assert found_in(b"".join(entries), secrets - watched.opened) == set()


def test_no_secret_went_over_the_wire_before_the_audit(watched: Watched) -> None:
    secrets = watched.made.all_halves().union(*map(own_secrets, watched.wire.nodes))
    assert found_in(b"".join(watched.sent), secrets - watched.opened) == set()


def test_no_secret_is_readable_in_the_files_of_a_store(watched: Watched, tmp_path: Path) -> None:
    """Of any peer, the own ones neither: the seed lies sealed, and the rest follows from it."""
    secrets = watched.made.all_halves().union(*map(own_secrets, watched.wire.nodes))
    for node, entries in zip(watched.wire.nodes, watched.before, strict=True):
        player, folder = node.referee.player, tmp_path / str(node.referee.player.peer)
        folder.mkdir()
        store = Store(folder / "borgo.db", bytes(range(32)))
        game = node.referee.proceedings.setup_hash
        store.begin_game(game, encode(signed(watched.wire.setup)), 0)
        store.keep_secret(game, "seed", player.seed)
        for entry in entries:
            if decode_entry(entry).peer == player.peer:
                store.record_own(game, entry)
            else:
                store.record_received(game, [entry])
        store.close()
        kept = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
        assert entries[-1][:64] in kept  # it is really there, and not packed away
        assert found_in(kept, secrets - watched.opened) == set()


def test_no_secret_scalar_is_in_games_of_the_real_group() -> None:
    """Also r of REKEY, t of LINK, the randomness of L and of shuffles: too short in the small one.

    The seeds at the end of recorded games make all of them again.
    """
    group, games = REAL, [from_file(path.read_bytes()) for path in (FIVE, TWO)]
    with pytest.MonkeyPatch.context() as patch:
        made = SecretsMade(patch)
        for game in games:
            record_of(game, Verifier(group, entropy_from("secrets")))
    assert made.scalars.keys() >= MADE - {"key.salt", "key.fresh"} | {"link"}
    entries = [entry for game in games for entry in before_audit(game.entries)]
    secrets = made.all_halves() | made.all_scalars()
    assert found_in(b"".join(entries), secrets) == secrets & set(opened_in(group, entries))


def _held(root: object) -> tuple[set[bytes], set[int]]:
    """The byte strings and numbers an object holds, however deep; no modules, types, functions."""
    skipped = (type, type(gc), type(_held), type(gc.collect))
    found, queue = {id(root): root}, [root]
    while queue:
        for each in gc.get_referents(queue.pop()):
            if id(each) not in found and not isinstance(each, skipped):
                found[id(each)] = each
                queue.append(each)
    values = found.values()
    return (
        {each for each in values if isinstance(each, bytes)},
        {each for each in values if type(each) is int},
    )


def test_no_secret_is_in_the_memory_of_another_peer_before_the_audit(watched: Watched) -> None:
    for peer, node in enumerate(watched.wire.nodes):
        secrets, scalars = own_secrets(node), own_scalars(node)
        for other, (held, numbers) in enumerate(watched.held):
            assert bool(held & secrets) == bool(numbers & scalars) == (peer == other)


def test_no_nonce_of_a_hidden_card_is_in_the_memory_of_a_hunter(watched: Watched) -> None:
    nonces = watched.made.halves["trail.n"]
    (dracula, _), *hunters = watched.held
    assert dracula & nonces - watched.opened
    for held, _ in hunters:
        assert held & nonces <= watched.opened


def test_nobody_can_read_a_hidden_card_of_another_or_of_a_deck() -> None:
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets")
    wire.run_until(60)
    readable: dict[int, set[int]] = {}
    for peer, node in enumerate(wire.nodes):
        vault, ledger = node.referee._vault, node.referee.proceedings.ledger
        assert vault is not None
        for handle, card in ledger._cards.items():
            if card.code is None:
                is_read = vault.code(ledger, card) is not None
                readable.setdefault(handle, set()).update({peer} if is_read else ())
    assert sum(len(peers) == 1 for peers in readable.values()) > 3  # hands
    assert sum(not peers for peers in readable.values()) > 50  # decks
    assert not [slot for slot, peers in readable.items() if len(peers) > 1]


def test_no_share_of_a_key_is_readable_by_others() -> None:
    """K-6: what each peer keeps of another's keys is nowhere but in its own memory."""
    setup = replace(table_for(3, influence_to_win=3), recovery=True)
    wire = FakeWire(setup, SMALL, "shares")
    wire.run_until(8)
    dealing = wire.nodes[0].referee.proceedings.recovery.dealing
    assert dealing is not None
    shares = set()
    for node in wire.nodes:
        vault = node.referee._vault
        assert vault is not None
        dealers = [step.peer for step in dealing.steps if step.peer != vault.peer]
        shares |= {dealing.kept(vault, dealer) for dealer in dealers}
    assert len(shares) == 4
    for node in wire.nodes:
        stored = b"".join(node.disk)
        assert not [share for share in shares if share in stored]


def test_what_is_hidden_from_a_seat_is_not_in_its_knowledge() -> None:
    wire = FakeWire(table_for(3, influence_to_win=3), SMALL, "secrets")
    wire.run_until(60)
    dracula, hunter = wire.nodes[0].referee, wire.nodes[1].referee
    hidden = set(dracula.witness.knowledge["dracula"])
    assert hidden
    for knowledge in hunter.witness.knowledge.values():
        assert not hidden & set(knowledge)
    assert not hidden & set(hunter.witness.values)
