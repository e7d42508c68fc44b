"""The first screen: tables on this network, a game alone, games to go on with, other pages."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout

from client.screens.parts.base import Screen
from client.screens.start.layout import StartLayout
from client.window.services import Services

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from client.screens.start.desk import StartDesk


class StartScreen(Screen):
    """Where every evening begins; what it does is loaded when it is in sight."""

    comes_first = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.parts = StartLayout(services)
        self.desk: StartDesk | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        self.drawn.connect(self._look)
        for name, button in {
            "chronicles": parts.chronicles,
            "rules": parts.rules,
            "settings": parts.settings,
        }.items():
            button.clicked.connect(lambda _checked=False, name=name: self.visit(name))
        parts.quit.clicked.connect(lambda: self.window().close())
        near = parts.near
        for signal in (
            *(each.clicked for each in (parts.alone, parts.open, near.join)),
            *(each.clicked for each in (near.restore, near.doctor)),
            *(each.returnPressed for each in (parts.title, near.address)),
        ):
            signal.connect(partial(self._hasten, signal))

    def enter(self, **_arguments: object) -> None:
        """Look for tables anew."""
        self.leave()
        self._begin()
        self.take_focus()
        self.wait_until_drawn()  # the worker's process starts after that

    def take_focus(self) -> None:
        """The keyboard begins at the game alone."""
        self.parts.alone.setFocus()

    def resume(self) -> None:
        """The player is back from a visit: names and settings may be others now."""
        self._show_you()

    def leave(self) -> None:
        """Look no more."""
        self.wait_no_more()
        self.parts.near.glimpse.forget()
        if self.desk is not None:
            self.desk.leave()

    def restyle(self) -> None:
        """Draw the figures and the map anew, if they were shown."""
        if self.desk is not None:
            self.parts.draw()

    def _begin(self) -> None:
        parts = self.parts
        for shown in () if self.desk is None else (parts.near.list, parts.games):
            shown.clear()
        for button in (parts.near.sit, parts.near.watch, parts.resume, parts.look_back):
            button.setEnabled(False)
        parts.near.show_note(self.words.say("start.looking"))
        parts.near.show_findings("")
        parts.games_box.hide()
        parts.locked.hide()
        parts.key.clear()
        if not parts.title.text():
            name = self.services.settings.name
            parts.title.setText(self.words.say("start.own-table", name=name) if name else "")
        self._show_you()

    def _show_you(self) -> None:
        name = self.services.settings.name
        say = self.words.say
        self.parts.you.setText(say("start.you", name=name) if name else say("start.nameless"))

    def _hasten(self, pressed: "SignalInstance", *_: object) -> None:
        """Something was pressed before there was anybody to hear it: now there is."""
        if self.desk is None:
            self.wait_no_more()
            self._look()
            pressed.emit()

    def _look(self) -> None:
        if self.desk is None:
            # Values of the worker, the engine, drawings: all that the first paint does not need.
            from client.screens.start.desk import StartDesk  # noqa: PLC0415

            self.desk = StartDesk(self, self.parts)
            self.parts.fill()
        self.parts.draw()
        self.desk.look()
