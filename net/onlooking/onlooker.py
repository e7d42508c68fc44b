"""The onlooker (spectator): sits in the lobby without a seat, then follows the public game (22.14).

What may live here: what an onlooker says and concludes. It must not know sockets, and it has no
identity in the game, no key, no part: it signs nothing and is asked nothing.

1. It verifies everything as a player does, with the same replica. It can show nothing hidden,
   because it can read nothing hidden.
2. It takes entries from any peer: as soon as the game has begun, it calls all peers.
3. What a stage does with an event is the literal table below; a missing pair is ignored.

Going back (`ReplicaView`):
4. A player never passes a request that it helped to end or to void. An onlooker, who signs nothing,
   may have all its answers and go on before it learns of that; then it goes back.
5. It goes back for an early end that all who must have signed (22.8), and where a player's entry or
   head stands on another parent than its own (22.9).
6. What it verified is not verified again. It goes back only a limited number of times: finding who
   lies about parents is for the players.

`PublicTalk` hears each public line once and says nothing (22.14).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from net.crypto.faults import Malformed, PeerFault
from net.crypto.transcript import Verifier
from net.errors import PeerMisbehaved
from net.game.early_end import EarlyEnd, ending_id
from net.game.replica import Replica, Watcher
from net.game.stages import GameStage, Settled
from net.gossip import Gossip
from net.judging.game_file import TableGame, evidence_of, table_game
from net.limits import MOST_LINES, MOST_REREADINGS
from net.lobby.events import Came, Dial, Heard, LobbyEffect, LobbyEvent, Went
from net.lobby.refusals import refusing
from net.lobby.setup import mismatch
from net.log.chain import EntryStatus
from net.log.entry import Entry
from net.onlooking.approach import Approach, OnlookerStage
from net.peer.effects import Arrived, Effect, Show
from net.talk import Hear, check_line
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
from net.wire.table_setup import SignedSetup, TableSetup, read_signed_setup


class Onlooker(Approach):
    """The state machine of one onlooker at one table."""

    def __init__(self, name: str, random: bytes, verifier: Verifier) -> None:
        super().__init__(name, random)
        self._following: ReplicaView | None = None
        self._verifier = verifier
        self._signed: SignedSetup | None = None
        self._wrong: PeerMisbehaved | None = None
        self._overhearing = PublicTalk()

    @property
    def proceedings(self) -> Replica | None:
        """The replica of the public game, once there is one; going back makes a new one."""
        return None if self._following is None else self._following.proceedings

    @property
    def _numbers(self) -> dict[bytes, int]:
        """Who plays now, by identity: a place may have changed hands (K-8)."""
        if self.proceedings is None:
            return {}
        return {key: number for number, key in enumerate(self.proceedings.roster.identities)}

    @property
    def known(self) -> Mapping[bytes, PeerAt]:
        """The players' addresses, as last told."""
        return self._known

    @property
    def gossip(self) -> Gossip | None:
        """The gossip of the public game."""
        return None if self._following is None else self._following.gossip

    def handle(self, event: LobbyEvent) -> Sequence[LobbyEffect | Effect]:
        """The effects of an event."""
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
        """From time to time: send our head again, so that a player sends what we lack."""
        if self.stage is OnlookerStage.FOLLOWING and self.gossip is not None:
            for sent in self.gossip.ticked(now):
                self._say(sent.message)
        if self.stage is not OnlookerStage.OVER:
            self._wait(now)
        effects, self._effects = self._effects, []
        return effects

    def game(self) -> TableGame | None:
        """The game so far, as a file keeps it; a wrong entry stands at its end."""
        if self._signed is None or self.proceedings is None:
            return None
        chain = self.proceedings.chain
        if self._wrong is not None:
            return evidence_of(self._signed, chain, self._wrong)
        return table_game(self._signed, self.proceedings.recorded(), chain.parent)

    def told(self, _identity: bytes, message: PeersKnown) -> None:
        """The players' addresses now: call those that are not here."""
        players = [peer for peer in message.peers if peer.identity in self._numbers]
        self._known.update({peer.identity: peer for peer in players})
        self._call_players()

    def _call_players(self) -> None:
        missing = [key for key in self._numbers if key not in self._present]
        self._effects += [Dial(self._known[key]) for key in missing if key in self._known]

    # The game

    def begun(self, _identity: bytes, message: GameBegun) -> None:
        """The game has begun, perhaps long ago: follow it from its start."""
        try:
            setup = read_signed_setup(message.signed)
        except Malformed:  # of a program that knows more, or less
            self._end(self._declined or "unreadable-offer")
            return
        except PeerFault:
            return  # nobody can be shown to have said it
        reason = self._declined or mismatch(setup, has_begun=True)
        if reason is not None:
            for said in () if self._declined else refusing(reason):
                self._say(said)
            self._end(reason)
            return
        self._signed = msgspec.msgpack.decode(message.signed, type=SignedSetup)
        self._following = ReplicaView(setup, self._verifier, self._settled)
        self.stage = OnlookerStage.FOLLOWING
        self._say(self._following.gossip.head())
        self._call_players()

    def _settled(self, settled: Settled) -> None:
        assert self.proceedings is not None
        if settled.request is not None or settled.stage is GameStage.RESHUFFLING:
            pending = self.proceedings.game.pending
            self._effects.append(Show(settled.index, settled.facts, pending))
        if self.proceedings.stage is GameStage.OVER:
            assert self.gossip is not None
            self._say(self.gossip.head())  # nobody need wait for us any longer
            early = self.proceedings.ending
            self._end("over" if early is None else ending_id(early))

    def entry(self, _identity: bytes, message: EntrySent) -> None:
        """Judge an answer as a player would."""
        assert self._following is not None
        try:
            self._following.take(message.entry)
        except PeerMisbehaved as wrong:
            self._wrong = wrong
            self._end(f"accused.{wrong.peer}")
            return
        self._say_if_gone_back()

    def _say_if_gone_back(self) -> None:
        """After going back, send our head: we lack the entries the players have instead."""
        assert self._following is not None
        if self._following.has_gone_back and self.stage is OnlookerStage.FOLLOWING:
            self._say(self._following.return_head())

    def overheard(self, _identity: bytes, message: ChatSent) -> None:
        """A line of the players' talk."""
        assert self.proceedings is not None
        self._effects += self._overhearing.hear(self.proceedings, message)

    def compared(self, identity: bytes, message: HaveHeads) -> None:
        """A player's head: we may have to go back, or it may lack what we have."""
        if self._following is None or identity not in self._numbers:
            return
        if message.game == self._following.proceedings.setup_hash:
            self._following.compare(message.index, message.parent)
        self._say_if_gone_back()
        event = Arrived(self._numbers[identity], message)
        for sent in self._following.gossip.handle(event):
            self._say(sent.message, identity)

    TRANSITIONS: ClassVar[
        Mapping[tuple[OnlookerStage, type[Message]], Callable[[Any, bytes, Any], None]]
    ] = MappingProxyType(
        {
            (OnlookerStage.WAITING, Greeting): Approach.named,
            (OnlookerStage.WAITING, PeersKnown): Approach.guided,
            (OnlookerStage.WAITING, SetupOffered): Approach.offered,
            (OnlookerStage.WAITING, SetupSigned): Approach.marked,
            (OnlookerStage.WAITING, GameBegun): begun,
            (OnlookerStage.WAITING, Refused): Approach.refused,
            (OnlookerStage.WAITING, Goodbye): Approach.goodbye,
            (OnlookerStage.FOLLOWING, PeersKnown): told,
            (OnlookerStage.FOLLOWING, EntrySent): entry,
            (OnlookerStage.FOLLOWING, HaveHeads): compared,
            (OnlookerStage.FOLLOWING, ChatSent): overheard,
            (OnlookerStage.FOLLOWING, Refused): Approach.refused,
            (OnlookerStage.FOLLOWING, Goodbye): Approach.goodbye,
        }
    )


