"""Values out of a recorded game, so that another program can find where it differs from ours."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from net.crypto.group import SodiumGroup
from net.crypto.hashing import game_id, next_parent, setup_hash
from net.crypto.transcript import Moment, Purpose, Transcript, context_index
from net.fairness.cards.codes import Deck
from net.judging.game_file import from_file
from net.log.entry import Entry, decode_entry
from net.wire.bodies import (
    GameOpen,
    KeyCommit,
    KeyOpen,
    SharesSent,
    Shuffled,
    TrailOpened,
    TrailPlaced,
    decode_body,
)
from net.wire.table_setup import encode_setup
from protocol_tables.bodies import NAMES
from protocol_tables.decks import deck_codes

_GAME = Path(__file__).resolve().parents[2] / "tests/net/vectors/two-peers.borgo"
_GROUP = SodiumGroup()

Row = tuple[str, object]


def example() -> str:
    """The first requests, a deck, a draw and a card of the trail, value by value."""
    game = from_file(_GAME.read_bytes())
    entries = [decode_entry(each) for each in game.entries]
    rows = ["| value | is |", "|---|---|"]
    rows += [f"| {name} | {_said(value)} |" for name, value in _values(game.setup(), entries)]
    return "\n".join(rows)


def _said(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def _values(setup: Any, entries: Sequence[Entry]) -> Iterator[Row]:
    yield "length of the set-up's bytes, S", f"{len(encode_setup(setup)):,}, {_hash_of(setup)}"
    yield from _entering(entries)
    yield from _keys(entries)
    yield from _deck(entries)
    yield from _draw(entries)
    yield from _trail(entries)
    last = entries[-1]
    closing = [each.hash for each in entries if each.index == last.index]
    yield "the last parent", next_parent(last.parent, closing)


def _hash_of(setup: Any) -> str:
    return setup_hash(encode_setup(setup)).hex()


def _entering(entries: Sequence[Entry]) -> Iterator[Row]:
    first, second = _of(entries, GameOpen)
    yield "GAME_OPEN of peer 0: header", first.encoded()[: -len(first.body)]
    yield "its body", first.body
    yield "its hash; signature", f"{first.hash.hex()}; {first.signature.hex()}"
    yield "hash of the other's", second.hash
    yield "game id", game_id([first.body, second.body])
    yield "parent of request 1", next_parent(first.parent, [first.hash, second.hash])


def _keys(entries: Sequence[Entry]) -> Iterator[Row]:
    commit, opened = _of(entries, KeyCommit)[0], _of(entries, KeyOpen)[0]
    moment = Moment(commit.game_id, 0, commit.parent, 0)
    yield "ctx of the keys of peer 0", moment.context(Purpose.KEYS, 0)
    yield "its commitment", commit.body
    body = _body(opened)
    yield "X; Y", f"{body.identity.hex()}; {body.back.hex()}"
    yield "e of its KEYS", body.proof[:32]


def _deck(entries: Sequence[Entry]) -> Iterator[Row]:
    shuffle = next(each for each in _of(entries, Shuffled) if _body(each).deck == Deck.ITEM)
    body, keys = _body(shuffle), [_body(each).identity for each in _of(entries, KeyOpen)]
    joint = _GROUP.add(*keys)
    context = _moment(shuffle).context(Purpose.SHUFFLE, context_index(shuffle.part, 0))
    codes, width = deck_codes(Deck.ITEM), 2
    transcript = Transcript(_GROUP, "shuffle", context)
    transcript.absorb(b"n", len(codes).to_bytes(2, "little"))
    transcript.absorb(b"key", joint)
    for code in codes:
        transcript.absorb(b"in", _GROUP.identity)
        transcript.absorb(b"in", _GROUP.base_multiply(code))
    points = [body.proof[at : at + 32] for at in range(0, 32 * len(codes) * (width + 2), 32)]
    transcript.absorb_all(b"out", points[: len(codes) * width])
    transcript.absorb_all(b"c", points[len(codes) * width :][: len(codes)])
    yield f"{_named(shuffle)} of the items by peer 0: N; codes", f"{len(codes)}; {codes[:7]} …"
    yield "X_J; ctx", f"{joint.hex()}; {context.hex()}"
    for number in range(2):
        yield f"u_{number}", transcript.challenge(b"u").to_bytes(32, "little")


def _draw(entries: Sequence[Entry]) -> Iterator[Row]:
    drawn = next(each for each in _of(entries, SharesSent) if _body(each).purpose == 0)
    body = _body(drawn)
    handles = [each.handle for each in body.shares]
    context = _moment(drawn).context(Purpose.SHARE_DRAW, context_index(drawn.part, 0))
    yield f"{_named(drawn)}, draw, by peer {drawn.peer}: handles", handles
    yield "ctx; the first share; e", f"{context.hex()}; {body.shares[0].share.hex()}; {_e(body)}"


def _e(body: Any) -> str:
    return bytes(body.proof[:32]).hex()


def _trail(entries: Sequence[Entry]) -> Iterator[Row]:
    opened = next(each for each in _of(entries, TrailOpened) if _body(each).openings)
    opening = _body(opened).openings[0]
    placed = next(each for each in _of(entries, TrailPlaced) if _body(each).slot == opening.slot)
    hidden = _body(placed).hidden
    context = _moment(placed).context(Purpose.PLACE, context_index(placed.part, 0))
    yield f"{_named(placed)}: slot, seal", f"{opening.slot}, {hidden.seal.hex()}"
    yield "K; L; ctx of its TUPLE", f"{hidden.twin.hex()}; {hidden.location.hex()}; {context.hex()}"
    yield f"{_named(opened)}: code, nonce", f"{opening.code}, {opening.nonce.hex()}"


def _named(entry: Entry) -> str:
    return f"request {entry.index}, {NAMES[entry.kind]}"


def _of(entries: Sequence[Entry], kind: Any) -> list[Entry]:
    return [each for each in entries if each.kind == kind.kind]


def _body(entry: Entry) -> Any:
    return decode_body(_GROUP, entry.kind, entry.body)


def _moment(entry: Entry) -> Moment:
    return Moment(entry.game_id, entry.epoch, entry.parent, entry.peer)
