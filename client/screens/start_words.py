"""Tables near and games not over, each as one line of a list."""

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from client.words.words import Words
from client.worker.hall_values import OpenGame, TableRow
from engine.ids import HUNTERS

JOINABLE, WATCHABLE = ("open",), ("open", "begun")

_STANDS_FOR = Qt.ItemDataRole.UserRole


def line_of(text: str, stands_for: object) -> QListWidgetItem:
    """A line of a list, and what it stands for."""
    line = QListWidgetItem(text)
    line.setData(_STANDS_FOR, stands_for)
    return line


def chosen_of(shown: QListWidget) -> object:
    """What the chosen line of a list stands for."""
    chosen = shown.selectedItems()
    return chosen[0].data(_STANDS_FOR) if chosen else None


def table_words(words: Words, table: TableRow) -> str:
    """A table of this network: what it is called, how it stands, what it plays, who is wanted."""
    parts = [table.name, words.table_state(table.state, table.why)]
    if table.edition:
        is_known = words.has(f"preset-{table.edition}")
        parts.append(words.preset(table.edition) if is_known else table.edition)
    if table.state in JOINABLE and table.seats_free:
        free = words.listed([words.seat(seat) for seat in table.seats_free])
        parts.append(words.say("start.free", seats=free))
    if table.needs_passphrase:
        parts.append(words.say("start.needs-phrase"))
    if table.code:
        parts.append(table.code)
    return " · ".join(parts)


def game_words(words: Words, game: OpenGame) -> str:
    """A game that is not over: with whom, or as whom alone, when it was played last, by what."""
    said = _whose_game(words, game)
    return words.say("start.older", game=said, number=game.older) if game.older else said


def _whose_game(words: Words, game: OpenGame) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(game.when))
    date = QLocale(words.language).toString(when, words.say("date.form"))
    if game.people:
        people, row = words.listed(list(game.people)), "start.unfinished-row"
        if game.wrongdoer:
            row = "start.unfinished-stopped"
        return words.say(row, people=people, when=date, name=game.wrongdoer)
    if game.seats == HUNTERS:
        return words.say("start.unfinished-hunters", when=date)
    seats = words.listed([words.seat(seat) for seat in game.seats])
    return words.say("start.unfinished-alone", seats=seats, when=date)
