"""The end of a game in words: who won and why, who played what, how to repeat the check."""

from client.words.words import Words
from client.worker.record_values import RecordJudged, RecordRead
from engine.ids import HUNTERS

_OUTCOMES = ("dracula", "hunters")
_WINNERS = {"conceded.dracula": "hunters", "conceded.hunters": "dracula"}


def outcome_words(words: Words, record: RecordRead) -> str:
    """Who won."""
    if record.outcome in _OUTCOMES:
        return words.outcome(record.outcome)
    return words.say("end.nobody")


def conceded_words(words: Words, judged: RecordJudged) -> tuple[str, str] | None:
    """Who won because the other side gave up, and that it did; None if nobody did."""
    winner = _WINNERS.get(judged.ending or "")
    if winner is None or judged.ending is None:
        return None
    return words.outcome(winner), words.reason(judged.ending)


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


def repeat_words(words: Words, command: str) -> str:
    """How anybody can repeat the check, if there is a file to check."""
    return words.say("end.repeat", command=command) if command else ""
