"""Good bytes of every kind, for trials that spoil them: from a table that was simulated."""

from typing import NamedTuple

from client.simulation import below_from
from client.soak.examples import example_of
from client.soak.judgement import chain_of
from client.soak.plan import Plan
from client.soak.simulated_table import SimulatedTable
from client.soak.weather import Weather
from engine.bots.bot import RandomBot
from engine.canonical import encode
from engine.local import LocalGame
from engine.record import Setup
from engine.record_file import to_bytes
from net.crypto.group import Group
from net.judging.game_file import to_file
from net.log.entry import Entry, decode_entry
from net.wire.messages import MESSAGES, EntrySent, encode_message

# Far enough for nearly every kind of entry; a short file is enough to spoil.
_REQUESTS = 150
_ENTRIES_OF_A_KIND = 3
_SHORT_FILE = 6
_ANSWERS = 40


class Samples(NamedTuple):
    """Good bytes."""

    messages: tuple[bytes, ...]
    entries: tuple[bytes, ...]
    bodies: tuple[bytes, ...]  # each after the byte of its type
    setup: bytes
    signed_setup: bytes
    game: bytes
    record: bytes
    state: bytes


def samples_in(group: Group) -> Samples:
    """One or more of each."""
    table = SimulatedTable(
        Plan("samples", 3, switches={"influence_to_win": 3}, weather=Weather(slowest=0.02)), group
    )
    table.run(_REQUESTS)
    peer = table.peers[0]
    assert peer.begin is not None
    entries = _some_of_each_kind(list(chain_of(peer).everything()))
    game = peer.file()
    return Samples(
        tuple(map(encode_message, (*map(example_of, MESSAGES), *entries))),
        tuple(each.entry for each in entries),
        tuple(_kind_and_body(each.entry) for each in entries),
        peer.begin.signed.setup,
        encode(peer.begin.signed),
        to_file(game._replace(entries=game.entries[:_SHORT_FILE])),
        _record(),
        encode(table.peers[0].referee.proceedings.game.state),
    )


def _some_of_each_kind(entries: list[Entry]) -> list[EntrySent]:
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.kind, []).append(entry)
    some = (kind[:_ENTRIES_OF_A_KIND] for kind in found.values())
    return [EntrySent(entry.to_bytes()) for kind in some for entry in kind]


def _kind_and_body(encoded: bytes) -> bytes:
    entry = decode_entry(encoded)
    return bytes((entry.kind,)) + entry.body


def _record() -> bytes:
    """Some answers of a game that one program played alone."""
    below = below_from("samples")
    local = LocalGame(Setup("fourth"), below)
    bot = RandomBot(below)
    while local.game.position < _ANSWERS:
        local.step(lambda request, answers: bot.choose(None, request, answers))  # type: ignore[arg-type]
    return to_bytes(local.record())
