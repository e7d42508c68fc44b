"""What a player at the terminal says to the others and reads of them, and who is waited for."""

import unicodedata
from collections.abc import Sequence

from client.spoken import spoken
from net.edge.desk import TalkLine, Waited
from net.talk import Spoke

SAY, WHISPER = "/say", "/whisper"
_STEP_S = 10


def waited_in_words(waited: Sequence[Waited]) -> str:
    """For whom the game waits, since when and how long they have, and who else is away."""
    owing = ", ".join(_one_waited(each) for each in waited if each.owes)
    away = ", ".join(_one_waited(each) for each in waited if not each.owes)
    parts = [spoken().say("waited-for", names=owing)] if owing else []
    parts += [spoken().say("waited-away", names=away)] if away else []
    return " ".join(parts)


def _one_waited(waited: Waited) -> str:
    say, notes = spoken().say, []
    if not waited.is_linked:
        away = _in_steps(waited.away or 0.0)
        notes.append(say("waited-unlinked", seconds=away))
    seconds = _in_steps(waited.since)
    notes += [say("waited-since", seconds=seconds)] if seconds else []
    if waited.remaining is not None:
        notes.append(say("waited-left", seconds=_in_steps(waited.remaining)))
    return f"{waited.name} ({', '.join(notes)})" if notes else waited.name


def _in_steps(seconds: float) -> int:
    """So that a terminal is not filled."""
    return int(seconds) // _STEP_S * _STEP_S


def said_in_words(said: TalkLine) -> str:
    """A line of talk, or why ours was not said."""
    say = spoken().say
    if not said.text:
        return say(f"notice.unsaid-{said.note}")
    if said.to:
        return say("talk.whispered", name=said.to, text=said.text)
    how = "talk.heard-private" if said.is_private else "talk.heard"
    note = " [" + say(f"odd-{said.note}") + "]" if said.note else ""
    return say(how, name=said.name, text=said.text) + note


def talk_in(line: str) -> Spoke | None:
    """What a typed line with a slash says, if it says anything."""
    word, _, text = line.strip().partition(" ")
    said = unicodedata.normalize("NFC", text.strip())
    if word not in {SAY, WHISPER} or not said:
        return None
    return Spoke(said, is_private=word == WHISPER)
