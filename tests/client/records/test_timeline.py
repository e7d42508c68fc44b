"""A record at every step: each seat is shown what the engine says that it saw."""

from pathlib import Path

import pytest

from client.records.reading import open_record, seats_in
from client.records.replayer import Timeline, road
from client.words.words import Words
from client.worker.record_values import ALL, PUBLIC, Source
from engine.facts.trail import CardLaid, CardsDenied, EncounterLaid
from engine.ids import DRACULA, HIDE, HUNTERS, MINA, SEATS
from engine.record import Record, Replay
from engine.view import see


def test_every_view_is_what_the_seat_saw_then(played: Record) -> None:
    timeline = Timeline(played)
    replay = Replay(played)
    for at, _ in enumerate(replay.run(), 1):
        if at % 40:
            continue
        assert timeline.view(at, PUBLIC) == see(replay.game.state, {})
        for seat in SEATS:
            expected = see(replay.game.state, replay.witness.knowledge[seat])
            assert timeline.view(at, seat) == expected


def test_eyes_that_may_not_be_used_see_nothing(played: Record) -> None:
    timeline = Timeline(played)
    timeline.limit((MINA,))
    with pytest.raises(KeyError):
        timeline.view(30, DRACULA)
    assert timeline.view(30, ALL) == timeline.view(30, MINA)
    assert set(timeline.known(30)) == {MINA}
    hidden = {value for zone in timeline.known(timeline.steps)[MINA].values() for value in zone}
    assert not any(stop.hidden for stop in road(timeline, timeline.opened)) or hidden


def test_the_road_is_where_dracula_was(played: Record) -> None:
    timeline = Timeline(played)
    stops = road(timeline, timeline.opened)
    assert [stop.number for stop in stops] == list(range(1, len(stops) + 1))
    assert all(stop.place in timeline.edition.board.places for stop in stops)
    assert [stop.at for stop in stops] == sorted(stop.at for stop in stops)


def test_the_chronicle_names_its_cards_and_places(played: Record) -> None:
    timeline = Timeline(played)
    lines = list(timeline.told(Words(strict=True), ALL))
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert any(line.place for line in lines)
    assert any(line.cards for line in lines)
    public = list(timeline.told(Words(strict=True), PUBLIC))
    assert len({line.text for line in public}) < len({line.text for line in lines})


def test_no_card_has_a_history_of_what_it_was_not() -> None:
    game = Path(__file__).parents[2] / "net" / "vectors" / "five-peers.borgo"
    timeline = Timeline(open_record(Source(path=str(game))).record)
    lines = list(timeline.told(Words(strict=True), ALL))
    for line in lines:
        if HIDE in line.cards:  # it is laid, or something beside it; never denied elsewhere
            kinds = set(map(type, timeline.facts[line.at]))
            assert kinds & {CardLaid, EncounterLaid}, line.text
            assert CardsDenied not in kinds, line.text
    assert any(HIDE in line.cards for line in lines)


def test_an_unreadable_end_leaves_the_beginning(played: Record) -> None:
    cut = Record(played.setup, (*played.answers[:40], "nonsense"), played.opened)
    timeline = Timeline(cut)
    assert timeline.steps == 40
    assert timeline.fault is not None
    assert "Answer 40 is not legal" in timeline.fault


def test_a_tables_game_names_who_signed_each_step(at_table: Path) -> None:
    opened = open_record(Source(path=str(at_table)))
    assert opened.fault is None
    assert len(opened.record.answers) > 5
    assert sum(map(len, opened.entries)) == len(opened.game.entries if opened.game else ())
    assert set(opened.players) == set(SEATS)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("2026-01-01 10.00 hunters 7f", HUNTERS),
        ("2026-01-01 10.00 dracula 7f", (DRACULA,)),
        ("2026-01-01 10.00 mina+seward 7f", ("seward", "mina")),
        ("anything else", ()),
    ],
)
def test_a_files_name_says_whose_game_it_was(name: str, seats: tuple[str, ...]) -> None:
    assert seats_in(name) == seats
