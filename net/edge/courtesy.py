"""Several peers may run on one machine, bots above all: all hear before one works on."""

import time

from net.limits import HEARING_S


def give_way() -> None:
    """Let other programs on this machine have the processors for a moment.

    It sleeps and does not yield: on a busy machine whoever yields comes behind every busy program,
    and whoever sleeps is woken before them.
    """
    time.sleep(HEARING_S)
