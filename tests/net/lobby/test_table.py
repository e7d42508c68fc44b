"""Marks: each counts once, however often it is said, and those of nobody are none."""

from net.limits import MOST_EARLY_MARKS
from net.lobby.table import Agreement, SetupOffer, offer_of
from net.wire.messages import SetupSigned
from net.wire.table_setup import sign_setup
from tests.support.fake_wire import identities_for, table_for

SETUP = table_for(2)
OFFER = offer_of(SETUP)
OTHER = offer_of(table_for(3))


def marks_of(offer: SetupOffer) -> list[SetupSigned]:
    return [
        SetupSigned(offer.hash, peer, sign_setup(identity, offer.setup))
        for peer, identity in enumerate(identities_for(len(offer.setup.peers)))
    ]


def agreed() -> Agreement:
    agreement = Agreement()
    agreement.put(OFFER)
    for mark in marks_of(OFFER):
        agreement.mark(mark)
    return agreement


def test_the_marks_of_all_make_the_set_up_signed() -> None:
    agreement = agreed()
    assert agreement.lacks() == []
    assert agreement.signed().signatures == tuple(mark.signature for mark in marks_of(OFFER))


def test_a_mark_that_is_said_again_drives_out_no_other() -> None:
    agreement = agreed()
    for _ in range(MOST_EARLY_MARKS):
        agreement.mark(marks_of(OFFER)[1])
    assert agreement.lacks() == []


def test_bad_marks_drive_out_no_good_one_and_count_for_nothing() -> None:
    agreement = Agreement()
    agreement.put(OFFER)
    first, second = marks_of(OFFER)
    agreement.mark(first)
    for number in range(2 * MOST_EARLY_MARKS):
        for peer in (0, 1, 9):
            agreement.mark(SetupSigned(OFFER.hash, peer, number.to_bytes(64)))
    assert agreement.signatures() == {0: first.signature}
    agreement.mark(second)
    assert agreement.lacks() == []


def test_a_mark_may_come_before_its_offer_and_counts_again_when_that_is_offered_again() -> None:
    agreement = Agreement()
    for mark in marks_of(OFFER):
        agreement.mark(mark)
    assert agreement.signatures() == {}
    agreement.put(OFFER)
    assert agreement.lacks() == []
    agreement.put(OTHER)
    assert agreement.signatures() == {}
    agreement.put(OFFER)
    assert agreement.lacks() == []
