"""What a terminal prints about a table and its game, one plain line each.

Facts, answers and requests are printed in the engine's own ids, exact and searchable: the readable
export of a game. Prose for players is made from the same facts in `client/words`.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct, structs

from client.records.reading import kind_name
from client.typed import number_in
from client.words.game_words import differing, field_words
from client.words.words import Words, one_line, spoken
from engine.facts.fact import Fact
from engine.facts.hands import SlotsMade
from engine.options import Option, in_words
from engine.record import played_switches
from engine.requests import Request, Together
from engine.shapes import Shape
from net.crypto.faults import PeerFault
from net.edge.desk import TalkLine, Waited
from net.edge.finding.short_codes import code_or_nothing
from net.edge.finding.table_list import ListedTable
from net.edge.people.notices import (
    Acquaintance,
    AddressesChanged,
    CallerRefused,
    Flooded,
    GameEntered,
    GuestRefused,
    KnownGuest,
    ListensAt,
    Notice,
    OffersToPlay,
    Unreadable,
    Watches,
)
from net.edge.people.shown_names import spoken_key
from net.game.early_end import Outcome, abandoned_by, is_opened
from net.lobby.events import ShowTable
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
from net.talk import Spoke
from net.wire.table_setup import SeatedPeer, TableSetup


def reason_in_words(reason: str) -> str:
    """An id of the lobby as a sentence."""
    return spoken().reason(reason)


def closed_in_words(reason: str, names: Sequence[str]) -> str:
    """Why a game has stopped; `names` are the players', in the order of peers."""
    if reason == "replaced":  # of a place here, not of a connection
        return spoken().say("game.replaced")
    return spoken().reason(reason, names)


def notice_in_words(notice: Notice) -> str:
    """What happened at the table beside how it stands."""
    say = spoken().say
    match notice:
        case CallerRefused():
            reason = reason_in_words(notice.reason)
            return say("announced.caller-refused", host=notice.host, reason=reason)
        case GuestRefused():
            who = spoken_key(notice.identity)
            return say("announced.guest-refused", words=who, reason=reason_in_words(notice.reason))
        case Flooded() | Unreadable() | Watches() | OffersToPlay():
            what, key = type(notice).__name__.lower(), spoken_key(notice.identity)
            return say(f"announced.{what}", who=notice.name or key, words=key)
        case AddressesChanged() | ListensAt():
            told = "addresses" if isinstance(notice, AddressesChanged) else "several"
            return say(f"announced.{told}", addresses=_addresses(notice.addresses, notice.port))
        case GameEntered():
            return say("announced.game", names=", ".join(peer.name for peer in notice.setup.peers))
        case KnownGuest():
            return _recognised(notice)


def _addresses(addresses: Sequence[str], port: int) -> str:
    """Each with the code that a friend on its network can type."""
    pairs = [(address, code_or_nothing(address, port)) for address in addresses]
    said = (f"{address}:{port}" + (f" ({code})" if code else "") for address, code in pairs)
    return ", ".join(said)


def _recognised(who: KnownGuest) -> str:
    say = spoken().say
    if who.is_what is Acquaintance.NEW:
        return say("announced.new", name=who.name, words=who.words)
    if who.is_what is not Acquaintance.CHANGED_KEY:
        return say(f"acquaintance-{who.is_what.value}", name=who.name, before=who.before[0].name)
    return "\n".join(
        (
            say("announced.changed-key", name=who.name),
            *(say("announced.before", words=spoken_key(each.identity)) for each in who.before),
            say("announced.now", words=who.words),
            say("announced.read-aloud", name=who.name),
        )
    )


def table_in_words(shown: ShowTable) -> str:
    """The table before the game in one line."""
    say = spoken().say
    lacking = reason_in_words(shown.lacking or "can-begin")
    watching = [guest.name for guest in shown.guests if guest.watches]
    onlookers = " " + say("gathered.watching", names=", ".join(watching)) if watching else ""
    if shown.setup is None:
        names = ", ".join(shown.present)
        return say("gathered.nobody-seated", names=names, lacking=lacking) + onlookers
    seats = "; ".join(map(_seated, shown.setup.peers))
    ready = ", ".join(shown.setup.peers[peer].name for peer in shown.ready)
    ready = ready or say("gathered.nobody")
    return say("gathered.seats", seats=seats, lacking=lacking, ready=ready) + onlookers


