"""What a test of five windows needs: a look at the referees, proofs checked once, short games."""

import pickle
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from client.words.words import Words
from client.worker.lan.lan_table import LanTable
from client.worker.table_values import TableOrder
from client.worker.values import Deduced, Prompt, Waits
from client.workshop.soak.windows import WindowPlayer
from engine.deduction import bound
from engine.editions import edition
from engine.ids import DRACULA, PlaceId
from engine.options import (
    Decline,
    Done,
    Give,
    Lead,
    Pass,
    PickPlace,
    Play,
    RailBy,
    ReserveTicket,
    RoadTo,
    ShowPartner,
    StepIn,
    Supply,
    Trade,
)
from engine.record import members
from engine.requests import Sealed
from engine.shapes import Shape
from engine.truth import allowed
from engine.view import see
from net.crypto.group import Group
from net.crypto.transcript import Entropy, Verifier
from tests.support.told_state import Told

SHORT: dict[str, str | int] = {"influence_to_win": 3}
FRAIL: dict[str, str | int] = {"dracula_health": 4}  # the first or second fight is the last
EDITION = edition("fourth", SHORT)
WORDS = Words(strict=True)
NOTHING = Deduced(-1, (), {})
MEETING = "munich"  # two hunters begin there, so that they can trade
_AWAY = 4  # so many steps from the nearest hunter Dracula begins, and comes when one card is laid
_HARMLESS = ("mesmerize", "plotting")  # what Dracula does in a fight
_STRIKING = ("punch",)  # and the hunters
_OFTEN = 4  # what was done once is done again after a rest, so that Dracula finds everybody
_LATE = 40


class Seen(NamedTuple):
    """How far a referee is, what its player is to be shown, and what it is asked, if anything."""

    index: int
    told: Told
    asked: Prompt | None


