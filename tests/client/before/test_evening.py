"""Three windows at one table: somebody drops, everybody sees it, and the game goes on."""

from collections.abc import Callable

import pytest

from client.worker.values import PeerSeen
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEWARD, VAN_HELSING
from tests.client.before.people import Company, Person, choose, click

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]


def _gather(table: Company, *seats: tuple[str, ...]) -> None:
    """The first opens a short game, the others come by its code, all sit, all are ready."""
    first, *others = table.people
    first.open_table()
    choose(first.table.parts.terms.switches["influence_to_win"], 3)
    first.sit(*seats[0])
    for person, wanted in zip(others, seats[1:], strict=True):
        person.join_by_code(first)
        person.sit(*wanted)
    for person in table.people:
        person.wait(lambda person=person: person.table.parts.ready.isEnabled())
    for person in table.people:
        person.get_ready()
    table.wait(lambda: all(person.is_playing for person in table.people))


def _peers(person: Person) -> dict[str, PeerSeen]:
    model = person.game.model
    assert model is not None
    return {peer.name: peer for peer in model.peers.peers}


def test_a_drop_and_a_return_are_seen_from_three_windows(
    company: Callable[..., Company],
) -> None:
    table = company("Ana", "Ben", "Cleo")
    ana, ben, cleo = table.people
    _gather(table, (DRACULA,), (GODALMING, SEWARD), (VAN_HELSING, MINA))
    table.wait(lambda: all(_peers(person)["Cleo"].is_linked for person in (ana, ben)))
    click(cleo.game.parts.leave)
    click(cleo.game.parts.leave)  # asked once
    assert cleo.window.current == "start"
    table.wait(lambda: not any(_peers(person)["Cleo"].is_linked for person in (ana, ben)))
    # It waits among the unfinished games, with its people, and goes on.
    games = cleo.start.parts.games
    table.wait(lambda: games.count() == 1)
    assert all(name in games.item(0).text() for name in ("Ana", "Ben", "Cleo"))
    click(cleo.start.parts.resume)
    table.wait(lambda: cleo.is_playing and cleo.game.model.view is not None)
    for person in table.people:
        table.wait(lambda person=person: all(peer.is_linked for peer in _peers(person).values()))
    before = ana.game.model.index
    while ana.game.model.index < before + 4:
        table.wait(lambda: any(person.answer() for person in table.people))
    assert cleo.game.model.view.state.hunters.keys() >= set(HUNTERS)
