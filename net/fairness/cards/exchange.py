"""The entries by which peers answer one request, made, checked, and turned into its answer.

1. An exchange knows which peer sends which body, in order of part: its `steps`. Their first part is
   given, for a `Together` joins the exchanges of its members.
2. Whoever is asked `make`s a body; everybody `check`s it, the maker too. A check raises a
   `PeerFault` with the code of V-1, or keeps the body.
3. When every step is there, `settle` changes the ledger and gives the engine's answer; then `learn`
   says what this peer alone has learned from it.
4. There may be no steps at all, where everybody knows everything already: settle at once.
"""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple, TypeAlias

from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.requests import Request
from net.crypto.faults import Malformed, RuleBroken
from net.crypto.transcript import Moment, Purpose, context_index
from net.errors import LocalMistake
from net.fairness.cards.ledger import Ledger
from net.fairness.cards.vault import Vault
from net.wire.layout import Body

# Public numbers by name, as net/PROTOCOL.md says them (appendix E).
Statement: TypeAlias = dict[str, Any]


class ExchangePlace(NamedTuple):
    """Where a request stands: its parent (H-3), and the part at which its entries begin."""

    anchor: bytes
    first_part: int = 0
    without: frozenset[int] = frozenset()  # whose shuffles all have agreed to do without


class Step(NamedTuple):
    """One expected entry."""

    peer: int
    kind: type[Body]


class Exchange(ABC):
    """The entries of one request."""

    steps: tuple[Step, ...] = ()

    def __init__(self, ledger: Ledger, place: ExchangePlace) -> None:
        self.ledger = ledger
        self.place = place
        self.taken: dict[int, Body] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every step has its verified body."""
        return len(self.taken) == len(self.steps)

    def is_due(self, number: int) -> bool:
        """L-4: whether everything is here that this step builds on."""
        return 0 <= number < len(self.steps)

    @abstractmethod
    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The body of one step; `answer` is what its seat decided, if there was a choice."""

    def check(self, number: int, body: Body) -> None:
        """Refuse a body that is not right, or keep it."""
        step = self.steps[number]
        if type(body) is not step.kind:
            raise Malformed(f"{type(body).__name__} where {step.kind.__name__} belongs")
        if not self.is_due(number):
            raise LocalMistake(f"step {number} builds on something that is not here")
        self._verify(number, body)
        self.taken[number] = body

    def settle(self) -> Any:
        """Change the ledger, and give the answer of the request."""
        if not self.is_complete:
            raise LocalMistake("a request that is not complete")
        return self._settle()

    def learn(self, _vault: Vault) -> Knowledge:
        """What the owner of a vault can read since this was settled, for the seat that learned."""
        return {}

    def remakes(self, _vault: Vault, _number: int) -> bool:
        """A-2: whether a step's body is what its peer's seed makes of it, apart from proofs.

        Asked when the step is checked and nothing is settled yet.
        """
        return True

    def stated(self, _number: int) -> Statement | None:
        """22.12: what the proof of a step is about, if only the rules of play say it.

        Asked when the step is checked and nothing is settled yet; for whoever checks proofs alone.
        """
        return None

    @abstractmethod
    def _verify(self, number: int, body: Any) -> None:
        """Refuse a body of the right type that is not right."""

    @abstractmethod
    def _settle(self) -> Any:
        """Change the ledger, and give the answer."""

    def moment(self, peer: int) -> Moment:
        """H-3: where a peer answers."""
        game = self.ledger.game
        return Moment(game.game_id, game.epoch, self.place.anchor, peer)

    def context(self, step: int, purpose: Purpose, number: int = 0) -> bytes:
        """22.11: the context of one proof of the body of a step."""
        index = context_index(self.place.first_part + step, number)
        return self.moment(self.steps[step].peer).context(purpose, index)


class LoneAnswer(Exchange):
    """A request that one peer answers with one body."""

    def __init__(
        self, ledger: Ledger, place: ExchangePlace, request: Request[Any], kind: type[Body]
    ) -> None:
        super().__init__(ledger, place)
        self.peer = ledger.peer_of(request.seat)
        self.steps = (Step(self.peer, kind),)


def refuse_illegal(request: Request[Any], answer: Any) -> None:
    """V-1, 7: refuse an answer that the request does not accept."""
    if not request.accepts(answer):
        raise RuleBroken("the rules do not allow this answer")


def read_all(ledger: Ledger, vault: Vault, slots: tuple[SlotId, ...]) -> Knowledge:
    """The faces of cards that the owner of the vault can read now."""
    read: Knowledge = {}
    for slot in slots:
        face = vault.face(ledger, slot)
        if face is None:
            raise LocalMistake(f"{slot} came to us and cannot be read")
        read[slot] = face
    return read
