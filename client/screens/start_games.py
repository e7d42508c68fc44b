"""The games on the first screen that are not over: listed, gone on with, put away."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from client.asked_twice import AskedTwice
from client.screens.screen import Screen
from client.screens.start_layout import StartLayout
from client.screens.start_words import chosen_of, game_words, line_of
from client.worker.hall_values import GamesFound, OpenGame, PutAway
from client.worker.values import Order


class UnfinishedGames(QObject):
    """Shows them, and hears what the player wants of one."""

    resumed = Signal(object)  # the OpenGame; what has stopped it is taken back
    looked_back = Signal(object)  # the OpenGame that was stopped; nothing is agreed to

    def __init__(self, screen: Screen, parts: StartLayout, send: Callable[[Order], None]) -> None:
        super().__init__(screen)
        self._words, self._parts = screen.words, parts
        self._send = send
        self._asked = AskedTwice(screen.services, self, self._ask, self._unask)
        self._parting: OpenGame | None = None  # put away; whether that is done is not yet told
        parts.games.currentItemChanged.connect(lambda _now, _before: self._choose())
        parts.games.itemActivated.connect(lambda _item: self._resume())
        parts.resume.clicked.connect(self._resume)
        parts.look_back.clicked.connect(self._look_back)
        parts.put_away.clicked.connect(self._put_away)

    def show(self, found: GamesFound) -> None:
        """List what was found, and why some may be missing."""
        parts = self._parts
        is_news = not parts.games.count()
        self._parting = None
        parts.games.clear()
        parts.fit_games()
        for game in found.games:
            parts.games.addItem(line_of(game_words(self._words, game), game))
        if found.games:
            parts.games.setCurrentRow(0)
        parts.games_note.setText(found.fault)
        parts.games_note.setVisible(bool(found.fault))
        parts.games_box.setVisible(bool(found.games) or bool(found.fault))
        self._choose()
        if is_news:
            self._lead_back()

    def _lead_back(self) -> None:
        """Whoever dropped out of a table is waited for there, and begins at the way back."""
        game = self._chosen()
        if game is not None and game.people and self._parts.alone.hasFocus():
            self._parts.resume.setFocus()

    def _chosen(self) -> OpenGame | None:
        game = chosen_of(self._parts.games)
        return game if isinstance(game, OpenGame) else None

    def _choose(self) -> None:
        game, parts = self._chosen(), self._parts
        for button in (parts.resume, parts.look_back, parts.put_away):
            button.setEnabled(game not in (None, self._parting))
        parts.offer_ways_back("" if game is None else game.wrongdoer)
        self._asked.disarm()

    def _resume(self) -> None:
        if self._parts.resume.isEnabled():
            self.resumed.emit(self._chosen())

    def _look_back(self) -> None:
        self.looked_back.emit(self._chosen())

    def _put_away(self) -> None:
        """The first click asks, because from here there is no way back to the game."""
        game = self._chosen()
        if game is None or not self._asked.is_meant(runs=True):
            return
        self._send(PutAway(game))
        self._parting = game
        self._parts.games.setFocus()  # the button is about to lose it
        self._choose()

    def _ask(self) -> None:
        self._parts.put_away.setText(self._words.say("start.put-away-again"))

    def _unask(self) -> None:
        self._parts.put_away.setText(self._words.say("start.put-away"))
