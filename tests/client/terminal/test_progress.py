"""A peer's progress file can be read although the peer may be killed while writing."""

from pathlib import Path

import msgspec

from client.terminal.progress import ProgressFile, ProgressReader


def test_steps_are_read_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "progress"
    reader = ProgressReader(path)
    assert reader.new() == []
    file = ProgressFile(path)
    file.write(1)
    file.write(2, settled=7, told=(msgspec.Raw(b'{"fact":"day_broke"}'),))
    first, second = reader.new()
    assert (first.entries, second.entries, second.settled) == (1, 2, 7)
    assert first.at <= second.at
    assert bytes(second.told[0]) == b'{"fact":"day_broke"}'
    file.write(3, reached=(8, 1))
    file.write(3, is_over=True)
    assert [(step.reached, step.is_over) for step in reader.new()] == [
        ((8, 1), False),
        (None, True),
    ]


def test_half_a_line_of_a_killed_peer_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress"
    reader = ProgressReader(path)
    ProgressFile(path).write(1)
    with path.open("ab") as file:
        file.write(b'{"at":1.0,"entr')
    assert [step.entries for step in reader.new()] == [1]
    ProgressFile(path).write(2)
    assert [step.entries for step in reader.new()] == [2]
