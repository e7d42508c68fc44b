"""A take-over and a return before a wrong entry take all: nobody who helps the one signs the other.

Section 14, K-8: else two peers could go on differently, and nobody could be shown to have lied.
"""

import pytest
from msgspec.structs import replace

from engine.versions import PROTOCOL
from net.log.entry import Entry, decode_entry
from net.peer.effects import Arrived, Effect, Record, ResumeWished
from net.peer.signer import Signer
from net.wire.bodies import Resumed
from net.wire.messages import EntrySent
from tests.net.replacement.test_named_by_dracula import GONE, with_an_open_place
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import OVER_SOON, identities_for, table_for
from tests.support.small_group import SmallGroup


def resumed(wire: AbsentWire, peer: int) -> Entry:
    """The word of a peer, also of the one who is gone: it may have signed it before."""
    so_far = wire.nodes[1].referee.proceedings
    pen = Signer(peer, identities_for(3)[peer], so_far)
    return pen.sign_instead(so_far.chain.index, Resumed(GONE, 0))


def told_that_all_others_would(wire: AbsentWire) -> list[Effect]:
    """What the second peer signs when its player shares what all others have signed."""
    referee = wire.nodes[1].referee
    others = [resumed(wire, peer) for peer in (0, GONE)]
    wish = ResumeWished(others[0].index, GONE, is_without=False)
    events = [*(Arrived(each.peer, EntrySent(each.to_bytes())) for each in others), wish]
    effects = [effect for event in events for effect in referee.handle(event, wire.now)]
    return [each for each in effects if isinstance(each, Record) and each.own]


@pytest.mark.parametrize("is_released", [False, True], ids=["before", "after"])
def test_whoever_has_given_a_share_away_signs_no_return(is_released: int) -> None:
    wire = with_an_open_place(across=False)
    if is_released:
        key = wire.successor(GONE, 1).public_key
        wire.gone.add(len(wire.nodes) - 1)  # and does not accept yet
        for peer in (1, 0):
            wire.agree(GONE, key, peer)
            wire.settle()
    case = wire.nodes[1].referee.proceedings.recovery.interlude.cases[GONE]
    assert (1 in case.releases) == is_released
    signed = [decode_entry(each.entry) for each in told_that_all_others_would(wire)]
    assert [entry.is_resumption for entry in signed] == ([] if is_released else [True])


@pytest.mark.parametrize("protocol", PROTOCOL.known)
def test_shares_that_were_dealt_before_all_went_back_are_still_good(protocol: int) -> None:
    """K-8: a box was sealed for the epoch in which it was dealt, and is opened in a later one."""
    setup = replace(table_for(3, **OVER_SOON), recovery=True, protocol=protocol)
    wire = AbsentWire(setup, SmallGroup(), "shares of before", duplicates=0.0)
    wire.run_until(30)
    wire.run_until(wire.go_back(Resumed(1, 0)) + 8)
    wire.vanish(GONE)
    wire.settle()
    wire.take_over(GONE, 1)
    wire.play_on()
    assert {tuple(node.closed) for node in wire.here} == {("over",)}
    assert [node.accused for node in wire.here] == [[]] * len(wire.here)
