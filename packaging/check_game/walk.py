"""One game from its first request to its last: every answer goes to whoever can judge it."""

from collections.abc import Callable, Mapping
from typing import Any

from cards import Cards
from group import Wrong
from nacl.exceptions import CryptoError
from record import Entry, Recorded, Request
from renewal import SINCE, Renewal
from succession import DRACULA, Succession
from tally import Tally
from trail import Trail
from transcript import Moment, Seed

# What the rules of play make of a game: of a request and a part, what its proof is about.
Statements = Mapping[str, Mapping[str, Any]]

# What every peer answers, in order of peer.
BY_ALL = {
    "GAME_OPEN", "KEY_COMMIT", "KEY_OPEN", "VSS_DEAL", "SHUFFLE", "COIN_SHARE", "FINAL",
    "AUDIT_OPEN", "RESUME",
}  # fmt: skip

SHOWS_ARE_REPEATABLE = 2  # from this protocol on

GONE = 128  # outcomes from here on: peer n is gone, 128 + n or 144 + n


class Walk:
    """What is known of a game so far."""

    def __init__(self, recorded: Recorded, statements: Statements, tally: Tally) -> None:
        self.recorded = recorded
        self.tally = tally
        self.succession = Succession(recorded, tally)
        self.cards = Cards(self.succession.keys, tally)
        self.renewal = Renewal(self.cards, tally)
        self.trail = Trail(recorded.game, self.cards, tally)
        self._statements = statements
        self._gone: set[int] = set()  # whom all others have signed to be gone
        self._without: set[int] = set()  # whose shuffle all have agreed to do without
        self._seeds: dict[bytes, Seed] = {}

    def run(self) -> None:
        """All requests, then what the seeds make anew."""
        for request in self.recorded.requests:
            self._judge(request)
        self._judge_end()
        self._make_anew()

    def _judge(self, request: Request) -> None:
        stated = self._statements.get(str(request.index), {})
        is_mixed_anew = self.renewal.is_on and self._is_no_word_of_keys(request)
        self.cards.renewed = self.renewal.piles() if is_mixed_anew else {}
        for entry in self._readable(request):
            self._attempt(entry, stated.get(str(entry.part)))
        is_rotated = any(each.name == "KEY_ROTATE" for each in request.words)
        if request.is_complete:
            self._judge_round(request)
            if is_mixed_anew and request.answers:
                self.renewal.judge(request, self._without)
        if (request.is_complete or is_rotated) and request.answers:
            self.cards.settle(request.entries)
        self.cards.forget_answers()
        self._interrupted(request)
        if is_mixed_anew and request.is_complete and request.answers:
            self.renewal.settled()
        goes_back = request.is_complete and any(each.name == "RESUME" for each in request.instead)
        if goes_back and self.recorded.setup["protocol"] >= SINCE:
            self.renewal.begin()

    @staticmethod
    def _is_no_word_of_keys(request: Request) -> bool:
        """Shares are dealt in the middle of a fresh order too, if somebody was replaced in it."""
        return not {each.name for each in request.answers.values()} & {"VSS_DEAL", "VSS_ACK"}

    def _judge_round(self, request: Request) -> None:
        """Whether all have answered what all must answer, each once and in order of peer."""
        said: dict[str, list[int]] = {}
        for entry in request.entries:
            said.setdefault(entry.name, []).append(entry.peer)
            if entry.name == "FINAL" and entry.body is not None:
                self._gone |= {entry.body.outcome % 16} if entry.body.outcome >= GONE else set()
            if entry.name == "RESUME" and entry.body is not None and entry.body.without:
                self._without |= {entry.body.peer}
        for name in BY_ALL & said.keys():
            excused = self._without if name == "SHUFFLE" else self._gone
            if name == "VSS_DEAL":
                excused = {DRACULA}
            expected = [peer for peer in range(self.recorded.size) if peer not in excused]
            if name == "SHUFFLE":
                expected *= max(1, len(self.cards.renewed))
            where = f"request {request.index}, {name}"
            self.tally.demand("rounds", where, said[name] == expected, "not by all in order")
        if request.answers and not self.renewal.is_on:
            self._without = set()

    def _readable(self, request: Request) -> list[Entry]:
        """The answers of a request, and after them a successor's acceptance."""
        accepted = [each for each in request.words if each.name == "PEER_ACCEPT"]
        found = [*accepted, *request.answers.values(), *request.instead]
        return [each for each in found if each.body is not None]

    def _attempt(self, entry: Entry, stated: Any) -> None:
        """Judge one entry; what cannot even be tried is wrong as well."""
        game = entry.game if entry.index else b""
        if entry.index:
            fits = game == self.recorded.game
            self.tally.demand("links of the chain", entry.where, fits, "of another game")
        moment = Moment(self.recorded.game, entry.epoch, entry.parent, entry.peer)
        try:
            self._judges(entry, moment, stated)[entry.name]()
        except (Wrong, CryptoError, KeyError, IndexError, TypeError, ValueError) as wrong:
            self.tally.demand("answers", entry.where, False, str(wrong))  # noqa: FBT003

    def _judges(self, entry: Entry, moment: Moment, stated: Any) -> dict[str, Callable[[], Any]]:
        cards, trail, succession = self.cards, self.trail, self.succession
        body = entry.body
        return {
            "GAME_OPEN": lambda: succession.enter(entry),
            "KEY_COMMIT": lambda: succession.commit(entry, moment),
            "KEY_OPEN": lambda: (succession.open(entry), self._take_keys()),
            "VSS_DEAL": lambda: succession.deal(entry, moment),
            "VSS_ACK": lambda: self._acknowledge(entry),
            "PEER_ACCEPT": lambda: (succession.accept(entry, moment), self._take_keys()),
            "SHUFFLE": lambda: cards.shuffle(entry, moment, stated),
            "SHARES": lambda: cards.share(entry, moment),
            "REVEAL": lambda: cards.reveal(entry, moment, body),
            "REKEY": lambda: cards.rekey(entry, moment),
            "MIX": lambda: cards.mix(entry, moment),
            "CARD_IN_SET": lambda: cards.in_set(entry, moment, stated),
            "SHOW": lambda: self._show(entry, moment),
            "TRAIL_PLACE": lambda: trail.place(entry, moment, stated),
            "TRAIL_OPEN": lambda: trail.open(entry, moment, stated),
            "TRAIL_ABSENT": lambda: trail.absent(entry, moment),
            "TRAIL_IN_SET": lambda: trail.in_set(entry, moment, stated),
            "TRAIL_NOT_HIDE": lambda: trail.not_hide(entry, moment, body.not_hide),
            "CHOICE_COMMIT": lambda: cards.choose(entry, moment),
            "CHOICE_OPEN": lambda: cards.open_choice(entry, moment),
            "COIN_SHARE": lambda: cards.toss(entry, moment),
            "ANSWER": lambda: body.revealed and cards.reveal(entry, moment, body.revealed),
            "FINAL": lambda: self._end(entry),
            "RESUME": lambda: None,
            "AUDIT_OPEN": lambda: self._audit(entry),
        }

    def _show(self, entry: Entry, moment: Moment) -> None:
        receiver = self.succession.holder(entry.body.target)
        self.cards.show(entry, moment, receiver)
        if self.recorded.setup["protocol"] >= SHOWS_ARE_REPEATABLE:
            self.cards.show_again(entry, moment, receiver, self.succession.holder(entry.peer)[1])

    def _take_keys(self) -> None:
        self.cards.keys = list(self.succession.keys)

    def _acknowledge(self, entry: Entry) -> None:
        if entry.body.complains:
            self.tally.note(f"{entry.where}: a complaint, and nobody can tell who lies")

    def _interrupted(self, request: Request) -> None:
        """An interlude: when the request has its answers, the successor's own keys are in place."""
        self.succession.interrupt(request)
        rotations = [each for each in request.words if each.name == "KEY_ROTATE" and each.body]
        for number, entry in enumerate(rotations):
            moment = Moment(self.recorded.game, entry.epoch, entry.parent, entry.peer)
            self.succession.rotate(entry, moment, number)
            self.cards.relock(entry, moment, number, entry.peer)
        if rotations:
            last = rotations[-1]
            alike = {(each.body.identity, each.body.back, each.body.coin) for each in rotations}
            self.tally.demand("keys of one's own", last.where, len(alike) == 1, "several")
            self.cards.settle(rotations)
            self.succession.rotated(last.peer, last.body, last.epoch)
            self._take_keys()

    def _end(self, entry: Entry) -> None:
        fits = entry.body.parent == entry.parent
        self.tally.demand("ends", entry.where, fits, "on another parent than its header's")

    def _audit(self, entry: Entry) -> None:
        seed = self.succession.audit(entry)
        if seed is not None:
            self._seeds[entry.signer] = seed

    def _judge_end(self) -> None:
        """Whether all agree on one end, and whether anything is to come."""
        last = self.recorded.requests[-1] if self.recorded.requests else None
        finals = [each for request in self.recorded.requests for each in request.entries]
        outcomes = {each.body.outcome for each in finals if each.name == "FINAL" and each.body}
        if len(outcomes) > 1:
            self.tally.demand("ends", "end", False, "several outcomes")  # noqa: FBT003
        if not outcomes:
            self.tally.note("The game is not over.")
        elif last is not None and not last.is_complete:
            self.tally.note("Somebody's last word lacks.")

    def _make_anew(self) -> None:
        for made in (*self.succession.made, *self.cards.made):
            needed = (made.signer, made.also) if made.also else (made.signer,)
            seeds = [self._seeds[each] for each in needed if each in self._seeds]
            if len(seeds) < len(needed):
                self.tally.unopened(made.kind)
            else:
                self.tally.holds(made.kind, made.where, made.check, *seeds, *made.arguments)