class SharedChecks:
    """Every proof is checked once in this process, by whoever of the five meets it first."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()
        self._lock = Lock()

    def verifier(self, group: Group, entropy: Entropy) -> Verifier:
        plain = Verifier(group, entropy)

        def check_once(check: Callable[..., None], arguments: tuple[Any, ...]) -> None:
            key = sha256(pickle.dumps((check.__qualname__, arguments))).digest()
            with self._lock:  # a second peer waits for the first one's finding
                if key not in self._known:
                    check(plain, *arguments)
                    self._known.add(key)

        return Verifier(group, entropy, check_once)


class Tables:
    """The workers behind the windows, by the name of who plays there."""

    def __init__(self) -> None:
        self.made: dict[str, LanTable] = {}
        self._deduced: dict[int, tuple[PlaceId, ...]] = {}  # by how far the game is

    def kind(self) -> type[LanTable]:
        made = self.made

        class Watched(LanTable):
            def __init__(self, order: TableOrder, *rest: Any) -> None:
                super().__init__(order, *rest)
                made[order.name] = self

        return Watched

    def seen(self, name: str) -> Seen:
        """What the window of this player is to show now, worked out from the referee itself."""
        node = self.made[name]._node
        assert node is not None
        assert node.playing is not None
        referee = node.playing.referee
        game = referee.proceedings.game
        (seat,) = referee.proceedings.roster.seats[referee.player.peer]
        known = referee.witness.knowledge[seat]
        asked = None
        for part, member in enumerate(() if game.pending is None else members(game.pending)):
            if member.seat == seat:
                answers = tuple(allowed(member, game.state, game.table.edition, known))
                asked = Prompt(referee.proceedings.chain.index, part, member, answers)
        told = Told(see(game.state, known), game.table.edition, WORDS, seat, self.waits(name)[1])
        return Seen(referee.proceedings.chain.index, told, asked)

    def deduced(self, name: str) -> tuple[PlaceId, ...]:
        """What a hunter is told by the aid: what everybody can conclude from what lies there."""
        node = self.made[name]._node
        assert node is not None
        assert node.playing is not None
        referee = node.playing.referee
        if DRACULA in referee.proceedings.roster.seats[referee.player.peer]:
            return ()
        index, game = referee.proceedings.chain.index, referee.proceedings.game
        if index not in self._deduced:
            self._deduced[index] = bound(game.state, game.table.edition).current
        return self._deduced[index]

    def waits(self, name: str) -> tuple[int, tuple[Waits, ...]]:
        """How far the referee of this player is, who is asked, and whose answers it has."""
        node = self.made[name]._node
        assert node is not None
        assert node.playing is not None
        proceedings = node.playing.referee.proceedings
        chain, hearing, pending = proceedings.chain, proceedings.hearing, proceedings.game.pending
        lacking = {hearing.parts[number].exchange for number in chain.missing()}
        found = [
            Waits(
                member.seat,
                getattr(member, "about", type(member).__name__.lower()),
                getattr(member, "subject", ()),
                number not in lacking,
            )
            for number, member in enumerate(() if pending is None else members(pending))
        ]
        return chain.index, tuple(found)


class Tour:
    """Answers that show much of the game soon; then Dracula looks for the hunters, and they strike.

    Whatever can be given on the table is preferred. It sees all windows, and so knows where
    everybody is. Games with a frail Dracula take 77 answers; of six hundred the longest took 196,
    and two had no fight.
    """

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._done: Counter[type] = Counter()
        self._laid = 0

    def __call__(self, player: WindowPlayer, prompt: Prompt) -> int:
        ranks = {
            number: (self._rank(player, prompt, answer), self._chance.random())
            for number, answer in enumerate(prompt.answers)
        }
        number = min(ranks, key=lambda each: ranks[each])
        self._done[type(prompt.answers[number])] += 1
        self._laid += prompt.about == "dracula.encounter"
        return number

    def _rank(self, player: WindowPlayer, prompt: Prompt, answer: Any) -> float:
        """How late an answer is taken: what was done least comes first."""
        rank = 3.0
        match answer:
            case PickPlace(place=place):
                meets = prompt.seat == DRACULA or player.name not in ("Ben", "Cid")
                rank = self._distance(player, place) if meets else float(place != MEETING)
            case Sealed(public=Shape()):
                rank = self._lurking(player, prompt, answer.value)
            case Sealed() | Play() if prompt.about in ("combat.choose", "combat.start"):
                rank = _striking(player, prompt, answer)
            case Pass() | Done() | Decline() | StepIn():
                rank = _LATE + _stepping(player, prompt, answer)
            case Give() | ShowPartner():
                rank = float(self._done[Give] > 2) * 2 * _LATE
            case Trade() if _has_goods(player, prompt):
                rank = float(self._done[Trade]) - 1
            case Lead() | Supply() | RoadTo() | RailBy() | ReserveTicket():
                rank = float(self._done[type(answer)] * _OFTEN)
        return rank

    def _lurking(self, player: WindowPlayer, prompt: Prompt, place: str) -> float:
        """Dracula begins where nobody finds him at once, and comes when he has left something.

        The sea, and whatever else hurts him, is for when he has no other way.
        """
        if place not in EDITION.board.places:
            return 2 * _LATE
        wet = 0.0 if EDITION.board.roads[place] else _LATE
        away = self._distance(player, place)
        if prompt.about == "setup.dracula":
            return wet + abs(away - _AWAY)
        return wet + (away if self._laid else 3.0)

    def _distance(self, player: WindowPlayer, place: str) -> float:
        """How many steps a place is from the nearest hunter."""
        view = player.model.view
        assert view is not None
        board = EDITION.board
        reached = {each.place for each in view.state.hunters.values() if each.on_board}
        for steps in range(_LATE):
            if place in reached or place not in board.places:
                return float(steps) if place in board.places else _LATE
            reached |= {other for each in reached for other in board.adjacent[each]}
        return _LATE


def _striking(player: WindowPlayer, prompt: Prompt, answer: Any) -> float:
    """In a fight Dracula does no harm, and the hunters do; nothing ends it before it begins."""
    if isinstance(answer, Play):
        return 2.0 * _LATE
    assert player.model.view is not None
    card = player.model.view.known.get(answer.value, answer.value)
    return float(card not in (_HARMLESS if prompt.seat == DRACULA else _STRIKING))


def _has_goods(player: WindowPlayer, prompt: Prompt) -> bool:
    """Whether a hunter has anything to hand over in a trade."""
    assert player.model.view is not None
    hunter = player.model.view.state.hunters[prompt.seat]
    return bool(hunter.items or hunter.tickets)


def _stepping(player: WindowPlayer, prompt: Prompt, answer: Any) -> float:
    """A window is stepped into at once by whoever holds a card for it, and by nobody else."""
    if not isinstance(answer, StepIn):
        return 0.0
    is_held = player._way(prompt, prompt.answers.index(answer)) is not None
    return -_LATE if is_held else 1.0
