"""One peer's part in an end before the rules' own (`game/early_end.py`): wishes, and its FINAL.

Whom somebody's entry has stopped can follow nobody further, so all end where the first of them
stands: whoever has gone on from there, because it finds that entry right, signs again there, and
goes back once all have. The seeds would be opened at the request after that, which it has answered
already: so secrets stay closed, unless all stand at one request.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from net.crypto.faults import PeerFault
from net.game.early_end import Outcome, abandoned_by, ending_id, is_opened, signers, without
from net.game.replica import Replica
from net.limits import FIRST_FINAL_PART, MOST_HELD
from net.log.entry import Entry
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Conceded, EndProposed, GivenUpFor
from net.peer.notes import SignedNotes
from net.peer.signer import Signer
from net.wire.bodies import EndWish, Final

Wish = Conceded | EndProposed | GivenUpFor


class EarlyEndVote:
    """What a peer has wished and signed."""

    def __init__(self, peer: int, proceedings: Replica, controls: SignedNotes, pen: Signer) -> None:
        self._peer = peer
        self._proceedings = proceedings
        self._controls = controls
        self._pen = pen
        self._outcome: int | None = None  # the end we sign; nothing else from then on
        self._without_us: dict[tuple[int, bytes], set[int]] = {}  # who calls us gone, and where

    @property
    def is_silent(self) -> bool:
        """Whether we answer nothing more, because the game is being ended."""
        return self._proceedings.is_underway and self._outcome is not None

    def why_not(self, event: Wish) -> str | None:
        """Why our player cannot have such an end here, as an id; None if nothing forbids it.

        Who gives up opens its secrets, and where not all stand at one request nobody may.
        """
        is_underway = self._proceedings.is_underway
        is_forbidden = is_underway and isinstance(event, Conceded) and self._is_apart(None)
        return "concede-apart" if is_forbidden else None

    def wish(self, event: Wish) -> EndWish | None:
        """What our player wants, to be signed; only whoever is called gone can refute it."""
        if not self._proceedings.is_underway:
            return None
        outcome = self._outcome_of(event)
        is_apart = is_opened(outcome) and self._is_apart(abandoned_by(outcome))
        if is_apart and not isinstance(event, Conceded):
            outcome = self._outcome_of(replace(event, opens=False))
        gone = abandoned_by(outcome)
        # One word about who is gone: of two, others could hear one and sign another end than we.
        words = (outcome,) if gone is None else without(gone)
        has_wished = any(self._controls.has_wished(self._peer, each) for each in words)
        return None if has_wished else EndWish(outcome)

    def closes(self, event: Wish) -> str | None:
        """22.8: how the game ends here, as an id, if our player waits for somebody no longer.

        Where everybody owes its first or last entry there is nothing to be signed by the others:
        what there is stands, without those whose entry lacks.
        """
        how = self._proceedings.closes_as
        away = [peer for peer in self._proceedings.unheard if peer != self._peer]
        if not how or not isinstance(event, GivenUpFor) or event.peer not in away:
            return None
        return ".".join((how, *map(str, away)))

    def note(self, entry: Entry) -> None:
        """A FINAL is also its peer's wish; one of ours, also from before a restart, binds us."""
        try:
            body = self._proceedings.decode(entry)
        except PeerFault:
            return  # the proceedings will say so when it is its turn
        if not isinstance(body, Final):
            return
        self._controls.bind(entry, body.outcome)
        if abandoned_by(body.outcome) == self._peer and self._may_matter(entry):
            self._without_us.setdefault((entry.index, entry.parent), set()).add(entry.peer)
        if entry.peer == self._peer:
            self._outcome = body.outcome
            self._proceedings.halt(entry.index, self._enders(body.outcome))

    def _may_matter(self, entry: Entry) -> bool:
        """Where we have been or may come to; of those further on as many of a peer as are held."""
        chain = self._proceedings.chain
        if (agrees := chain.agrees(entry.index, entry.parent)) is not None:
            return agrees
        ahead = ((index, said) for (index, _), said in self._without_us.items())
        return sum(index > chain.index and entry.peer in said for index, said in ahead) < MOST_HELD

    def end_without_us(self) -> str | None:
        """The end, as an id, that all others have signed at a request from which we had gone on."""
        (outcome, _), chain = without(self._peer), self._proceedings.chain
        if not self._proceedings.is_underway:
            return None
        needed = set(signers(outcome, self._proceedings.roster.size))
        for (index, parent), said in self._without_us.items():
            if index < chain.index and chain.agrees(index, parent) and said == needed:
                return ending_id(outcome)
        return None

    def final(self, *, is_stopped: bool = False) -> Entry | None:
        """Our FINAL, if it is time to sign one: where the furthest peer has signed it, or we stop.

        After that another one, where somebody stands who has been stopped before us.
        """
        proceedings, chain = self._proceedings, self._proceedings.chain
        if self._outcome is None and (wished := self._controls.wished_end()) is not None:
            # Whoever is called gone and hears of it signs no such thing: the others do.
            self._outcome = wished if abandoned_by(wished) != self._peer else None
        if self._outcome is None or not proceedings.is_underway:
            return None
        part = FIRST_FINAL_PART + self._peer
        if self._pen.written(part) is not None:
            return self._final_before()
        enders = self._enders(self._outcome)
        if chain.index < chain.furthest_final(enders) and not is_stopped:
            return None
        entry = self._pen.sign(part, Final(self._outcome, chain.parent))
        proceedings.halt(entry.index, enders)
        return entry

    def _enders(self, outcome: int) -> Sequence[int]:
        """Who must sign an end: who is gone keeps nobody from it by a FINAL further on."""
        return signers(outcome, self._proceedings.roster.size)

    @property
    def signed(self) -> Sequence[Entry]:
        """Our FINALs that stand in place of a request: nobody asks for those before their own."""
        chain = self._proceedings.chain
        at = {chain.index, self._goes_back_to()} - {None}
        found = [chain.final_of(self._peer, each) for each in at if each is not None]
        return [each for each in found if each is not None]

    def agreed_before(self) -> Sequence[Entry]:
        """What all have signed alike where somebody was stopped before us, in order of peer."""
        if self._outcome is None or (at := self._goes_back_to()) is None:
            return ()
        needed = self._enders(self._outcome)
        found = [final for peer in needed if (final := self._ends_at(peer, at)) is not None]
        return found if len(found) == len(needed) else ()

    def _is_apart(self, gone: int | None) -> bool:
        """Whether somebody was stopped, and not all who are here stand at the same request."""
        stand = {peer: at for peer, at in self._controls.stopped_at.items() if peer != gone}
        here = (peer for peer in self._proceedings.roster.peers if peer != gone)
        return bool(stand) and any(
            stand.get(peer) != self._proceedings.chain.index for peer in here
        )

    def _final_before(self) -> Entry | None:
        at, chain = self._goes_back_to(), self._proceedings.chain
        if self._outcome is None or at is None or chain.final_of(self._peer, at) is not None:
            return None
        body = Final(self._outcome, chain.parents[at])
        return self._pen.sign_instead(at, body)

    def _goes_back_to(self) -> int | None:
        """The first request in place of which somebody who was stopped there signs our end."""
        proceedings, chain = self._proceedings, self._proceedings.chain
        if self._outcome is None or not proceedings.is_underway:
            return None
        stopped = self._controls.stopped_at.items()
        found = [at for peer, at in stopped if at < chain.index and self._ends_at(peer, at)]
        return min(
            (at for at in found if at in proceedings.played and chain.is_of_now(at)), default=None
        )

    def _ends_at(self, peer: int, index: int) -> Entry | None:
        """The FINAL of a peer there, if it is for the end that we sign."""
        final = self._proceedings.chain.final_of(peer, index)
        if final is None:
            return None
        try:
            body = self._proceedings.decode(final)
        except PeerFault:
            return None
        return final if body == Final(self._outcome or 0, final.parent) else None

    def _outcome_of(self, event: Wish) -> int:
        match event:
            case Conceded():
                is_dracula = self._peer == DRACULAS_PEER
                return Outcome.DRACULA_CONCEDED if is_dracula else Outcome.HUNTERS_CONCEDED
            case EndProposed(opens=opens):
                return Outcome.AGREED_AND_OPENED if opens else Outcome.AGREED
            case GivenUpFor(peer=peer, opens=opens):
                return without(peer)[opens]
