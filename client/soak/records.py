"""What is wrong with the records that the programs of one game have left."""

from collections.abc import Sequence

from client.verifying import judge
from net.judging.game_file import from_file


def fault_of(records: Sequence[bytes], verdict: str = "clean") -> str | None:
    """None if all are equal and are judged so: an entry lost or said twice shows in one of them."""
    if len(set(records)) != 1:
        return "the records differ"
    found = judge(from_file(records[0])).kind
    return None if found == verdict else f"the verdict is: {found}"