def _seated(peer: SeatedPeer) -> str:
    words = spoken()
    seats = ", ".join(words.seat(seat) for seat in peer.seats)
    return words.say(
        "gathered.bot" if peer.is_bot else "gathered.peer", name=peer.name, seats=seats
    )


# What is between the peers of a table in a line: accusations, differences, time-outs, ends.


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
    """Sentences about troubles at one table; `names` are in the order of peers, `ours` is us."""

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


def terms_in_words(setup: TableSetup) -> str:
    """Everything of a set-up that is about no person, and what one should know who signs it."""
    words = spoken()
    lines = [words.say("terms.edition", edition=words.preset(setup.edition))]
    lines += [words.say("terms.line", what=what, value=value) for what, value in _agreed(setup)]
    lines += [words.say("table.recovery-risk")] if setup.recovery else []
    return "\n".join((*lines, words.say("table.dracula-gone")))


def _agreed(setup: TableSetup) -> Iterator[tuple[str, str]]:
    """Every term with what it is; of the switches those that differ from the preset."""
    say = spoken().say
    yield from differing(spoken(), setup.edition, played_switches(setup.for_engine()))
    yield say("table.clock"), _clock_in_words(setup.clock_s)
    yield say("table.onlookers"), say("table.onlookers-of", count=setup.onlookers)
    yield say("terms.delay"), say("terms.delay-of", milliseconds=setup.delay_ms)
    for name in ("recovery", "audit", "aid", "bots_across"):
        is_so = "yes" if getattr(setup, name) else "no"
        yield say(f"table.{name.replace('_', '-')}"), say(f"terms.{is_so}")


def _clock_in_words(seconds: int) -> str:
    """How long a move may take."""
    if seconds % 60:
        return spoken().say("table.clock-seconds", seconds=seconds)
    return spoken().say("table.clock-of", minutes=seconds // 60)


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
    """Rounded seconds, so that the terminal does not fill with lines."""
    return int(seconds) // _STEP_S * _STEP_S


def said_in_words(said: TalkLine) -> str:
    """A line of talk, or why our own was not sent."""
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


# Facts, answers and requests, in the engine's ids.
def fact_in_words(fact: Fact) -> str:
    """A fact as its name and its fields."""
    name = str(type(fact).__struct_config__.tag)
    fields = (f"{key}={_value(value)}" for key, value in structs.asdict(fact).items())
    return " ".join((name, *fields))


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_value, value)) or "-"
    if isinstance(value, Struct):
        told = {
            key: each
            for key, each in structs.asdict(value).items()
            if each not in (None, (), False, 0, UNSET)
        }
        return "(" + " ".join(f"{key}={_value(each)}" for key, each in told.items()) + ")"
    return "-" if value is None else one_line(str(value))


def answer_in_words(answer: Any) -> str:
    """An answer as its option reads, or as what was shown, claimed or laid."""
    match answer:
        case None:
            return "done"
        case Option():
            return in_words(answer)
        case Shape():
            return f"lay {_value(answer)}"
        case bool():
            return "yes" if answer else "no"
        case tuple():
            return ", ".join(map(answer_in_words, answer)) or "nothing"
        case _:
            return _value(answer)


def asked_in_words(request: Request[Any]) -> str:
    """Who is asked what."""
    if isinstance(request, Together):
        return " + ".join(map(asked_in_words, request.members))
    topic = getattr(request, "about", None) or type(request).__name__.lower()
    question = getattr(request, "question", None)
    if question is not None:
        topic = f"{topic} {question.__struct_config__.tag}"
    return f"{request.seat} {topic}"


def worth_telling(facts: list[Fact]) -> list[Fact]:
    """The facts a reader wants: all except those that only make slots."""
    return [fact for fact in facts if not isinstance(fact, SlotsMade)]


def listed_in_words(words: Words, table: ListedTable) -> str:
    """How a table stands, whether it needs words, and which seats are free."""
    parts = [words.table_state(table.state.value, table.why)]
    if table.needs_passphrase:
        parts.append(words.say("start.needs-phrase"))
    if table.is_joinable:
        free = words.listed([words.seat(seat) for seat in table.seats_free])
        parts.append(words.say("start.free", seats=free))
    return "; ".join(parts)


def listed_as_json(table: ListedTable) -> dict[str, object]:
    """The same as JSON, for a program."""
    shown = table._asdict() | {"state": table.state.value, "code": table.code}
    del shown["table"]
    return shown
