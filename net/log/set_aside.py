"""Requests that all peers have agreed to ask again, and the entries that count no more for it."""

from net.log.entry import Entry
from net.wire.bodies import NOTE_KINDS


def outlasts(entry: Entry, index: int) -> bool:
    """Whether an entry stays when a request is asked again: what was before it, and notes."""
    is_note = entry.index == index and entry.is_control and entry.kind in NOTE_KINDS
    return entry.index < index or is_note


class SetAsides:
    """Each with the epoch in which it was answered before: a new one began with the next."""

    def __init__(self) -> None:
        self._requests: dict[int, int] = {}

    def note(self, index: int, epoch: int) -> None:
        """All have signed it."""
        self._requests[index] = epoch

    def __contains__(self, index: int) -> bool:
        return index in self._requests

    def covers(self, entry: Entry) -> bool:
        """Whether an entry answers such a request, or something that followed from its answer."""
        is_answer = not (entry.is_control or entry.is_resumption)
        return any(
            entry.epoch <= epoch and (entry.index > index or (entry.index == index and is_answer))
            for index, epoch in self._requests.items()
        )
