"""What is kept of RESUMEs: little of each peer, found at once, and never less than all agree on."""

import pytest

from net.game.redo import RedoPoint, Resumes, ResumeStatus, within_bounds
from net.limits import FIRST_RESUMED_PART, MOST_RESUMES
from net.log.entry import Entry
from net.wire.bodies import Resumed, encode_body
from tests.support.entries import signed

SIZE = 3
MANY = 200


def resume(peer: int, index: int, about: int = 1, epoch: int = 0) -> Entry:
    body = encode_body(Resumed(about, 0))
    part = FIRST_RESUMED_PART + peer
    return signed(peer, index, part, bytes(32), body=body, kind=Resumed.kind, epoch=epoch)


def keep(resumes: Resumes, peer: int, index: int, about: int = 1) -> ResumeStatus:
    return resumes.keep(resume(peer, index, about), Resumed(about, 0))


@pytest.fixture
def flooded() -> Resumes:
    """Peer 2 has signed far more than anybody could mean."""
    resumes = Resumes(0)
    heard = [keep(resumes, 2, index) for index in range(MANY)]
    assert heard == [ResumeStatus.KEPT] * MOST_RESUMES + [ResumeStatus.REFUSED] * (
        MANY - MOST_RESUMES
    )
    return resumes


def test_of_a_flood_little_is_kept(flooded: Resumes) -> None:
    assert len(flooded.entries()) == len(flooded.of(2)) == MOST_RESUMES
    assert keep(flooded, 2, 0) is ResumeStatus.KNOWN
    assert keep(flooded, 1, MANY) is ResumeStatus.KEPT


def test_what_the_others_have_signed_has_room_in_the_end(flooded: Resumes) -> None:
    """It is brought again for as long as somebody lacks it, whichever came first."""
    assert keep(flooded, 2, MANY) is ResumeStatus.REFUSED
    assert [keep(flooded, peer, MANY) for peer in (0, 1)] == [ResumeStatus.KEPT] * 2
    assert keep(flooded, 2, MANY) is ResumeStatus.KEPT
    (shared,) = flooded.shared(SIZE)
    assert shared == RedoPoint(MANY, Resumed(1, 0))
    assert [entry.peer for entry in flooded.signed(shared)] == [0, 1, 2]
    assert len(flooded.of(2)) == MOST_RESUMES


def test_two_who_flood_together_drive_nothing_out_that_we_have_signed(flooded: Resumes) -> None:
    for index in range(MANY):
        keep(flooded, 1, index)
        keep(flooded, 2, index)
    assert keep(flooded, 0, MANY) is ResumeStatus.KEPT
    for peer in (1, 2):
        assert keep(flooded, peer, MANY) is ResumeStatus.KEPT
    assert [asked.index for asked in flooded.shared(SIZE)] == [MANY]
    assert len(flooded.entries()) == 2 * MOST_RESUMES + 1


def test_with_an_epoch_all_of_it_is_over(flooded: Resumes) -> None:
    flooded.begin(0)
    assert flooded.of(2)
    flooded.begin(1)
    assert not flooded.entries()
    assert keep(flooded, 2, MANY) is ResumeStatus.KEPT


def test_what_an_earlier_program_kept_is_cut_to_the_same() -> None:
    """Not what all have agreed on, whatever stands before it, nor anything else."""
    agreed = [resume(peer, MANY).to_bytes() for peer in range(SIZE)]
    answers = [signed(peer, 1, peer, bytes(32)).to_bytes() for peer in range(SIZE)]
    flood = [resume(2, index).to_bytes() for index in range(MANY)]
    of_now = [resume(2, index, epoch=1).to_bytes() for index in range(MOST_RESUMES)]
    kept = within_bounds([*flood, *answers, *agreed, *of_now, b"spoiled"])
    assert [*answers, *agreed, *of_now, b"spoiled"] == kept[MOST_RESUMES - 1 :]
    assert set(kept[: MOST_RESUMES - 1]) <= set(flood)
