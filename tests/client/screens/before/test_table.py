"""Tables over the real net on loopback, through windows: open, find, sit, agree, begin, watch."""

import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.worker.table_values import SeatBot
from client.worker.values import Order
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA
from tests.client.screens.before.people import Company, Person
from tests.support.windows import choose, click

pytestmark = [pytest.mark.gui, pytest.mark.wire, pytest.mark.slow]


def _seat_words(person: Person, seat: str) -> str:
    return person.table.parts.seats[seat].who.text()


def test_a_table_is_found_agreed_on_and_begun(company: Callable[..., Company]) -> None:
    """In the real group, with the decks shuffled by both."""
    table = company("Ana", "Ben")
    ana, ben = table.people
    ana.open_table()
    ana.sit(DRACULA)
    ben.find_table(ana)
    # Before anything is agreed, each sees where the other would sit.
    table.wait(lambda: _seat_words(ben, DRACULA) == "Ana")
    assert not ben.table.parts.seats[DRACULA].sit.isVisible()
    ben.sit(*HUNTERS)
    table.wait(lambda: all(_seat_words(ana, seat) == "Ben" for seat in HUNTERS))
    # Everybody sees the words of everybody's key.
    words = {guest.key_words for guest in ana.table.seen.guests}
    assert words == {guest.key_words for guest in ben.table.seen.guests}
    table.wait(lambda: bool(ana.table.parts.people.rows[0].isVisible()))
    # What the opener changes, the other reads; and it clears every mark.
    assert not ben.table.parts.terms.preset.isEnabled()
    ben.get_ready()
    choose(ana.table.parts.terms.switches["influence_to_win"], 3)
    # Pressed before the change has come to the opener's own screen: it was for what stood there.
    click(ana.table.parts.ready)
    for person in (ana, ben):
        _sees_the_change(table, person)
    for person in (ben, ana):
        person.get_ready()
    table.wait(lambda: ana.is_playing and ben.is_playing)
    table.wait(lambda: ana.answer() or ben.answer())
    assert ana.game.model.seats == (DRACULA,)
    assert ben.game.model.table.switches["influence_to_win"] == 3


def _sees_the_change(table: Company, person: Person) -> None:
    parts, changed = person.table.parts, person.window.services.words.say("table.changed")
    table.wait(lambda: parts.terms.terms.switches["influence_to_win"] == 3)
    table.wait(lambda: changed in parts.lacking.text() and not parts.ready.isChecked())


def test_a_passphrase_is_asked_and_a_wrong_one_refused(company: Callable[..., Company]) -> None:
    table = company("Ana", "Ben")
    ana, ben = table.people
    ana.go_to_start()
    ana.start.parts.locks.setChecked(True)
    click(ana.start.parts.open)
    table.wait(lambda: ana.table.listening is not None and ana.table.parts.phrase.text())
    phrase = ana.table.parts.phrase.text().partition(": ")[2]
    assert len(phrase.split()) == 5
    ben.go_to_start()
    QTest.keyClicks(ben.start.parts.near.address, ana.table.listening.code)
    click(ben.start.parts.near.join)
    parts = ben.table.parts
    table.wait(parts.words_field.isVisible)
    table.wait(lambda: parts.glimpse.is_there)  # no message stands on an empty page
    assert parts.glimpse.size() == parts.size()
    QTest.keyClicks(parts.words_field, "not these five words at all")
    click(parts.again)
    wrong = ben.window.services.words.reason("wrong-passphrase")
    table.wait(lambda: parts.message.text() == wrong)
    parts.words_field.clear()
    QTest.keyClicks(parts.words_field, phrase.upper())
    QTest.keyClick(parts.words_field, Qt.Key.Key_Return)
    table.wait(lambda: ben.table.seen is not None and parts.shows_table)
    assert not parts.glimpse.is_there


