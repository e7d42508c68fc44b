"""Every request that whole games make can travel, be read, pointed at and refused in words."""

import pickle
from collections import Counter
from typing import Any

import pytest

from client.prompts.gestures import Gestures, gestures
from client.settings import WINDOWS
from client.simulation import below_from
from client.words.words import Words
from client.worker.prompting import prompt_for, waits_of
from client.worker.values import Prompt
from engine.bots.plain import RandomBot
from engine.ids import DRACULA, POWER
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request
from engine.rules.powers import MISDIRECT, STAYING, WOLF_FORM
from engine.state import hand_of, hideouts
from engine.view import see

POWERS = {*STAYING, WOLF_FORM, MISDIRECT}

# What has no place of its own when it is refused; it stands among the buttons then.
ACTIONS = {"ReserveTicket", "Rest", "Search", "Supply"}


class Reader:
    """Plays at random and reads every question as a window would."""

    def __init__(self, seed: str) -> None:
        below = below_from(seed)
        self.words = Words(strict=True)
        self.bot = RandomBot(below)
        self.local = LocalGame(Setup(), below)
        self.edition = self.local.game.table.edition
        self.asked: Counter[str] = Counter()

    def play(self) -> None:
        while self.local.game.pending is not None:
            pickle.dumps(waits_of(self.local.game.pending))
            self.local.step(self.choose)

    def choose(self, request: Request[Any], answers: list[Any]) -> Any:
        self.asked[getattr(request, "about", "")] += 1
        if self.asked[request.about] <= 3:  # type: ignore[attr-defined]
            self.read(request, answers)
        state = self.local.game.state
        known = self.local.dealer.knowledge[request.seat]
        return self.bot.choose(see(state, known), request, answers)

    def read(self, request: Request[Any], answers: list[Any]) -> None:
        state, known = self.local.game.state, self.local.dealer.knowledge[request.seat]
        view = see(state, known)
        position = (self.local.game.position, 0)
        made = prompt_for(position, request, tuple(answers), (state, self.edition, known))
        prompt: Prompt = pickle.loads(pickle.dumps(made))
        assert prompt.answers == tuple(answers)
        assert self.words.ask(prompt.request, view)
        for answer in prompt.answers:
            assert self.words.option(answer, prompt.request, view) != "Sealed"
        for option, clause in prompt.refused:
            assert option not in prompt.answers
            assert self.words.refusal(clause)
        self.point(prompt)

    def point(self, prompt: Prompt) -> None:
        """What can be pointed at is on the board, in a hand or on the trail."""
        found = gestures(prompt, self.local.game.state)
        places = self.edition.board.places
        assert set(found.places) <= set(places)
        assert set(found.refused_places) <= set(places)
        assert not set(found.places) & set(found.refused_places)
        assert not {type(option).__name__ for option, _ in found.refused_rest} - ACTIONS
        self.explain(prompt, found)

    def explain(self, prompt: Prompt, found: Gestures) -> None:
        """Every card of the asked seat answers or says why not; so do powers and hideouts."""
        state, seat = self.local.game.state, prompt.seat
        kinds = ("events", "encounters") if seat == DRACULA else ("items", "events", "tickets")
        held = {slot for kind in kinds for slot in hand_of(state, seat, kind)}
        assert held <= {*found.slots, *found.refused_slots}, prompt.about
        if prompt.about == "dracula.card":
            assert {*found.cards, *found.refused_cards} == POWERS
            laid = {each.slot for each in hideouts(state) if each.back != POWER}
            assert laid <= {*found.slots, *found.refused_slots}
            assert {*found.places, *found.refused_places} == set(self.edition.board.places)
        if prompt.about == "combat.choose" and seat != DRACULA:
            own = {each.id for each in self.edition.cards.values() if each.deck == "hunter_combat"}
            assert own <= {*found.cards, *found.refused_cards}


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_question_of_a_random_game(seed: str) -> None:
    reader = Reader(seed)
    reader.play()
    assert len(reader.asked) > 15


def test_a_window_is_a_moment_that_cards_know() -> None:
    reader = Reader("moments")
    assert set(WINDOWS) <= set(reader.edition.moments)
