"""What every screen receives: words, colours, settings, and a way to start a table."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from client.look.palette import DAY, NIGHT, Palette
from client.settings import Settings, save
from client.words.words import Words

if TYPE_CHECKING:
    from client.window.bridge import Bridge
    from net.crypto.secrecy import Unlocking


def _new_bridge() -> "Bridge":
    from client.window.bridge import Bridge  # noqa: PLC0415 (the window is drawn before any is needed)

    return Bridge()


class Services:
    """What all screens of a window share; only settings, palette and `unlock` ever change."""

    def __init__(self, words: Words, home: Path, settings: Settings) -> None:
        self.words = words
        self.home = home
        self.settings = settings
        self.palette = DAY
        self.new_bridge: Callable[[], Bridge] = _new_bridge
        self.clock: Callable[[], float] = monotonic  # where nobody reads, one that leaps
        self.screens: frozenset[str] = frozenset()  # the names of all screens there are
        self.unlock: Unlocking | None = None  # the player's keys, once their passphrase was typed
        self.interface: str | None = None  # tables are looked for only there; none: everywhere
        self.port: int | None = None  # tables are listened for there; none: at the usual one

    def change(self, settings: Settings) -> None:
        """Use new settings and save them."""
        save(settings, self.home)
        self.settings = settings

    def palette_for(self, *, is_night: bool) -> Palette:
        """The palette for this time of the game's clock, by the settings."""
        if self.settings.palette == "game":
            return NIGHT if is_night else DAY
        return NIGHT if self.settings.palette == "night" else DAY
