"""The table before the game: who is here, who plays what, and one set-up that all sign (22.10).

What may live here: gathering, seats, terms, ready marks. It must not know sockets, nor who is
behind an identity. Everybody collects; whoever is first in the order of coming proposes, and if
that one goes, the next does (`net/lobby/proposer.py`).

1. A ready mark is the signature over the set-up. Any change makes another set-up, which nobody has
   signed: so it clears every mark.
2. Whoever proposes signs last and in the same moment begins: it proposes nothing afterwards and
   gives way to nobody. Whoever takes up proposing takes other random bytes, so it has signed none
   of what it proposes; whoever gives way takes back what it proposed, unsigned. So of all that one
   has proposed at most one set-up is ever complete, and nobody begins two games. Who was cut off
   may complete one while the others, who signed it, go on to another: its game never finds all its
   peers, and is given up.
3. A signature is promised on the disk before it leaves, and a game that all signed can be entered
   by whoever promised it, also after a crash.
4. We sign only what says of us what we said of ourselves, and only what this program can play.
   What it can never play is refused, and both sides show why.
5. What a stage does with what happens is the literal table below; a missing pair is our mistake.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from net.crypto.faults import PeerFault
from net.crypto.hashing import setup_hash
from net.errors import LocalMistake
from net.lobby.arrivals import Gathering
from net.lobby.events import (
    Accepted,
    Bond,
    Came,
    Happening,
    Heard,
    InVain,
    Left,
    LobbyEffect,
    LobbyEvent,
    MarkedReady,
    Recognised,
    SeatsChosen,
    Stage,
    TermsChosen,
    Unmarked,
    Went,
)
from net.lobby.proposal import WITHDRAWN
from net.wire.messages import (
    GameBegun,
    Goodbye,
    Greeting,
    Message,
    PeersKnown,
    Probed,
    Refused,
    SeatsWanted,
    SetupOffered,
    SetupSigned,
)
from net.wire.table_setup import decode_setup, encode_setup, read_signed_setup

_OF_MESSAGES: dict[type[Message], Happening] = {
    Greeting: Happening.GREETED,
    SeatsWanted: Happening.WISHED,
    PeersKnown: Happening.TOLD,
    SetupSigned: Happening.SIGNED,
    Refused: Happening.REFUSED,
    Goodbye: Happening.WENT,
}
_OF_EVENTS: dict[type[LobbyEvent], Happening] = {
    Came: Happening.CAME,
    Went: Happening.WENT,
    InVain: Happening.VAIN,
    SeatsChosen: Happening.SEATS,
    TermsChosen: Happening.TERMS,
    MarkedReady: Happening.MARK,
    Unmarked: Happening.UNMARK,
    Recognised: Happening.TRUST,
    Accepted: Happening.TRUST,
    Left: Happening.LEAVE,
}


# A game that has begun, by what it is to us.
_OF_BONDS: dict[Bond, Happening] = {
    Bond.NONE: Happening.UNSIGNED,
    Bond.PROMISED: Happening.SUMMONED,
    Bond.PLAYED: Happening.STRAY,
}

Act = Callable[[Any, Any], None]


class Lobby(Gathering):
    """The machine of one peer at one table."""

    def handle(self, event: LobbyEvent) -> Sequence[LobbyEffect]:
        """What is to be done because of an event."""
        self.queue.append((self._classified(event), event))
        while self.queue:
            happening, cause = self.queue.popleft()
            step = self.TRANSITIONS.get((self.stage, happening))
            if step is None:
                raise LocalMistake(f"{happening.name} in a lobby that is {self.stage.name}")
            act, self.stage = step
            act(self, cause)
        effects, self.effects = self.effects, []
        return effects

    def tick(self, now: float) -> Sequence[LobbyEffect]:
        """From time to time: see whom we wait for, and have called, for too long."""
        self.now = now
        self.rest()
        awaited = self.overdue()
        if awaited is not None:
            return self.handle(InVain(awaited))
        effects, self.effects = self.effects, []
        return effects

    def _classified(self, event: LobbyEvent) -> Happening:
        if not isinstance(event, Heard):
            is_stale = isinstance(event, MarkedReady) and not self._is_shown(event.setup_hash)
            return Happening.STRAY if is_stale else _OF_EVENTS[type(event)]
        if event.identity not in self.present or not self.heeds(event):
            return Happening.STRAY
        if isinstance(event.message, Probed):
            self.hear_numbers(event.identity, event.message)
        if isinstance(event.message, SetupOffered):
            return self._offered(event.identity, event.message.setup)
        if isinstance(event.message, GameBegun):
            return self._begun(event.identity, event.message.signed)
        return _OF_MESSAGES.get(type(event.message), Happening.STRAY)

    def _offered(self, identity: bytes, encoded: bytes) -> Happening:
        """What an offer is to us; it is the offer on the table if it comes from the right one."""
        if self.order[:1] != [identity] or self.stage in (Stage.BEGUN, Stage.CLOSED):
            return Happening.STRAY
        is_marked = self.stage in (Stage.READY, Stage.WAVERING)
        if is_marked and self.agreement.offer and self.agreement.offer.encoded == encoded:
            return Happening.STRAY  # said once more for whoever has not heard it
        try:
            return self.put(None if encoded == WITHDRAWN else decode_setup(encoded))
        except PeerFault:  # of a program that knows more, or less: both sides are to hear of it
            self.agreement.put(None)
            self._lacking = "unreadable-offer"
            return Happening.FOREIGN

    def _begun(self, identity: bytes, encoded: bytes) -> Happening:
        """A game has begun: ours only if we signed it, and are not about to begin another.

        Whoever else has seen it begin may not say so: an onlooker of last week has it as well.
        """
        try:
            setup = read_signed_setup(encoded)
        except PeerFault:
            return Happening.STRAY
        if not {self.key, identity} <= {peer.identity for peer in setup.peers}:
            return Happening.STRAY
        hashed = setup_hash(encode_setup(setup))
        if self.stage in (Stage.READY, Stage.WAVERING) and not self._is_shown(hashed):
            return Happening.STRAY
        return _OF_BONDS[self._bond_by(hashed)]

    def _is_shown(self, setup_hash: bytes) -> bool:
        """Whether a mark is meant for what is on the table now."""
        offer = self.agreement.offer
        return offer is not None and offer.hash == setup_hash

    TRANSITIONS: ClassVar[Mapping[tuple[Stage, Happening], tuple[Act, Stage]]] = MappingProxyType(
        {
            (Stage.GATHERING, Happening.CAME): (Gathering.welcome, Stage.GATHERING),
            (Stage.GATHERING, Happening.WENT): (Gathering.went, Stage.GATHERING),
            (Stage.GATHERING, Happening.VAIN): (Gathering.waited, Stage.GATHERING),
            (Stage.GATHERING, Happening.GREETED): (Gathering.greeted, Stage.GATHERING),
            (Stage.GATHERING, Happening.WISHED): (Gathering.wished, Stage.GATHERING),
            (Stage.GATHERING, Happening.TOLD): (Gathering.told, Stage.GATHERING),
            (Stage.GATHERING, Happening.FIT): (Gathering.consider, Stage.OFFERED),
            (Stage.GATHERING, Happening.UNFIT): (Gathering.show, Stage.GATHERING),
            (Stage.GATHERING, Happening.FOREIGN): (Gathering.decline, Stage.GATHERING),
            (Stage.GATHERING, Happening.SIGNED): (Gathering.signed, Stage.GATHERING),
            (Stage.GATHERING, Happening.REFUSED): (Gathering.refused, Stage.GATHERING),
            (Stage.GATHERING, Happening.STRAY): (Gathering.nothing, Stage.GATHERING),
            (Stage.GATHERING, Happening.SEATS): (Gathering.choose_seats, Stage.GATHERING),
            (Stage.GATHERING, Happening.TERMS): (Gathering.choose_terms, Stage.GATHERING),
            (Stage.GATHERING, Happening.UNMARK): (Gathering.nothing, Stage.GATHERING),
            (Stage.GATHERING, Happening.MARK): (Gathering.nothing, Stage.GATHERING),
            (Stage.GATHERING, Happening.TRUST): (Gathering.trust, Stage.GATHERING),
            (Stage.GATHERING, Happening.SUMMONED): (Gathering.enter, Stage.BEGUN),
            (Stage.GATHERING, Happening.UNSIGNED): (Gathering.stay_out, Stage.GATHERING),
            (Stage.GATHERING, Happening.LEAVE): (Gathering.leave, Stage.GATHERING),
            (Stage.GATHERING, Happening.CLOSE): (Gathering.nothing, Stage.CLOSED),
            (Stage.OFFERED, Happening.CAME): (Gathering.welcome, Stage.OFFERED),
            (Stage.OFFERED, Happening.WENT): (Gathering.went, Stage.OFFERED),
            (Stage.OFFERED, Happening.VAIN): (Gathering.waited, Stage.OFFERED),
            (Stage.OFFERED, Happening.GREETED): (Gathering.greeted, Stage.OFFERED),
            (Stage.OFFERED, Happening.WISHED): (Gathering.wished, Stage.OFFERED),
            (Stage.OFFERED, Happening.TOLD): (Gathering.told, Stage.OFFERED),
            (Stage.OFFERED, Happening.FIT): (Gathering.consider, Stage.OFFERED),
            (Stage.OFFERED, Happening.UNFIT): (Gathering.show, Stage.GATHERING),
            (Stage.OFFERED, Happening.FOREIGN): (Gathering.decline, Stage.GATHERING),
            (Stage.OFFERED, Happening.SIGNED): (Gathering.signed, Stage.OFFERED),
            (Stage.OFFERED, Happening.REFUSED): (Gathering.refused, Stage.OFFERED),
            (Stage.OFFERED, Happening.STRAY): (Gathering.nothing, Stage.OFFERED),
            (Stage.OFFERED, Happening.SEATS): (Gathering.choose_seats, Stage.OFFERED),
            (Stage.OFFERED, Happening.TERMS): (Gathering.choose_terms, Stage.OFFERED),
            (Stage.OFFERED, Happening.MARK): (Gathering.mark, Stage.READY),
            (Stage.OFFERED, Happening.UNMARK): (Gathering.nothing, Stage.OFFERED),
            (Stage.OFFERED, Happening.TRUST): (Gathering.trust, Stage.OFFERED),
            (Stage.OFFERED, Happening.SUMMONED): (Gathering.enter, Stage.BEGUN),
            (Stage.OFFERED, Happening.UNSIGNED): (Gathering.stay_out, Stage.OFFERED),
            (Stage.OFFERED, Happening.LEAVE): (Gathering.leave, Stage.OFFERED),
            (Stage.OFFERED, Happening.CLOSE): (Gathering.nothing, Stage.CLOSED),
            (Stage.READY, Happening.CAME): (Gathering.welcome, Stage.READY),
            (Stage.READY, Happening.WENT): (Gathering.went, Stage.READY),
            (Stage.READY, Happening.VAIN): (Gathering.waited, Stage.READY),
            (Stage.READY, Happening.GREETED): (Gathering.greeted, Stage.READY),
            (Stage.READY, Happening.WISHED): (Gathering.wished, Stage.READY),
            (Stage.READY, Happening.TOLD): (Gathering.told, Stage.READY),
            (Stage.READY, Happening.FIT): (Gathering.consider, Stage.OFFERED),
            (Stage.READY, Happening.UNFIT): (Gathering.show, Stage.GATHERING),
            (Stage.READY, Happening.FOREIGN): (Gathering.decline, Stage.GATHERING),
            (Stage.READY, Happening.SIGNED): (Gathering.signed_too, Stage.READY),
            (Stage.READY, Happening.COMPLETE): (Gathering.begin, Stage.BEGUN),
            (Stage.READY, Happening.REFUSED): (Gathering.refused, Stage.READY),
            (Stage.READY, Happening.STRAY): (Gathering.nothing, Stage.READY),
            (Stage.READY, Happening.SEATS): (Gathering.choose_seats, Stage.READY),
            (Stage.READY, Happening.TERMS): (Gathering.choose_terms, Stage.READY),
            (Stage.READY, Happening.MARK): (Gathering.nothing, Stage.READY),
            (Stage.READY, Happening.UNMARK): (Gathering.unmark, Stage.WAVERING),
            (Stage.READY, Happening.TRUST): (Gathering.trust, Stage.READY),
            (Stage.READY, Happening.SUMMONED): (Gathering.enter, Stage.BEGUN),
            (Stage.READY, Happening.UNSIGNED): (Gathering.stay_out, Stage.READY),
            (Stage.READY, Happening.LEAVE): (Gathering.leave, Stage.READY),
            (Stage.READY, Happening.CLOSE): (Gathering.nothing, Stage.CLOSED),
            (Stage.WAVERING, Happening.CAME): (Gathering.welcome, Stage.WAVERING),
            (Stage.WAVERING, Happening.WENT): (Gathering.went, Stage.WAVERING),
            (Stage.WAVERING, Happening.VAIN): (Gathering.waited, Stage.WAVERING),
            (Stage.WAVERING, Happening.GREETED): (Gathering.greeted, Stage.WAVERING),
            (Stage.WAVERING, Happening.WISHED): (Gathering.wished, Stage.WAVERING),
            (Stage.WAVERING, Happening.TOLD): (Gathering.told, Stage.WAVERING),
            (Stage.WAVERING, Happening.FIT): (Gathering.consider, Stage.OFFERED),
            (Stage.WAVERING, Happening.UNFIT): (Gathering.show, Stage.GATHERING),
            (Stage.WAVERING, Happening.FOREIGN): (Gathering.decline, Stage.GATHERING),
            (Stage.WAVERING, Happening.SIGNED): (Gathering.signed_too, Stage.WAVERING),
            (Stage.WAVERING, Happening.COMPLETE): (Gathering.begin, Stage.BEGUN),
            (Stage.WAVERING, Happening.REFUSED): (Gathering.refused, Stage.WAVERING),
            (Stage.WAVERING, Happening.STRAY): (Gathering.nothing, Stage.WAVERING),
            (Stage.WAVERING, Happening.SEATS): (Gathering.choose_seats, Stage.WAVERING),
            (Stage.WAVERING, Happening.TERMS): (Gathering.choose_terms, Stage.WAVERING),
            (Stage.WAVERING, Happening.MARK): (Gathering.nothing, Stage.WAVERING),
            (Stage.WAVERING, Happening.UNMARK): (Gathering.nothing, Stage.WAVERING),
            (Stage.WAVERING, Happening.TRUST): (Gathering.trust, Stage.WAVERING),
            (Stage.WAVERING, Happening.SUMMONED): (Gathering.enter, Stage.BEGUN),
            (Stage.WAVERING, Happening.UNSIGNED): (Gathering.stay_out, Stage.WAVERING),
            (Stage.WAVERING, Happening.LEAVE): (Gathering.leave, Stage.WAVERING),
            (Stage.WAVERING, Happening.CLOSE): (Gathering.nothing, Stage.CLOSED),
            (Stage.BEGUN, Happening.WENT): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.VAIN): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.GREETED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.WISHED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.TOLD): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.SIGNED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.REFUSED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.STRAY): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.SEATS): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.TERMS): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.MARK): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.UNMARK): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.CAME): (Gathering.too_late, Stage.BEGUN),
            (Stage.BEGUN, Happening.TRUST): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.SUMMONED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.UNSIGNED): (Gathering.nothing, Stage.BEGUN),
            (Stage.BEGUN, Happening.LEAVE): (Gathering.nothing, Stage.BEGUN),
            (Stage.CLOSED, Happening.CAME): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.WENT): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.VAIN): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.GREETED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.WISHED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.TOLD): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.SIGNED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.REFUSED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.STRAY): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.SEATS): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.TERMS): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.MARK): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.UNMARK): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.TRUST): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.SUMMONED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.UNSIGNED): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.LEAVE): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.CLOSE): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.FIT): (Gathering.nothing, Stage.CLOSED),
            (Stage.CLOSED, Happening.UNFIT): (Gathering.nothing, Stage.CLOSED),
        }
    )
