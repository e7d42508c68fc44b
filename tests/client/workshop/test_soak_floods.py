"""What `borgo soak --floods` sends, and how it judges what it measured."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.workshop.soak import flooder, floods
from client.workshop.soak.flooder import Flood
from client.workshop.soak.floods import KINDS, Wrong, _Pair, flooded_games
from net.crypto.keys import Identity
from net.wire.messages import Message, decode_message, encode_message
from tests.support.fake_wire import FakeWire, identities_for, table_for
from tests.support.small_group import SmallGroup

QUIET = _Pair([0.01] * 40, [0.012] * 40)
SLOW = _Pair([0.01] * 40, [0.02] * 40)
STILL = _Pair([0.01] * 40, [])


def pretended(monkeypatch: pytest.MonkeyPatch, *pairs: _Pair) -> None:
    """Tables that measure this, or nothing."""

    class Table:
        def __init__(self, _folder: Path, _title: str) -> None:
            pass

        def pairs(self, count: int, first: int) -> Iterator[_Pair]:
            if not pairs:
                raise Wrong("2 answers in 24 s")
            yield from pairs[first : first + min(count, 2)]  # the game is over after two

    monkeypatch.setattr(floods, "_Table", Table)


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ((QUIET, SLOW, QUIET, SLOW, QUIET), None),
        ((QUIET, SLOW, SLOW, SLOW, QUIET), "more than 1.5 times slower"),
        ((STILL, STILL, QUIET, STILL, QUIET), "more than 1.5 times slower"),
        ((), "2 answers in 24 s"),
    ],
    ids=["two of five", "three of five", "it stands still", "no game"],
)
def test_the_median_of_five_pairs_decides(
    monkeypatch: pytest.MonkeyPatch, pairs: tuple[_Pair, ...], fault: str | None
) -> None:
    pretended(monkeypatch, *pairs)
    told = list(flooded_games(0))
    assert len(told) == len(pairs) + 1
    assert told[-1][2] == fault
    assert {each for _, _, each in told[:-1]} <= {None}


@pytest.fixture(scope="module")
def played() -> FakeWire:
    """The beginning of a game of two."""
    wire = FakeWire(table_for(2), SmallGroup(), "floods")
    wire.run_until(6)
    return wire


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_flood_is_sent(
    kind: str, tmp_path: Path, played: FakeWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ordered").write_text(kind)
    proceedings = played.nodes[1].referee.proceedings
    game = flooder._Game(
        proceedings.setup_hash, proceedings.chain, 1, identities_for(2)[1],
        proceedings.roster.identities,
    )  # fmt: skip
    flood, sent, calls = Flood(tmp_path / "ordered"), list[Message](), list[Any]()
    monkeypatch.setattr(flood, "_game", lambda: game)
    monkeypatch.setattr(flood, "_call", calls.append)
    other = proceedings.roster.identities[0]
    links: Any = SimpleNamespace(
        linked=lambda: [other], send=lambda _to, message: sent.append(message)
    )
    flood.go_on(links)
    so_far = len(sent)
    flood.go_on(links)
    assert len(sent) == so_far, "who plays sends no more before it is served"
    assert bool(calls) == (kind == "handshakes")
    served = flooder._SERVED.get(kind, flooder._SERVED_AT_ONCE)
    assert len(sent) == (0 if calls else served + 1), "and what it waits for"
    for message in sent:
        assert decode_message(encode_message(message)) == message
    sent.clear()
    monkeypatch.setattr(
        flood, "_game", lambda: game._replace(peer=-1, identity=Identity(bytes(32)))
    )
    flood.go_on(links)
    flood.go_on(links)
    assert len(sent) == 2 * flooder._AT_ONCE or calls, "who looks on floods as well"


def test_nothing_is_sent_before_it_is_ordered(tmp_path: Path) -> None:
    links: Any = SimpleNamespace()
    Flood(tmp_path / "ordered").go_on(links)
