"""The player's pencil marks, kept game by game for nobody but the player."""

import logging
from pathlib import Path

import msgspec

from client.home import PENCIL_FILE
from client.written_files import CannotWrite, write_anew
from engine.ids import PlaceId

Marks = dict[PlaceId, str]

_MOST_GAMES = 60  # the oldest are forgotten: hardly any of so many games will go on


class PencilBook:
    """Marks by game; what cannot be read or written costs the marks and nothing else."""

    def __init__(self, home: Path) -> None:
        self._path = home / PENCIL_FILE

    def marks(self, game: str) -> Marks:
        """What is written on the map of a game."""
        return self._read().get(game, {}) if game else {}

    def keep(self, game: str, marks: Marks) -> None:
        """Write down all marks of a game."""
        if not game:
            return
        book = {name: kept for name, kept in self._read().items() if name != game}
        if marks:
            book[game] = dict(marks)
        newest = dict(list(book.items())[-_MOST_GAMES:])
        try:
            write_anew(self._path, msgspec.json.encode(newest))
        except CannotWrite as error:
            logging.getLogger("borgo").error("pencil marks are not kept: %s", error)

    def _read(self) -> dict[str, Marks]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Marks])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            logging.getLogger("borgo").error("pencil marks cannot be read: %s", error)
            return {}
