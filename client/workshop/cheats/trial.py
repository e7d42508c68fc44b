"""Tries a cheat: real referees receive what a modified program sends, then its file is judged.

1. The judge is `net/judging/verification.py`, which sees only the evidence that an honest peer
   keeps.
2. One cheat guesses instead of lying (`Foreteller`): it plays a second bot of Dracula's kind beside
   the public game. Two bots with the same random numbers choose the same, so it would know his
   cards; our bots draw different ones unless they are given a seed.
3. A guess that cannot be the card all see is replaced by one that can, so some are right by luck.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from client.simulation import below_from, bots_below
from client.workshop.cheats.cheat import Cheat, Liar, Noticed, answers, moments
from client.workshop.cheats.cheat_table import CheatTable, Checks, PlayedGame
from engine.bots.plain import plain_bots
from engine.dealer import Below
from engine.ids import DRACULA, POWER
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.options import Play
from engine.record import Setup, begin, members
from engine.requests import Choose, Conceal, Request
from engine.rules.whereabouts import possible
from engine.shapes import Shape
from engine.truth import allowed
from engine.view import see
from net.crypto.group import Group
from net.judging.game_file import TableGame, evidence_of, from_file, table_game, to_file
from net.judging.verdict import Verdict
from net.judging.verification import Verification
from net.limits import MOST_HELD
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Accuse, Arrived, Close, Conceded, GivenUpFor, Judged, Record, TakenUp
from net.wire.bodies import Answered
from net.wire.messages import EntrySent

# Guessing what a bot hides.
# Six cards each of eight games: who knows what a bot draws by guesses all of them, others a few.
_GAMES = 8
_CARDS = 6


class Foreteller:
    """Follows the public answers of one game and guesses Dracula's cards as they are laid."""

    def __init__(self, setup: Setup, below: Below) -> None:
        self.guesses: Knowledge = {}
        self._game = begin(setup)
        self._below = below
        self._bot = plain_bots(self._game.table.edition, below)[DRACULA]

    def hear(self, answer: Any) -> None:
        """Take the next answer of the game, as everybody hears it."""
        for request, part in _parts(self._game.pending, answer):
            if request.seat == DRACULA:
                self._follow(request, part)
        self._game.submit(answer)

    def _follow(self, request: Request[Any], answer: Any) -> None:
        """Draw when the bot did: once where it had a choice. What it can play, it plays."""
        match request:
            case Choose():
                cards = self._game.table.edition.cards
                is_forced = isinstance(answer, Play) and cards[answer.card].must_play
                had_choice = not is_forced and len({*request.options, answer}) > 1
            case Conceal(allows=None):
                had_choice = len(request.choices) > 1
            case Conceal():
                had_choice = False
                self.guesses[request.slot] = self._guess(request, answer)
            case _:
                had_choice = False
        if had_choice:
            self._below(1)

    def _guess(self, request: Conceal, shape: Shape) -> str:
        """What this bot would lay, if it fits what everybody sees."""
        state, edition = self._game.state, self._game.table.edition
        listed = allowed(request, state, edition, self.guesses)
        chosen = listed[0]
        if len(listed) > 1:
            chosen = self._bot.choose(see(state, self.guesses), request, listed)
        fitting = (each.value for each in (chosen, *listed) if each.public == shape)
        return next(fitting, None) or possible(state, edition)[0]


class Foretold(NamedTuple):
    """How many cards were laid face down, and how many of them were guessed as they were."""

    right: int
    laid: int

    @property
    def is_luck(self) -> bool:
        """Whether it is far less than who knows the bot's numbers guesses."""
        return 2 * self.right < self.laid


def foretold(numbers: Callable[[], Below] = lambda: bots_below(None)) -> Foretold:
    """Play Dracula with one bot and foretell it with another, each with its own random numbers."""
    guessed = [each for game in range(_GAMES) for each in _guessed(f"foretold {game}", numbers)]
    return Foretold(sum(guessed), len(guessed))


def _guessed(seed: str, numbers: Callable[[], Below]) -> list[bool]:
    """Of one game's first cards laid face down, which were guessed; all but Dracula by a seed."""
    setup = Setup()
    below = below_from(seed)
    local, foreteller = LocalGame(setup, below), Foreteller(setup, numbers())
    edition = local.game.table.edition
    bots = plain_bots(edition, below) | {DRACULA: plain_bots(edition, numbers())[DRACULA]}

    def choose(request: Request[Any], allowed: list[Any]) -> Any:
        view = see(local.game.state, local.dealer.knowledge[request.seat])
        return bots[request.seat].choose(view, request, allowed)

    found: list[bool] = []
    while local.game.pending is not None and len(found) < _CARDS:
        pending = local.game.pending
        local.step(choose)
        answer = local.answers[-1]
        foreteller.hear(answer)
        for request, part in _parts(pending, answer):
            if isinstance(part, Shape) and _is_face_down(part):
                assert isinstance(request, Conceal)
                guess = foreteller.guesses[request.slot]
                found.append(guess == local.dealer.values[request.slot])
    return found


