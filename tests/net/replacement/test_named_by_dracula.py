"""K-7: a hunter's place does not go to Dracula's own program, nor to one that only it has named."""

from msgspec.structs import replace

from net.peer.effects import Arrived
from net.peer.replacement_vote import TakeOverWished
from net.replacement.recovery import Absence, absence_of
from net.wire.bodies import PeerLeft
from net.wire.messages import EntrySent
from tests.net.replacement.conftest import SMALL
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import OVER_SOON, table_for

GONE = 2


def with_an_open_place(*, across: bool) -> AbsentWire:
    """A table of three at which a hunter's player is gone, and all others have signed that."""
    short = table_for(3, **OVER_SOON)
    wire = AbsentWire(replace(short, recovery=True, bots_across=across), SMALL, "named by Dracula")
    wire.run_until(9)
    wire.vanish(GONE)
    wire.settle()
    wire.time_out(GONE)
    wire.settle()
    assert seen_by(wire, 1).is_open
    return wire


def seen_by(wire: AbsentWire, peer: int) -> Absence:
    return absence_of(wire.nodes[peer].referee.proceedings.recovery, peer, GONE)


def test_dracula_names_nobody_and_agrees_to_whom_a_hunter_names() -> None:
    wire = with_an_open_place(across=False)
    key = wire.successor(GONE, 1).public_key
    assert (seen_by(wire, 0).can_be_ours, seen_by(wire, 1).can_be_ours) == (False, True)
    wire.agree(GONE, key, 0)
    wire.settle()
    assert seen_by(wire, 0).agreed == seen_by(wire, 1).proposals == ()
    wire.agree(GONE, key, 1)
    wire.settle()
    assert seen_by(wire, 0).agreed == (key,)
    wire.play_on()
    assert not any(node.accused for node in wire.here)


def test_a_modified_program_that_names_itself_is_not_heard_by_the_other_referees() -> None:
    wire = with_an_open_place(across=False)
    key = wire.successor(GONE, 0).public_key
    entry = wire.nodes[0].referee._pen.sign_besides(PeerLeft(GONE, key))
    hunter = wire.nodes[1].referee
    wire.perform(1, hunter.handle(Arrived(0, EntrySent(entry.to_bytes())), wire.now))
    assert seen_by(wire, 1).proposals == ()
    wire.agree(GONE, key, 1)
    wire.settle()
    assert seen_by(wire, 1).agreed == ()
    assert hunter.proceedings.recovery.interlude.succession() is None
    assert wire.nodes[1].accused == []


def test_where_all_have_signed_bots_of_the_other_side_dracula_may() -> None:
    wire = with_an_open_place(across=True)
    key = wire.successor(GONE, 0).public_key
    assert seen_by(wire, 0).can_be_ours
    wire.perform(
        0, wire.nodes[0].referee.handle(TakeOverWished(wire.nodes[0].head[0], GONE, key), wire.now)
    )
    wire.settle()
    assert seen_by(wire, 1).proposals == (key,)
