"""Several peers may run on one machine, bots above all: all hear before one works on."""

import time

# What it takes four programs on two processors to read an answer and check its signature.
_HEARING_S = 0.001


def give_way() -> None:
    """Let other programs on this machine have the processors for a moment.

    It sleeps and does not yield: on a busy machine whoever yields comes behind every busy program,
    and whoever sleeps is woken before them.
    """
    time.sleep(_HEARING_S)
