"""What is between the peers of a table in a line: accusations, differences, time-outs, ends."""

from client.replaying.reading import kind_name
from client.state_words import field_words
from client.text import Words
from client.typed import number_in
from net.crypto.faults import PeerFault
from net.game.early_end import Outcome, abandoned_by, is_opened
from net.log.entry import decode_entry
from net.peer.early_end_vote import Wish
from net.peer.effects import (
    Accuse,
    Conceded,
    DecksRenewed,
    Differs,
    EndProposed,
    GivenUpFor,
    Judged,
    ResumesRefused,
    ResumeTold,
    Resuming,
    TimedOutTold,
    Told,
    Wished,
)

_WISHES: dict[int, str] = {
    Outcome.DRACULA_CONCEDED: "conceded-dracula",
    Outcome.HUNTERS_CONCEDED: "conceded-hunters",
    Outcome.AGREED: "agreed",
    Outcome.AGREED_AND_OPENED: "opened",
}

_TYPED: dict[str, Wish] = {
    "/concede": Conceded(),
    "/end": EndProposed(opens=False),
    "/end open": EndProposed(opens=True),
}


class Troubles:
    """Tells them at one table; `names` are the players' in the order of peers, `ours` is ours."""

    def __init__(self, words: Words, names: tuple[str, ...] = (), ours: int | None = None) -> None:
        self._words = words
        self._names = names
        self._ours = ours

    def line(self, told: Told) -> str:
        """What our player is to know."""
        match told:
            case Accuse():
                return self._accused(told)
            case Judged():
                return self._judged(told)
            case Differs():
                return self._differs(told)
            case TimedOutTold():
                whose = "you" if told.about == self._ours else "other"
                by, about = self._name(told.by), self._name(told.about)
                return self._words.say(f"affair.timed-out-{whose}", by=by, about=about)
            case Wished():
                return self._wished(told)
            case ResumeTold() | ResumesRefused() | DecksRenewed():
                return self._resuming(told)

    def _name(self, peer: int) -> str:
        if peer < len(self._names):
            return self._names[peer]
        return self._words.say("peer-number", number=peer + 1)

    def _resuming(self, told: Resuming) -> str:
        if isinstance(told, DecksRenewed):
            return self._words.say("affair.decks-renewed")
        who = self._name(told.peer)
        if isinstance(told, ResumesRefused):
            return self._words.say("affair.resumes-refused", name=who)
        how = "affair.resume-without" if told.is_without else "affair.resume"
        of = {"request": told.index, "at": told.at, "about": self._name(told.about)}
        said = self._words.say(how, names=who, **of)
        is_known = told.is_shown or told.peer == self._ours
        return said if is_known else " ".join((said, self._words.say("affair.resume-unshown")))

    def _accused(self, accuse: Accuse) -> str:
        """We ourselves have found something wrong: what it is, and what shows it."""
        kind, request = _about(accuse.entries[-1]) if accuse.entries else ("unknown", 0)
        whose = "you" if accuse.peer == self._ours else "other"
        return self._words.say(
            f"affair.wrong-{whose}",
            accused=self._name(accuse.peer),
            what=self._words.accusation(accuse.code),
            kind=self._words.say(f"entry-{kind}"),
            request=request,
        )

    def _judged(self, judged: Judged) -> str:
        kind, request = _about(judged.entry)
        whose = "you" if judged.accused == self._ours else "other"
        return self._words.say(
            f"affair.accused-{whose}-{'unfounded' if judged.is_unfounded else 'open'}",
            accuser=self._name(judged.accuser),
            accused=self._name(judged.accused),
            what=self._words.accusation(judged.code),
            kind=self._words.say(f"entry-{kind}"),
            request=request,
        )

    def _differs(self, differs: Differs) -> str:
        say, name = self._words.say, self._name(differs.peer)
        if not differs.is_state:
            told = "entry" if differs.field else "chain"
            of = {"name": name, "request": differs.index, "field": differs.field or ""}
            return say(f"affair.differs-{told}", **of)
        parts = [say("affair.differs-state", name=name, request=differs.index)]
        if differs.field:
            parts.append(say("affair.differs-field", field=field_words(self._words, differs.field)))
        if differs.alone:
            alone = self._words.listed([self._name(peer) for peer in differs.alone])
            parts.append(say("affair.differs-alone", names=alone))
        return " ".join(parts)

    def _wished(self, wished: Wished) -> str:
        gone = abandoned_by(wished.outcome)
        left = "gone-opened" if is_opened(wished.outcome) else "gone"
        return self._words.say(
            f"affair.wish-{_WISHES[wished.outcome] if gone is None else left}",
            names=self._name(wished.peer),
            count=1,
            gone="" if gone is None else self._name(gone),
        )


def _about(encoded: bytes) -> tuple[str, int]:
    """The kind of an entry as an id, and its request."""
    try:
        entry = decode_entry(encoded)
    except PeerFault:
        return "unknown", 0
    return kind_name(entry.kind), entry.index


def wish_in(line: str) -> Wish | None:
    """The wish to end that a typed line says, if it says one."""
    words = " ".join(line.split())
    if words.startswith("/gone "):
        number, _, how = words.removeprefix("/gone ").partition(" ")
        peer = number_in(number)
        if peer is None or how not in ("", "open"):
            return None
        return GivenUpFor(peer, opens=how == "open")
    return _TYPED.get(words)
