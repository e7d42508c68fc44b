"""The words of this process: what a terminal prints and what a worker tells the window.

They are in the language that the environment names, else in the one of the player's settings. The
window names its own to the processes it starts; whatever there are no files for is the first one.
"""

import json
import os
from functools import cache
from pathlib import Path

from client.home import SETTINGS_FILE, default_home
from client.text import Words, languages
from client.words.messages import FIRST_LANGUAGE

LANGUAGE = "BORGO_LANGUAGE"  # the variable of the environment


@cache
def spoken() -> Words:
    """The words of this process."""
    wanted = os.environ.get(LANGUAGE) or _chosen(default_home() / SETTINGS_FILE)
    return Words(wanted if wanted in languages() else FIRST_LANGUAGE)


def fault_words(error: Exception) -> str:
    """What went wrong, as one sentence; with a peer's bytes, by the code of its kind."""
    code: int | None = getattr(error, "code", None)
    return spoken().error(error) if code is None else spoken().accusation(code)


def heard_environment() -> dict[str, str]:
    """What a program of ours inherits whose output is kept or read: it writes UTF-8."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8"}


def _chosen(settings: Path) -> str:
    """What the settings say; a file that cannot be used is for the window to speak of."""
    try:
        return str(json.loads(settings.read_bytes())["language"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return FIRST_LANGUAGE
