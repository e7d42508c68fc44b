"""Several peers may run on one machine, bots above all: all hear before one works on."""

import os
import sys
import time


def give_way() -> None:
    """Let other programs that wait for a processor have it first; at once if none does."""
    if sys.platform == "win32":
        time.sleep(0)
    else:
        os.sched_yield()
