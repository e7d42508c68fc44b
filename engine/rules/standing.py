"""Where a seat may say once that it passes from now on: the moments of cards, and one besides."""

from engine.edition import Edition
from engine.ids import MomentId
from engine.rules.weakened import SWAP


def is_passable(edition: Edition, moment: MomentId) -> bool:
    """Whether an open standing pass at this moment means anything; others would fill the state."""
    return moment in edition.moments or moment == SWAP
