"""The pending request: which entries answer it, in which order, and how they are checked (22.11).

1. A request is answered by one exchange of the protocol (L-8); a `Together` by the exchanges of its
   members, joined. Their steps in order are the parts, and each entry carries its part's number.
2. Nothing here depends on a secret: requests, rosters and locks are the same for all peers.
3. `card_exchange` finds the exchange for a request about cards. Requests about the trail (Conceal
   of a location, every question but `CardIsAmong`) are given the same form by `Placing` and
   `Attesting`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.ids import EVERYONE
from engine.knowledge import Knowledge
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, Conceal, Deal, Lot, Request, Reveal, Sealed, Shuffle
from engine.rules.announced import is_lone
from engine.shapes import NOTHING, Shape
from engine.state import State
from net.crypto.faults import Malformed
from net.crypto.transcript import Verifier
from net.errors import LocalMistake
from net.fairness.cards.choices import ChoiceOpening, Committing, OpenChoice
from net.fairness.cards.exchange import Exchange, ExchangePlace, LoneAnswer, Statement, Step
from net.fairness.cards.hidden_cards import CardInSetProof, GivingAway, HandMix
from net.fairness.cards.ledger import Game, Ledger
from net.fairness.cards.opening import BackReveal, Drawing, HolderReveal, JointReveal, Showing
from net.fairness.cards.shuffle import JointShuffle, Toss
from net.fairness.cards.vault import Vault
from net.fairness.trail.placing import check_place, make_place, stated_place, take_place
from net.fairness.trail.trail_answers import TrailAnswer, check_attest, make_attest, stated_sets
from net.fairness.trail.trail_ledger import TrailLedger, TrailRequest
from net.fairness.trail.trail_vault import PeerVault, TrailVault
from net.game.rounds import Keys
from net.limits import MOST_PARTS
from net.wire.bodies import TrailAbsent, TrailInSet, TrailNotHide, TrailOpened, TrailPlaced
from net.wire.layout import Body

# --- The parts of a request and the entries that fill them ---


class AnswerExchange(Protocol):
    """The entries that answer one request: an `Exchange` about cards, or a `Round`."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Who sends what, in order."""

    @property
    def is_complete(self) -> bool:
        """Whether every step has its verified body."""

    def is_due(self, number: int) -> bool:
        """L-4: whether everything that this step builds on is here."""

    def check(self, number: int, body: Body) -> None:
        """Keep a body; refuse a wrong one, as a PeerFault."""

    def settle(self) -> Any:
        """The answer, once all steps are there."""

    def stated(self, number: int) -> Statement | None:
        """What the proof of a step that was checked is about, if only the rules of play say it."""


class Part(NamedTuple):
    """One expected entry: by whom, and which step of which exchange it is."""

    number: int
    peer: int
    exchange: int  # position among the exchanges
    step: int


class PendingRequest:
    """The pending request: its exchanges, and the flat list of their parts."""

    def __init__(self, exchanges: Sequence[AnswerExchange]) -> None:
        self.exchanges = tuple(exchanges)
        found: list[Part] = []
        for position, exchange in enumerate(self.exchanges):
            for number, step in enumerate(exchange.steps):
                found.append(Part(len(found), step.peer, position, number))
        if len(found) > MOST_PARTS:
            raise LocalMistake(f"a request of {len(found)} parts")
        self.parts: tuple[Part, ...] = tuple(found)

    @property
    def peers(self) -> tuple[int, ...]:
        """Who answers each part."""
        return tuple(part.peer for part in self.parts)

    @property
    def is_complete(self) -> bool:
        """L-4: whether all parts are answered and verified."""
        return all(exchange.is_complete for exchange in self.exchanges)

    def is_due(self, number: int) -> bool:
        """L-4: whether a part can be made and judged now: a shuffle waits for the previous one."""
        part = self._part(number)
        return self.exchanges[part.exchange].is_due(part.step)

    def awaited(self, missing: Iterable[int]) -> list[int]:
        """The peers that still owe one of these parts and could answer it now; each peer once."""
        return sorted({self.parts[number].peer for number in missing if self.is_due(number)})

    def check(self, number: int, body: Body) -> None:
        """Judge one part, by public data only."""
        part = self._part(number)
        self.exchanges[part.exchange].check(part.step, body)

    def settle(self) -> list[Any]:
        """The answers of the exchanges, in the order of the parts."""
        return [exchange.settle() for exchange in self.exchanges]

    def stated(self) -> dict[int, Statement]:
        """What proofs are about that only the rules of play say, by part; of what is here."""
        found = {
            part.number: self.exchanges[part.exchange].stated(part.step) for part in self.parts
        }
        return {number: each for number, each in found.items() if each is not None}

    def _part(self, number: int) -> Part:
        if not 0 <= number < len(self.parts):
            raise Malformed(f"the request has no part {number}")
        return self.parts[number]


# --- Which exchange answers a request ---


class Locks(NamedTuple):
    """Everything public about hidden cards: those of hands and piles, and those of the trail."""

    cards: Ledger
    trail: TrailLedger


def locks_of(game: Game, keys: Keys, verifier: Verifier) -> Locks:
    """The ledgers of a game that begins with these keys."""
    cards = Ledger(game, keys, verifier)
    return Locks(cards, TrailLedger(game.game_id, game.edition, verifier))


def exchange_of(
    request: Request[Any], locks: Locks, state: State, place: ExchangePlace
) -> Exchange:
    """The entries that answer one request of the rules, not a `Together`."""
    if not is_about_trail(request):
        return card_exchange(locks.cards, request, place)
    if isinstance(request, Conceal):
        return Placing(locks, request, state, place)
    assert isinstance(request, Attest)
    return Attesting(locks, request, state, place)


