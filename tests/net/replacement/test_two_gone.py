"""Two players gone at once: why the others cannot go on without either, and that they can wait."""

import pytest

from net.log.entry import decode_entry
from net.replacement.key_shares import threshold_for
from net.wire.bodies import Withdrawn
from net.wire.messages import EntrySent, Message
from tests.net.replacement.conftest import Table
from tests.support.absent_wire import AbsentWire

ANSWERS, HAS_IT = 3, 4
STAY = (0, 1, 2)


def is_known_to_one(wire: AbsentWire) -> bool:
    """Peer 3 answers something, only peer 4 hears of it and goes on, and both are gone."""

    def carry(sender: int, receiver: int, message: Message) -> list[Message]:
        is_kept_back = isinstance(message, EntrySent) and receiver in STAY and sender in (3, 4)
        return [] if is_kept_back else [message]

    wire.run_until(60)
    wire.carry = carry
    wire.settle()
    wire.carry = lambda _sender, _receiver, message: [message]
    wire.vanish(ANSWERS)
    wire.vanish(HAS_IT)
    proceedings = wire.nodes[0].referee.proceedings
    lacks = [proceedings.hearing.peers[part] for part in proceedings.chain.missing()]
    return lacks == [ANSWERS] and wire.nodes[HAS_IT].head[0] > wire.nodes[0].head[0]


@pytest.mark.slow
def test_who_is_gone_too_may_have_had_the_answer_in_time(table: Table) -> None:
    """V-4, 22.15: so its word is needed, and with it the game goes on as if nothing had been."""
    wires = (table(5, f"two {seed}", is_short=False) for seed in range(2, 20))
    wire = next(filter(is_known_to_one, wires))
    index = wire.nodes[0].head[0]
    wire.time_out(ANSWERS, *STAY)
    wire.breathe()
    case = wire.nodes[0].referee.proceedings.recovery.interlude.cases[ANSWERS]
    assert case.void_parts() == []
    assert wire.nodes[0].head[0] == index, "nobody goes on without the fourth word"
    wire.return_(HAS_IT)
    for _ in range(6):
        wire.breathe()
    assert min(wire.nodes[peer].head[0] for peer in (*STAY, HAS_IT)) > index
    said = map(decode_entry, wire.nodes[HAS_IT].disk)
    assert any(entry.kind == Withdrawn.kind for entry in said)
    assert not any(node.accused for node in wire.nodes)


@pytest.mark.parametrize("peers", [3, 4, 5])
def test_only_of_five_could_two_be_rebuilt_by_the_others(peers: int) -> None:
    """K-6: Dracula and t hunters; the others without two are too few but at a table of five."""
    hunters_left = peers - 1 - 2
    assert (hunters_left >= threshold_for(peers)) == (peers == 5)
