"""What hunters know of each other's cards: what all hear, and what two of them trade alone."""

from collections.abc import Iterator

import pytest

from engine.facts.hands import CardGiven, CardShownToPartner
from engine.ids import DRACULA, HUNTERS, Seat, SlotId
from engine.record import Record, Replay
from engine.state import State, hand_of
from tests.support.games import random_record

KINDS = ("items", "events", "tickets")


def secrets(again: Replay) -> Iterator[tuple[Seat, Seat, SlotId]]:
    """Who knows which hidden card of another hunter that Dracula does not know."""
    state: State = again.game.state
    knowledge = again.witness.knowledge
    for owner in HUNTERS:
        for kind in KINDS:
            for slot in hand_of(state, owner, kind):
                if slot not in knowledge[DRACULA]:
                    yield from ((who, owner, slot) for who in HUNTERS if slot in knowledge[who])


def traded(again: Replay, since: int) -> Iterator[tuple[SlotId, frozenset[Seat]]]:
    """The cards that two hunters handed over or showed each other, and who the two are."""
    for fact in again.game.facts[since:]:
        if isinstance(fact, CardGiven | CardShownToPartner):
            yield fact.slot, frozenset((fact.giver, fact.taker))


def shared_secrets(record: Record) -> int:
    """How many cards were known to two hunters alone; fails if any other secret is shared."""
    again = Replay(record)
    privately: dict[SlotId, frozenset[Seat]] = {}
    seen = 0
    for _ in again.run():
        privately.update(traded(again, seen))
        seen = len(again.game.facts)
        for who, owner, slot in secrets(again):
            if who != owner:
                assert {who, owner} <= privately.get(slot, frozenset()), (who, owner, slot)
    return len(privately)


@pytest.mark.rule("hidden.hunters.overheard", "hidden.trade.private")
def test_hunters_share_nothing_behind_draculas_back_but_in_trades() -> None:
    """Whatever one hunter knows of another's hand Dracula knows too, or the two traded it."""
    traded_cards = [shared_secrets(random_record(f"hidden-{number}")) for number in range(3)]
    assert any(traded_cards), "no trade happened, so nothing was shown"
