"""The table beside its game: who is gone, ends before the end, accusations, whispers."""

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from client.screens.game.affairs import over_words
from client.screens.game.screen import GameScreen
from client.window.table_model import TableModel
from client.words.words import Words
from client.worker.table_values import (
    AboutPeer,
    Accusation,
    BackUpSeat,
    Difference,
    EndWished,
    GameKept,
    GiveUp,
    GoOn,
    GoOnWished,
    OfferToPlay,
    SeatBackedUp,
    StandDown,
    TableNotice,
)
from client.worker.values import (
    GameOver,
    LineHeard,
    Order,
    PeerSeen,
    PeersSeen,
    Recalled,
    Report,
    SayLine,
    Waits,
)
from engine.ids import HUNTERS

pytestmark = pytest.mark.gui

PLAYERS = {"dracula": "Ana", "godalming": "Ben", "seward": "Ben", "van_helsing": "You"}


class Table:
    """A game screen that believes to sit at a table of peers; what it orders is kept."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen, self.parts = screen, screen.parts
        self.orders: list[Order] = []
        assert screen.model is not None
        self.model: TableModel = screen.model
        self.model.bridge.send = self.orders.append  # type: ignore[method-assign]

    def open(self, *seats: str) -> "Table":
        assert self.model.table is not None
        told = structs.replace(
            self.model.table, is_alone=False, players=PLAYERS, seats=seats, recovery=True
        )
        self.tell(told)
        return self

    def tell(self, report: Report) -> None:
        self.model._receive(report)
        self.model.hurry()

    def peer(self, **more: object) -> PeerSeen:
        seen = structs.replace(PeerSeen("Ben", ("godalming", "seward"), peer=1), **more)
        ours = PeerSeen("You", ("van_helsing",), peer=2, is_own=True)
        self.tell(PeersSeen((PeerSeen("Ana", ("dracula",)), seen, ours)))
        return seen

    def said(self) -> str:
        return " ".join(self.parts.affairs.matters.values())

    def press(self, key: object, words: str) -> None:
        buttons: list[QPushButton] = self.parts.affairs.buttons(key)  # type: ignore[arg-type]
        next(each for each in buttons if each.text() == words).click()

    def confirm(self) -> None:
        self.press("confirm", "Yes, sign it")


@pytest.fixture
def table(play: Callable[..., GameScreen]) -> Table:
    return Table(play(*HUNTERS)).open("van_helsing")


def test_somebody_who_drops_is_seen_and_seen_to_return(table: Table) -> None:
    table.peer(is_linked=False, waited_s=75.0)
    assert "Ben is not connected. The game has waited for 1:15." in table.said()
    assert "Ben (not connected)" in table.parts.peers.text
    table.peer()
    assert table.said() == ""
    told = [table.parts.chronicle.item(row).text() for row in range(table.parts.chronicle.count())]
    assert told[-2:] == ["Ben is not connected any more.", "Ben is back."]


def test_what_comes_up_is_announced_once(announced: list[str], table: Table) -> None:
    announced.clear()
    table.peer(is_linked=False, waited_s=75.0)
    table.peer(is_linked=False, waited_s=76.0)  # the same, a second later
    away = "Ben is not connected. The game has waited for 1:15."
    assert announced == [away, "Ben is not connected any more."]
    table.peer()
    assert announced[2:] == ["Ben is back."]
    table.tell(Accusation("Ana", "You", 3, "shuffled", 41, is_unfounded=True, is_ours=True))
    assert announced[3:] == [table.said()]


def test_all_who_are_away_are_named_with_how_long(table: Table) -> None:
    ana = PeerSeen("Ana", ("dracula",), is_linked=False, away_s=65.0, waited_s=70.0)
    ben = PeerSeen("Ben", ("seward",), is_linked=False, peer=1, away_s=5.0)
    ours = PeerSeen("You", ("van_helsing",), peer=2, is_own=True)
    cid = PeerSeen("Cid", ("mina",), peer=3)
    table.tell(PeersSeen((ana, ben, ours, cid)))
    assert table.said() == (
        "Ana (1:05) and Ben (0:05) are not connected. The game has waited for 1:10."
    )
    assert table.parts.peers.text == (
        "Dracula: Ana (not connected) · Dr. Seward: Ben (not connected)"
        " · Van Helsing: You · Mina: Cid"
    )
    late = structs.replace(ana, step="gone")
    table.tell(PeersSeen((late, ben, ours)))
    assert "this computer has lost its network" in table.said()
    assert "nobody can be replaced" in table.said()
    assert table.parts.affairs.buttons("several") == []
    table.tell(PeersSeen((late, structs.replace(ben, is_linked=True, away_s=None), ours, cid)))
    assert set(table.parts.affairs.matters) == {("away", 0)}
    assert "End without Ana" in [each.text() for each in table.parts.affairs.buttons(("away", 0))]


def test_a_place_that_was_taken_over_says_who_plays_it(table: Table) -> None:
    for player, said in (("you", "by you"), ("bot", "by your bot"), ("other", "by another")):
        table.peer(player=player, waited_s=3.0)
        assert f"Ben (played {said}) …" in table.parts.peers.text
        assert table.said() == ""


def test_who_offers_to_play_on_is_named(table: Table) -> None:
    table.peer(is_linked=False, away_s=75.0, waited_s=75.0, step="agree", proposers=("Ana",))
    assert "Ana offers to play on for Ben." in table.said()
    table.press(("away", 1), "Let Ana play on")
    table.confirm()
    assert table.orders == [AboutPeer(1, "agree")]
    assert table.parts.affairs.buttons(("away", 1)) == []  # it is not signed twice


def test_who_looks_on_and_offers_it_can_be_let_play_on(table: Table) -> None:
    table.peer(is_linked=False, step="takeover", offers=("Eva",), away_s=70.0)
    key = ("away", 1)
    texts = [each.text() for each in table.parts.affairs.buttons(key)]
    assert texts == ["Play on for Ben", "Let a bot play on", "Let Eva play on"]
    table.parts.affairs.buttons(key)[2].click()
    assert "Let Eva, who looks on, play on for Ben?" in table.said()
    table.parts.affairs.buttons("confirm")[0].click()
    assert table.orders == [AboutPeer(1, "takeover", "Eva")]
    table.peer(is_linked=False, step="agree", proposed="Eva", proposers=("Ana",), away_s=70.0)
    agree = table.parts.affairs.buttons(key)[0]
    assert agree.text() == "Let Eva play on"
    agree.click()
    table.parts.affairs.buttons("confirm")[0].click()
    assert table.orders[1:] == [AboutPeer(1, "agree")]


def test_a_name_gives_no_button_a_key(table: Table) -> None:
    table.peer(is_linked=False, step="takeover", offers=("Ann & &Bob",), away_s=70.0)
    button = table.parts.affairs.buttons(("away", 1))[2]
    assert button.shortcut().isEmpty()
    spoken = QAccessible.queryAccessibleInterface(button)
    assert spoken.text(QAccessible.Text.Name) == "Let Ann & &Bob play on"


def test_who_looks_on_can_offer_to_play_on_and_says_so_once(table: Table) -> None:
    assert table.model.table is not None
    looking = structs.replace(table.model.table, seats=(), may_offer=True)
    table.tell(structs.replace(looking, may_offer=False))
    assert table.parts.ending.isHidden()
    table.tell(looking)
    (offer,) = table.screen._affairs.menu.actions()
    assert offer.text().startswith("Offer to play on")
    offer.trigger()
    assert table.orders == []
    table.parts.affairs.buttons("confirm")[0].click()
    assert table.orders == [OfferToPlay()]
    assert table.parts.ending.isHidden()


def test_nothing_waits_for_a_word_when_the_game_is_over(table: Table) -> None:
    table.peer(is_linked=False, away_s=75.0, waited_s=75.0, step="gone")
    table.tell(EndWished("Ana", "conceded.dracula"))
    table.tell(Accusation("Ana", "You", 7, "backup", 3, is_unfounded=True, is_ours=True))
    table.tell(GameOver("conceded.dracula", None))
    assert [key[0] for key in table.parts.affairs.matters] == ["accused"]  # type: ignore[index]


def test_how_long_somebody_is_away_is_said(table: Table) -> None:
    table.peer(is_linked=False, away_s=75.0)
    assert "Ben has not been connected for 1:15. The game goes on" in table.said()


def test_a_backup_is_made_once_and_its_words_are_nowhere_kept(table: Table) -> None:
    assert table.model.table is not None
    table.tell(structs.replace(table.model.table, backup=True))
    action = table.screen._affairs.menu.actions()[0]
    assert "backup" in action.text()
    action.trigger()
    table.confirm()
    assert table.orders == [BackUpSeat()]
    table.tell(SeatBackedUp("seven words that open it"))
    assert "seven words that open it" in table.said()
    chronicle = table.parts.chronicle
    told = [chronicle.item(row).text() for row in range(chronicle.count())]
    assert not any("seven words that open it" in line for line in told)
    table.press("backup", "I have written them down")
    assert table.said() == ""
    assert not any("backup" in each.text() for each in table.screen._affairs.menu.actions())


def test_the_move_clock_is_shown_to_everybody(table: Table) -> None:
    table.peer(waited_s=5.0, left_s=55.0)
    assert "Ben … 0:55" in table.parts.peers.text


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("timeout", "Wait no longer"),
        ("takeover", "Play on for Ben"),
        ("agree", "Let another play on"),
        ("gone", "End without Ben"),
    ],
)
def test_a_step_about_somebody_gone_is_asked_twice(table: Table, step: str, words: str) -> None:
    table.peer(is_linked=False, waited_s=75.0, step=step)
    table.press(("away", 1), words)
    assert not table.orders
    table.confirm()
    assert table.orders == [AboutPeer(1, step)]
    assert "confirm" not in table.parts.affairs.matters


def test_every_way_to_end_is_confirmed_and_can_be_let_be(table: Table) -> None:
    actions = table.screen._affairs.menu.actions()
    assert len(actions) == 4
    for action in actions:
        action.trigger()
        table.press("confirm", "Cancel")
    assert not table.orders
    for action in actions:
        action.trigger()
        table.confirm()
    assert table.orders == [
        GiveUp(concedes=True),
        GiveUp(concedes=False, opens=False),
        GiveUp(concedes=False, opens=True),
        StandDown(),
    ]


def test_alone_there_is_nobody_to_agree_with(play: Callable[..., GameScreen]) -> None:
    assert not play(*HUNTERS).parts.ending.isVisible()


def test_a_wish_of_others_can_be_shared(table: Table) -> None:
    table.tell(EndWished("Ana", "opened"))
    assert "Ana wants to end without a winner" in table.said()
    table.press(("wish", "opened", ""), "I agree …")
    table.confirm()
    assert table.orders == [GiveUp(concedes=False, opens=True)]
    table.tell(EndWished("You", "opened", is_own=True))
    assert "Ana and You want" in table.said()
    assert len(table.parts.affairs.buttons(("wish", "opened", ""))) == 1


def test_whoever_would_go_on_before_something_wrong_can_be_followed(table: Table) -> None:
    """Section 14: it takes all, and is signed once."""
    how = GoOn(41, 1, is_without=False)
    key = ("go on", how)
    table.tell(GoOnWished("Ana", "Ben", 43, how))
    assert "Ana would go on before request 41 of 43, where Ben is said" in table.said()
    assert "There is nothing that shows it" in table.said()
    table.press(key, "I agree …")
    table.confirm()
    assert table.orders == [how]
    table.tell(GoOnWished("You", "Ben", 43, how, is_own=True))
    assert "Ana and You would go on" in table.said()
    assert len(table.parts.affairs.buttons(key)) == 1


def test_a_shuffle_that_would_be_made_without_somebody_is_told(table: Table) -> None:
    table.tell(GoOnWished("Ana", "Ben", 4, GoOn(4, 1, is_without=True)))
    assert "to have shuffled wrongly, and shuffle without Ben there" in table.said()


def test_where_our_own_program_has_seen_it_too_nothing_more_is_said(table: Table) -> None:
    how = GoOn(4, 1, is_without=False)
    table.tell(GoOnWished("Ana", "Ben", 4, how, is_shown=True))
    assert "Ana would go on" in table.said()
    assert "shows it" not in table.said()


def test_whoever_is_falsely_accused_sees_what_by_whom_and_that_it_was_unfounded(
    table: Table,
) -> None:
    table.tell(Accusation("Ana", "You", 3, "shuffled", 41, is_unfounded=True, is_ours=True))
    said = table.said()
    for word in ("Ana accused you", "a shuffle", "Its proof does not hold", "unfounded"):
        assert word in said
    table.press(("accused", "Ana", 41), "Dismiss")
    assert table.said() == ""
    assert "Ana accused you" in table.parts.chronicle.item(table.parts.chronicle.count() - 1).text()


def test_another_state_breaks_the_seal_and_says_where_it_begins(table: Table) -> None:
    table.tell(GameKept(7, ("Ben",)))
    assert "7 signed entries" in table.parts.peers.seal.toolTip()
    assert "Ben" in table.parts.peers.seal.toolTip()
    table.tell(Difference("Ben", 12, is_state=True, field="hunters.mina.place", alone=("Ben",)))
    assert "hunters.mina.place" in table.said()
    table.tell(GameKept(8))
    assert "broken" in table.parts.peers.seal.text()


def test_whoever_signed_something_wrong_breaks_the_seal(table: Table) -> None:
    table.tell(GameKept(7))
    assert "broken" not in table.parts.peers.seal.text()
    table.tell(TableNotice("wrong.other", "Ben", "3"))
    assert "broken" in table.parts.peers.seal.text()


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (GameOver("dracula", None), "Dracula has won"),
        (GameOver("conceded.hunters", None), "The hunters gave up"),
        (GameOver("abandoned.1", None), "Ben is gone"),
        (GameOver("unbegun.1", None), "The game could not begin: there was no answer from Ben."),
        (GameOver("dracula", None, lacking="unsigned.0.1"), "end was not signed by Ana and Ben"),
        (GameOver("conceded.dracula", None, lacking="unaudited.1"), "was not opened by Ben."),
        (GameOver("accused.1", None, "/tmp/x.borgo", 3), "evidence in /tmp/x.borgo"),
        (GameOver("accused.1", None, None, 3), "wrong with that move: “Its proof does not hold.”"),
        (GameOver("state.differs.1", None, "/tmp/x.borgo"), "evidence in /tmp/x.borgo"),
        (GameOver("replaced", None), "in your place"),
    ],
)
def test_every_end_has_its_words(over: GameOver, said: str) -> None:
    assert said in over_words(Words(strict=True), over, ("Ana", "Ben", "You"))


def test_what_is_whispered_is_for_two_alone(qtbot: QtBot, table: Table) -> None:
    corner = table.parts.trade
    table.screen._show_waits((Waits("van_helsing", "trade", ("godalming",)),))
    assert corner.line.isVisible()
    qtbot.keyClicks(corner.line, "a crucifix?")
    qtbot.keyClick(corner.line, Qt.Key.Key_Return)
    assert table.orders == [SayLine("a crucifix?", private=True)]
    table.tell(LineHeard("Ben", "no", private=True))
    assert corner.lines == ["Ben: no"]
    table.tell(LineHeard("You", "a crucifix?", private=True, to="Ben"))
    talk = table.parts.talk._lines
    told = [talk.item(row).text() for row in range(talk.count())]
    assert told[-2:] == ["Ben, to you alone: no", "You, to Ben alone: a crucifix?"]
    tabs, at = table.parts.tabs, table.parts.tabs.indexOf(table.parts.talk)
    assert tabs.tabText(at) == "Talk"  # both have stood in the corner in front
    qtbot.keyClick(table.screen, Qt.Key.Key_F2)  # the map
    table.tell(LineHeard("Ben", "are you there?", private=True))
    assert tabs.tabText(at) == "Talk (new)"
    table.screen._show_waits((Waits("mina", "action"),))
    assert corner.lines == []
    assert table.parts.centre.currentWidget() is table.parts.board


def test_who_comes_back_to_a_trade_is_told_that_whispers_are_not_kept(table: Table) -> None:
    corner = table.parts.trade
    table.tell(Recalled(()))
    table.screen._show_waits((Waits("van_helsing", "trade", ("godalming",)),))
    assert corner.lines == []  # the trade began later
    table.tell(Recalled(()))
    assert corner.lines == ["What was said here before you came back is kept by nobody."]
    table.tell(LineHeard("Ben", "there you are", private=True))
    assert corner.lines[1:] == ["Ben: there you are"]
