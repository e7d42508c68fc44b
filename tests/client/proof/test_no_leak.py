"""A window never holds what its player may not know.

Two worlds with other secrets and the same public answers are shown, step by step, to the players
of the seats that cannot tell them apart. What crosses to the window, its picture, its widgets,
what it says to a screen reader and what it logs are the same to the byte. Then one world is
searched for what is hidden in it. Leaks planted on purpose show that all of this can fail.
"""

import pickle
from collections.abc import Callable
from itertools import islice

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QLabel, QListWidgetItem

from engine.audit import audit
from engine.ids import DRACULA, HUNTERS, SEATS, Seat
from engine.record import Record
from engine.view import live_slots
from tests.client.proof.conftest import Tell, Teller, knowledge_of
from tests.support.games import play_random
from tests.support.two_worlds import other_hands, other_trails
from tests.support.window_traces import Trace, pairs_held, trace

pytestmark = [pytest.mark.gui, pytest.mark.slow]

STEPS = 6  # at the end of a game, after the secrets that differ have come into it
Plant = Callable[[Teller], None]


def two_roads(seed: str, most: int) -> tuple[Record, Record]:
    """A game, and the same one in which Dracula's newest hidden card is another."""
    record = play_random(seed, most=most).record()
    return record, next(each for each in other_trails(record) if not audit(each))


def nothing(_teller: Teller) -> None:
    """Plant no leak."""


def shown(
    tell: Tell, record: Record, seats: tuple[Seat, ...], plant: Plant = nothing
) -> list[tuple[bytes, Trace]]:
    """What a window of these seats is told and holds at each of the last steps of a game."""
    teller = tell(record, seats)
    teller.skip_to(len(record.answers) - STEPS)
    told = [teller.show()]
    found = []
    while True:
        plant(teller)
        found.append((pickle.dumps(told[-1]), trace(teller.window)))
        if teller.replayed.game.position == len(record.answers):
            return found
        told.append(teller.step())


def told_apart(
    tell: Tell, worlds: tuple[Record, Record], seats: tuple[Seat, ...], plant: Plant = nothing
) -> list[object]:
    """Every difference between two worlds that a window of these seats has."""
    one, other = (shown(tell, world, seats, plant) for world in worlds)
    found: list[object] = []
    for (told, traced), (told_there, traced_there) in zip(one, other, strict=True):
        if told != told_there:
            found.append("what crosses to the window")
        found += traced.differing(traced_there)
    return found


@pytest.mark.parametrize(("seed", "most"), [("worlds/1", 187), ("worlds/4", 298)])
def test_another_road_of_dracula_is_nowhere_in_a_hunters_window(
    tell: Tell, seed: str, most: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert told_apart(tell, two_roads(seed, most), HUNTERS) == []
    assert caplog.records == []


@pytest.mark.parametrize("kind", ["items", "events", "encounters", "tickets"])
def test_another_card_in_a_hand_is_nowhere_in_the_other_windows(tell: Tell, kind: str) -> None:
    local = play_random("hands/0", most=300)
    ((holder, world),) = islice(other_hands(local, kind), 1)
    others = tuple(seat for seat in SEATS if seat != holder)
    side = HUNTERS if holder == DRACULA else others[:1]
    assert told_apart(tell, (local.record(), world), side) == []


def test_the_one_who_knows_sees_the_difference(tell: Tell) -> None:
    assert told_apart(tell, two_roads("worlds/1", 187), (DRACULA,)) != []


def secrets(teller: Teller) -> dict[str, str]:
    """What lies on the table unknown to the window's player."""
    known = knowledge_of(teller.replayed, teller.seats)
    values = dict(teller.replayed.record.opened)
    slots = live_slots(teller.replayed.game.state)
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
    trail = teller.replayed.game.state.dracula.trail
    values = dict(teller.replayed.record.opened)
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


def in_a_pixel(teller: Teller) -> None:
    spot = QLabel(teller.screen.parts.tracks)
    dot = QPixmap(1, 1)
    dot.fill(QColor.fromHsv(sum(map(ord, hidden_value(teller))) % 360, 255, 255))
    spot.setPixmap(dot)
    spot.show()


def in_a_knowing_view(teller: Teller) -> None:
    teller.seats = SEATS


@pytest.mark.parametrize(
    "plant",
    [in_a_tip, in_words_for_a_reader, in_a_property, behind_a_line, in_a_pixel, in_a_knowing_view],
)
def test_a_planted_leak_is_noticed(
    tell: Tell, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "STEPS", 2)
    assert told_apart(tell, two_roads("worlds/1", 187), HUNTERS, plant) != []
