"""One peer's part in an end before the rules' own: its wishes, and its FINAL (net/endings.py)."""

from collections.abc import Sequence

from net.controls import Controls
from net.crypto.faults import PeerFault
from net.effects import Conceded, EndProposed, GivenUpFor
from net.endings import Outcome, abandoned_by, ending_id, signers, without
from net.limits import FIRST_FINAL_PART, MOST_HELD
from net.log.entry import Entry
from net.pen import Pen
from net.proceedings import Proceedings
from net.roster import DRACULAS_PEER
from net.wire.bodies import EndWish, Final

Wish = Conceded | EndProposed | GivenUpFor


class Parting:
    """What a peer has wished and signed."""

    def __init__(self, peer: int, proceedings: Proceedings, controls: Controls, pen: Pen) -> None:
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

    def wish(self, event: Wish) -> EndWish | None:
        """What our player wants, to be signed; only whoever is called gone can refute it."""
        if not self._proceedings.is_underway:
            return None
        outcome = self._outcome_of(event)
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

    def final(self) -> Entry | None:
        """Our FINAL, if it is time to sign one: where the furthest peer has signed it."""
        proceedings, chain = self._proceedings, self._proceedings.chain
        if self._outcome is None and (wished := self._controls.wished_end()) is not None:
            # Whoever is called gone and hears of it signs no such thing: the others do.
            self._outcome = wished if abandoned_by(wished) != self._peer else None
        if self._outcome is None or not proceedings.is_underway:
            return None
        part = FIRST_FINAL_PART + self._peer
        enders = self._enders(self._outcome)
        if chain.index < chain.furthest_final(enders) or self._pen.written(part) is not None:
            return None
        entry = self._pen.sign(part, Final(self._outcome, chain.parent))
        proceedings.halt(entry.index, enders)
        return entry

    def _enders(self, outcome: int) -> Sequence[int]:
        """Who must sign an end: who is gone keeps nobody from it by a FINAL further on."""
        return signers(outcome, self._proceedings.roster.size)

    def _outcome_of(self, event: Wish) -> int:
        match event:
            case Conceded():
                is_dracula = self._peer == DRACULAS_PEER
                return Outcome.DRACULA_CONCEDED if is_dracula else Outcome.HUNTERS_CONCEDED
            case EndProposed(opens=opens):
                return Outcome.AGREED_AND_OPENED if opens else Outcome.AGREED
            case GivenUpFor(peer=peer, opens=opens):
                return without(peer)[opens]
