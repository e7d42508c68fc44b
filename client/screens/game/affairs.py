"""Table business beside the game: absent players, ending early, accusations.

1. Whatever is signed for good asks a second time, so one stray click does nothing.
2. What waits for other players stays visible until it is settled.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QMenu

from client.look.accessibility import announce
from client.panels.company import Choice, duration
from client.screens.game.layout import GameLayout
from client.window.services import Services
from client.words.game_words import field_words
from client.words.words import Words
from client.worker.table_values import (
    AboutPeer,
    Accusation,
    BackUpSeat,
    Difference,
    EndWished,
    GiveUp,
    GoOn,
    GoOnWished,
    OfferToPlay,
    SeatBackedUp,
    StandDown,
    TableNotice,
)
from client.worker.values import GameOver, Order, PeerSeen, Report, TableOpened
from engine.ids import DRACULA

_CONFIRM, _SEVERAL, _CLOSING = "confirm", "several", "closing"
_CLOSED = ("unbegun", "unsigned", "unaudited")
_STEPS = {
    "timeout": ("timeout",),
    "takeover": ("takeover", "stand-in"),
    "agree": ("agree",),
    "gone": ("gone", "gone-open"),
    **{closed: (closed,) for closed in _CLOSED},
}


class _End(NamedTuple):
    """What can be done about one's place in the game, by its id, and the order that says so."""

    id: str
    order: Order


_CONCEDE = _End("concede", GiveUp(concedes=True))
_PROPOSE = _End("propose", GiveUp(concedes=False, opens=False))
_PROPOSE_OPEN = _End("propose-open", GiveUp(concedes=False, opens=True))
_STAND_DOWN = _End("stand-down", StandDown())
_BACK_UP = _End("back-up", BackUpSeat())
_OFFER = _End("offer", OfferToPlay())


