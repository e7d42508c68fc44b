"""Every screen by its name; a screen's code is loaded when it is first wanted."""

from importlib import import_module

from client.screens.screen import Screen

# Name -> module and class: the first screen is not to wait for the code of all the others.
SCREENS: dict[str, tuple[str, str]] = {
    "start": ("client.screens.start", "StartScreen"),
    "first-run": ("client.screens.first_run", "FirstRunScreen"),
    "table": ("client.screens.table", "TableScreen"),
    "settings": ("client.screens.settings", "SettingsScreen"),
    "game": ("client.screens.game", "GameScreen"),
    "end": ("client.screens.end", "EndScreen"),
    "replay": ("client.screens.replay", "ReplayScreen"),
    "chronicles": ("client.screens.chronicles", "ChroniclesScreen"),
    "rules": ("client.screens.rules", "RulesScreen"),
    "ledger": ("client.screens.ledger", "LedgerScreen"),
}


def screen_class(name: str) -> type[Screen]:
    """The class of a screen."""
    module, kind = SCREENS[name]
    found: type[Screen] = getattr(import_module(module), kind)
    return found
