"""The end of a game in words: who won and why, who played what, how to repeat the check."""

from client.text import Words
from client.worker.record_values import RecordRead, Source
from engine.ids import HUNTERS

_OUTCOMES = ("dracula", "hunters")


def outcome_words(words: Words, record: RecordRead) -> str:
    """Who won."""
    if record.outcome in _OUTCOMES:
        return words.outcome(record.outcome)
    return words.say("end.nobody")


def cause_words(words: Words, record: RecordRead) -> str:
    """By which rule."""
    return words.cause(record.cause) if record.cause else words.say("end.not-over")


def played_words(words: Words, record: RecordRead) -> str:
    """Who played whom."""
    if record.players:
        by_player: dict[str, list[str]] = {}
        for seat, player in record.players.items():
            by_player.setdefault(player, []).append(words.seat(seat))
        lines = [
            words.say("end.played", name=player, seats=words.listed(seats))
            for player, seats in by_player.items()
        ]
        return "\n".join(lines)
    if not record.own_seats:
        return words.say("end.played-unknown")
    if record.own_seats == HUNTERS:
        return words.say("end.played-alone-hunters")
    seats = [words.seat(seat) for seat in record.own_seats]
    return words.say("end.played-alone", seats=words.listed(seats))


def repeat_words(words: Words, source: Source) -> str:
    """How anybody can repeat the check."""
    return words.say("end.repeat", file=command_file(source)) if source.path else ""


def command_file(source: Source) -> str:
    """The file as a shell takes it."""
    quoted = source.path.replace('"', '\\"')
    return f'"{quoted}"' if " " in quoted else quoted