# --- The public game, and going back in it ---


class ReplicaView:
    """The replica of one game, as far as it was followed."""

    def __init__(self, setup: TableSetup, verifier: Verifier, watcher: Watcher) -> None:
        self._verifier = verifier
        self._watcher = watcher
        self._is_verified = False  # what is taken now was judged before
        self._finals: dict[int, EarlyEnd] = {}  # of requests that we have gone past
        self._times = 0
        self._begin(setup)

    def take(self, encoded: bytes) -> tuple[Entry, EntryStatus] | None:
        """Take an entry; PeerMisbehaved if it is wrong. None if nobody at the table signed it."""
        try:
            entry = self.proceedings.read(encoded)
        except PeerFault:
            return None  # L-5: evidence against nobody
        chain = self.proceedings.chain
        finding = self.proceedings.take(entry)
        if finding is EntryStatus.CONTROL:
            chain.keep_control(entry)
        if finding is EntryStatus.FINAL and entry.index < chain.index:
            self._heard_of_an_end(entry)
        if finding is EntryStatus.HELD:
            self.compare(entry.index, entry.parent)
        return entry, finding

    def compare(self, index: int, parent: bytes) -> None:
        """A player is on this parent: if ours differs, the request before it differed too."""
        if index > 0 and self.proceedings.chain.agrees(index, parent) is False:
            self._go_back(index - 1)

    def return_head(self) -> HaveHeads:
        """Our head after going back, to be sent once."""
        self.has_gone_back = False
        return self.gossip.head()

    def _begin(self, setup: TableSetup) -> None:
        verifier = Verifier(self._verifier.group, self._verifier.entropy, self._check)
        self.proceedings = Replica(setup, verifier)
        self.gossip = Gossip(self.proceedings.chain, self.proceedings.setup_hash)
        self.has_gone_back = False  # since this was last looked at
        if not self._is_verified:
            self.proceedings.watchers.append(self._watcher)

    def _check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        if not self._is_verified:
            check(self._verifier, *arguments)

    def _heard_of_an_end(self, entry: Entry) -> None:
        """A FINAL in place of a request that we have passed; if all have signed it, go back."""
        end = self._finals.setdefault(entry.index, EarlyEnd(self.proceedings.roster.size))
        try:
            end.take(entry, self.proceedings.decode(entry))
        except PeerFault:
            return
        if (agreed := end.agreed()) is not None:
            self._go_back(entry.index)
            for final in agreed[1]:
                self.proceedings.take(final)

    def _go_back(self, index: int) -> None:
        """Replay our entries up to a request; what follows comes from the others."""
        if self._times >= MOST_REREADINGS:
            return
        self._times += 1
        before = self.proceedings.chain
        entries = [
            entry
            for number in range(index)
            for entry in (*before.entries(number), *before.beside(number))
        ]
        self._is_verified = True
        self._begin(self.proceedings.setup)
        for entry in entries:
            if self.proceedings.take(entry) is EntryStatus.CONTROL:
                self.proceedings.chain.keep_control(entry)
        self._is_verified = False
        self.proceedings.watchers.append(self._watcher)
        self.has_gone_back = True


# --- Public talk ---


class PublicTalk:
    """The lines heard so far, by speaker and number."""

    def __init__(self) -> None:
        self._lines: set[tuple[int, int]] = set()

    def hear(self, proceedings: Replica, message: ChatSent) -> list[Hear]:
        """Show a line, if its signature is good and it is new."""
        line = message.line
        try:
            check_line(proceedings.roster, proceedings.setup_hash, message)
        except PeerFault:
            return []
        place = (line.sender, line.counter)
        if line.counter > MOST_LINES or place in self._lines:
            return []
        self._lines.add(place)
        return [Hear(line.sender, line.text)]
