"""What can be wrong with bytes another peer sent, with the reason code of V-1 each one carries.

A check either returns or raises one of these: there is no partial acceptance (P-8), and a verdict
that is raised cannot be forgotten. The words never hold a secret (N-9).
"""

from typing import ClassVar

from engine.errors import BorgoError


class PeerFault(Exception):
    """Something a peer sent is refused: a fault of its program or a cheat, we cannot say (V-3)."""

    code: ClassVar[int]


class Malformed(PeerFault):
    """E-5: a wrong length or count, trailing bytes, or more than the limits allow."""

    code = 1


class BadPoint(PeerFault):
    """E-2: not canonical, not on the curve, outside the prime-order subgroup, or the identity."""

    code = 2


class BadScalar(PeerFault):
    """E-3: a scalar that is not below the order of the group."""

    code = 2


class ProofFailed(PeerFault):
    """P-8: an equation of a proof does not hold, or a signature does not fit."""

    code = 3


class OpeningMismatch(PeerFault):
    """An opening is not of the seal, commitment, card or box it claims to open."""

    code = 4


class RuleBroken(PeerFault):
    """Sound bytes that say what nobody was asked: an illegal option, a card not in the hand."""

    code = 7


class Unprovable(Exception):
    """Our own mistake: we were about to claim something that is not so."""


class UnsafeLibrary(BorgoError):
    """E-7: the group library accepts points it must refuse; with it nobody may play or judge."""
