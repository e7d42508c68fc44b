"""What every screen is: a widget that is entered with arguments and may lead elsewhere."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.services import Services


class Screen(QWidget):
    """One page of the window."""

    wants = Signal(str, object)  # the name of the screen to go to, and its arguments as a dict
    visits = Signal(str, object)  # the same for a screen to look at and come back from
    done = Signal()  # back to where the player came from
    palette_wanted = Signal(object)  # the game's clock asks for another palette
    faulted = Signal(str, str)  # something failed elsewhere: words, and a trace for the log

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.words = services.words

    def enter(self, **arguments: object) -> None:
        """The screen is shown now; subclasses take the arguments they know."""

    def leave(self) -> None:
        """The screen is left: let go of whatever runs for it."""

    def restyle(self) -> None:
        """The palette has changed; most screens have nothing that the style sheet does not do."""

    def go(self, name: str, **arguments: object) -> None:
        """Send the player to another screen; this one is left."""
        self.wants.emit(name, arguments)

    def visit(self, name: str, **arguments: object) -> None:
        """Show another screen for a while; this one goes on behind it."""
        self.visits.emit(name, arguments)

    def resume(self) -> None:
        """The player is back from a visit."""
