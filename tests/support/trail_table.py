"""Games in which every request about the trail is answered by bodies with real proofs.

Two peers: Dracula's, which makes the bodies, and another, which has only them. Cards are dealt in
clear, since the trail does not hang on them.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from client.simulation import below_from
from engine.dealer import Below
from engine.ids import EVERYONE, HIDE
from engine.local import Chooser, LocalGame
from engine.questions import CardIsAmong
from engine.record import Setup, begin
from engine.requests import Attest, Conceal, Request, Together
from engine.shapes import Shape
from engine.switches import Switches
from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group
from net.crypto.transcript import Moment
from net.fairness.trail.placing import check_place, make_place, take_place
from net.fairness.trail.trail_answers import check_attest, make_attest
from net.fairness.trail.trail_ledger import TrailLedger, TrailRequest
from net.fairness.trail.trail_vault import TrailVault
from net.wire.bodies import Body, decode_body, encode_body
from tests.support.proving import prover_from, verifier_from
from tests.support.small_group import SmallGroup

GAME_ID = bytes(range(32))
SEED = b"\x07" * 32
SMALL = SmallGroup()


def is_about_trail(request: Request[Any]) -> bool:
    """Whether a request is answered with a TRAIL_ message."""
    if isinstance(request, Attest):
        return not isinstance(request.question, CardIsAmong)
    return isinstance(request, Conceal) and request.allows is not None


def check_body(ledger: TrailLedger, asked: TrailRequest, body: Any) -> Any:
    """The engine's answer to a request about the trail."""
    if isinstance(asked.request, Conceal):
        return check_place(ledger, asked, body)
    return check_attest(ledger, asked, body)


def make_body(ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, answer: Any) -> Any:
    """What Dracula's peer sends."""
    if isinstance(asked.request, Conceal):
        return make_place(ledger, vault, asked, answer)
    return make_attest(ledger, vault, asked, answer)


class Restarted:
    """Dracula's peer, which remembers nothing."""

    def __init__(self, ledger: TrailLedger, vault: TrailVault) -> None:
        self.ledger, self.vault = ledger, vault

    def make(self, asked: TrailRequest, answer: Any) -> Any:
        return make_body(self.ledger, self.vault, asked, answer)


class TrailTable:
    """One game at two peers."""

    def __init__(self, setup: Setup, seed: str, group: Group = SMALL) -> None:
        self.below = below_from(seed)
        self.local = LocalGame(setup, self.below)
        self.other = begin(setup)
        edition = self.local.game.table.edition
        self.group = group
        self.ledger = TrailLedger(GAME_ID, edition, verifier_from(group, seed))
        self.others_ledger = TrailLedger(GAME_ID, edition, verifier_from(group, seed + "'"))
        secrets, prover = SeedSecrets(group, SEED), prover_from(group, seed)
        self.vault = TrailVault(GAME_ID, self.ledger.codes, secrets, prover)
        self.anchor = bytes(32)
        self.seen: list[tuple[TrailRequest, Any, Body]] = []  # the bodies of the last request
        self.choose = vary_kinds(self.below)

    @property
    def pending(self) -> Request[Any] | None:
        return self.local.game.pending

    @property
    def state(self) -> Any:
        return self.local.game.state

    def members(self) -> tuple[Request[Any], ...]:
        pending = self.pending
        assert pending is not None
        return pending.members if isinstance(pending, Together) else (pending,)

    def asked(self, part: int = 0) -> TrailRequest:
        """One member of the pending request, as the trail layer takes it."""
        moment = Moment(GAME_ID, 0, self.anchor, 0)
        return TrailRequest(moment, part, self.members()[part], self.state)

    def allowed(self, part: int = 0) -> list[Any]:
        return self.local.allowed(self.members()[part])

    def give(self, *answers: Any) -> None:
        """Answer the pending request, each member with one of what its seat may answer."""
        parts = [self._give(part, answer) for part, answer in enumerate(answers)]
        for asked, _, body in self.seen:
            if isinstance(asked.request, Conceal):
                take_place(self.ledger, asked, body)
                take_place(self.others_ledger, asked, body)
        for game, number in ((self.local.game, 0), (self.other, 1)):
            given = tuple(part[number] for part in parts)
            game.submit(given if isinstance(game.pending, Together) else given[0])
        self.anchor = hashlib.sha256(self.anchor + self._sent()).digest()

    def step(self) -> None:
        """Answer the pending request at random."""
        self.seen = []
        self.give(*[self._choice(member) for member in self.members()])

    def _choice(self, request: Request[Any]) -> Any:
        if request.seat == EVERYONE:
            return None
        answers = self.local.allowed(request)
        assert answers, f"dead end: {request!r}"
        return answers[0] if len(answers) == 1 else self.choose(request, answers)

    def _give(self, part: int, answer: Any) -> tuple[Any, Any]:
        """The answer as Dracula's peer has it, and as the other one does."""
        request = self.members()[part]
        if part == 0:
            self.seen = []
        if request.seat == EVERYONE:
            given = self.local.dealer.answer(request)
            return given, given
        plain = self.local.dealer.seal(request, answer)
        if not is_about_trail(request):
            return plain, plain
        asked = self.asked(part)
        body = self.travelled(make_body(self.ledger, self.vault, asked, answer))
        self.seen.append((asked, answer, body))
        assert check_body(self.ledger, asked, body) == plain
        theirs = TrailRequest(asked.moment, part, self._theirs(part), self.other.state)
        return plain, check_body(self.others_ledger, theirs, body)

    def _theirs(self, part: int) -> Request[Any]:
        pending = self.other.pending
        assert pending is not None
        return pending.members[part] if isinstance(pending, Together) else pending

    def travelled(self, body: Body) -> Any:
        """A body as it comes out of bytes."""
        return decode_body(self.group, body.kind, encode_body(body))

    def restarted(self) -> "Restarted":
        """Dracula's peer after a crash: the seed and the log, and nothing else (K-2)."""
        secrets, prover = SeedSecrets(self.group, SEED), prover_from(self.group, "again")
        vault = TrailVault(GAME_ID, self.ledger.codes, secrets, prover)
        return Restarted(self.ledger, vault)

    def _sent(self) -> bytes:
        return b"".join(encode_body(body) for _, _, body in self.seen)


def random_switches(below: Below) -> dict[str, str | int]:
    """Every switch somewhere, of those that a table can combine freely."""
    found: dict[str, str | int] = {}
    for name, hint in get_type_hints(Switches).items():
        choices = get_args(hint)
        if get_origin(hint) is Literal and name != "hunters_in_play":
            found[name] = choices[below(len(choices))]
    found["influence_to_win"] = 4 + below(5)
    found["despair_from_start"] = below(4)
    return found


def vary_kinds(below: Below) -> Chooser:
    """Dracula lays one kind of card as often as another, so that the rare ones occur."""

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        if isinstance(request, Conceal) and request.allows is not None:
            kinds: dict[Any, list[Any]] = {}
            for answer in answers:
                shape: Shape = answer.public
                kind = (shape.back, shape.power, shape.lair is None, answer.value == HIDE)
                kinds.setdefault(kind, []).append(answer)
            answers = list(kinds.values())[below(len(kinds))]
        return answers[below(len(answers))]

    return choose


def trail_requests(table: TrailTable, most: int) -> Iterator[TrailRequest]:
    """Plays on at random; every request about the trail before it is answered."""
    for _ in range(most):
        if table.pending is None:
            return
        for part, member in enumerate(table.members()):
            if is_about_trail(member):
                yield table.asked(part)
        table.step()
