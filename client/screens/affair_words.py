"""What is between the players of a table, in sentences."""

from collections.abc import Sequence

from client.panels.company import duration
from client.words.game_words import field_words
from client.words.words import Words
from client.worker.table_values import Accusation, Difference, EndWished, GoOnWished
from client.worker.values import GameOver, PeerSeen

_BY_THE_RULES = ("dracula", "hunters")
_SAID = ("timed-out", "open", "agreed")  # steps that leave nothing to do but to wait
_WITH_EVIDENCE = ("accused", "state.differs", "recovery", "own-differs")


def away_words(words: Words, peer: PeerSeen) -> str:
    """Who does not answer, since when, and what is known of it."""
    parts = [_how_away(words, peer)]
    if peer.waited_s is not None:
        parts.append(words.say("affair.waited", time=duration(words, peer.waited_s)))
        if peer.left_s is not None:
            left = duration(words, peer.left_s)
            parts.append(
                words.say("affair.clock" if peer.left_s else "affair.clock-out", left=left)
            )
    else:
        parts.append(words.say("affair.not-waited", name=peer.name))
    if peer.step in _SAID:
        parts.append(words.say(f"affair.{peer.step}", name=peer.name))
    if peer.step == "agree" and peer.proposers:
        parts.append(words.say("affair.proposed", **proposed(words, peer)))
    return " ".join(parts)


def proposed(words: Words, peer: PeerSeen) -> dict[str, str | int]:
    """Who has signed that somebody plays on for whom."""
    names = words.listed(list(peer.proposers))
    return {"name": peer.name, "proposers": names, "count": len(peer.proposers)}


def several_words(words: Words, away: Sequence[PeerSeen], *, is_all: bool) -> str:
    """Everybody who is away, each with how long, and what that means."""
    who = [
        words.say("affair.one-of-several", name=each.name, time=duration(words, each.away_s or 0.0))
        for each in away
    ]
    parts = [words.say("affair.several", who=words.listed(who))]
    waited = max((each.waited_s for each in away if each.waited_s is not None), default=None)
    if waited is None:
        parts.append(words.say("affair.several-goes-on"))
    else:
        parts.append(words.say("affair.waited", time=duration(words, waited)))
    if is_all:
        parts.append(words.say("affair.all-away"))
    if any(each.step for each in away):
        parts.append(words.say("affair.several-stuck"))
    return " ".join(parts)


def _how_away(words: Words, peer: PeerSeen) -> str:
    if peer.is_linked:
        return words.say("affair.late", name=peer.name)
    if peer.away_s is None:
        return words.say("affair.away", name=peer.name)
    return words.say("affair.away-for", name=peer.name, time=duration(words, peer.away_s))


def accusation_words(words: Words, report: Accusation) -> str:
    """Who accused whom of what, and what our own program found."""
    found = "unfounded" if report.is_unfounded else "open"
    whose = "you" if report.is_ours else "other"
    return words.say(
        f"affair.accused-{whose}-{found}",
        accuser=report.accuser,
        accused=report.accused,
        what=words.accusation(report.code),
        kind=words.say(f"entry-{report.kind}"),
        request=report.request,
    )


def difference_words(words: Words, report: Difference) -> str:
    """That two programs do not have the same game, and where it begins."""
    if not report.is_state:
        told = "entry" if report.field else "chain"
        of = {"name": report.name, "request": report.request, "field": report.field}
        return words.say(f"affair.differs-{told}", **of)
    parts = [words.say("affair.differs-state", name=report.name, request=report.request)]
    if report.field:
        field = field_words(words, report.field)
        parts.append(words.say("affair.differs-field", field=field))
    if report.alone:
        parts.append(words.say("affair.differs-alone", names=words.listed(list(report.alone))))
    return " ".join(parts)


def wish_words(words: Words, wishes: Sequence[EndWished]) -> str:
    """Who wants the game to end, and how."""
    names = words.listed([each.name for each in wishes])
    how = wishes[0].how
    return words.say(f"affair.wish-{how}", names=names, count=len(wishes), gone=wishes[0].gone)


def go_on_words(words: Words, wishes: Sequence[GoOnWished]) -> str:
    """Who would go on before what somebody signed wrongly."""
    first = wishes[0]
    how = "affair.resume-without" if first.how.is_without else "affair.resume"
    names = words.listed([each.name for each in wishes])
    of = {"request": first.how.request, "at": first.at}
    said = words.say(how, names=names, about=first.about, **of)
    is_known = any(each.is_shown or each.is_own for each in wishes)
    return said if is_known else " ".join((said, words.say("affair.resume-unshown")))


def over_words(words: Words, over: GameOver, names: Sequence[str]) -> str:
    """How a game ended; where the evidence lies, if it ended because something was wrong."""
    lacking = [words.reason(over.lacking, names)] if over.lacking else []
    if over.outcome in _BY_THE_RULES:
        return " ".join((words.say("game.over", outcome=words.outcome(over.outcome)), *lacking))
    if over.outcome == "replaced":
        return words.say("game.replaced")
    parts = [words.reason(over.outcome, names), *lacking]
    if over.code is not None:
        parts.append(words.say("game.wrong-move", what=words.accusation(over.code)))
    if over.outcome.startswith(_WITH_EVIDENCE) and over.record is not None:
        parts.append(words.say("game.evidence", path=over.record))
    if over.wrongdoer:
        parts.append(words.say("game.can-go-on", who=over.wrongdoer))
    return " ".join(parts)
