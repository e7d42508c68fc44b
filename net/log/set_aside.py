"""Requests that all peers have agreed to ask again, and the entries that count no more for it."""

from net.log.entry import Entry
from net.wire.bodies import NOTE_KINDS


def outlasts(entry: Entry, index: int) -> bool:
    """Whether an entry stays when a request is asked again: what was before it, and its notes."""
    return entry.index < index or (entry.index == index and _is_note(entry))


def _is_note(entry: Entry) -> bool:
    return entry.is_control and entry.kind in NOTE_KINDS


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
        """Whether an entry answers such a request, or something that followed from its answer.

        So does a word of an interlude; notes and RESUMEs of the request stay.
        """
        stays = entry.is_resumption or _is_note(entry)
        return any(
            entry.epoch <= epoch and (entry.index > index or (entry.index == index and not stays))
            for index, epoch in self._requests.items()
        )
