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


def traded(again: Replay) -> Iterator[tuple[SlotId, set[Seat]]]:
    """The cards that two hunters just handed over or showed each other, and who the two are."""
    for fact in again.game.facts:
        if isinstance(fact, CardGiven | CardShownToPartner):
            yield fact.slot, {fact.giver, fact.taker}


def shared_secrets(record: Record) -> int:
    """How many cards passed through trades; fails if any other secret is shared."""
    again = Replay(record)
    partners: dict[SlotId, set[Seat]] = {}
    for _ in again.run():
        for slot, both in traded(again):
            partners.setdefault(slot, set()).update(both)
        for who, owner, slot in secrets(again):
            if who != owner:
                assert {who, owner} <= partners.get(slot, set()), (who, owner, slot)
    return len(partners)


@pytest.mark.rule("hidden.hunters.overheard", "hidden.trade.private")
def test_hunters_share_nothing_behind_draculas_back_but_in_trades() -> None:
    """Whatever one hunter knows of another's hand Dracula knows too, or the two traded it."""
    traded_cards = [shared_secrets(random_record(f"hidden-{number}")) for number in range(3)]
    assert any(traded_cards), "no trade happened, so nothing was shown"
