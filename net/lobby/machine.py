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
from net.lobby.arrivals import Arrivals
from net.lobby.events import (
    Accepted,
    Bond,
    Came,
    Heard,
    InVain,
    Left,
    LobbyEffect,
    LobbyEvent,
    LobbyInput,
    LobbyStage,
    MarkedReady,
    Recognised,
    SeatsChosen,
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

_OF_MESSAGES: dict[type[Message], LobbyInput] = {
    Greeting: LobbyInput.GREETED,
    SeatsWanted: LobbyInput.WISHED,
    PeersKnown: LobbyInput.TOLD,
    SetupSigned: LobbyInput.SIGNED,
    Refused: LobbyInput.REFUSED,
    Goodbye: LobbyInput.WENT,
}
_OF_EVENTS: dict[type[LobbyEvent], LobbyInput] = {
    Came: LobbyInput.CAME,
    Went: LobbyInput.WENT,
    InVain: LobbyInput.VAIN,
    SeatsChosen: LobbyInput.SEATS,
    TermsChosen: LobbyInput.TERMS,
    MarkedReady: LobbyInput.MARK,
    Unmarked: LobbyInput.UNMARK,
    Recognised: LobbyInput.TRUST,
    Accepted: LobbyInput.TRUST,
    Left: LobbyInput.LEAVE,
}


# A game that has begun, by what it is to us.
_OF_BONDS: dict[Bond, LobbyInput] = {
    Bond.NONE: LobbyInput.UNSIGNED,
    Bond.PROMISED: LobbyInput.SUMMONED,
    Bond.PLAYED: LobbyInput.STRAY,
}

Act = Callable[[Any, Any], None]


class Lobby(Arrivals):
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

    def _classified(self, event: LobbyEvent) -> LobbyInput:
        if not isinstance(event, Heard):
            is_stale = isinstance(event, MarkedReady) and not self._is_shown(event.setup_hash)
            return LobbyInput.STRAY if is_stale else _OF_EVENTS[type(event)]
        if event.identity not in self.present or not self.heeds(event):
            return LobbyInput.STRAY
        if isinstance(event.message, Probed):
            self.hear_numbers(event.identity, event.message)
        if isinstance(event.message, SetupOffered):
            return self._offered(event.identity, event.message.setup)
        if isinstance(event.message, GameBegun):
            return self._begun(event.identity, event.message.signed)
        return _OF_MESSAGES.get(type(event.message), LobbyInput.STRAY)

    def _offered(self, identity: bytes, encoded: bytes) -> LobbyInput:
        """What an offer is to us; it is the offer on the table if it comes from the right one."""
        if self.order[:1] != [identity] or self.stage in (LobbyStage.BEGUN, LobbyStage.CLOSED):
            return LobbyInput.STRAY
        is_marked = self.stage in (LobbyStage.READY, LobbyStage.WAVERING)
        if is_marked and self.agreement.offer and self.agreement.offer.encoded == encoded:
            return LobbyInput.STRAY  # said once more for whoever has not heard it
        try:
            return self.put(None if encoded == WITHDRAWN else decode_setup(encoded))
        except PeerFault:  # of a program that knows more, or less: both sides are to hear of it
            self.agreement.put(None)
            self._lacking = "unreadable-offer"
            return LobbyInput.FOREIGN

    def _begun(self, identity: bytes, encoded: bytes) -> LobbyInput:
        """A game has begun: ours only if we signed it, and are not about to begin another.

        Whoever else has seen it begin may not say so: an onlooker of last week has it as well.
        """
        try:
            setup = read_signed_setup(encoded)
        except PeerFault:
            return LobbyInput.STRAY
        if not {self.key, identity} <= {peer.identity for peer in setup.peers}:
            return LobbyInput.STRAY
        hashed = setup_hash(encode_setup(setup))
        if self.stage in (LobbyStage.READY, LobbyStage.WAVERING) and not self._is_shown(hashed):
            return LobbyInput.STRAY
        return _OF_BONDS[self._bond_by(hashed)]

    def _is_shown(self, setup_hash: bytes) -> bool:
        """Whether a mark is meant for what is on the table now."""
        offer = self.agreement.offer
        return offer is not None and offer.hash == setup_hash

    TRANSITIONS: ClassVar[Mapping[tuple[LobbyStage, LobbyInput], tuple[Act, LobbyStage]]] = (
        MappingProxyType(
            {
                (LobbyStage.GATHERING, LobbyInput.CAME): (Arrivals.welcome, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.WENT): (Arrivals.went, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.VAIN): (Arrivals.waited, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.GREETED): (
                    Arrivals.greeted,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.WISHED): (Arrivals.wished, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.TOLD): (Arrivals.told, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.FIT): (Arrivals.consider, LobbyStage.OFFERED),
                (LobbyStage.GATHERING, LobbyInput.UNFIT): (Arrivals.show, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.FOREIGN): (
                    Arrivals.decline,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.SIGNED): (Arrivals.signed, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.REFUSED): (
                    Arrivals.refused,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.SEATS): (
                    Arrivals.choose_seats,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.TERMS): (
                    Arrivals.choose_terms,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.UNMARK): (Arrivals.nothing, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.MARK): (Arrivals.nothing, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.TRUST): (Arrivals.trust, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.SUMMONED): (Arrivals.enter, LobbyStage.BEGUN),
                (LobbyStage.GATHERING, LobbyInput.UNSIGNED): (
                    Arrivals.stay_out,
                    LobbyStage.GATHERING,
                ),
                (LobbyStage.GATHERING, LobbyInput.LEAVE): (Arrivals.leave, LobbyStage.GATHERING),
                (LobbyStage.GATHERING, LobbyInput.CLOSE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.OFFERED, LobbyInput.CAME): (Arrivals.welcome, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.WENT): (Arrivals.went, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.VAIN): (Arrivals.waited, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.GREETED): (Arrivals.greeted, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.WISHED): (Arrivals.wished, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.TOLD): (Arrivals.told, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.FIT): (Arrivals.consider, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.UNFIT): (Arrivals.show, LobbyStage.GATHERING),
                (LobbyStage.OFFERED, LobbyInput.FOREIGN): (Arrivals.decline, LobbyStage.GATHERING),
                (LobbyStage.OFFERED, LobbyInput.SIGNED): (Arrivals.signed, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.REFUSED): (Arrivals.refused, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.SEATS): (Arrivals.choose_seats, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.TERMS): (Arrivals.choose_terms, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.MARK): (Arrivals.mark, LobbyStage.READY),
                (LobbyStage.OFFERED, LobbyInput.UNMARK): (Arrivals.nothing, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.TRUST): (Arrivals.trust, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.SUMMONED): (Arrivals.enter, LobbyStage.BEGUN),
                (LobbyStage.OFFERED, LobbyInput.UNSIGNED): (Arrivals.stay_out, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.LEAVE): (Arrivals.leave, LobbyStage.OFFERED),
                (LobbyStage.OFFERED, LobbyInput.CLOSE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.READY, LobbyInput.CAME): (Arrivals.welcome, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.WENT): (Arrivals.went, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.VAIN): (Arrivals.waited, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.GREETED): (Arrivals.greeted, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.WISHED): (Arrivals.wished, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.TOLD): (Arrivals.told, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.FIT): (Arrivals.consider, LobbyStage.OFFERED),
                (LobbyStage.READY, LobbyInput.UNFIT): (Arrivals.show, LobbyStage.GATHERING),
                (LobbyStage.READY, LobbyInput.FOREIGN): (Arrivals.decline, LobbyStage.GATHERING),
                (LobbyStage.READY, LobbyInput.SIGNED): (Arrivals.signed_too, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.COMPLETE): (Arrivals.begin, LobbyStage.BEGUN),
                (LobbyStage.READY, LobbyInput.REFUSED): (Arrivals.refused, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.SEATS): (Arrivals.choose_seats, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.TERMS): (Arrivals.choose_terms, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.MARK): (Arrivals.nothing, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.UNMARK): (Arrivals.unmark, LobbyStage.WAVERING),
                (LobbyStage.READY, LobbyInput.TRUST): (Arrivals.trust, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.SUMMONED): (Arrivals.enter, LobbyStage.BEGUN),
                (LobbyStage.READY, LobbyInput.UNSIGNED): (Arrivals.stay_out, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.LEAVE): (Arrivals.leave, LobbyStage.READY),
                (LobbyStage.READY, LobbyInput.CLOSE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.WAVERING, LobbyInput.CAME): (Arrivals.welcome, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.WENT): (Arrivals.went, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.VAIN): (Arrivals.waited, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.GREETED): (Arrivals.greeted, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.WISHED): (Arrivals.wished, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.TOLD): (Arrivals.told, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.FIT): (Arrivals.consider, LobbyStage.OFFERED),
                (LobbyStage.WAVERING, LobbyInput.UNFIT): (Arrivals.show, LobbyStage.GATHERING),
                (LobbyStage.WAVERING, LobbyInput.FOREIGN): (Arrivals.decline, LobbyStage.GATHERING),
                (LobbyStage.WAVERING, LobbyInput.SIGNED): (
                    Arrivals.signed_too,
                    LobbyStage.WAVERING,
                ),
                (LobbyStage.WAVERING, LobbyInput.COMPLETE): (Arrivals.begin, LobbyStage.BEGUN),
                (LobbyStage.WAVERING, LobbyInput.REFUSED): (Arrivals.refused, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.SEATS): (
                    Arrivals.choose_seats,
                    LobbyStage.WAVERING,
                ),
                (LobbyStage.WAVERING, LobbyInput.TERMS): (
                    Arrivals.choose_terms,
                    LobbyStage.WAVERING,
                ),
                (LobbyStage.WAVERING, LobbyInput.MARK): (Arrivals.nothing, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.UNMARK): (Arrivals.nothing, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.TRUST): (Arrivals.trust, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.SUMMONED): (Arrivals.enter, LobbyStage.BEGUN),
                (LobbyStage.WAVERING, LobbyInput.UNSIGNED): (
                    Arrivals.stay_out,
                    LobbyStage.WAVERING,
                ),
                (LobbyStage.WAVERING, LobbyInput.LEAVE): (Arrivals.leave, LobbyStage.WAVERING),
                (LobbyStage.WAVERING, LobbyInput.CLOSE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.BEGUN, LobbyInput.WENT): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.VAIN): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.GREETED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.WISHED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.TOLD): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.SIGNED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.REFUSED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.SEATS): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.TERMS): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.MARK): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.UNMARK): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.CAME): (Arrivals.too_late, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.TRUST): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.SUMMONED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.UNSIGNED): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.BEGUN, LobbyInput.LEAVE): (Arrivals.nothing, LobbyStage.BEGUN),
                (LobbyStage.CLOSED, LobbyInput.CAME): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.WENT): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.VAIN): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.GREETED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.WISHED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.TOLD): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.SIGNED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.REFUSED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.STRAY): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.SEATS): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.TERMS): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.MARK): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.UNMARK): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.TRUST): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.SUMMONED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.UNSIGNED): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.LEAVE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.CLOSE): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.FIT): (Arrivals.nothing, LobbyStage.CLOSED),
                (LobbyStage.CLOSED, LobbyInput.UNFIT): (Arrivals.nothing, LobbyStage.CLOSED),
            }
        )
    )