def _parts(asked: Request[Any] | None, answer: Any) -> list[tuple[Request[Any], Any]]:
    """Each single request with its answer."""
    assert asked is not None
    single = members(asked)
    return list(zip(single, answer if len(single) > 1 else (answer,), strict=True))


def _is_face_down(shape: Shape) -> bool:
    is_known = shape.face is not None or shape.lair is not None or shape.no_card
    return not is_known and shape.back != POWER


FORETELLING_CHEATS = (
    Cheat("foretold-bot", "Foretelling what a bot hides",
          "plays the bot itself beside the public game, to know its cards", None,
          answers(Answered, lambda moment: moment.entry.peer != DRACULAS_PEER),
          lambda _: [], Noticed.IN_VAIN),
)  # fmt: skip


# Trying a cheat, and judging what came of it.
_COMPLAINT = "recovery.complaint."  # how such an end is named, with receiver and dealer


class Found(NamedTuple):
    """What one honest peer found."""

    peer: int
    accused: int | None
    code: int | None


class Outcome(NamedTuple):
    """The result of a cheat."""

    name: str
    liar: int
    found: tuple[Found, ...]  # of each honest peer
    evidence: bytes | None  # a file to be judged by somebody else
    verdict: Verdict | None
    is_noticed: bool  # as the catalogue says
    learned: Foretold | None = None  # by who only guesses


def find_moments(cheats: Iterable[Cheat], game: PlayedGame) -> dict[str, int]:
    """Where in a game each cheat can be tried first, as far as it can."""
    wanted, found = list(cheats), dict[str, int]()
    for moment in moments(game):
        for cheat in [each for each in wanted if each.fits(moment)]:
            found[cheat.name] = moment.at
            wanted.remove(cheat)
        if not wanted:
            break
    return found


def attempt(cheat: Cheat, game: PlayedGame, at: int, *, is_thorough: bool = True) -> Outcome:
    """Bring a table to the moment, let the liar cheat, and see.

    The stranger checks every proof of the evidence; if it need not be thorough, those since the
    moment only: what our own bots have made before it was not sent by any liar.
    """
    table = CheatTable(game.cast, f"trial/{cheat.name}", game.entries[:at])
    liar = Liar(game, at, table)
    _TRIALS.get(cheat.noticed, _told_to_all)(cheat, liar)
    evidence = _evidence(cheat, liar)
    verdict = None
    if evidence is not None:
        verdict = judged(from_file(evidence), game.cast.group, 0 if is_thorough else at)
    found = tuple(_found(table, peer) for peer in liar.honest)
    is_noticed = _JUDGED.get(cheat.noticed, _is_refused)(cheat, liar, found, verdict)
    learned = foretold() if cheat.noticed is Noticed.IN_VAIN else None
    is_noticed = is_noticed and (learned is None or learned.is_luck)
    return Outcome(cheat.name, liar.peer, found, evidence, verdict, is_noticed, learned)


def judged(game: TableGame, group: Group, since: int = 0) -> Verdict:
    """The verdict of an outsider on a game; proofs before `since` are known to hold."""
    checks = Checks(group, "stranger")
    verification = Verification(game, checks.verifier)
    for number, encoded in enumerate(game.entries):
        checks.are_on = number >= since
        violation = verification.step(number, encoded)
        if violation is not None:
            return verification.stopped(violation)
    return verification.finish()


def _found(table: CheatTable, peer: int) -> Found:
    found = Found(peer, None, None)
    for accused in table.of_type(peer, Accuse):
        found = Found(peer, accused.peer, accused.code)  # with what came to light last
    return found


# How it is told


def _told_to_all(cheat: Cheat, liar: Liar) -> None:
    """Every honest peer hears everything that the liar sends."""
    liar.table.is_mute.add(liar.peer)
    for entry in cheat.tells(liar):
        liar.table.deliver(entry, liar.honest)
    liar.table.run()


