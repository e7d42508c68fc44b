"""Positions in the words of a scenario, their hidden trail committed to and played with proofs."""

from typing import Any, NamedTuple

import pytest

from client.workshop.scenario.driver import Driver, Scenario
from engine.ids import DRACULA, HIDE, POWER, SlotId
from engine.questions import Question, Ties
from engine.requests import Attest, Conceal, Request, Sealed, Together
from engine.rules import announced, trail
from engine.rules.announced import CARD
from engine.rules.whereabouts import value_of
from engine.state import Hideout, State, hideouts
from engine.table import Table
from net.crypto.commitment import Committed, Opening, SealedCard, seal_hash
from net.crypto.derivation import SeedSecrets
from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.crypto.transcript import Moment, Prover
from net.fairness.trail.placing import take_place
from net.fairness.trail.trail_ledger import (
    Found,
    LaidCard,
    PlaceCodes,
    TrailLedger,
    TrailRequest,
    slot_number,
)
from net.fairness.trail.trail_vault import TrailVault
from net.wire.bodies import Body, decode_body, encode_body
from tests.support.given import Given, given
from tests.support.proving import prover_from, verifier_from
from tests.support.trail_table import (
    GAME_ID,
    SEED,
    SMALL,
    check_body,
    is_about_trail,
    make_body,
)

LEFT = "klausenburg"  # where a Hide lies whose location has left the trail


class Heard(NamedTuple):
    """One request about the trail, the honest answer, and the body that proves it."""

    asked: TrailRequest
    answer: Any
    body: Any


class ProvenTrail:
    """Ledger and secrets of a trail that was laid before a position began."""

    def __init__(self, driver: Driver, group: Group = SMALL) -> None:
        self.driver = driver
        self.group = group
        self.ledger = TrailLedger(GAME_ID, driver.edition, verifier_from(group))
        secrets = SeedSecrets(group, SEED)
        self.vault = TrailVault(GAME_ID, self.ledger.codes, secrets, prover_from(group))
        self._lay_all()

    @property
    def state(self) -> State:
        return self.driver.game.state

    @property
    def known(self) -> dict[str, str]:
        return self.driver.dealer.knowledge[DRACULA]

    def _lay_all(self) -> None:
        for hideout in hideouts(self.state):
            if hideout.is_hidden:
                self.lay(hideout.slot, self.known[hideout.slot], self._place(hideout))

    def lay(self, slot: SlotId, value: str, place: str) -> None:
        number, codes = slot_number(slot), self.ledger.codes
        anchor = bytes((number % 256,)) * 32
        made = self.vault.lay(anchor, number, codes.code(value), codes.code(place))
        sealed = SealedCard(seal_hash(GAME_ID, made.opening), made.card.point)
        self.ledger.laid[slot] = LaidCard(anchor, number, sealed, made.location.point)

    def _place(self, hideout: Hideout) -> str:
        """The place of a card; of Hide that of the next older location, if it still lies there."""
        cards = [each for each in self.state.dracula.trail if each and each.back != POWER]
        older = cards[cards.index(hideout) :] if hideout in cards else [hideout]
        places = (value_of(each, self.known) for each in older)
        return next((place for place in places if place != HIDE), LEFT)

    def asked(self, request: Request[Any], part: int = 0) -> TrailRequest:
        anchor = bytes((self.driver.game.position % 256,)) * 32
        return TrailRequest(Moment(GAME_ID, 0, anchor, 0), part, request, self.state)

    def make(self, asked: TrailRequest, answer: Any) -> Any:
        return self.travelled(make_body(self.ledger, self.vault, asked, answer))

    def check(self, asked: TrailRequest, body: Any) -> Any:
        return check_body(self.ledger, asked, body)

    def travelled(self, body: Body) -> Any:
        """A body as it comes out of bytes."""
        return decode_body(self.group, body.kind, encode_body(body))


