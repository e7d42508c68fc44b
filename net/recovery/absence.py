"""What a player is to know of a peer that owes an answer, to decide what to do about it."""

from collections.abc import Collection
from typing import NamedTuple

from net.log.roster import DRACULAS_PEER
from net.recovery.recovery import Recovery


class Absence(NamedTuple):
    """How far the table is with one peer's absence, seen from another's seat."""

    request: int  # the index of the pending one, for the wishes about it
    can_be_replaced: bool
    is_timed_out: bool  # we have signed to be without an answer
    has_left: bool  # on purpose
    is_open: bool  # all have, or it has left: the place can be given to somebody
    proposals: tuple[bytes, ...]  # identities that others would have there, the lowest's first
    agreed: tuple[bytes, ...]  # those that we have signed
    is_ours_to_fill: bool  # we play the lowest of the hunters' peers that are left
    can_be_ours: bool = True  # K-7: not if we play Dracula, unless all have signed to allow that
    proposers: tuple[int, ...] = ()  # who has signed the first of the proposals


def absence_of(
    recovery: Recovery, us: int, peer: int, here: Collection[int] = (),
    vanished: Collection[bytes] = (),
) -> Absence:  # fmt: skip
    """The absence of one peer in the pending request, as another sees it, who plays `here` too.

    Who offered to take the place and has `vanished` since is spoken of no more, unless it is the
    one whom the lowest of the others has signed: nobody else can have the place then.
    """
    index = recovery.chain.index
    if not recovery.can_be_replaced or peer in (DRACULAS_PEER, us):
        return Absence(
            index, can_be_replaced=False, is_timed_out=False, has_left=False, is_open=False,
            proposals=(), agreed=(), is_ours_to_fill=False,
        )  # fmt: skip
    case = recovery.interlude.case_of(peer)
    said = case.proposals()
    lost = {key for key in vanished if not case.has_signed(min(case.others), key)}
    named = (said[other] for other in sorted(said) if other != us and said[other] not in lost)
    proposals = tuple(dict.fromkeys(key for key in named if recovery.may_agree(us, case, key)))
    hunters = [other for other in case.others if other != DRACULAS_PEER]
    return Absence(
        index,
        can_be_replaced=True,
        is_timed_out=any(case.has_timed_out(us, part) for part in case.parts),
        has_left=case.left is not None,
        is_open=recovery.interlude.is_open(case),
        proposals=proposals,
        agreed=tuple(key for key in case.signed_by(us) if key not in lost),
        is_ours_to_fill=min(hunters) in (us, *here),
        can_be_ours=recovery.may_take_over(us),
        proposers=tuple(
            each for each in case.others for first in proposals[:1] if case.has_signed(each, first)
        ),
    )
