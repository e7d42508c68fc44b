"""The accusations in a game's file, judged by what its entries show (V-2, 22.14).

A RESUME accuses too: of something that is in the file no more. Only the evidence that was kept then
can show it, and that is a file of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from net.crypto.faults import PeerFault
from net.game.redo import SetAside
from net.game.replica import Proceedings
from net.judging.game_file import TableGame
from net.log.entry import Entry, decode_entry
from net.log.evidence import only_for
from net.verdict import Accusation, Verdict
from net.wire.bodies import Accused, Resumed


class Judgement(NamedTuple):
    """How far the entries of a file were found right, and which one is wrong, if any is."""

    right: int
    wrong: int | None
    shown: Mapping[bytes, bool] = {}  # what was shown to one peer, as far as the audit can tell


def judge_accusations(
    proceedings: Proceedings, game: TableGame, judgement: Judgement
) -> tuple[Accusation, ...]:
    """Every signed accusation among the notes; who accuses what is right is wrong itself."""
    hashes: dict[bytes, int] = {}
    for at, each in enumerate(game.entries[: _end(judgement)]):
        with suppress(PeerFault):  # what is no entry at all can be accused by nobody
            hashes[decode_entry(each).hash] = at
    return tuple(
        _judged(proceedings, game, judgement, (entry, body, hashes.get(body.entry)))
        for entry, body in accusations_in(proceedings, game)
    )


def is_accused(proceedings: Proceedings, game: TableGame, entry: Entry) -> bool:
    """Whether a note accuses an entry: then a file may end with it though it is right."""
    return any(body.entry == entry.hash for _, body in accusations_in(proceedings, game))


def _end(judgement: Judgement) -> int:
    return judgement.right if judgement.wrong is None else judgement.wrong + 1


def accusations_in(proceedings: Proceedings, game: TableGame) -> Iterator[tuple[Entry, Accused]]:
    """Who accuses, and what. Notes that nobody at the table has signed say nothing."""
    for note in game.notes:
        try:
            entry = proceedings.read(note)
            body = proceedings.decode(entry)
        except PeerFault:
            continue
        if isinstance(body, Accused):
            yield entry, body


def _judged(
    proceedings: Proceedings,
    game: TableGame,
    judgement: Judgement,
    named: tuple[Entry, Accused, int | None],
) -> Accusation:
    note, body, at = named
    if at is None:
        is_aside = note.index in proceedings.chain.asked_again
        return Accusation(note.peer, None, None, body.reason, None, is_aside)
    entry = decode_entry(game.entries[at])
    is_founded: bool | None = at == judgement.wrong
    if not is_founded and only_for(proceedings.decode(entry)) == note.peer:
        is_right = judgement.shown.get(entry.hash)
        is_founded = None if is_right is None else not is_right
    return Accusation(note.peer, entry.peer, at, body.reason, is_founded)


def shown_by(game: TableGame, aside: SetAside, evidence: TableGame, verdict: Verdict) -> SetAside:
    """A request that was asked again, with whether evidence shows why; `verdict` is on that.

    It does if it ends with an offence of that peer: in an entry that stands where all have gone on
    from, or in the next request that anybody answered after it, as where two states differ.
    """
    wrong = verdict.violation
    if wrong is None or wrong.code is None or wrong.entry is None or wrong.peer != aside.peer:
        return aside
    entries = [decode_entry(each) for each in evidence.entries[: wrong.entry + 1]]
    offence, before = entries[-1], [each for each in entries if each.index < entries[-1].index]
    last = max((each.index for each in before), default=-1)
    for resumed in _resumes(game, aside.index):
        is_here = (offence.index, offence.parent) == (resumed.index, resumed.parent)
        is_next = last == resumed.index and _is_on(before, resumed)
        is_of_then = (offence.game_id, offence.epoch) == (resumed.game_id, resumed.epoch)
        if is_of_then and (is_here or is_next):
            return replace(aside, is_shown=True)
    return aside


def _resumes(game: TableGame, index: int) -> Iterator[Entry]:
    entries = (decode_entry(each) for each in game.entries)
    return (each for each in entries if each.kind == Resumed.kind and each.index == index)


def _is_on(entries: Sequence[Entry], resumed: Entry) -> bool:
    return any((each.index, each.parent) == (resumed.index, resumed.parent) for each in entries)
