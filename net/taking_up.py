"""One peer's part in going on before a wrong entry: its RESUME, and those of the others.

1. What is signed follows from what stopped the game here; whoever was not stopped, because it finds
   its own entry right, signs what the others have signed, if its player would go on too.
2. RESUMEs are not taken while the game stands as it does. Once all are here it is told that the
   game goes on with a referee that has not gone further (`TakenUp`); that one reads them from its
   disk, in place of the request (K-3).
"""

from collections.abc import Sequence

from msgspec import Struct

from net.asides import Asides
from net.crypto.faults import PeerFault
from net.disputes import Disputes
from net.effects import Effect, Record, ResumeTold, TakenUp
from net.limits import MOST_RESUMPTIONS
from net.log.entry import Entry
from net.pen import Pen
from net.proceedings import Proceedings
from net.recovery.duties import Duties
from net.resumption import Shufflers, can_be_spared, remedy, shufflers_in, shufflers_of
from net.speaking import Said
from net.wire.bodies import Resumed


class Standing(Struct, frozen=True):
    """Whose side of a game it is: the game, and what this peer says and may say in it."""

    peer: int
    game: Proceedings
    pen: Pen
    asides: Asides
    duties: Duties
    disputes: Disputes


class TakingUp:
    """The RESUMEs that are here, and whether our player would go on."""

    def __init__(self, standing: Standing) -> None:
        self.is_wished = False
        self.is_done = False  # the game goes on, with another referee
        self._ours = standing
        self._game = standing.game
        self._kept: dict[int, list[Entry]] = {}

    @property
    def entries(self) -> list[Entry]:
        """Every RESUME that is here and not agreed on yet, for whoever lacks it."""
        return [entry for kept in self._kept.values() for entry in kept if self.concerns(entry)]

    @property
    def can_be(self) -> bool:
        """Whether the game was stopped, and all could agree to go on before what stopped it."""
        wrong = self._ours.disputes.wrong
        return wrong is not None and self._stands(wrong)

    def concerns(self, entry: Entry) -> bool:
        """Whether an entry is a RESUME of a request that was not asked again yet."""
        return entry.is_resumption and entry.index not in self._game.chain.asked_again

    def hear(self, entry: Entry) -> list[Effect]:
        """Take a RESUME of anybody; whoever floods us leaves no room for its own."""
        kept = list(filter(self.concerns, self._kept.get(entry.peer, ())))
        is_known = any(each.hash == entry.hash for each in kept)
        body = None if is_known or len(kept) >= MOST_RESUMPTIONS else self._read(entry)
        if body is None:
            return []
        self._kept[entry.peer] = [*kept, entry]
        is_ours = entry.peer == self._ours.peer and self._ours.duties.is_seated
        told = ResumeTold(entry.peer, body.peer, entry.index, bool(body.without))
        return [Record(entry.to_bytes(), own=is_ours), told]

    def recalled(self) -> Sequence[Entry]:
        """K-3: those from the disk that stand in place of the pending request, if they do."""
        return self._agreed() if self._game.is_untouched else ()

    def act(self) -> list[Effect]:
        """Sign, if our player would go on and we have not; say so once all have signed."""
        effects: list[Effect] = []
        ours = self._ours
        may_sign = ours.disputes.is_about_us or not ours.asides.is_listening
        if may_sign and ours.duties.is_seated and (word := self._word()) is not None:
            effects += [*Said(word).effects(), *self.hear(word)[1:]]
        if not self.is_done and (agreed := self._agreed()):
            self.is_done = True
            index, parent = agreed[0].index, agreed[0].parent
            effects.append(TakenUp(index, parent, tuple(each.to_bytes() for each in agreed)))
        return effects

    def _word(self) -> Entry | None:
        """Our RESUME, if there is one to be signed now; one for each time, and no second."""
        has_signed = any(map(self._stands, self._kept.get(self._ours.peer, ())))
        found = None if has_signed or not self.is_wished else self._wanted()
        return None if found is None else self._ours.pen.sign_instead(*found)

    def _agreed(self) -> Sequence[Entry]:
        """What all peers have signed alike, in order of peer, if that can be done."""
        everybody = set(self._game.roster.peers)
        alike: dict[tuple[int, bytes, bytes], dict[int, Entry]] = {}
        for entry in filter(self._stands, self.entries):
            key = (entry.index, entry.state_digest, entry.body)
            alike.setdefault(key, {})[entry.peer] = entry
        found = (signed for signed in alike.values() if signed.keys() == everybody)
        signed = next(found, {})
        return [signed[peer] for peer in sorted(signed)]

    def _wanted(self) -> tuple[int, Resumed] | None:
        """What we would sign: because of what stopped us, or else what another has signed."""
        wrong = self._ours.disputes.wrong
        if wrong is not None and self._stands(wrong):
            return wrong.index, remedy(wrong, self._shufflers(wrong.index))
        for entry in filter(self._stands, self.entries):
            body = self._read(entry)
            assert body is not None
            if not body.without or can_be_spared(body.peer, self._shufflers(entry.index)):
                return entry.index, body
        return None

    def _shufflers(self, index: int) -> Shufflers:
        chain = self._game.chain
        if index == chain.index:
            return shufflers_of(self._game.hearing)
        return shufflers_in(chain.entries(index))

    def _stands(self, entry: Entry) -> bool:
        """Whether the request an entry answers can be asked again: by those who play now."""
        game, chain = self._game, self._game.chain
        is_ours = chain.agrees(entry.index, entry.parent) is True and entry.epoch == chain.epoch
        is_settled = game.recovery.interlude.accepted is None
        return is_ours and is_settled and entry.index in game.played

    def _read(self, entry: Entry) -> Resumed | None:
        try:
            body = self._game.decode(entry)
        except PeerFault:
            return None
        return body if isinstance(body, Resumed) else None
