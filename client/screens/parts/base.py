"""The base class of all screens, and their names; a screen's code is loaded at its first use."""

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame

from client.window.services import Services

if TYPE_CHECKING:
    from PySide6.QtGui import QColor


_SEEN_MS = 10  # a picture that was drawn has reached the eye by then
_UNSEEN_MS = 2000  # a screen that nobody has drawn by then is not waited for


class Screen(QFrame):
    """One page of the window; a frame, because that has the background of the style sheet."""

    has_own_keys = False  # otherwise every button gets a letter
    is_dressed_in_parts = False  # many parts, one after another; otherwise all of it together
    leads_to = ""  # the screen that follows by itself, to be made while there is time
    comes_first = False  # may be what the program begins with; says when it is `drawn`

    wants = Signal(str, object)  # the name of the screen to go to, and its arguments as a dict
    visits = Signal(str, object)  # the same for a screen to look at and come back from
    done = Signal()  # back to where the player came from
    palette_wanted = Signal(object)  # the game's clock asks for another palette
    faulted = Signal(str, str)  # something failed elsewhere: words, and a trace for the log
    called = Signal(str)  # the player is wanted here while another screen is in front: words
    drawn = Signal()  # the screen is in sight, after `wait_until_drawn`

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.words = services.words
        self._ground: QColor | None = None  # where no style sheet gives it one
        self._undrawn = QTimer(self)
        self._undrawn.setSingleShot(True)
        self._undrawn.timeout.connect(self.drawn)

    def enter(self, **arguments: object) -> None:
        """The screen is shown now; subclasses take the arguments they know."""

    def leave(self) -> None:
        """The screen is left: let go of whatever runs for it."""

    def wait_until_drawn(self) -> None:
        """Emit `drawn` once the screen is visible: slow work begins only then."""
        self._undrawn.start(_UNSEEN_MS)

    def wait_no_more(self) -> None:
        """Do not emit `drawn` after all."""
        self._undrawn.stop()

    @property
    def ground(self) -> "QColor | None":
        """The colour between the parts."""
        return self._ground

    def lay_ground(self, colour: "QColor") -> None:
        """Colour what lies between parts that are each dressed by itself.

        Neither a style sheet nor a palette does: both go down to all parts, and everything would
        be drawn anew, twice.
        """
        if colour != self._ground:
            self._ground = colour
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The children are drawn right after this; what waits for them follows."""
        if self._ground is not None:
            from PySide6.QtGui import QPainter  # noqa: PLC0415 (no first screen has a ground)

            painter = QPainter(self)
            painter.fillRect(event.rect(), self._ground)
            painter.end()
        super().paintEvent(event)
        if self._undrawn.isActive() and self._undrawn.interval() != _SEEN_MS:
            self._undrawn.start(_SEEN_MS)

    @property
    def is_running(self) -> bool:
        """Whether a game goes on here, which leaving would break off."""
        return False

    @property
    def is_awaited(self) -> bool:
        """Whether the player waits to see something here, so that what has time is to wait."""
        return False

    def restyle(self) -> None:
        """The palette has changed; most screens have nothing that the style sheet does not do."""

    def go(self, name: str, **arguments: object) -> None:
        """Send the player to another screen; this one is left."""
        self.wants.emit(name, arguments)

    def visit(self, name: str, **arguments: object) -> None:
        """Show another screen for a while; this one goes on behind it."""
        self.visits.emit(name, arguments)

    def take_focus(self) -> None:
        """Set the focus to the first widget that can be used, if there is one yet."""
        self.setFocus()
        self.focusNextChild()

    def resume(self) -> None:
        """The player is back from a visit."""


# Name -> module and class: the first screen is not to wait for the code of all the others.
SCREENS: dict[str, tuple[str, str]] = {
    "start": ("client.screens.start.screen", "StartScreen"),
    "first-run": ("client.screens.first_run", "FirstRunScreen"),
    "table": ("client.screens.table.screen", "TableScreen"),
    "settings": ("client.screens.settings_screen", "SettingsScreen"),
    "game": ("client.screens.game.screen", "GameScreen"),
    "end": ("client.screens.end.screen", "EndScreen"),
    "replay": ("client.screens.replay.screen", "ReplayScreen"),
    "chronicles": ("client.screens.chronicles", "ChroniclesScreen"),
    "rules": ("client.screens.rules", "RulesScreen"),
    "ledger": ("client.screens.ledger", "LedgerScreen"),
}


def screen_class(name: str) -> type[Screen]:
    """The class of a screen."""
    module, kind = SCREENS[name]
    found: type[Screen] = getattr(import_module(module), kind)
    return found
