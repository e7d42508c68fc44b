"""A whole game between peers: every request of the engine answered by bodies, none signed.

What concerns the trail is told in clear by Dracula's peer; everything else goes through the cards.
"""

from collections import Counter
from typing import Any

from client.simulation import below_from
from engine import truth
from engine.canonical import digest
from engine.game import Game as RulesGame
from engine.ids import DRACULA, EVERYONE, Seat
from engine.knowledge import Knowledge
from engine.record import Setup, begin, members
from engine.requests import Conceal, Deal, Request, Sealed, Shuffle, Together
from engine.witness import lesson
from net.crypto.group import Group
from net.fairness.cards.codes import Deck
from net.fairness.cards.exchange import Exchange
from net.fairness.cards.ledger import LockedCard
from net.game.pending import is_about_trail
from tests.net.fairness.cards.peers import Peers


class PlayedGame:
    def __init__(self, group: Group, setup: Setup, seed: str) -> None:
        self.peers = Peers(group, setup.players)
        self.games: list[RulesGame] = [begin(setup) for _ in setup.players]
        self.knowledge: dict[Seat, Knowledge] = {
            seat: {} for player in setup.players for seat in player
        }
        self.kinds: Counter[str] = Counter()  # which bodies were sent
        self._below = below_from(seed)

    @property
    def pending(self) -> Request[Any] | None:
        return self.games[0].pending

    def play(self, most: int) -> None:
        while self.pending is not None and self.games[0].position < most:
            self.step()

    def step(self) -> None:
        pending = self.pending
        assert pending is not None
        started: list[list[Exchange]] = []
        answers: list[Any] = []
        for member in members(pending):
            if is_about_trail(member):
                answers.append(self._told_in_clear(member))
                started.append([])
                continue
            exchanges = self.peers.exchanges(member, sum(len(e[0].steps) for e in started if e))
            self.peers.hold(exchanges, self._decision(member))
            self.kinds.update(type(body).__name__ for body in exchanges[0].taken.values())
            answers.append(None)
            started.append(exchanges)
        for number, exchanges in enumerate(started):
            if exchanges:
                answers[number] = self.peers.settle(exchanges)
                self._learn(members(pending)[number], exchanges)
        self._submit(pending, answers)

    def _submit(self, pending: Request[Any], answers: list[Any]) -> None:
        for game in self.games:
            game.submit(tuple(answers) if isinstance(pending, Together) else answers[0])
        assert len({digest(game.state) for game in self.games}) == 1

    def _decision(self, member: Request[Any]) -> Any:
        """What a seat decides, from what its own peer can read."""
        if member.seat == EVERYONE or isinstance(member, Shuffle | Deal):
            return None
        allowed = self._allowed(member)
        return allowed[self._below(len(allowed))]

    def _allowed(self, member: Request[Any]) -> list[Any]:
        game = self.games[0]
        known = self.knowledge[member.seat]
        return truth.allowed(member, game.state, game.table.edition, known)

    def _told_in_clear(self, member: Request[Any]) -> Any:
        answer = self._decision(member)
        if isinstance(member, Conceal):
            assert isinstance(answer, Sealed)
            self.knowledge[DRACULA][member.slot] = answer.value
            return answer.public
        return answer

    def _learn(self, member: Request[Any], exchanges: list[Exchange]) -> None:
        """The peer that learns something learns it from its own vault; the others cannot."""
        learned = lesson(member)
        for peer, exchange in enumerate(exchanges):
            known = exchange.learn(self.peers.vaults[peer])
            if learned is None or learned[0] not in self.knowledge:
                assert not known
                continue
            seat, slots = learned
            if exchange.ledger.peer_of(seat) == peer:
                assert tuple(known) == slots
                self.knowledge[seat].update(known)
            else:
                assert not known
                self._refuse_to_read(peer, member, slots)

    def _refuse_to_read(self, peer: int, member: Request[Any], slots: tuple[str, ...]) -> None:
        ledger = self.peers.ledgers[peer]
        if isinstance(member, Conceal):
            assert self.peers.vaults[peer].choice(ledger, ledger.choices[member.slot]) is None
            return
        giver = None if member.seat == EVERYONE else ledger.peer_of(member.seat)
        for slot in slots:
            if not ledger.card(slot).is_open and not (ledger.card(slot).holder == peer == giver):
                assert self.peers.face(peer, slot) is None

    def check_conservation(self) -> None:
        """With all keys together every deck has all its cards, each once; ledgers are equal."""
        ledger = self.peers.ledgers[0]
        for other in self.peers.ledgers[1:]:
            assert other._cards == ledger._cards
        found: Counter[str] = Counter()
        for card in ledger._cards.values():
            if card.deck != Deck.COMBAT:
                found[self._omniscient(card)] += 1
        edition = ledger.game.edition
        hidden: dict[str, Any] = {**edition.cards, **edition.tickets}
        decks = {"item", "encounter", "hunter_event", "dracula_event"}
        for name, kind in hidden.items():
            if getattr(kind, "deck", None) in decks or name in edition.tickets:
                assert found.pop(name) == kind.copies
        assert not found

    def _omniscient(self, card: LockedCard) -> str:
        group, ledger = self.peers.group, self.peers.ledgers[0]
        if card.holder is None:
            secret = sum(vault.game.identity for vault in self.peers.vaults)
        else:
            secret = self.peers.vaults[card.holder].game.identity
        plain = group.subtract(card.payload, group.multiply(secret, card.mask))
        code = ledger.codes.read(card.deck, plain)
        assert code is not None
        if card.back is not None:
            assert ledger.codes.back(code) == card.back
        name = ledger.codes.card(code)
        assert name is not None
        return name
