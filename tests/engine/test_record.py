"""Records: canonical bytes, replay to any point, and a clear reason for every damaged one."""

import hashlib
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.audit import audit
from engine.canonical import digest
from engine.errors import BadRecord
from engine.ids import DRACULA, HUNTERS, MINA
from engine.options import RoadTo
from engine.record import RULES_VERSION, Record, Replay, Setup, replay
from engine.record_file import (
    MOST_ANSWERS,
    MOST_BYTES,
    MOST_FRAMES,
    MOST_OPENED,
    from_bytes,
    to_bytes,
)
from engine.versions import TooNew
from engine.view import see
from tests.support.games import play_random, random_record


@pytest.fixture(scope="module")
def record() -> Record:
    return random_record("record", influence_to_win=4)


def test_a_record_reads_back_and_has_one_form(record: Record) -> None:
    data = to_bytes(record)
    assert from_bytes(data) == record
    assert to_bytes(from_bytes(data)) == data


def test_replay_reaches_the_same_end(record: Record) -> None:
    local = play_random("record", influence_to_win=4)
    assert digest(replay(record).state) == digest(local.game.state)


def test_replay_stops_at_any_point(record: Record) -> None:
    for until in (0, 1, 57, len(record.answers)):
        assert replay(record, until).position == until
    with pytest.raises(BadRecord, match="record-no-position"):
        replay(record, len(record.answers) + 1)


def test_each_seat_knows_in_the_replay_what_it_knew_in_the_game(record: Record) -> None:
    local = play_random("record", most=200, influence_to_win=4)
    again = Replay(record)
    for _ in again.run(200):
        pass
    for seat in (DRACULA, *HUNTERS):
        played = see(local.game.state, local.dealer.knowledge[seat])
        replayed = see(again.game.state, again.witness.knowledge[seat])
        assert digest(played) == digest(replayed)


def test_without_openings_a_seat_says_what_is_missing(record: Record) -> None:
    again = Replay(replace(record, opened=()))
    for _ in again.run(100):
        pass
    assert again.witness.missing[DRACULA]
    assert not again.witness.knowledge[MINA]


@pytest.mark.parametrize("cut", [0, 3, 6, 7, 9, 40, -1, -20])
def test_a_truncated_file_is_named(record: Record, cut: int) -> None:
    with pytest.raises(BadRecord, match=r"game-truncated|game-none"):
        from_bytes(to_bytes(record)[:cut])


def test_any_altered_byte_is_found(record: Record) -> None:
    data = to_bytes(record)
    for at in range(0, len(data), max(1, len(data) // 200)):
        altered = bytearray(data)
        altered[at] ^= 1
        with pytest.raises(BadRecord):
            from_bytes(bytes(altered))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x" * 100,
        b"BORGO1\n",
        b"BORGO1\n" + b"\xff" * 50,
        b"BORGO1\n" + b"\x05\x00\x00\x00\x01\xc1",
    ],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        from_bytes(data)


def test_bytes_after_the_end_are_refused(record: Record) -> None:
    with pytest.raises(BadRecord, match="game-after-end"):
        from_bytes(to_bytes(record) + b"!")


@pytest.mark.parametrize("name", ["answers", "opened"])
def test_more_than_any_game_has_is_refused_before_it_is_built(
    name: str,
) -> None:
    chunk = [["slot", "value"] for _ in range(MOST_ANSWERS // 20)]
    parts = [["setup", plain(Setup())], *[[name, chunk]] * 20]
    read = from_bytes(file_of(parts))
    assert len(read.answers) + len(read.opened) == MOST_ANSWERS == MOST_OPENED
    with pytest.raises(BadRecord, match=f"record-too-many: name={name}"):
        from_bytes(file_of([*parts, [name, chunk[:1]]]))


def test_a_file_longer_than_any_game_is_not_looked_at() -> None:
    part = ["answers", [[]] * 60_000]
    data = file_of([["setup", plain(Setup())], *[part] * (MOST_BYTES // 60_000 + 1)])
    with pytest.raises(BadRecord, match="game-longer"):
        from_bytes(data)
    with pytest.raises(BadRecord, match="game-frames"):
        from_bytes(file_of([["answers", []]] * (MOST_FRAMES + 1)))


def file_of(parts: list[Any]) -> bytes:
    data = b"BORGO1\n"
    for body in map(msgspec.msgpack.encode, parts):
        data += b"\x05" + len(body).to_bytes(4, "little") + body
    end = hashlib.blake2b(data, digest_size=32, person=b"FOD1-record").digest()
    return data + b"\x09" + (32).to_bytes(4, "little") + end


def test_an_unknown_rules_version_is_named(record: Record) -> None:
    future = replace(record, setup=replace(record.setup, rules=99))
    with pytest.raises(TooNew, match=f"too-new-rules: theirs=99, ours={RULES_VERSION}"):
        replay(from_bytes(to_bytes(future)))


def test_an_illegal_answer_is_named_with_its_position(record: Record) -> None:
    answers = list(record.answers)
    answers[70] = RoadTo("atlantis")
    with pytest.raises(BadRecord, match="record-illegal: answer=70"):
        replay(replace(record, answers=tuple(answers)))


def test_an_honest_game_passes_the_audit(record: Record) -> None:
    assert audit(record) == ()


def test_the_audit_finds_a_changed_secret(record: Record) -> None:
    opened = dict(record.opened)
    slot = next(slot for slot, value in record.opened if value == "punch" or slot.startswith("d"))
    opened[slot] = "cagliari" if opened[slot] != "cagliari" else "dublin"
    assert audit(replace(record, opened=tuple(opened.items())))


def test_the_audit_says_what_was_never_opened(record: Record) -> None:
    breaches = audit(replace(record, opened=record.opened[:100]))
    assert breaches
    assert any(breach.missing for breach in breaches)


def test_a_record_is_read_as_the_protocol_says(record: Record) -> None:
    """22.12, kind 5: by whoever has the page, MessagePack and BLAKE2b."""
    data = to_bytes(record)
    at, parts = len(b"BORGO1\n"), list[Any]()
    while data[at] == 5:
        length = int.from_bytes(data[at + 1 : at + 5], "little")
        parts.append(msgspec.msgpack.decode(data[at + 5 : at + 5 + length]))
        at += 5 + length
    end = hashlib.blake2b(data[:at], digest_size=32, person=b"FOD1-record").digest()
    assert data[at:] == b"\x09" + (32).to_bytes(4, "little") + end
    assert [name for name, _ in parts] == ["setup", *["answers"] * (len(parts) - 2), "opened"]
    assert parts[0][1] == plain(record.setup)
    answers = [each for name, value in parts if name == "answers" for each in value]
    assert answers == plain(record.answers)
    assert parts[-1][1] == plain(record.opened)


def plain(value: object) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))