class _AboutTrail(LoneAnswer):
    """One body by Dracula's peer, of one of several types."""

    kinds: tuple[type[Body], ...]

    def __init__(
        self, locks: Locks, request: Request[Any], state: State, place: ExchangePlace
    ) -> None:
        super().__init__(locks.cards, place, request, self.kinds[0])
        self.trail = locks.trail
        self.request = request
        self.asked = TrailRequest(self.moment(self.peer), place.first_part, request, state)

    def check(self, number: int, body: Body) -> None:
        """Keep a body; refuse a wrong one."""
        if type(body) not in self.kinds:
            raise Malformed(f"{type(body).__name__} says nothing about the trail")
        self._verify(number, body)
        self.taken[number] = body

    def vault_of(self, vault: Vault) -> TrailVault:
        """Dracula's secrets, in his peer's vault."""
        if not isinstance(vault, PeerVault) or vault.peer != self.peer:
            raise LocalMistake("the trail is Dracula's")
        return vault.trail(self.trail.codes)


class Placing(_AboutTrail):
    """Conceal of a trail card: TRAIL_PLACE, or TRAIL_OPEN for "no legal card" (PA-13)."""

    kinds = (TrailPlaced, TrailOpened)
    request: Conceal

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """Lay what was decided, a `Sealed`."""
        del number
        assert isinstance(answer, Sealed)
        return make_place(self.trail, self.vault_of(vault), self.asked, answer)

    def _verify(self, _number: int, body: TrailPlaced | TrailOpened) -> None:
        self._shape = check_place(self.trail, self.asked, body)

    def _settle(self) -> Shape:
        body = self.taken[0]
        assert isinstance(body, TrailPlaced | TrailOpened)
        take_place(self.trail, self.asked, body)
        return self._shape

    def stated(self, number: int) -> Statement | None:
        """22.12: what the proof of the placing is about."""
        body = self.taken.get(number)
        if not isinstance(body, TrailPlaced | TrailOpened):
            return None
        return stated_place(self.trail, self.asked, self._shape, body)

    def learn(self, vault: Vault) -> Knowledge:
        """The peer that laid the card finds it again."""
        if vault.peer != self.peer:
            return {}
        return {self.request.slot: self._value(self.vault_of(vault))}

    def _value(self, vault: TrailVault) -> str:
        """The card; where nothing was sealed, what `engine/shapes.py` says is kept instead."""
        shape = self._shape
        if shape.no_card:
            return NOTHING
        if is_lone(shape):
            return shape.power or NOTHING
        if shape.face is not None:
            return shape.face
        slot = self.request.slot if shape.lair is None else shape.lair
        found = self.trail.card(self.asked.state, slot)
        return self.trail.codes.value(vault.card(found).opening.value)


class Attesting(_AboutTrail):
    """Attest about the trail: the claim with its proof."""

    kinds = (TrailOpened, TrailAbsent, TrailInSet, TrailNotHide)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """Claim what is true; `answer` is the claim."""
        del number
        return make_attest(self.trail, self.vault_of(vault), self.asked, answer)

    def _verify(self, _number: int, body: TrailAnswer) -> None:
        self._claim = check_attest(self.trail, self.asked, body)

    def _settle(self) -> Any:
        return self._claim

    def stated(self, number: int) -> Statement | None:
        """22.12: what the proof of the claim is about."""
        body = self.taken.get(number)
        return stated_sets(self.trail, self.asked) if isinstance(body, TrailInSet) else None


def is_about_trail(request: Request[Any]) -> bool:
    """Whether a request concerns the trail, whose proofs are made elsewhere."""
    if isinstance(request, Conceal):
        return request.allows is not None
    return isinstance(request, Attest) and not isinstance(request.question, CardIsAmong)


# --- Requests about cards ---


def card_exchange(ledger: Ledger, request: Request[Any], place: ExchangePlace) -> Exchange:
    """The exchange that answers one request, not a `Together`, about cards, choices and lots."""
    match request:
        case Choose():
            return OpenChoice(ledger, request, place)
        case Conceal() if request.allows is None:
            return Committing(ledger, request, place)
        case Attest() if isinstance(request.question, CardIsAmong):
            return CardInSetProof(ledger, request, place)
        case Lot():
            return Toss(ledger, request, place)
        case Shuffle() | Deal() | Reveal():
            return _MOVES[type(request), request.seat == EVERYONE](ledger, request, place)
        case _:
            raise LocalMistake(f"{type(request).__name__} is not about cards")


def _shown_by_all(ledger: Ledger, request: Reveal, place: ExchangePlace) -> Exchange:
    kind = BackReveal if request.aspect == "back" else JointReveal
    return kind(ledger, request, place)


def _shown_by_holder(ledger: Ledger, request: Reveal, place: ExchangePlace) -> Exchange:
    if request.to is not None:
        return Showing(ledger, request, place)
    if any(slot in ledger.choices for slot in request.slots):
        return ChoiceOpening(ledger, request, place)
    return HolderReveal(ledger, request, place)


_MOVES: dict[tuple[type[Request[Any]], bool], Callable[[Ledger, Any, ExchangePlace], Exchange]] = {
    (Shuffle, True): JointShuffle,
    (Shuffle, False): HandMix,
    (Deal, True): Drawing,
    (Deal, False): GivingAway,
    (Reveal, True): _shown_by_all,
    (Reveal, False): _shown_by_holder,
}
