"""What a player at the terminal says to the others and reads of them, and who is waited for."""

import unicodedata
from collections.abc import Sequence

from net.conversation import Spoke
from net.edge.desk import Said, Waited

SAY, WHISPER = "/say", "/whisper"
_STEP_S = 10
_UNSAID = {
    "not.sayable": "not said: a line has at most 500 plain letters",
    "no.trade": "not said: only two hunters in a trade may talk in private, and you are in none",
    "too.much": "not said: that is too much at once",
    "too.soon": "too soon: somebody must be away for a minute, or the time for the move be over",
}
_ODD = {
    "gap": "lines of this player before it are missing",
    "twice": "this player has said something else in the same place to others",
}


def waited_in_words(waited: Sequence[Waited]) -> str:
    """For whom the game waits, since when and how long they have, and who else is away."""
    owing = ", ".join(_one_waited(each) for each in waited if each.owes)
    away = ", ".join(_one_waited(each) for each in waited if not each.owes)
    parts = (f"waiting for {owing}" if owing else "", f"away: {away}" if away else "")
    return "; ".join(part for part in parts if part)


def _one_waited(waited: Waited) -> str:
    notes = []
    if not waited.is_linked:
        away = _in_steps(waited.away or 0.0)
        notes.append(f"not connected for {away} s" if away else "not connected")
    seconds = _in_steps(waited.since)
    notes += [f"{seconds} s"] if seconds else []
    if waited.remaining is not None:
        notes.append(f"{_in_steps(waited.remaining)} s left")
    return f"{waited.name} ({', '.join(notes)})" if notes else waited.name


def _in_steps(seconds: float) -> int:
    """So that a terminal is not filled."""
    return int(seconds) // _STEP_S * _STEP_S


def said_in_words(said: Said) -> str:
    """A line of talk, or why ours was not said."""
    if not said.text:
        return _UNSAID[said.note]
    how = " (to you alone)" if said.is_private else ""
    note = f" [{_ODD[said.note]}]" if said.note else ""
    return f"{said.name}{how}: {said.text}{note}"


def talk_in(line: str) -> Spoke | None:
    """What a typed line with a slash says, if it says anything."""
    word, _, text = line.strip().partition(" ")
    said = unicodedata.normalize("NFC", text.strip())
    if word not in {SAY, WHISPER} or not said:
        return None
    return Spoke(said, is_private=word == WHISPER)