def _told_apart(cheat: Cheat, liar: Liar) -> None:
    """Two versions, each for one peer; then these two compare."""
    liar.table.is_mute.update(liar.game.cast.peers)
    first, second, *_ = liar.honest
    one, other = cheat.tells(liar)
    liar.table.deliver(one, [first])
    liar.table.deliver(other, [second])
    liar.table.run()
    liar.table.is_mute = {liar.peer}
    for peer, entry in ((first, other), (second, one)):
        liar.table.tell(peer, Arrived(peer, EntrySent(entry.to_bytes())))
    liar.table.run()


def _told_and_ended(cheat: Cheat, liar: Liar) -> None:
    """All take it, the liar's own program too; then Dracula gives up, and secrets are opened."""
    for entry in cheat.tells(liar):
        liar.table.deliver(entry, liar.game.cast.peers)
    liar.table.tell(DRACULAS_PEER, Conceded())
    liar.table.run()


def _told_and_left_out(cheat: Cheat, liar: Liar) -> None:
    """All take it but the one it is for; the others end the game without that one, and open."""
    for entry in cheat.tells(liar):
        liar.table.deliver(entry, liar.game.cast.peers)
    liar.table.start()
    liar.table.run()
    _end_without(liar.body.target, liar)


def _accused_and_gone(cheat: Cheat, liar: Liar) -> None:
    """The liar accuses and goes; the others end the game without it, and open theirs."""
    _kept_silent(cheat, liar)
    _end_without(liar.peer, liar)


def _end_without(gone: int, liar: Liar) -> None:
    for peer in liar.game.cast.peers:
        if peer != gone:
            liar.table.tell(peer, GivenUpFor(gone, opens=True))
    liar.table.run()


def _told_and_gone_on(cheat: Cheat, liar: Liar) -> None:
    """All take it, the liar's own program too, and go on."""
    for entry in cheat.tells(liar):
        liar.table.deliver(entry, liar.game.cast.peers)
    liar.table.start()
    liar.table.run()


def _kept_silent(cheat: Cheat, liar: Liar) -> None:
    """The liar sends nothing any more, or only so much; the others all they can."""
    liar.table.is_mute.add(liar.peer)
    liar.table.start()
    liar.table.run()
    for entry in cheat.tells(liar):
        liar.table.deliver(entry, liar.honest)
    liar.table.run()


def _given_up_at_the_end(cheat: Cheat, liar: Liar) -> None:
    """The same when everybody owes its last word: the others close the game without it."""
    _kept_silent(cheat, liar)
    for peer in liar.honest:
        liar.table.tell(peer, GivenUpFor(liar.peer))
    liar.table.run()


_TRIALS = {
    Noticed.COMPARED: _told_apart,
    Noticed.AT_AUDIT: _told_and_ended,
    Noticed.WAITED_FOR: _kept_silent,
    Noticed.UNAUDITED: _given_up_at_the_end,
    Noticed.COMPLAINED: _told_and_gone_on,
    Noticed.WITHOUT_RECEIVER: _told_and_left_out,
    Noticed.UNFOUNDED_LATER: _accused_and_gone,
}


# What convinces somebody else

# These leave no evidence by themselves: they show in the file of the game.
_IN_THE_FILE = (
    Noticed.AT_AUDIT, Noticed.UNAUDITED, Noticed.UNFOUNDED, Noticed.UNFOUNDED_LATER,
)  # fmt: skip


def _evidence(cheat: Cheat, liar: Liar) -> bytes | None:
    table = liar.table
    if cheat.noticed is Noticed.WITHOUT_RECEIVER:
        others = (peer for peer in liar.honest if peer != liar.body.target)
        return to_file(_game(table, next(others)))
    for peer in liar.honest:
        referee = table.referees[peer]
        wrong = referee.misdeed
        if wrong is not None:
            chain, notes = referee.proceedings.chain, [note.to_bytes() for note in referee.notes]
            return to_file(evidence_of(table.cast.signed, chain, wrong, notes))
    if cheat.noticed in _IN_THE_FILE:
        return to_file(_game(table, liar.honest[0]))
    return None


def _game(table: CheatTable, peer: int) -> TableGame:
    referee = table.referees[peer]
    so_far, notes = referee.proceedings, [note.to_bytes() for note in referee.notes]
    return table_game(table.cast.signed, so_far.recorded(), so_far.chain.parent, notes)


# Whether it came to light as the catalogue says

Founds = Sequence[Found]


