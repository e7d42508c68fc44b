"""Whatever body a peer signs, it is judged: refused with a code, and nothing breaks."""

import os
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from net.crypto.faults import PeerFault
from net.crypto.transcript import Verifier
from net.game.replica import Replica
from net.judging.game_file import from_file
from net.log.entry import Entry
from net.wire.bodies import BODY_TYPES, TrailPlaced, decode_body
from net.wire.bodies_trail import TrailBack
from net.wire.layout import Body
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire

# An answer may be another legal one, a commitment any bytes; everything else has one right body.
OPEN_TO_CHANGE = {"GameOpen", "KeyCommit", "Answered", "ChoiceCommitted", "ShownTo"}


def mutants(entry: Entry, others: list[Entry], chance: Random) -> list[tuple[int, bytes]]:
    """Bodies like this one, and bodies of quite other entries."""
    found: list[tuple[int, bytes]] = []
    for _ in range(6):
        body = bytearray(entry.body)
        at = chance.randrange(len(body))
        change = chance.randrange(4)
        if change == 0:
            body[at] ^= 1 << chance.randrange(8)
        elif change == 1:
            body[at] = chance.choice((0, 1, 2, 255))
        elif change == 2:
            del body[at]
        else:
            body[at : at + 32] = bytes(32)
        found.append((entry.kind, bytes(body)))
    found += [(each.kind, each.body) for each in chance.sample(others, 3)]
    found.append((chance.choice(list(BODY_TYPES)), entry.body))
    return [each for each in found if each != (entry.kind, entry.body)]


def is_open_to_change(body: Body, entry: Entry) -> bool:
    """Whether another body than the one sent may be right; a seal is judged when it is opened."""
    if not isinstance(body, TrailPlaced):
        return type(body).__name__ in OPEN_TO_CHANGE
    sent = decode_body(SMALL, entry.kind, entry.body)
    if body.hidden is None or not isinstance(sent, TrailPlaced) or sent.hidden is None:
        return body.back == TrailBack.POWER
    return replace(body, hidden=replace(body.hidden, seal=sent.hidden.seal)) == sent


@pytest.mark.slow
def test_changed_bodies_are_refused_and_break_nothing(played: FakeWire) -> None:
    chance = Random(11)
    proceedings = Replica(played.setup, Verifier(SMALL, os.urandom))
    entries = [proceedings.read(each) for each in from_file(played.file_of(0)).entries]
    codes: Counter[int] = Counter()
    for entry in entries:
        for kind, body in mutants(entry, entries, chance):
            try:
                decoded = decode_body(SMALL, kind, body)
                proceedings.hearing.check(entry.part, decoded)
            except PeerFault as fault:
                codes[fault.code] += 1
            else:
                assert is_open_to_change(decoded, entry), (entry.index, decoded)
        proceedings.take(entry)
    assert set(codes) == {1, 2, 3, 4, 7, 8}
    assert proceedings.chain.parent == played.nodes[0].referee.proceedings.chain.parent
