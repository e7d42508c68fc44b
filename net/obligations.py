"""Which exchange answers which request of the rules (L-8), and what all exchanges work on.

Cards are exchanged in `net/fairness/cards.py`; the trail's functions are put into the same form
here.
"""

from typing import Any, NamedTuple

from engine.knowledge import Knowledge
from engine.requests import Attest, Conceal, Request, Sealed
from engine.rules.announced import is_lone
from engine.shapes import NOTHING, Shape
from engine.state import State
from net.crypto.faults import Malformed
from net.crypto.group import Group
from net.crypto.parties import Entropy, Verifier
from net.errors import LocalMistake
from net.fairness.cards import card_exchange, is_about_trail
from net.fairness.exchange import Exchange, LoneAnswer, Place, Statement
from net.fairness.ledger import Game, Ledger
from net.fairness.trail_answers import TrailAnswer, check_attest, make_attest, stated_sets
from net.fairness.trail_ledger import Asked, PlaceCodes, TrailLedger
from net.fairness.trail_place import check_place, make_place, stated_place, take_place
from net.fairness.trail_vault import TrailVault
from net.fairness.vault import Owner, Vault
from net.log.chain import FIRST_EPOCH
from net.log.roster import Player
from net.setup_machine import Keys
from net.wire.bodies import TrailAbsent, TrailInSet, TrailNotHide, TrailOpened, TrailPlaced
from net.wire.layout import Body


class Locks(NamedTuple):
    """Everything public about hidden cards: those of hands and piles, and those of the trail."""

    cards: Ledger
    trail: TrailLedger


class PeerVault(Vault):
    """The secrets of one peer, with what Dracula's peer can read of the trail."""

    def __init__(self, group: Group, seed: bytes, entropy: Entropy, owner: Owner) -> None:
        super().__init__(group, seed, entropy, owner)
        self._owner = owner
        self._trail: TrailVault | None = None

    def trail(self, codes: PlaceCodes) -> TrailVault:
        """The trail as this peer's seed opens it, which is Dracula's if it is anybody's."""
        if self._trail is None:
            self._trail = TrailVault(self._owner.game_id, codes, self.secrets, self.prover)
        return self._trail


def vault_from_start(player: Player, game_id: bytes, verifier: Verifier) -> PeerVault:
    """The secrets of whoever is in a game from its first epoch on."""
    owner = Owner(game_id, FIRST_EPOCH, player.peer)
    return PeerVault(verifier.group, player.seed, verifier.entropy, owner)


def locks_of(game: Game, keys: Keys, verifier: Verifier) -> Locks:
    """The ledgers of a game that begins with these keys."""
    cards = Ledger(game, keys, verifier)
    return Locks(cards, TrailLedger(game.game_id, game.edition, verifier))


def exchange_of(request: Request[Any], locks: Locks, state: State, place: Place) -> Exchange:
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

    def __init__(self, locks: Locks, request: Request[Any], state: State, place: Place) -> None:
        super().__init__(locks.cards, place, request, self.kinds[0])
        self.trail = locks.trail
        self.request = request
        self.asked = Asked(self.moment(self.peer), place.first_part, request, state)

    def check(self, number: int, body: Body) -> None:
        """Refuse a body that is not right, or keep it."""
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
        """Whoever laid the card finds it again."""
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
