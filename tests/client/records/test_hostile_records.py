"""Records by makers with all keys and invalid points: refused with a reason, never a crash."""

import contextlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.records.judging import judge
from client.records.reading import open_record, stored_game, unchecking
from client.records.replayer import serve
from client.worker.record_values import (
    JudgeRecord,
    LedgerSeen,
    ListRecords,
    ReadLedger,
    ReadRecord,
    RecordJudged,
    RecordRow,
    Source,
)
from client.worker.values import Leave, Order, Report
from net.crypto.group import SodiumGroup
from net.crypto.hashing import next_parent
from net.edge.storing.store import FILE_NAME, Store
from net.errors import BadGameFile
from net.judging.game_file import TableGame, from_file, to_file
from net.judging.verification import record_of
from net.log.entry import FIRST_PARENT, Entry, Unsigned, decode_entry, sign_entry
from net.wire.bodies import Shuffled, decode_body, encode_body
from tests.support.fake_wire import identities_for
from tests.support.made_games import THREE
from tests.support.refused_bodies import POINTS

# Far enough for all decks to be mixed and cards to be drawn from them.
ENTRIES = 60
LAST_MIXER = 2


@cache
def beginning() -> TableGame:
    game = from_file(THREE.read_bytes())
    return game._replace(entries=game.entries[:ENTRIES])


def with_bad_rows(entry: Entry, bad: bytes) -> bytes:
    """The body of a shuffle in which the first point of every row is no point."""
    body = decode_body(SodiumGroup(), entry.kind, entry.body)
    assert isinstance(body, Shuffled)
    size, proof = 32 * (body.payloads + 1), bytearray(body.proof)
    for row in range(body.count):
        proof[row * size : row * size + 32] = bad
    return encode_body(replace(body, proof=bytes(proof)))


def signed_again(entry: Entry, **changes: object) -> Entry:
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    return sign_entry(identities_for(3)[entry.peer], Unsigned(**{**fields, **changes}))


def planted(bad: bytes, *, whole: bool) -> tuple[TableGame, int]:
    """The last mixer's rows are bad; what follows stands on them, or is as it was."""
    game, entries = beginning(), list[Entry]()
    first, parents = -1, [FIRST_PARENT]
    for encoded in game.entries:
        entry = decode_entry(encoded)
        while len(parents) <= entry.index:
            before = [each.hash for each in entries if each.index == len(parents) - 1]
            parents.append(next_parent(parents[-1], before))
        if entry.kind == Shuffled.kind and entry.peer == LAST_MIXER and (whole or first < 0):
            first = len(entries) if first < 0 else first
            body = with_bad_rows(entry, bad)
            entry = signed_again(entry, body=body, parent=parents[entry.index])
        elif whole and first >= 0:
            entry = signed_again(entry, parent=parents[entry.index])
        entries.append(entry)
    return game._replace(entries=tuple(each.to_bytes() for each in entries)), first


class Window:
    """What a worker tells; it leaves when it is waited for."""

    def __init__(self) -> None:
        self.told: list[Report] = []

    def tell(self, report: Report) -> None:
        self.told.append(report)

    def receive(self, seconds: float | None) -> Order | None:
        return Leave() if seconds is None else None

    def of(self, kind: type[Report]) -> Iterator[Report]:
        return (each for each in self.told if isinstance(each, kind))


def served(*orders: Order) -> Window:
    window = Window()
    for order in orders:
        serve(order, window)  # type: ignore[arg-type]
    return window


def kept(home: Path, game: TableGame) -> bytes:
    """The same in a store, as after a return."""
    store = Store(home / FILE_NAME, bytes(32))
    name = b"\x01" * 32
    store.begin_game(name, game.signed_setup, 0)
    store.record_received(name, list(game.entries))
    store.close()
    return name


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, True], ids=["one entry", "everything after it"])
@pytest.mark.parametrize("name", ["identity", "mixed order: 7G + (0, -1)", "all bits set"])
def test_a_planted_point_is_a_reason_wherever_the_record_is_read(
    name: str, tmp_path: Path, *, whole: bool
) -> None:
    game, first = planted(POINTS[name], whole=whole)
    verdict = judge(game)
    assert verdict.violation is not None
    assert (verdict.violation.entry, verdict.violation.peer) == (first, LAST_MIXER)
    assert verdict.violation.code in (2, 3)
    with contextlib.suppress(BadGameFile):  # or nobody needs to look at the point before the end
        record_of(game, unchecking())
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "hostile.borgo"
    path.write_bytes(to_file(game))
    source, home = Source(path=str(path)), str(tmp_path)
    opened = open_record(source)
    assert opened.fault or len(opened.entries) > 1
    window = served(
        ReadRecord(source, "en"),
        JudgeRecord(source, home),
        ReadLedger(source, home),
        ListRecords(home),
    )
    (judged,) = window.of(RecordJudged)
    assert isinstance(judged, RecordJudged)
    assert (judged.kind, judged.code) == ("violation", verdict.violation.code)
    assert len(list(window.of(LedgerSeen))) == 1
    assert [row.verdict for row in window.of(RecordRow) if isinstance(row, RecordRow)] == [
        "violation"
    ]
    assert stored_game(tmp_path, kept(tmp_path, game)).entries
