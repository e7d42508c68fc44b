"""The backs of events: of the top card always in sight, of the bottom one when it is taken."""

from collections import Counter

import pytest

from engine.ids import EVERYONE
from engine.record import members
from engine.requests import Choose, Conceal, Deal, Reveal
from tests.support.asking import of_kind, written_down
from tests.support.games import random_questions
from tests.support.given import given


@pytest.mark.parametrize("number", range(2))
def test_whoever_is_to_move_sees_the_back_of_the_top_event(number: int) -> None:
    """C-4: opened whenever the top changes; the event just drawn is settled before that."""
    asked: Counter[str] = Counter()
    for local, pending in random_questions(f"backs-{number}"):
        state = local.game.state
        for request in members(pending):
            if isinstance(request, Choose | Conceal) and request.about in (
                "action",
                "dracula.card",
            ):
                asked[request.about] += 1
                assert not state.event_deck or state.event_deck[0] in state.backs
    assert asked["action"] > 10
    assert asked["dracula.card"] > 5


@pytest.mark.parametrize(("card", "receiver"), [("long_night", "seward"), ("false_tip", "dracula")])
def test_by_night_the_back_of_the_bottom_event_says_who_draws_it(
    card: str, receiver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-6: everybody sees whose it is, and only then it is dealt."""
    bottom = {"events": {"bottom": [card]}}
    table = given(step="night", turn="seward", seward="zurich", decks=bottom)
    last = table.state.event_deck[-1]
    found = written_down(table, monkeypatch)
    table.play(seat="seward", answer="supply")
    opened = [each for each in of_kind(found, Reveal, seat=EVERYONE) if each.slots == (last,)]
    (dealt,) = of_kind(found, Deal, slots=(last,))
    assert [each.aspect for each in opened] == ["back"]
    assert dealt.to == receiver
    assert found.index(opened[0]) < found.index(dealt)