class ProvingDriver(Driver):
    """Plays scenarios; whatever is said of the trail is proved and checked on the way."""

    group: Group = SMALL

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.proven = ProvenTrail(self, self.group)
        self.heard: list[Heard] = []

    def submit(self) -> None:
        """Prove the answers that speak of the trail, then hand in all."""
        pending = self.game.pending
        members = pending.members if isinstance(pending, Together) else (pending,)
        heard = []
        for part, request in enumerate(members):
            assert request is not None
            if is_about_trail(request):
                asked, answer = self.proven.asked(request, part), self.held[part]
                body = self.proven.make(asked, answer)
                public = answer.public if isinstance(answer, Sealed) else answer
                assert self.proven.check(asked, body) == public
                heard.append(Heard(asked, answer, body))
        for each in heard:
            if isinstance(each.asked.request, Conceal):
                take_place(self.proven.ledger, each.asked, each.body)
        self.heard += heard
        super().submit()


class LyingVault(TrailVault):
    """Proves what is not so, as far as a prover can."""

    def __init__(
        self,
        game_id: bytes,
        codes: PlaceCodes,
        secrets: SeedSecrets,
        prover: Prover,
        lies: dict[int, int],
    ) -> None:
        super().__init__(game_id, codes, secrets, prover)
        self._lies = lies

    def card(self, found: Found) -> Committed:
        return self._said(found, super().card(found))

    def location(self, found: Found) -> Committed:
        return self._said(found, super().location(found))

    def _said(self, found: Found, true: Committed) -> Committed:
        if isinstance(found, int) or found.number not in self._lies:
            return true
        return Committed(true.point, Opening(self._lies[found.number], true.opening.blinding))


class Proven(Given):
    """A game at a position that is played with proofs, and can be asked to cheat afterwards."""

    driver: ProvingDriver

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.driver = ProvingDriver(scenario)

    @property
    def ledger(self) -> TrailLedger:
        return self.driver.proven.ledger

    @property
    def vault(self) -> TrailVault:
        return self.driver.proven.vault

    def slot(self, value: str) -> SlotId:
        """The slot of trail or lairs that holds this value."""
        known = self.driver.proven.known
        return next(each.slot for each in hideouts(self.state) if value_of(each, known) == value)

    def told(self, kind: type[Any], about: type[Any] | None = None) -> Heard:
        """The last body of this kind, about this kind of question."""
        return next(
            each
            for each in reversed(self.driver.heard)
            if type(each.body) is kind
            and (about is None or type(getattr(each.asked.request, "question", None)) is about)
        )

    def placing(self, about: str = CARD) -> TrailRequest:
        """Dracula is asked for a card, here and now."""
        edition = self.driver.edition
        allows = announced.allows(self.state, edition, about)
        slot = f"d{self.state.slots_made}"
        return self.driver.proven.asked(Conceal(DRACULA, slot, about, allows=allows))

    def question(self, question: Question) -> TrailRequest:
        """Dracula is asked something about his trail, here and now."""
        return self.driver.proven.asked(Attest(DRACULA, question))

    def ties(self) -> Ties:
        return trail.ties(Table(self.state, self.driver.edition))

    def liar(self, **lies: str) -> "LyingVault":
        """A changed client that says a card is another one, or that Dracula is elsewhere."""
        codes = self.ledger.codes
        told = {slot_number(self.slot(of)): codes.code(as_) for of, as_ in lies.items()}
        secrets = SeedSecrets(SMALL, SEED)
        return LyingVault(GAME_ID, codes, secrets, prover_from(SMALL), told)

    def lay(self, slot: SlotId, value: str) -> None:
        """A card was once laid face down under this slot, and is gone."""
        self.driver.proven.lay(slot, value, value if value != HIDE else LEFT)

    def refused(self, asked: TrailRequest, body: Any) -> int:
        """The reason code of V-1 by which everybody refuses a body."""
        travelled = self.driver.proven.travelled(body)
        with pytest.raises(PeerFault) as refusal:
            check_body(self.ledger, asked, travelled)
        return refusal.value.code


def proven(**position: Any) -> Proven:
    """A position whose hidden trail is committed to."""
    return Proven(given(**position).scenario)


def moments(asked: TrailRequest) -> list[TrailRequest]:
    """The same request elsewhere: at another moment, table, peer or part."""
    moment = asked.moment
    return [
        asked._replace(moment=moment._replace(anchor=b"\x01" * 32)),
        asked._replace(moment=moment._replace(game_id=b"\x01" * 32)),
        asked._replace(moment=moment._replace(epoch=1)),
        asked._replace(moment=moment._replace(peer=1)),
        asked._replace(part=1),
    ]
