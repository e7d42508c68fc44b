"""Marks: each counts once, however often it is said, and those of nobody are none."""

from net.agreement import Agreement, offer_of
from net.limits import MOST_EARLY_MARKS
from net.wire.messages import SetupSigned
from net.wire.table_setup import sign_setup
from tests.support.fake_wire import identities_for, table_for

SETUP = table_for(2)


def test_a_mark_that_is_said_again_drives_out_no_other() -> None:
    agreement, offer = Agreement(), offer_of(SETUP)
    agreement.offer = offer
    first, second = (
        SetupSigned(offer.hash, peer, sign_setup(identity, SETUP))
        for peer, identity in enumerate(identities_for(2))
    )
    agreement.mark(first)
    for _ in range(MOST_EARLY_MARKS):
        agreement.mark(second)
    assert agreement.signatures() == {0: first.signature, 1: second.signature}
    assert agreement.lacks() == []
