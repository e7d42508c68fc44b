"""A window never holds what its player may not know.

Two worlds with other secrets and the same public answers are shown, step by step, to the players
of the seats that cannot tell them apart, as the real worker tells them. What crosses to the
window, its picture, its widgets, what it says to a screen reader, its replay and what it writes
are the same to the byte. Then one world is searched for what is hidden in it. Leaks planted on
purpose show that all of this can fail.
"""

import pickle
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QLabel, QListWidgetItem

from client.home import LOG_FILE
from client.screens.replay.screen import ReplayScreen
from client.worker.values import Report
from client.workshop.soak.played_worlds import other_hands, other_trails
from client.workshop.waiting import wait_until
from engine.audit import audit
from engine.ids import DRACULA, HUNTERS, SEATS, Seat
from engine.local import LocalGame
from engine.record import Record
from engine.view import live_slots
from tests.client.proof.conftest import Tell, Teller
from tests.support.games import play_random
from tests.support.window_traces import Trace, pairs_held, trace

pytestmark = [pytest.mark.gui, pytest.mark.slow]

STEPS = 4  # at the end of a game, after the secrets that differ have come into it
Plant = Callable[[Teller], None]


@cache
def two_roads(seed: str, most: int) -> tuple[Record, Record]:
    """A game, and the same one in which Dracula's newest hidden card is another."""
    record = play_random(seed, most=most).record()
    return record, next(each for each in other_trails(record) if not audit(each))


def nothing(_teller: Teller) -> None:
    """Plant no leak."""


class Held(NamedTuple):
    """What a window was told at one moment, what it holds, and what lies in its folder."""

    told: bytes
    trace: Trace
    files: dict[str, bytes]

    def differing(self, other: "Held") -> list[object]:
        found = self.trace.differing(other.trace)
        found += ["what crosses to the window"] if self.told != other.told else []
        return found + ([("files", self.files, other.files)] if self.files != other.files else [])


def held(teller: Teller, told: list[Report]) -> Held:
    home = teller.window.services.home
    files = {str(each): each.read_bytes() for each in home.rglob("*") if each.is_file()}
    return Held(pickle.dumps(told), trace(teller.window), files)


def shown(
    tell: Tell, record: Record, seats: tuple[Seat, ...], plant: Plant, palette: str
) -> list[Held]:
    """What a window of these seats holds at each of the last steps of a game."""
    teller = tell(record, seats, palette)
    teller.skip_to(len(record.answers) - STEPS)
    told = teller.first + teller.show()
    found = []
    while True:
        plant(teller)
        found.append(held(teller, told))
        if teller.worker.game.position == len(record.answers):
            return found
        told = teller.step()


def told_apart(
    tell: Tell,
    worlds: tuple[Record, Record],
    seats: tuple[Seat, ...],
    plant: Plant = nothing,
    palette: str = "day",
) -> list[object]:
    """Every difference between two worlds that a window of these seats has."""
    one, other = (shown(tell, world, seats, plant, palette) for world in worlds)
    pairs = zip(one, other, strict=True)
    return [difference for mine, there in pairs for difference in mine.differing(there)]