class Affairs:
    """Shows what is between the players of a table and takes this player's word on it."""

    def __init__(
        self, services: Services, parts: GameLayout, order: Callable[[Order], None]
    ) -> None:
        self._words = services.words
        self._parts = parts
        self._order = order
        self._table: TableOpened | None = None
        self._away: set[int] = set()
        self._is_closing = False  # the player has closed a game that lacks a word of somebody
        self._wishes: dict[tuple[str, str], list[EndWished]] = {}
        self._going_on: dict[GoOn, list[GoOnWished]] = {}
        self.menu = QMenu(parts.ending)
        parts.ending.setMenu(self.menu)

    def begin(self, table: TableOpened | None) -> None:
        """Another table, or none yet."""
        self._table = table
        self._away, self._wishes, self._is_closing = set(), {}, False
        self._going_on = {}
        self._parts.affairs.clear()
        self.menu.clear()
        is_shared = table is not None and not table.is_alone
        ends = [] if table is None or not is_shared else self._ends(table)
        self._parts.ending.setVisible(bool(ends))
        for end in ends:
            words = self._words.say(f"ending.{end.id}")
            self.menu.addAction(words).triggered.connect(lambda _on, end=end: self._ask(end))

    def _ends(self, table: TableOpened) -> list[_End]:
        """What a player can do beside playing, such as giving up; an onlooker may offer to play."""
        if not table.seats:
            return [_OFFER] if table.may_offer else []
        ends = [_CONCEDE, _PROPOSE, _PROPOSE_OPEN]
        if table.recovery and DRACULA not in table.seats:
            ends.append(_STAND_DOWN)
        if table.backup:
            ends.insert(0, _BACK_UP)
        return ends

    # What the player wants

    def _ask(self, end: _End) -> None:
        """Nothing of this can be taken back, so it asks once more, whatever the settings say."""
        is_dracula = self._table is not None and DRACULA in self._table.seats
        side = DRACULA if is_dracula else "hunters"
        words = self._words.say(f"ending.{end.id}-really", side=side)
        if end is _OFFER:  # nothing is signed, and it is said once
            self._confirm(words, self._offer, "ending.offer-yes")
        else:
            self._confirm(words, lambda: self._order(end.order))

    def _offer(self) -> None:
        self._parts.ending.hide()
        self._order(_OFFER.order)

    def _confirm(self, words: str, act: Callable[[], object], yes: str = "ending.sign") -> None:
        bar = self._parts.affairs

        def sign() -> None:
            bar.drop(_CONFIRM)
            act()

        agree = Choice(self._words.say(yes), sign)
        no = Choice(self._words.say("common.cancel"), lambda: bar.drop(_CONFIRM))
        bar.drop(_CONFIRM)  # an older question had another yes
        bar.put(_CONFIRM, words, (agree, no))
        bar.buttons(_CONFIRM)[1].setFocus()

    # Who is there

    def peers(self, peers: tuple[PeerSeen, ...]) -> None:
        """Show who is away, how long the game has waited, and what can be done about it."""
        if self._is_closing:  # it is closed whoever comes back
            return
        bar = self._parts.affairs
        others = [peer for peer in peers if not peer.is_own]
        away = [peer for peer in others if not peer.is_linked]
        # Several may be missing at the end, and one word closes it without all of them.
        is_one = len(away) <= 1 or any(peer.step in _CLOSED for peer in away)
        for peer in others:
            key = ("away", peer.peer)
            if (peer.is_linked and not peer.step) or (peer in away and not is_one):
                bar.drop(key)
            else:
                bar.put(key, away_words(self._words, peer), self._steps(peer))
            self._note_link(peer)
        if is_one:
            bar.drop(_SEVERAL)
        else:
            bar.put(_SEVERAL, several_words(self._words, away, is_all=away == others))

    def _note_link(self, peer: PeerSeen) -> None:
        """Once each time: somebody went, somebody is back."""
        if peer.is_linked == (peer.peer not in self._away):
            return
        self._away ^= {peer.peer}
        said = self._words.say("affair.back" if peer.is_linked else "affair.went", name=peer.name)
        self._parts.chronicle.note(said, private=True)
        announce(self._parts.chronicle, said)

    def _steps(self, peer: PeerSeen) -> tuple[Choice, ...]:
        """What can be done about somebody gone.

        A place is played on by hand, by a bot, or by somebody who looks on and offers it.
        """
        steps = [self._step(peer, step) for step in _STEPS.get(peer.step, ())]
        if peer.step == "takeover":
            steps += [self._step(peer, "takeover", who) for who in peer.offers]
        return tuple(steps)

    def _step(self, peer: PeerSeen, step: str, who: str = "") -> Choice:
        bar, named = self._parts.affairs, proposed(self._words, peer)
        whose = who or (peer.proposed if step == "agree" else "")
        said = f"affair.{step}-other" if whose else f"affair.{step}"
        really = self._words.say(f"{said}-really", who=whose, **named)

        def sign() -> None:
            bar.put(("away", peer.peer), away_words(self._words, peer))  # not to be signed twice
            if step in _CLOSED:
                self._show_closing()
            self._order(AboutPeer(peer.peer, step, who))

        # What is closed on this machine alone is not signed.
        yes = "affair.close-really" if step in _CLOSED else "ending.sign"
        words = self._words.say(said, who=whose, **named)
        return Choice(words, lambda: self._confirm(really, sign, yes))

    def _show_closing(self) -> None:
        """The program stays a while for those who lack what it has: say that, and nothing else."""
        self._is_closing = True
        self._parts.affairs.settle()
        self._parts.affairs.put(_CLOSING, self._words.say("affair.closing"))

    # What others say

    def told(self, report: Report) -> None:
        """Take what concerns the table and not its game."""
        match report:
            case EndWished():
                self._take_wish(report)
            case GoOnWished():
                self._take_up(report)
            case Accusation():
                words = accusation_words(self._words, report)
                self._keep(("accused", report.accuser, report.request), words)
            case Difference():
                words = difference_words(self._words, report)
                if report.is_state:
                    self._parts.peers.show_broken()
                self._keep(("differs", report.name), words)
            case TableNotice() if report.id in WRONG:
                self._parts.peers.show_broken()
            case SeatBackedUp():
                self._show_phrase(report.phrase)
            case _:
                return

    def _show_phrase(self, phrase: str) -> None:
        """The words of the backup, this once, and nowhere that is kept."""
        bar, key = self._parts.affairs, "backup"
        bar.put(
            key,
            self._words.say("ending.back-up-done", phrase=phrase),
            (Choice(self._words.say("ending.back-up-noted"), lambda: bar.drop(key)),),
            stays=True,
        )
        self.menu.removeAction(self.menu.actions()[0])  # it is made once

    def _keep(self, key: Hashable, words: str) -> None:
        """Something to be read: it stays until it is put away, and in the chronicle for good."""
        bar = self._parts.affairs
        dismiss = Choice(self._words.say("notice.dismiss"), lambda: bar.drop(key))
        bar.put(key, words, (dismiss,), stays=True)
        self._parts.chronicle.note(words, private=True)

    def _take_wish(self, wish: EndWished) -> None:
        same = self._wishes.setdefault((wish.how, wish.gone), [])
        if wish not in same:
            same.append(wish)
        order = None if any(each.is_own for each in same) else self._agreeing(wish)
        self._put_wish(("wish", wish.how, wish.gone), wish_words(self._words, same), order)

    def _take_up(self, wish: GoOnWished) -> None:
        """Somebody would go on before what was signed wrongly; whoever has not said so may too."""
        same = self._going_on.setdefault(wish.how, [])
        if wish not in same:
            same.append(wish)
        order = None if any(each.is_own for each in same) else wish.how
        self._put_wish(("go on", wish.how), go_on_words(self._words, same), order)

    def _put_wish(self, key: Hashable, words: str, order: Order | None) -> None:
        """What others want, with how this player would share it, if that is this player's."""
        self._parts.chronicle.note(words, private=True)
        choices = []
        if order is not None:
            really = self._words.say("affair.share-really", what=words)
            act = lambda: self._confirm(really, lambda: self._order(order))  # noqa: E731
            choices.append(Choice(self._words.say("affair.share"), act))
        dismiss = self._words.say("affair.not-now")
        choices.append(Choice(dismiss, lambda: self._parts.affairs.drop(key)))
        self._parts.affairs.put(key, words, choices)

    def _agreeing(self, wish: EndWished) -> Order | None:
        """How this player would share a wish; None if it is not this player's to share."""
        is_dracula = self._table is not None and DRACULA in self._table.seats
        match wish.how:
            case "agreed" | "opened":
                return GiveUp(concedes=False, opens=wish.how == "opened")
            case "conceded.hunters":
                return None if is_dracula else GiveUp(concedes=True)
            case "gone" | "gone-opened" if wish.gone_peer is not None:
                step = "gone-open" if wish.how == "gone-opened" else "gone"
                return AboutPeer(wish.gone_peer, step)
            case _:
                return None


# What is between the players of a table, in sentences.


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
    """Who has signed that somebody plays on for an absent player."""
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


# Their `what` is a reason by its id, not words.
_WITH_REASON = ("refused.guest", "refused.caller")

# Somebody signed what cannot be: of these it is the code of an accusation.
WRONG = ("wrong.you", "wrong.other")


def notice_words(words: Words, notice: TableNotice) -> str:
    """A notice in words."""
    what = words.reason(notice.what) if notice.id in _WITH_REASON else notice.what
    if notice.id in WRONG:
        what = words.accusation(int(notice.what))
    return words.say(f"notice.{notice.id}", who=notice.who, what=what)
