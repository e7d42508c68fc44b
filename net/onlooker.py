"""One who looks on: sits in the lobby without a seat, then follows the public game (22.14).

What may live here: what an onlooker says and concludes. It must not know sockets, and it has no
identity in the game, no key, no part: it signs nothing and is asked nothing.

1. Everything is verified as a player does, by the same proceedings. Nothing hidden can be shown,
   because nothing here could read it.
2. It follows whoever brings entries: as soon as the game has begun, all peers of it are called.
3. What a stage does with what happens is the literal table below; a missing pair is nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from net.agreement import Agreement, offer_of
from net.course import Settled
from net.course import Stage as GameStage
from net.crypto.faults import Malformed, PeerFault
from net.crypto.parties import Verifier
from net.effects import Arrived, Effect, Show
from net.endings import ending_id
from net.errors import PeerMisbehaved
from net.following import Following
from net.game_file import TableGame, evidence_of, table_game
from net.limits import CALLING_S, CLOSING_S, ONLOOKING_ALONE_S
from net.lobby_events import (
    Came,
    Dial,
    EndLobby,
    Forget,
    GuestShown,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Say,
    ShowTable,
    Went,
)
from net.log.chain import Finding
from net.mesh.gossip import Gossip
from net.overhearing import Overhearing
from net.patience import Patience
from net.proceedings import Proceedings
from net.refusals import known_refusal
from net.seating import mismatch
from net.wire.messages import (
    ChatSent,
    EntrySent,
    GameBegun,
    Goodbye,
    Greeting,
    HaveHeads,
    Message,
    PeerAt,
    PeersKnown,
    Refused,
    SetupOffered,
    SetupSigned,
)
from net.wire.table_setup import (
    PROTOCOL_VERSION,
    SignedSetup,
    decode_setup,
    read_signed_setup,
)


class Stage(Enum):
    """Where an onlooker is."""

    WAITING = auto()
    FOLLOWING = auto()
    OVER = auto()


class Onlooker:
    """The machine of one onlooker at one table."""

    def __init__(self, name: str, random: bytes, verifier: Verifier) -> None:
        self.stage = Stage.WAITING
        self._following: Following | None = None
        self._greeting = Greeting(PROTOCOL_VERSION, name, random, wants_to_watch=True)
        self._verifier = verifier
        self._present: list[bytes] = []
        self._names: dict[bytes, str] = {}
        self._known: dict[bytes, PeerAt] = {}
        self._proposing: bytes | None = None  # who proposes, as we were told
        self._agreement = Agreement()
        self._signed: SignedSetup | None = None
        self._numbers: dict[bytes, int] = {}
        self._wrong: PeerMisbehaved | None = None
        self._declined: str | None = None  # why this program cannot follow
        self._patience = Patience()
        self._calling = Patience()
        self._overhearing = Overhearing()
        self._effects: list[LobbyEffect | Effect] = []

    @property
    def proceedings(self) -> Proceedings | None:
        """The public game, once there is one; another object after going back in it."""
        return None if self._following is None else self._following.proceedings

    @property
    def gossip(self) -> Gossip | None:
        """How far everybody is."""
        return None if self._following is None else self._following.gossip

    def handle(self, event: LobbyEvent) -> Sequence[LobbyEffect | Effect]:
        """What is to be done because of an event."""
        match event:
            case Came():
                self._came(event.identity)
            case Went():
                self._went(event.identity)
            case Heard():
                act = self.TRANSITIONS.get((self.stage, type(event.message)))
                if act is not None:
                    act(self, event.identity, event.message)
            case _:
                raise AssertionError(event)
        effects, self._effects = self._effects, []
        return effects

    def tick(self, now: float) -> Sequence[LobbyEffect | Effect]:
        """From time to time: say again how far we are, so that somebody brings what lacks."""
        if self.stage is Stage.FOLLOWING and self.gossip is not None:
            for sent in self.gossip.ticked(now):
                self._say(sent.message)
        if self.stage is not Stage.OVER:
            self._wait(now)
        effects, self._effects = self._effects, []
        return effects

    def _wait(self, now: float) -> None:
        """For who heard that we cannot follow to hang up, or for anybody, and not for ever."""
        reason = self._declined or (None if self._present else "table-gone")
        most = CLOSING_S if self._declined else ONLOOKING_ALONE_S
        waited = self._patience.waited(reason, now)
        if reason is not None and waited >= most:
            self._end(reason)
        else:
            self._call_next(now)

    def _call_next(self, now: float) -> None:
        """Before the game: whoever is called and does not come is not called for ever."""
        is_called = self.stage is Stage.WAITING and self._proposing not in self._present
        called = self._proposing if is_called else None
        if self._calling.waited(called, now) >= CALLING_S:
            assert called is not None
            self._known.pop(called, None)
            self._effects.append(Forget(called))
            self._proposing = None
            self._go_on()

    def game(self) -> TableGame | None:
        """The game so far, as a file keeps it; what was wrong in it stands at its end."""
        if self._signed is None or self.proceedings is None:
            return None
        chain = self.proceedings.chain
        if self._wrong is not None:
            return evidence_of(self._signed, chain, self._wrong)
        return table_game(self._signed, self.proceedings.recorded(), chain.parent)

    # Who comes and goes

    def _came(self, identity: bytes) -> None:
        self._present.append(identity)
        self._say(self._greeting, identity)

    def _went(self, identity: bytes) -> None:
        self._present = [each for each in self._present if each != identity]
        self._names.pop(identity, None)
        if self.stage is not Stage.FOLLOWING:
            self._known.pop(identity, None)
        elif identity in self._known:  # it may have moved since we called it
            self._effects.append(Dial(self._known[identity]))
        if self._declined is not None:
            self._end(self._declined)
        if not self._present and self.stage is Stage.WAITING:
            self._go_on()

    def _go_on(self) -> None:
        """To the next one we were told of; whoever it is proposes, or says who does."""
        if self._known:
            self._go_to(next(iter(self._known.values())))
        elif not self._present:
            self._end("table-gone")

    def _goodbye(self, identity: bytes, _message: Goodbye) -> None:
        self._went(identity)

    def _refused(self, identity: bytes, message: Refused) -> None:
        self._present = [each for each in self._present if each != identity]
        is_by_who_proposes = self.stage is Stage.WAITING and identity == self._proposing
        if is_by_who_proposes or not self._present:
            self._end(known_refusal(message.reason))
        else:
            self._known.pop(identity, None)
            self._effects.append(Forget(identity))

    def _named(self, identity: bytes, message: Greeting) -> None:
        self._names[identity] = message.name
        self._show()

    def _guided(self, identity: bytes, message: PeersKnown) -> None:
        """Whoever we came to, or were sent to, says who proposes: go there."""
        if identity not in (*self._present[:1], self._proposing):
            return
        self._known = {peer.identity: peer for peer in message.peers}
        for proposing in message.peers[:1]:
            if proposing.identity != self._proposing:
                self._go_to(proposing)

    def _go_to(self, peer: PeerAt) -> None:
        """Before the game one is enough: whoever else is not there is called no more."""
        if self._proposing is not None and self._proposing not in self._present:
            self._effects.append(Forget(self._proposing))
        self._proposing = peer.identity
        if peer.identity not in self._present:
            self._effects.append(Dial(peer))

    def _told(self, _identity: bytes, message: PeersKnown) -> None:
        players = [peer for peer in message.peers if peer.identity in self._numbers]
        self._known.update({peer.identity: peer for peer in players})
        self._call_players()

    def _call_players(self) -> None:
        missing = [key for key in self._numbers if key not in self._present]
        self._effects += [Dial(self._known[key]) for key in missing if key in self._known]

    # The table before the game

    def _offered(self, _identity: bytes, message: SetupOffered) -> None:
        try:
            setup = decode_setup(message.setup) if message.setup else None
            reason = None if setup is None else mismatch(setup)
        except PeerFault:
            setup, reason = None, "unreadable-offer"
        self._agreement.put(None if setup is None else offer_of(setup))
        if reason is not None:
            self._say(Refused(reason))  # who has heard it hangs up
            self._declined = reason
        else:
            self._show()

    def _marked(self, _identity: bytes, message: SetupSigned) -> None:
        self._agreement.mark(message)
        self._show()

    def _show(self) -> None:
        offer = self._agreement.offer
        setup, hashed = (None, b"") if offer is None else (offer.setup, offer.hash)
        guests = tuple(GuestShown(key, name) for key, name in self._names.items())
        lacking = "nobody-seated" if offer is None else None
        ready = tuple(self._agreement.signatures())
        names = tuple(self._names.values())
        shown = ShowTable(names, setup, hashed, lacking, ready, proposes=False, guests=guests)
        self._effects.append(shown)

    # The game

    def _begun(self, _identity: bytes, message: GameBegun) -> None:
        try:
            setup = read_signed_setup(message.signed)
        except Malformed:  # of a program that knows more, or less
            self._end(self._declined or "unreadable-offer")
            return
        except PeerFault:
            return  # nobody can be shown to have said it
        reason = self._declined or mismatch(setup)
        if reason is not None:
            self._end(reason)
            return
        self._signed = msgspec.msgpack.decode(message.signed, type=SignedSetup)
        self._following = Following(setup, self._verifier, self._settled)
        self._numbers = {peer.identity: number for number, peer in enumerate(setup.peers)}
        self.stage = Stage.FOLLOWING
        self._say(self._following.gossip.head())
        self._call_players()

    def _settled(self, settled: Settled) -> None:
        assert self.proceedings is not None
        if settled.request is not None:
            pending = self.proceedings.game.pending
            self._effects.append(Show(settled.index, settled.facts, pending))
        if self.proceedings.stage is GameStage.OVER:
            assert self.gossip is not None
            self._say(self.gossip.head())  # nobody need wait for us any longer
            early = self.proceedings.ending
            self._end("over" if early is None else ending_id(early))

    def _entry(self, _identity: bytes, message: EntrySent) -> None:
        assert self._following is not None
        try:
            taken = self._following.take(message.entry)
        except PeerMisbehaved as wrong:
            self._wrong = wrong
            self._end(f"accused.{wrong.peer}")
            return
        if taken is not None and taken[1] is Finding.OTHER_STATE:
            self._end(f"state.differs.{taken[0].peer}")
        self._say_if_gone_back()

    def _say_if_gone_back(self) -> None:
        """Whoever has gone back lacks what the players did instead."""
        assert self._following is not None
        if self._following.has_gone_back and self.stage is Stage.FOLLOWING:
            self._say(self._following.return_head())

    def _overheard(self, _identity: bytes, message: ChatSent) -> None:
        assert self.proceedings is not None
        self._effects += self._overhearing.hear(self.proceedings, message)

    def _compared(self, identity: bytes, message: HaveHeads) -> None:
        if self._following is None or identity not in self._numbers:
            return
        if message.game == self._following.proceedings.setup_hash:
            self._following.compare(message.index, message.parent)
        self._say_if_gone_back()
        event = Arrived(self._numbers[identity], message)
        for sent in self._following.gossip.handle(event):
            self._say(sent.message, identity)

    def _end(self, reason: str) -> None:
        self.stage = Stage.OVER
        self._effects.append(EndLobby(reason))

    def _say(self, message: Message, to: bytes | None = None) -> None:
        self._effects.append(Say(message, to))

    TRANSITIONS: ClassVar[
        Mapping[tuple[Stage, type[Message]], Callable[[Any, bytes, Any], None]]
    ] = MappingProxyType(
        {
            (Stage.WAITING, Greeting): _named,
            (Stage.WAITING, PeersKnown): _guided,
            (Stage.WAITING, SetupOffered): _offered,
            (Stage.WAITING, SetupSigned): _marked,
            (Stage.WAITING, GameBegun): _begun,
            (Stage.WAITING, Refused): _refused,
            (Stage.WAITING, Goodbye): _goodbye,
            (Stage.FOLLOWING, PeersKnown): _told,
            (Stage.FOLLOWING, EntrySent): _entry,
            (Stage.FOLLOWING, HaveHeads): _compared,
            (Stage.FOLLOWING, ChatSent): _overheard,
            (Stage.FOLLOWING, Refused): _refused,
            (Stage.FOLLOWING, Goodbye): _goodbye,
        }
    )