@pytest.mark.parametrize(("seed", "most"), [("worlds/3", 187), ("worlds/4", 298)])
def test_another_road_of_dracula_is_nowhere_in_a_hunters_window(
    tell: Tell, seed: str, most: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert told_apart(tell, two_roads(seed, most), HUNTERS, palette="game") == []
    assert caplog.records == []


@cache
def hands() -> LocalGame:
    """A game in which everybody holds something."""
    return play_random("hands/1", most=300)


@pytest.mark.parametrize("kind", ["items", "events", "encounters", "tickets"])
def test_another_card_in_a_hand_is_nowhere_in_the_other_windows(tell: Tell, kind: str) -> None:
    local = hands()
    ((holder, world),) = islice(other_hands(local, kind), 1)
    others = tuple(seat for seat in SEATS if seat != holder)
    side = HUNTERS if holder == DRACULA else others[:1]
    assert told_apart(tell, (local.record(), world), side) == []


def test_the_one_who_knows_sees_the_difference(tell: Tell) -> None:
    assert told_apart(tell, two_roads("worlds/3", 187), (DRACULA,)) != []


def looked_back(tell: Tell, record: Record, seats: tuple[Seat, ...]) -> Held:
    """What a window holds when a game still running is replayed, at its last step."""
    teller = tell(record, seats)
    teller.skip_to(len(record.answers))
    teller.show()
    screen = teller.window.visit("replay", model=teller.model)
    assert isinstance(screen, ReplayScreen)
    wait_until(lambda: screen.step_shown is not None and screen.is_told)
    wait_until(lambda: not screen._dusk.isActive())
    teller.settle()
    wait_until(lambda: screen.parts.board.canvas.is_at_rest)
    teller.settle()
    return held(teller, teller.told)


def test_a_running_game_looked_back_on_hides_what_the_game_hides(tell: Tell) -> None:
    worlds = two_roads("worlds/3", 187)
    one, other = (looked_back(tell, world, HUNTERS) for world in worlds)
    assert one.differing(other) == []
    one, other = (looked_back(tell, world, (DRACULA,)) for world in worlds)
    assert one.differing(other) != []


def secrets(teller: Teller) -> dict[str, str]:
    """What lies on the table unknown to the window's player."""
    known, values = teller.worker.knowledge(), teller.worker.values
    slots = live_slots(teller.worker.game.state)
    return {slot: values[slot] for slot in slots if slot in values and slot not in known}


def found_secrets(teller: Teller) -> list[object]:
    hidden = secrets(teller)
    assert len(hidden) > 20
    held = pairs_held(teller.window, teller.model, teller.bridge.sent)
    return [pair for pair in held if hidden.get(str(pair[0])) == pair[1]]


def test_nothing_hidden_can_be_reached_from_a_hunters_window(tell: Tell) -> None:
    record = play_random("worlds/1", most=187).record()
    teller = tell(record, HUNTERS)
    teller.skip_to(150)
    teller.show()
    for _ in range(10):
        teller.step()
        assert found_secrets(teller) == []
    slot, value = next(iter(secrets(teller).items()))
    teller.screen.forgotten = {slot: value}  # type: ignore[attr-defined]
    assert found_secrets(teller) == [(slot, value)]


# Leaks planted on purpose, each in one place only: all are noticed.


def hidden_value(teller: Teller) -> str:
    """Where Dracula really is."""
    trail, values = teller.worker.game.state.dracula.trail, teller.worker.values
    return "/".join(values.get(each.slot, "") for each in trail if each is not None)


def in_a_tip(teller: Teller) -> None:
    teller.screen.parts.trail.setToolTip(hidden_value(teller))


def in_words_for_a_reader(teller: Teller) -> None:
    teller.screen.parts.board.setAccessibleDescription(hidden_value(teller))


def in_a_property(teller: Teller) -> None:
    teller.screen.parts.tracks.setProperty("where", hidden_value(teller))


def behind_a_line(teller: Teller) -> None:
    chronicle = teller.screen.parts.chronicle
    item = QListWidgetItem("It is quiet.")
    item.setData(Qt.ItemDataRole.UserRole + 7, hidden_value(teller))
    chronicle.addItem(item)


def in_a_file(teller: Teller) -> None:
    (teller.window.services.home / LOG_FILE).write_text(hidden_value(teller))


def in_a_pixel(teller: Teller) -> None:
    spot = QLabel(teller.screen.parts.tracks)
    dot = QPixmap(1, 1)
    dot.fill(QColor.fromHsv(sum(map(ord, hidden_value(teller))) % 360, 255, 255))
    spot.setPixmap(dot)
    spot.show()


def in_a_knowing_view(teller: Teller) -> None:
    teller.worker._start = structs.replace(teller.worker._start, seats=SEATS)


# The pixel last: it alone changes the picture, and that is one difference however much is in it.
PLANTS = (
    nothing, in_a_tip, in_a_file, in_words_for_a_reader, in_a_property, behind_a_line, in_a_pixel,
)  # fmt: skip


def after_each_plant(tell: Tell, record: Record) -> list[Held]:
    """What one window holds when one leak after another is planted in it."""
    teller = tell(record, HUNTERS, "day")
    teller.skip_to(len(record.answers))
    told = teller.first + teller.show()
    found = []
    for plant in PLANTS:
        plant(teller)
        found.append(held(teller, told))
    (teller.window.services.home / LOG_FILE).unlink()  # the next window has the same folder
    return found


def test_each_planted_leak_is_noticed(tell: Tell) -> None:
    one, other = (after_each_plant(tell, world) for world in two_roads("worlds/3", 187))
    known = set[str]()
    for plant, mine, there in zip(PLANTS, one, other, strict=True):
        found = {repr(each) for each in mine.differing(there)} - known
        assert bool(found) == (plant is not nothing), plant.__name__
        known |= found


def test_a_view_that_knows_too_much_is_noticed(tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "STEPS", 1)  # it is told at the next step
    assert told_apart(tell, two_roads("worlds/3", 187), HUNTERS, in_a_knowing_view) != []