def test_nobody_answers_and_the_screen_says_so(
    company: Callable[..., Company], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.edge.finding.route.FINDING_S", 0.5)
    table = company("Ana")
    (ana,) = table.people
    ana.go_to_start()
    QTest.keyClicks(ana.start.parts.near.address, "127.0.0.1:9")
    click(ana.start.parts.near.join)
    said = ana.window.services.words.reason("no-table")
    table.wait(lambda: ana.table.parts.message.text() == said)
    click(ana.table.parts.back)
    assert ana.window.current == "start"


@pytest.mark.usefixtures("small_numbers")
def test_bots_fill_the_table_and_an_onlooker_watches(company: Callable[..., Company]) -> None:
    table = company("Ana", "Ola")
    ana, ola = table.people
    ana.open_table()
    choose(ana.table.parts.terms.switches["influence_to_win"], 3)
    ana.sit(DRACULA)
    click(ana.table.parts.fill)
    table.wait(lambda: ana.table.seen.lacking is None)
    bot = ana.window.services.words.say("table.bot-of", keeper="Ana")
    assert all(_seat_words(ana, seat) == bot for seat in HUNTERS)
    assert ana.table.parts.terms.bots_across.isChecked()
    _watches_by_address(table, ola, ana)
    table.wait(lambda: any(guest.watches for guest in ana.table.seen.guests))
    table.wait(lambda: ola.table.seen is not None and _seat_words(ola, DRACULA) == "Ana")
    assert not any(card.sit.isVisible() for card in ola.table.parts.seats.values())
    ana.get_ready()
    table.wait(lambda: ana.is_playing and ola.is_playing)
    assert ola.game.model.seats == ()
    table.wait(lambda: ana.game.model.prompt is not None)
    ana.answer()
    table.wait(lambda: ola.game.model.index >= ana.game.model.index > 0)
    _looks_back_and_into_the_ledger(table, ola)
    game = ola.game.parts
    assert game.stop.isHidden()
    assert game.talk._line.isHidden()
    ana.window.go("start")
    away = ola.window.services.words.say("peers.away", name="Ana")
    table.wait(lambda: away in game.peers.text)


@pytest.mark.usefixtures("decoys")
def test_one_click_seats_one_bot_and_says_what_it_changes(company: Callable[..., Company]) -> None:
    table = company("Ana")
    (ana,) = table.people
    ana.open_table()
    ana.sit(DRACULA)
    parts, say = ana.table.parts, ana.window.services.words.say
    card = parts.seats[GODALMING]
    click(card.bot)
    assert _seat_words(ana, GODALMING) == say("table.bot-coming")
    assert parts.terms.bots_across.isChecked()
    said = say("table.bots-across-now", box=parts.terms.bots_across.text())
    assert [parts.news.item(row).text() for row in range(parts.news.count())] == [said]
    # Pressed once more while nothing seems to happen: nobody else is called, nobody sent away.
    QTest.mouseClick(card.bot, Qt.MouseButton.LeftButton)
    table.wait(lambda: _seat_words(ana, GODALMING) == say("table.bot-of", keeper="Ana"))
    assert [guest.seats for guest in ana.table.seen.guests] == [(DRACULA,), (GODALMING,)]
    click(parts.fill)
    table.wait(lambda: ana.table.seen.lacking is None)
    assert len(ana.table.seen.guests) == 3


def test_a_bot_that_does_not_come_leaves_its_seat_free_and_that_is_said(
    company: Callable[..., Company], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.sittings.bots.PROGRAM", (sys.executable, "-c", "pass"))
    table = company("Ana")
    (ana,) = table.people
    ana.open_table()
    ana.sit(MINA)
    parts, say = ana.table.parts, ana.window.services.words.say
    click(parts.seats[GODALMING].bot)
    assert _seat_words(ana, GODALMING) == say("table.bot-coming")
    table.wait(lambda: _seat_words(ana, GODALMING) == say("table.seat-free"))
    seat = ana.window.services.words.seat(GODALMING)
    assert parts.news.item(0).text() == say("table.bot-failed", seats=seat)
    assert parts.seats[GODALMING].bot.isEnabled()


def test_where_each_player_has_one_hunter_bots_have_one_each(
    company: Callable[..., Company], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = company("Ana")
    (ana,) = table.people
    ana.open_table()
    choose(ana.table.parts.terms.switches["hunters_in_play"], "one-per-player")
    ana.sit(DRACULA)
    table.wait(ana.table.parts.fill.isVisible)
    orders: list[Order] = []
    monkeypatch.setattr(ana.table.model, "order", orders.append)
    click(ana.table.parts.fill)
    bots = [order.seats for order in orders if isinstance(order, SeatBot)]
    assert bots == [(seat,) for seat in HUNTERS]


def _watches_by_address(table: Company, ola: Person, ana: Person) -> None:
    """As where nothing is announced."""
    ola.go_to_start()
    near, heard = ola.start.parts.near, ana.table.listening
    QTest.keyClicks(near.address, f"{heard.address}:{heard.port}")
    table.wait(near.watch.isEnabled)
    click(near.watch)


def _looks_back_and_into_the_ledger(table: Company, ola: Person) -> None:
    click(ola.game.parts.look_back)
    replay = ola.window.screens["replay"]
    table.wait(lambda: replay.step_shown is not None)
    assert replay.step_shown.eyes == "public"
    ola.window.back()
    seal = ola.game.parts.peers.seal
    good = ola.window.services.words.say("peers.seal-good")
    table.wait(lambda: seal.text() == good)
    click(seal)
    ledger = ola.window.screens["ledger"]
    table.wait(lambda: ledger.entries.topLevelItemCount() > 0)
    ola.window.back()
