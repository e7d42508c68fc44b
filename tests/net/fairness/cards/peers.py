"""Peers of one table in one process: they exchange bodies as bytes, without signatures."""

from collections.abc import Iterable
from typing import Any

from engine.editions import edition
from engine.ids import Seat, SlotId
from engine.record import players_for
from engine.requests import Deal, Request, Shuffle
from engine.versions import PROTOCOL
from net.crypto.group import Group
from net.crypto.hashing import next_parent
from net.fairness.cards.exchange import Exchange, ExchangePlace
from net.fairness.cards.ledger import Game, Ledger
from net.fairness.cards.vault import Owner, Vault
from net.game import rounds
from net.game.pending import card_exchange
from net.wire.bodies import decode_body, encode_body
from net.wire.layout import Body
from tests.support.proving import entropy_from, verifier_from

GAME_ID = bytes(range(32))
SETUP_PARENT = b"\x11" * 32
EDITION = edition("fourth", {})


def vaults_for(group: Group, count: int, game_id: bytes = GAME_ID) -> list[Vault]:
    return [
        Vault(group, bytes((peer,)) * 32, entropy_from(f"vault {peer}"), Owner(game_id, 0, peer))
        for peer in range(count)
    ]


class Peers:
    """Some peers, each with its own ledger and vault."""

    def __init__(
        self, group: Group, players: tuple[tuple[Seat, ...], ...] = players_for(3)
    ) -> None:
        self.group = group
        self.anchor = b"\x22" * 32
        self.vaults = vaults_for(group, len(players))
        game = Game(GAME_ID, players, EDITION, PROTOCOL.newest)
        keys = [rounds.game_keys(body) for body in opened_keys(group, self.vaults)]
        self.ledgers = [
            Ledger(game, keys, verifier_from(group, f"peer {peer}")) for peer in range(len(players))
        ]

    def exchanges(self, request: Request[Any], first_part: int = 0) -> list[Exchange]:
        place = ExchangePlace(self.anchor, first_part)
        return [card_exchange(ledger, request, place) for ledger in self.ledgers]

    def body(self, exchanges: list[Exchange], number: int, answer: Any = None) -> Body:
        """What the peer whose turn it is sends, read back from its bytes."""
        peer = exchanges[0].steps[number].peer
        body = exchanges[peer].make(self.vaults[peer], number, answer)
        return decode_body(self.group, body.kind, encode_body(body))

    def send(self, exchanges: list[Exchange], number: int, body: Body) -> None:
        for exchange in exchanges:
            exchange.check(number, body)

    def hold(self, exchanges: list[Exchange], answer: Any = None) -> None:
        """All peers send what they have to send."""
        for number in range(len(exchanges[0].steps)):
            self.send(exchanges, number, self.body(exchanges, number, answer))

    def settle(self, exchanges: list[Exchange]) -> Any:
        answers = [exchange.settle() for exchange in exchanges]
        assert all(answer == answers[0] for answer in answers)
        self.anchor = next_parent(self.anchor, ())
        return answers[0]

    def run(self, request: Request[Any], answer: Any = None) -> Any:
        """One request from beginning to end; its answer."""
        exchanges = self.exchanges(request)
        self.hold(exchanges, answer)
        return self.settle(exchanges)

    def shuffled(self, pile: str, cards: Iterable[str], prefix: str, first: int) -> list[SlotId]:
        faces = tuple(cards)
        slots = tuple(f"{prefix}{first + number}" for number in range(len(faces)))
        self.run(Shuffle("everyone", pile, (), slots, faces))
        return list(slots)

    def deal(self, slots: Iterable[SlotId], seat: Seat) -> None:
        self.run(Deal("everyone", tuple(slots), seat))

    def face(self, peer: int, slot: SlotId) -> str | None:
        return self.vaults[peer].face(self.ledgers[peer], slot)


def opened_keys(group: Group, vaults: list[Vault]) -> list[Any]:
    """KEY_COMMIT and KEY_OPEN of all peers, checked by the last of them."""
    verifier = verifier_from(group, "keys")
    contexts = [rounds.key_context(GAME_ID, SETUP_PARENT, peer) for peer in range(len(vaults))]
    commits = [
        rounds.make_key_commit(vault, context)
        for vault, context in zip(vaults, contexts, strict=True)
    ]
    opened: list[Any] = []
    for vault, context, commit in zip(vaults, contexts, commits, strict=True):
        body = rounds.make_key_open(vault, context)
        rounds.check_key_open(verifier, context, commit, body, opened)
        opened.append(body)
    return opened
