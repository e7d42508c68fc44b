"""Foretells what a bot hides, with nothing but the public game and another bot of the same kind.

1. A modified program plays Dracula's bot beside the game. Two bots that draw the same numbers
   choose the same, so each of his cards is known as it is laid. No two bots of ours draw the same,
   unless they were told what to choose by.
2. A guess that cannot be the card that all see is replaced by one that can, so some are right by
   luck.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from client.cheats.cheat import Cheat, Noticed, answers
from client.simulation import below_from, bots_below
from engine.bots.plain import plain_bots
from engine.dealer import Below
from engine.ids import DRACULA, POWER
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.options import Play
from engine.record import Setup, begin, members
from engine.requests import Choose, Conceal, Request
from engine.rules.whereabouts import possible
from engine.shapes import Shape
from engine.truth import allowed
from engine.view import see
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import Answered

# Six cards each of eight games: who knows what a bot draws by guesses all of them, others a few.
_GAMES = 8
_CARDS = 6


class Foreteller:
    """Hears the public answers of one game, and guesses Dracula's cards as they are laid."""

    def __init__(self, setup: Setup, below: Below) -> None:
        self.guesses: Knowledge = {}
        self._game = begin(setup)
        self._below = below
        self._bot = plain_bots(self._game.table.edition, below)[DRACULA]

    def hear(self, answer: Any) -> None:
        """Take the next answer of the game, as everybody hears it."""
        for request, part in _parts(self._game.pending, answer):
            if request.seat == DRACULA:
                self._follow(request, part)
        self._game.submit(answer)

    def _follow(self, request: Request[Any], answer: Any) -> None:
        """Draw when the bot did: once where it had a choice. What it can play, it plays."""
        match request:
            case Choose():
                cards = self._game.table.edition.cards
                is_forced = isinstance(answer, Play) and cards[answer.card].must_play
                had_choice = not is_forced and len({*request.options, answer}) > 1
            case Conceal(allows=None):
                had_choice = len(request.choices) > 1
            case Conceal():
                had_choice = False
                self.guesses[request.slot] = self._guess(request, answer)
            case _:
                had_choice = False
        if had_choice:
            self._below(1)

    def _guess(self, request: Conceal, shape: Shape) -> str:
        """What the bot here would lay, if that is what everybody sees."""
        state, edition = self._game.state, self._game.table.edition
        listed = allowed(request, state, edition, self.guesses)
        chosen = listed[0]
        if len(listed) > 1:
            chosen = self._bot.choose(see(state, self.guesses), request, listed)
        fitting = (each.value for each in (chosen, *listed) if each.public == shape)
        return next(fitting, None) or possible(state, edition)[0]


class Foretold(NamedTuple):
    """How many cards were laid face down, and how many of them were guessed as they were."""

    right: int
    laid: int

    @property
    def is_luck(self) -> bool:
        """Whether it is far less than who knows the bot's numbers guesses."""
        return 2 * self.right < self.laid


def foretold(numbers: Callable[[], Below] = lambda: bots_below(None)) -> Foretold:
    """Let one bot be Dracula and another foretell it, with the numbers that each gets by itself."""
    guessed = [each for game in range(_GAMES) for each in _guessed(f"foretold {game}", numbers)]
    return Foretold(sum(guessed), len(guessed))


def _guessed(seed: str, numbers: Callable[[], Below]) -> list[bool]:
    """Of one game's first cards laid face down, which were guessed; all but Dracula by a seed."""
    setup = Setup()
    below = below_from(seed)
    local, foreteller = LocalGame(setup, below), Foreteller(setup, numbers())
    edition = local.game.table.edition
    bots = plain_bots(edition, below) | {DRACULA: plain_bots(edition, numbers())[DRACULA]}

    def choose(request: Request[Any], allowed: list[Any]) -> Any:
        view = see(local.game.state, local.dealer.knowledge[request.seat])
        return bots[request.seat].choose(view, request, allowed)

    found: list[bool] = []
    while local.game.pending is not None and len(found) < _CARDS:
        pending = local.game.pending
        local.step(choose)
        answer = local.answers[-1]
        foreteller.hear(answer)
        for request, part in _parts(pending, answer):
            if isinstance(part, Shape) and _is_face_down(part):
                assert isinstance(request, Conceal)
                guess = foreteller.guesses[request.slot]
                found.append(guess == local.dealer.values[request.slot])
    return found


def _parts(asked: Request[Any] | None, answer: Any) -> list[tuple[Request[Any], Any]]:
    """Each single request with its answer."""
    assert asked is not None
    single = members(asked)
    return list(zip(single, answer if len(single) > 1 else (answer,), strict=True))


def _is_face_down(shape: Shape) -> bool:
    is_known = shape.face is not None or shape.lair is not None or shape.no_card
    return not is_known and shape.back != POWER


FORETELLING_CHEATS = (
    Cheat("foretold-bot", "Foretelling what a bot hides",
          "plays the bot itself beside the public game, to know its cards", None,
          answers(Answered, lambda moment: moment.entry.peer != DRACULAS_PEER),
          lambda _: [], Noticed.IN_VAIN),
)  # fmt: skip
