"""A computer is lost in the middle of a game: its player goes on in the window of another one."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.workshop.waiting import wait_until
from engine.ids import DRACULA, HUNTERS
from net import gossip
from net.edge.storing.private_files import IDENTITY_FILE
from tests.client.screens.before.people import Company, Person
from tests.support.windows import choose, click

pytestmark = [
    pytest.mark.gui, pytest.mark.wire, pytest.mark.slow, pytest.mark.usefixtures("small_numbers"),
]  # fmt: skip

_PATIENCE_MS = 60_000


def _wait(is_so: Callable[[], object]) -> None:
    wait_until(is_so, _PATIENCE_MS)


def _play(people: tuple[Person, ...], answers: int) -> None:
    for _ in range(answers):
        _wait(lambda: any(person.answer() for person in people))


def _back_up(person: Person) -> str:
    """Make a backup as a player does; the words to be written down."""
    bar = person.game.parts.affairs
    person.game._affairs.menu.actions()[0].trigger()
    _wait(bar.buttons("confirm")[0].isVisible)
    click(bar.buttons("confirm")[0])
    _wait(lambda: "backup" in bar.matters)
    return bar.matters["backup"].partition("shown only now: ")[2].partition(". Write")[0]


def _ask_for_words(person: Person, address: str) -> None:
    person.go_to_start()
    near = person.start.parts.near
    near.address.clear()
    QTest.keyClicks(near.address, address)
    click(near.restore)


def _say(person: Person, words: str) -> None:
    field = person.table.parts.words_field
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def _told(person: Person) -> str:
    return person.table.parts.message.text()


@pytest.fixture
def people(company: Callable[..., Company], monkeypatch: pytest.MonkeyPatch) -> list[Person]:
    """Ana with all hunters and Ben as Dracula in the middle of a game; Bea with a new computer."""
    monkeypatch.setattr(gossip, "LEVELLING_S", 1.2)
    ana, ben, bea = company("Ana", "Ben", "Bea").people
    ana.open_table()
    choose(ana.table.parts.terms.switches["influence_to_win"], 3)
    ana.sit(*HUNTERS)
    ben.join_by_code(ana)
    ben.sit(DRACULA)
    for person in (ana, ben):
        person.get_ready()
    _wait(lambda: ana.is_playing and ben.is_playing)
    _play((ana, ben), 6)
    return [ana, ben, bea]


def test_the_words_of_a_backup_bring_the_game_to_another_window(people: list[Person]) -> None:
    ana, ben, bea = people
    words = _back_up(ben)
    _try_in_vain(ana, bea, words)
    # Ben's computer is lost; Bea's has a key of its own, which stays what it is.
    own_key = (bea.home / IDENTITY_FILE).read_bytes()
    known = ben.model.view.known
    assert known
    ben.window.close()
    _wait(lambda: "Ben (not connected)" in ana.game.parts.peers.text)
    _say(bea, words)
    _wait(lambda: bea.is_playing and bea.model.view is not None)
    assert bea.model.seats == (DRACULA,)
    assert bea.model.view.known.items() >= known.items()
    assert (bea.home / IDENTITY_FILE).read_bytes() == own_key
    _wait(lambda: "Ben (not connected)" not in ana.game.parts.peers.text)
    _play((ana, bea), 4)
    _wait(lambda: ana.model.index == bea.model.index)
    assert ana.model.view.state == bea.model.view.state
    # It stands among the unfinished games, like one that was always played here.
    for _ in range(2):
        click(bea.game.parts.leave)
    _wait(lambda: bea.start.parts.games.count() == 1)
    assert "Ben and Ana" in bea.start.parts.games.item(0).text()
    click(bea.start.parts.resume)
    _wait(lambda: bea.is_playing and bea.model.view is not None)
    _play((ana, bea), 2)


def _try_in_vain(ana: Person, bea: Person, words: str) -> None:
    """An address that is none, words that open nothing, a place that is being played."""
    assert ana.table.listening is not None
    _ask_for_words(bea, "nowhere")
    assert "neither an address nor the code" in bea.start.parts.near.findings.text()
    _ask_for_words(bea, "")
    assert "Choose the table where the others play" in bea.start.parts.near.findings.text()
    _ask_for_words(bea, ana.table.listening.code)
    assert bea.table.parts.words_field.placeholderText() == "The seven words of your backup"
    _say(bea, "seven other words that open no backup")
    _wait(lambda: "open no backup of this game" in _told(bea))
    _say(bea, words)
    _wait(lambda: "being played at this moment" in _told(bea))
