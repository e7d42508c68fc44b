"""Three windows at one table: somebody drops, all go home, all come back, and the game goes on."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget

from client.worker.values import PeerSeen
from engine.ids import DRACULA, GODALMING, MINA, SEWARD, VAN_HELSING
from tests.client.screens.before.people import Company, Person
from tests.support.windows import choose, click

pytestmark = [
    pytest.mark.gui, pytest.mark.wire, pytest.mark.slow, pytest.mark.usefixtures("small_numbers"),
]  # fmt: skip


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
        table.wait(person.table.parts.ready.isEnabled)
    for person in table.people:
        person.get_ready()
    table.wait(lambda: all(person.is_playing for person in table.people))


def _peers(person: Person) -> dict[str, PeerSeen]:
    return {peer.name: peer for peer in person.model.peers.peers}


def _told(person: Person) -> list[str]:
    chronicle = person.game.parts.chronicle
    return [chronicle.item(row).text() for row in range(chronicle.count())]


def _happened(person: Person) -> list[str]:
    """The lines that are of the game itself, and not notes for this player alone."""
    chronicle = person.game.parts.chronicle
    lines = [chronicle.item(row) for row in range(chronicle.count())]
    return [line.text() for line in lines if not line.font().italic()]


def _get_up(person: Person) -> None:
    """Leave a running game, which asks once."""
    for _ in range(2):
        click(person.game.parts.leave)
    assert person.window.current == "start"


def _come_back(table: Company, person: Person) -> None:
    """The game waits among the unfinished ones, with its people, and is chosen there."""
    games = person.start.parts.games
    table.wait(lambda: games.count() == 1)
    assert all(each.name in games.item(0).text() for each in table.people)
    click(person.start.parts.resume)


def _play_on(table: Company, answers: int) -> None:
    """So many more answers, after which every window shows the same public game."""
    before = max(person.model.index for person in table.people)
    while min(person.model.index for person in table.people) < before + answers:
        table.wait(lambda: any(person.answer() for person in table.people))
    for person in table.people[1:]:
        table.wait(lambda person=person: person.model.index == table.people[0].model.index)
        assert person.model.view.state == table.people[0].model.view.state


def _is_whole(table: Company) -> bool:
    """Whether every window is in the game and shows everybody as being there."""
    return all(
        person.is_playing
        and person.model.view is not None
        and len(_peers(person)) == len(table.people)
        and all(peer.is_linked for peer in _peers(person).values())
        for person in table.people
    )


def test_a_drop_and_a_return_are_seen_from_three_windows(
    company: Callable[..., Company],
) -> None:
    table = company("Ana", "Ben", "Cleo")
    ana, ben, cleo = table.people
    _gather(table, (DRACULA,), (GODALMING, SEWARD), (VAN_HELSING, MINA))
    table.wait(lambda: _is_whole(table))
    _play_on(table, 2)
    _get_up(cleo)
    for person in (ana, ben):
        table.wait(lambda person=person: not _peers(person)["Cleo"].is_linked)
        assert "Cleo (not connected)" in person.game.parts.peers.text
        assert any("Cleo" in words for words in person.game.parts.affairs.matters.values())
    _come_back(table, cleo)
    table.wait(lambda: _is_whole(table))
    for person in (ana, ben):
        assert person.game.parts.affairs.matters == {}
        assert "Cleo is back." in _told(person)
    _play_on(table, 3)
    _talk(table, ben)
    # Everybody goes home, and everybody comes back another evening.
    before, told = ana.model.index, [_happened(person) for person in table.people]
    for person in table.people:
        _get_up(person)
    for person in table.people:
        _come_back(table, person)
    table.wait(lambda: _is_whole(table))
    assert ana.model.index >= before
    for person, lines in zip(table.people, told, strict=True):
        assert len(lines) > 5
        table.wait(lambda person=person, lines=lines: _happened(person)[: len(lines)] == lines)
        heard = person.game.parts.talk.findChild(QListWidget)
        assert heard is not None
        assert [heard.item(row).text() for row in range(heard.count())] == ["Ben: good evening"]
    _play_on(table, 3)


def _talk(table: Company, speaker: Person) -> None:
    tabs, talk = speaker.game.parts.tabs, speaker.game.parts.talk
    spot = tabs.tabBar().tabRect(tabs.indexOf(talk)).center()
    QTest.mouseClick(tabs.tabBar(), Qt.MouseButton.LeftButton, pos=spot)
    line = talk.findChild(QLineEdit)
    assert line is not None
    QTest.keyClicks(line, "good evening")
    QTest.keyClick(line, Qt.Key.Key_Return)
    for person in table.people:
        heard = person.game.parts.talk.findChild(QListWidget)
        assert heard is not None
        table.wait(lambda heard=heard: heard.count() == 1)
        assert "good evening" in heard.item(0).text()
