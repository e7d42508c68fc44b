"""What one peer may answer, and the bodies that say it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine import truth
from engine.game import Standing
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Request
from engine.witness import Witness
from net.audit_machine import Auditing, Ending
from net.crypto.parties import Entropy
from net.docket import Docket
from net.effects import Ask, Effect, WakeAt
from net.errors import LocalMistake
from net.fairness.exchange import Exchange
from net.log.roster import Player
from net.obligations import PeerVault
from net.parts import Answering, Part
from net.proceedings import Proceedings
from net.recovery.succession import Scalars
from net.setup_machine import Entering, KeysCommitted, KeysOpened
from net.wire.layout import Body


class Secrets(NamedTuple):
    """What bodies are made with; the vault is there once the game is entered."""

    vault: PeerVault | None
    entropy: Entropy
    rebuilt: Scalars | None  # of a successor


class Replies:
    """The answers of one peer to what is pending."""

    def __init__(self, player: Player, proceedings: Proceedings, witness: Witness) -> None:
        self.docket = Docket(player.peer)
        self._player = player
        self._proceedings = proceedings
        self._witness = witness

    def request_of(self, part: Part) -> Request[Any] | None:
        """What the rules ask with a part; None before and after them."""
        pending = self._proceedings.request
        return None if pending is None else members(pending)[part.exchange]

    def allowed(self, request: Request[Any]) -> list[Any]:
        """All that a seat of ours may truthfully and legally say."""
        game = self._proceedings.game
        knowledge = self._witness.knowledge[request.seat]
        return truth.allowed(request, game.state, game.table.edition, knowledge)

    def lacking(self, part: Part, now: float) -> Sequence[Effect] | None:
        """What must be done before a part can be answered; None if it can be answered now.

        N-7, 22.5: what nobody decides and could depend on a secret leaves after the fixed delay.
        """
        request, decided = self.request_of(part), self.docket.decided(part)
        if isinstance(request, Choose | Conceal) and decided is None:
            if not self.docket.note_asked(part):
                return []
            index, answers = self._proceedings.chain.index, tuple(self.allowed(request))
            return [Ask(index, part.number, request, answers)]
        if not isinstance(request, Attest) and not (decided is not None and decided.automatic):
            return None
        time = self.docket.since(part) + self._proceedings.setup.delay_ms / 1000
        return [WakeAt(time)] if now < time else None

    def make(self, part: Part, secrets: Secrets) -> Body:
        """The body that answers a part."""
        exchange = self._proceedings.hearing.exchanges[part.exchange]
        if isinstance(exchange, Exchange):
            assert secrets.vault is not None
            return exchange.make(secrets.vault, part.step, self._answer_to(part))
        return self._make_round(exchange, secrets)

    def _make_round(self, exchange: Answering, secrets: Secrets) -> Body:
        """The first and the last requests of a game."""
        player = self._player
        match exchange:
            case Entering():
                return exchange.make(player.peer, secrets.entropy)
            case KeysCommitted() | KeysOpened():
                assert secrets.vault is not None
                return exchange.make(secrets.vault)
            case Ending():
                return exchange.make()
            case Auditing():
                return exchange.make(player.peer, player.seed, secrets.rebuilt)
            case _:
                raise LocalMistake(f"nobody answers {type(exchange).__name__}")

    def _answer_to(self, part: Part) -> Any:
        """What was decided, or the one truth; nothing where there is nothing to say."""
        request, decided = self.request_of(part), self.docket.decided(part)
        if decided is None:
            return self.allowed(request)[0] if isinstance(request, Attest) else None
        assert request is not None
        if decided.answer not in self.allowed(request):
            what = type(decided.answer).__name__  # N-9: its values may be secret
            raise LocalMistake(f"a {what} that was not among what could be answered")
        if decided.standing:
            return Standing(decided.answer, decided.standing)
        return decided.answer
