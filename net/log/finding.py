"""What an entry is to the chain when it arrives."""

from enum import Enum, auto


class Finding(Enum):
    """What an entry is to the chain when it arrives."""

    DUE = auto()  # answers a part of the pending request: verify it, then accept or refuse
    KNOWN = auto()  # here already
    HELD = auto()  # stands on something we do not have (22.9)
    DROPPED = auto()  # too many of this peer are held, or its place was refused once (22.14)
    FOREIGN = auto()  # of another game
    RESUMPTION = auto()  # sets the pending request aside, if all say so
    FINAL = auto()  # ends the game in place of the pending request, if all say so
    CONTROL = auto()  # answers no part (L-9): for the interlude or the notes
    INTERLUDE = auto()  # a word of the interlude, as whoever reads bodies has found (22.8)
    OUT_OF_TURN = auto()  # its peer is not asked for this part: code 6
    OTHER_STATE = auto()  # equal parents, another state than ours: code 7
