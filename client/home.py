"""The folder where a player's own things are kept, and the files that come with the program."""

import os
from pathlib import Path

from net.edge.storing.closed_files import close_folder, make_folder

LOG_FILE = "borgo.log"
SETTINGS_FILE = "settings.json"
SOLO_FOLDER = "alone"  # the records of games played alone
PENCIL_FILE = "pencil.json"  # the player's own marks on the maps of games that may go on
GAMES_FOLDER = "games"  # the files of games played at a table
_RESTORED_FOLDER = "restored"  # keys and stores of places gone on with from a backup, one each


def make_home(home: Path) -> None:
    """Make a player's folder; one that an older program left readable to others is made private."""
    make_folder(home)
    if home == default_home():  # any other its owner has chosen, and may share
        close_folder(home)


def restored_home(home: Path, folder: str) -> Path:
    """The folder with keys and store of a place: the player's own, or that of a restored place."""
    return home / _RESTORED_FOLDER / folder if folder else home


def restored_folders(home: Path) -> list[str]:
    """The folders of places that were restored here."""
    found = (home / _RESTORED_FOLDER).glob("*/")
    return sorted(each.name for each in found if each.is_dir())


def default_home() -> Path:
    """The player's data folder, by the convention of the desktop."""
    folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(folder) / "borgo"


RESOURCES = Path(__file__).parent.parent / "resources"  # beside this package, installed or not
