"""Where a player's own things are kept: keys, games, settings, the log of faults."""

import os
from pathlib import Path

LOG_FILE = "borgo.log"
SETTINGS_FILE = "settings.json"
SOLO_FOLDER = "alone"  # the records of games played alone
PENCIL_FILE = "pencil.json"  # the player's own marks on the maps of games that may go on
GAMES_FOLDER = "games"  # the files of games played at a table


def default_home() -> Path:
    """The player's data folder, by the desktop's own convention."""
    folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(folder) / "borgo"