def _is_refused(cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    """Every honest peer names the liar for the reason, and so does the stranger."""
    named = all((each.accused, each.code) == (liar.peer, cheat.code) for each in found)
    return named and _is_convinced(cheat, liar, found, verdict)


def _is_convinced(cheat: Cheat, liar: Liar, _found: Founds, verdict: Verdict | None) -> bool:
    wrong = None if verdict is None else verdict.violation
    return wrong is not None and (wrong.peer, wrong.code) == (liar.peer, cheat.code)


def _is_seen_by_one(cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    """The receiver names the liar; a stranger cannot say before the secrets are open."""
    named = [(each.accused, each.code) for each in found if each.accused is not None]
    is_open = verdict is not None and [each.is_founded for each in verdict.accusations] == [None]
    return named == [(liar.peer, cheat.code)] and is_open


def _is_seen_without_receiver(
    cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None
) -> bool:
    """Its receiver named the liar, and now the liar's own secrets do."""
    named = [each.accused for each in found if each.peer == liar.body.target]
    judged = None if verdict is None else [each.is_founded for each in verdict.accusations]
    is_shut = verdict is not None and verdict.unaudited == (liar.body.target,)
    is_right = is_shut and named == [liar.peer] and judged == [True]
    return is_right and _is_convinced(cheat, liar, found, verdict)


def _is_dropped(cheat: Cheat, liar: Liar, found: Founds, _: Verdict | None) -> bool:
    del cheat
    chains = [liar.table.referees[peer].proceedings.chain for peer in liar.honest]
    is_same = all(chain.index == liar.entry.index for chain in chains)
    wanted = [effect for peer in liar.honest for effect in liar.table.effects[peer]]
    is_same &= not any(isinstance(each, TakenUp) for each in wanted)
    is_little = sum(isinstance(each, Record) for each in wanted) <= MOST_HELD * len(liar.honest)
    return is_same and is_little and all(each.accused is None for each in found)


def _is_waited_for(cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    """Nobody is accused, and every peer knows whose answer is missing."""
    del cheat, verdict
    waiting = set(_waited_for(liar))
    return waiting == {liar.peer} and all(each.accused is None for each in found)


def _is_unaudited(cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    """22.8: nobody is accused; all end the game without the liar, and the file says so."""
    del cheat
    closed = {each.reason for peer in liar.honest for each in liar.table.of_type(peer, Close)}
    judged = None if verdict is None else (verdict.kind, verdict.unaudited)
    is_told = closed == {f"unaudited.{liar.peer}"} and judged == ("unaudited", (liar.peer,))
    return is_told and all(each.accused is None for each in found)


def _is_complained_of(cheat: Cheat, liar: Liar, found: Founds, _: Verdict | None) -> bool:
    """The game is closed for all by a complaint about the liar, and nobody is accused."""
    del cheat
    closed = {next(liar.table.of_type(peer, Close), None) for peer in liar.honest}
    words = {each.reason for each in closed if each is not None}
    about = all(word.startswith(_COMPLAINT) and word.endswith(f".{liar.peer}") for word in words)
    return None not in closed and about and all(each.accused is None for each in found)


def _waited_for(liar: Liar) -> Iterator[int]:
    for peer in liar.honest:
        proceedings = liar.table.referees[peer].proceedings
        yield from proceedings.hearing.awaited(proceedings.chain.missing())


def _is_unfounded(cheat: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    del cheat
    judged = [next(liar.table.of_type(peer, Judged), None) for peer in liar.honest]
    told = all(each is not None and each.is_unfounded for each in judged)
    written = [] if verdict is None else [each.accuser for each in verdict.accusations]
    return told and written == [liar.peer] and all(each.accused is None for each in found)


def _is_unfounded_later(_: Cheat, liar: Liar, found: Founds, verdict: Verdict | None) -> bool:
    """Nobody could tell when it was said; the seed of whom it accuses can."""
    if verdict is None or verdict.violation is not None or verdict.unaudited != (liar.peer,):
        return False
    judged = [(each.accuser, each.is_founded) for each in verdict.accusations]
    return judged == [(liar.peer, False)] and all(each.accused is None for each in found)


def _names_nobody(_cheat: Cheat, _liar: Liar, found: Founds, _: Verdict | None) -> bool:
    return all(each.accused is None for each in found)


_JUDGED = {
    Noticed.BY_RECEIVER: _is_seen_by_one,
    Noticed.BY_SUCCESSOR: _is_seen_by_one,
    Noticed.AT_AUDIT: _is_convinced,
    Noticed.DROPPED: _is_dropped,
    Noticed.WAITED_FOR: _is_waited_for,
    Noticed.UNAUDITED: _is_unaudited,
    Noticed.COMPLAINED: _is_complained_of,
    Noticed.UNFOUNDED: _is_unfounded,
    Noticed.UNFOUNDED_LATER: _is_unfounded_later,
    Noticed.WITHOUT_RECEIVER: _is_seen_without_receiver,
    Noticed.IN_VAIN: _names_nobody,
}
