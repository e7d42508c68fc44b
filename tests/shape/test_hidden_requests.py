"""22.16, O-1, C-21, PA-12: what a card or a rule asks for that is hidden has a row, and a clause.

All scenarios and some random games are played, and every request is written down with the card or
the rule that asks it: a card that newly draws, looks, shows, returns or asks fails here.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from client.workshop.scenario import runner
from engine.editions.effects import EFFECTS
from engine.game import Game
from engine.ids import EVERYONE, SEATS
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Deal, Request, Reveal, Shuffle
from engine.rules.effects import Run
from tests.shape.obligation_rows import ASK_NOTHING, CARDS, FOLLOW_BY_THEMSELVES, POWERS, RULES
from tests.shape.tree import ROOT
from tests.support.games import play_random
from tests.support.tables import CLAUSES, FOURTH

PRESETS = ("fourth", "third-pl", "third-ru", "third-es")
GAMES = 1  # of each preset

# What does a step for others: the one that wants it done is whoever called.
HELPERS = ("choosing", "disclosure", "effects", "hands", "windows")
# And what of them is wanted by no card: a hand mixed before it is used, an empty deck made anew.
OWN = ("hands.mix", "hands.rebuild")

Found = dict[str, set[str]]


def kind_of(request: Request[Any]) -> str:
    """What a request does with something hidden; nothing if it is about nothing hidden."""
    match request:
        case Deal() | Shuffle() | Reveal() if request.seat == EVERYONE:
            return _by_all(request)
        case Deal():
            return "pass" if request.to in SEATS else "return"
        case Shuffle():
            return "mix"
        case Reveal():
            return "show" if request.to is None else "show to one"
    return _by_one(request)


def _by_all(request: Request[Any]) -> str:
    if isinstance(request, Reveal):
        return "back" if request.aspect == "back" else "open"
    return "draw" if isinstance(request, Deal) else "shuffle"


def _by_one(request: Request[Any]) -> str:
    match request:
        case Attest():
            return str(request.question.__struct_config__.tag)
        case Conceal():
            return f"conceal {request.about}"
        case Choose():
            return "from hand" if request.hand else ""
    return type(request).__name__


class Watching:
    """Writes down who asks for what, from the coroutines that wait for the answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cards: Found = defaultdict(set)
        self.rules: Found = defaultdict(set)
        self.played: set[str] = set()
        for (moment, card), effect in tuple(EFFECTS.items()):
            told = effect._replace(run=self._named(card, effect.run))
            monkeypatch.setitem(EFFECTS, (moment, card), told)
        submit = Game.submit

        def submitted(game: Game, answer: Any) -> None:
            self._note(game)
            submit(game, answer)

        monkeypatch.setattr(Game, "submit", submitted)

    def _named(self, card: str, run: Run) -> Run:
        async def named(table: Any, seat: Any, proposal: Any) -> Any:
            card_that_asks = card  # read from the frame while it waits
            self.played.add(card_that_asks)
            return await run(table, seat, proposal)

        return named

    def _note(self, game: Game) -> None:
        pending = () if game.pending is None else members(game.pending)
        kinds = {kind for request in pending if (kind := kind_of(request))}
        if kinds:
            found, who = self._asker(game._running)
            found[who] |= kinds

    def _asker(self, waiting: Any) -> tuple[Found, str]:
        """The innermost card or rule that waits."""
        for frame in reversed([*_frames(waiting)]):
            if "card_that_asks" in frame.f_code.co_varnames:
                return self.cards, frame.f_locals["card_that_asks"]
            chapter = frame.f_globals["__name__"].rpartition("engine.rules.")[2]
            who = f"{chapter}.{frame.f_code.co_name}"
            if "." not in chapter and (chapter not in HELPERS or who in OWN):
                return self.rules, who
        raise AssertionError("nobody asks")


def _frames(waiting: Any) -> Iterator[Any]:
    while (frame := getattr(waiting, "cr_frame", None)) is not None:
        yield frame
        waiting = waiting.cr_await


@pytest.mark.slow
def test_what_is_asked_for_is_what_the_rows_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """All scenarios and some random games; every card is played, so that no row is idle."""
    watching = Watching(monkeypatch)
    for path in sorted((ROOT / "tests" / "scenarios").rglob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        runner.run(runner.parse(document, path.name))
    for preset in PRESETS:
        for number in range(GAMES):
            play_random(f"watched-{number}", preset)
    assert watching.cards == {card: set(row) for card, row in CARDS.items()}
    assert watching.rules == {rule: set(row) for rule, row in RULES.items()}
    assert watching.played >= set(FOURTH.cards) - set(POWERS)


def test_every_card_and_ability_has_exactly_one_row() -> None:
    rows = [*CARDS, *ASK_NOTHING, *POWERS]
    assert len(rows) == len(set(rows))
    assert len(FOURTH.cards) == 87
    assert set(rows) == set(FOURTH.cards) | {card for _, card in EFFECTS}
    assert {rule for rules in POWERS.values() for rule in rules} <= set(RULES)


def test_every_row_names_clauses_and_every_obligation_is_named() -> None:
    known = {row["id"] for row in CLAUSES}
    named = {
        clause
        for row in (*CARDS.values(), *RULES.values())
        for clauses in row.values()
        for clause in clauses.split()
    }
    full = {f"obligation.{each}" if each.startswith("ob-") else each for each in named}
    assert full <= known
    missing = {each for each in known if each.startswith("obligation.")} - full
    assert missing == {f"obligation.{each}" for each in FOLLOW_BY_THEMSELVES}
