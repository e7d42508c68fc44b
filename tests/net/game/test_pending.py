"""Which peers answer which request, in which order, as every peer derives it (22.11, L-8, PA-8)."""

from collections import defaultdict
from typing import Any

import pytest
from msgspec.structs import replace

from engine.ids import EVERYONE
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Deal, Request, Reveal, Shuffle, Together
from net.crypto.faults import Malformed
from net.game.pending import PendingRequest
from net.game.replica import Replica
from net.game.stages import GameStage, Settled
from net.log.roster import Roster, roster_of
from net.wire.bodies import AuditOpened, Final, GameOpen, KeyCommit, KeyOpen, Rekeyed, Shuffled
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, table_for

# Steps of one request, as (peer, name of the body).
Steps = list[tuple[int, str]]


@pytest.fixture(scope="module")
def asked() -> tuple[Roster, dict[str, list[tuple[Request[Any], Steps]]]]:
    """Every single request of a game of three, with the entries that were expected."""
    wire = FakeWire(table_for(3, influence_to_win=4), SMALL, "parts", bots="random")
    proceedings = wire.nodes[2].referee.proceedings
    found: dict[str, list[tuple[Request[Any], Steps]]] = defaultdict(list)

    def watch(settled: Settled) -> None:
        if settled.request is None:
            return
        for request, exchange in zip(members(settled.request), settled.exchanges, strict=True):
            steps = [(step.peer, step.kind.__name__) for step in exchange.steps]
            found[type(request).__name__].append((request, steps))

    proceedings.watchers.append(watch)
    wire.run()
    return proceedings.roster, found


def test_a_seat_is_answered_for_by_its_peer_alone(asked: Any) -> None:
    roster, found = asked
    kinds = {Choose: "Answered", Conceal: "TrailPlaced ChoiceCommitted", Attest: ""}
    for kind, names in kinds.items():
        assert found[kind.__name__]
        for request, steps in found[kind.__name__]:
            assert [peer for peer, _ in steps] == [roster.peer_of(request.seat)]
            assert not names or steps[0][1] in names.split()


def test_cards_are_dealt_by_all_others_or_by_their_holder(asked: Any) -> None:
    roster, found = asked
    for request, steps in found[Deal.__name__]:
        if request.seat == EVERYONE:
            others = [peer for peer in range(3) if peer != roster.peer_of(request.to)]
            assert steps in ([(peer, "SharesSent") for peer in others], [])
        else:
            assert steps == [(roster.peer_of(request.seat), Rekeyed.__name__)]


def test_a_pile_is_shuffled_by_all_after_the_returns_a_hand_by_its_holder(asked: Any) -> None:
    roster, found = asked
    for request, steps in found[Shuffle.__name__]:
        if request.seat == EVERYONE:
            returns = [peer for peer, kind in steps if kind == Rekeyed.__name__]
            assert returns == sorted(set(returns))
            assert steps[len(returns) :] == [(peer, Shuffled.__name__) for peer in range(3)]
        else:
            assert steps == [(roster.peer_of(request.seat), "Mixed")]


def test_what_nobody_holds_is_opened_by_all_and_what_is_held_by_its_holder(asked: Any) -> None:
    roster, found = asked
    for request, steps in found[Reveal.__name__]:
        if request.seat == EVERYONE:
            assert steps in ([(peer, "SharesSent") for peer in range(3)], [])
        else:
            assert [peer for peer, _ in steps] in ([roster.peer_of(request.seat)], [])


def test_requests_asked_together_count_their_parts_on() -> None:
    wire = FakeWire(table_for(3, influence_to_win=4), SMALL, "parts", bots="random")
    proceedings = wire.nodes[0].referee.proceedings
    hearings: list[PendingRequest] = []

    def inspect(hearing: PendingRequest) -> None:
        if isinstance(proceedings.request, Together) and len(hearing.exchanges) > 1:
            hearings.append(hearing)

    proceedings.inspectors.append(inspect)
    while len(hearings) < 3 and wire.step():
        continue
    for hearing in hearings:
        assert [part.number for part in hearing.parts] == list(range(len(hearing.parts)))
        assert [part.exchange for part in hearing.parts] == list(range(len(hearing.parts)))
        with pytest.raises(Malformed):
            hearing.is_due(len(hearing.parts))


def test_every_game_begins_and_ends_with_the_same_requests(played: FakeWire) -> None:
    """A-1."""
    chain = played.nodes[0].referee.proceedings.chain
    kinds = [[entry.kind for entry in chain.entries(index)] for index in range(chain.index)]
    assert kinds[:3] == [[each.kind] * 2 for each in (GameOpen, KeyCommit, KeyOpen)]
    assert kinds[-2:] == [[each.kind] * 2 for each in (Final, AuditOpened)]


def test_a_table_that_agreed_on_no_audit_keeps_its_secrets() -> None:
    """A-4."""
    wire = FakeWire(
        replace(table_for(2, **OVER_SOON), audit=False),
        SMALL,
        "no audit",
    )
    wire.run()
    proceedings = wire.nodes[0].referee.proceedings
    assert (proceedings.stage, proceedings.seeds) == (GameStage.OVER, {})
    assert [entry.kind for entry in list(proceedings.chain.everything())[-2:]] == [Final.kind] * 2


def test_the_roster_knows_who_holds_what() -> None:
    roster = roster_of(table_for(3))
    assert roster.peers == (0, 1, 2)
    assert roster.peer_of("dracula") == 0
    assert roster.others("mina") == (0, 1)
    assert [roster.is_seat(name) for name in ("mina", "item_deck", EVERYONE)] == [
        True,
        False,
        False,
    ]
    with pytest.raises(KeyError):
        roster.peer_of("renfield")


def test_the_proceedings_of_a_finished_game_take_no_more(played: FakeWire) -> None:
    proceedings: Replica = played.nodes[1].referee.proceedings
    assert proceedings.request is None
    assert proceedings.hearing.parts == ()
