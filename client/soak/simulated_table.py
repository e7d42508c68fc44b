"""A whole table in one process: complete peers on a simulated network with a simulated clock.

1. Everything comes from the plan's seed: who is asked when, which message is lost, who crashes at
   which effect. The same plan gives the same bytes, which `trace` sums up.
2. Effects are performed in their order, like the real edge does it; a peer may crash between any
   two. What it has not sent is not sent, what is not safe on its disk may be gone.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.soak.deceit import Deceit
from client.soak.happenings import (
    Delivered,
    Entered,
    Felt,
    Happening,
    Rejoined,
    Returned,
    Ticked,
    Told,
)
from client.soak.partings import Partings
from client.soak.plan import Plan
from client.soak.simulated_onlooker import SimulatedOnlooker
from client.soak.simulated_peer import SimulatedPeer
from client.soak.simulated_wire import SimulatedWire
from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.lobby.events import Begin, Came, Dial, MarkedReady, Say, SeatsChosen, ShowTable
from net.peer.effects import (
    Accuse,
    Ask,
    Close,
    Effect,
    Record,
    ResumeTold,
    ResumeWished,
    Send,
    Started,
    TakenUp,
    WakeAt,
    Woke,
)
from net.talk import Hear, KeepLine
from net.wire.messages import Message, decode_message, encode_message

_TICK = 0.25

# Without anybody getting on for so long the table is stuck: all losses are made up for in seconds.
_PATIENCE = 90.0

# Whether a peer ends before it performs an effect.
Fate = Callable[[int, Effect], bool]


class SimulatedTable:
    """The table of a plan."""

    def __init__(self, plan: Plan, group: Group, fate: Fate | None = None) -> None:
        self.plan = plan
        self.group = group
        self.is_stuck = False
        self.is_cut = False
        self.crashes = 0
        self._wire = SimulatedWire(plan)
        self.trace = self._wire.trace
        self._fate = fate or self._some_fate
        self._moved = (-1, 0.0, -1)  # how far all are together, since when, and the last of them
        opener = self._wire.chance.randrange(plan.peers)
        self.peers = [
            SimulatedPeer(number, plan, group, opens=number == opener)
            for number in range(plan.peers)
        ]
        self._numbers = {peer.key: peer.number for peer in self.peers}
        self.deceit = Deceit(self.peers, group)
        self.partings = Partings(plan, self.peers)
        self.onlooker: SimulatedOnlooker | None = None
        if plan.is_watched:
            self.onlooker = SimulatedOnlooker(plan, group, self._wire, self.peers)
        self._open(opener)

    @property
    def now(self) -> float:
        """The simulated clock."""
        return self._wire.now

    @property
    def honest(self) -> list[SimulatedPeer]:
        """Everybody whose program is as it should be."""
        liar = None if self.plan.lie is None else self.plan.liar
        gone = self.partings.gone
        return [
            peer
            for peer in self.peers
            if peer.number != liar and (peer.is_up or gone != peer.number)
        ]

    def run(self, until: int | None = None) -> None:
        """Let everything happen, until the game is over for all honest peers or they are stuck.

        It may be cut when all of them have come to a request and there is nobody left to name.
        """
        while not self._is_over():
            self.step()
            if self._is_idle():
                self.is_stuck = True
                return
            if until is not None and self._moved[2] >= until and not self.deceit.is_evident:
                self.is_cut = True
                return

    def step(self) -> None:
        """Let the next thing happen."""
        number, happening = self._wire.next()
        if self.onlooker is not None and number == self.onlooker.number:
            self.onlooker.happen(happening)
            return
        peer = self.peers[number]
        if isinstance(happening, Returned):
            self._come_back(peer)
        elif peer.is_up:
            self._happen(peer, happening)

    def _come_back(self, peer: SimulatedPeer) -> None:
        self._perform_all(peer, peer.come_back(self.now))
        self._greet(peer)

    @property
    def can_be_reconciled(self) -> bool:
        """Whether a lie has stopped the game at a request that can be asked again."""
        is_stopped = self.deceit.is_evident and not self.is_stuck
        return is_stopped and all(peer.referee.taking_up.offer is not None for peer in self.honest)

    def reconcile(self) -> None:
        """Section 14: all agree to go on before the lie, its author too, who tells no more."""
        self.plan = replace(self.plan, lie=None)
        self.deceit.is_over = True
        for peer in self.peers:
            peer.goes_on = True
            if peer.is_up:
                self._come_back(peer)

    def _is_over(self) -> bool:
        """A game that ended well is not over while there is somebody left to name."""
        if self.deceit.is_evident:
            return all(peer.is_up and peer.accused for peer in self.honest)
        is_looked_at = self.onlooker is not None and self.onlooker.is_looking
        return not is_looked_at and all(peer.is_done for peer in self.honest)

    def _is_idle(self) -> bool:
        positions = [peer.position for peer in self.honest]
        if sum(positions) != self._moved[0]:
            self._moved = (sum(positions), self.now, min(positions))
        return self.now - self._moved[1] > _PATIENCE

    # What happens

    def _open(self, opener: int) -> None:
        """Everybody comes to the one who opened the table; there the lobbies find each other."""
        chance = self._wire.chance
        for peer in self.peers:
            self._wire.post(chance.uniform(0, 1), peer.number, Felt(SeatsChosen(peer.seats)))
            self._wire.post(_TICK, peer.number, Ticked())
            if peer.number != opener:
                peer.lobby.come_to(self.peers[opener].key)
                self._connect(peer.number, opener)
        for parting in self.plan.weather.partings:
            for peer in self.peers:
                self._wire.post(parting.end, peer.number, Rejoined())

    def _connect(self, one: int, other: int) -> None:
        start = self._wire.connect(one, other)
        if start is not None:
            for sender, receiver in ((one, other), (other, one)):
                self._wire.post(start, receiver, Felt(Came(self.peers[sender].key)))

    def _happen(self, peer: SimulatedPeer, happening: Happening) -> None:
        match happening:
            case Delivered():
                self._deliver(peer, happening)
            case Told() if happening.life == peer.lives:
                self._perform_all(peer, peer.handle(happening.event, self.now))
            case Felt():
                self._perform_all(peer, peer.feel(happening.event))
            case Entered():
                self._perform_all(peer, peer.enter(happening.begin, self.now))
                self._greet(peer)
                if self.onlooker is not None:
                    self.onlooker.invite()
            case Ticked():
                self._wire.post(_TICK, peer.number, Ticked())
                self._perform_all(peer, peer.tick(self.now))
                self._part(peer)
            case Rejoined():
                self._greet(peer)
            case _:
                pass  # of a life that is over

    def _part(self, peer: SimulatedPeer) -> None:
        """Somebody goes for good, or wants something about who is gone, or an end."""
        if self.partings.leaves(peer, self.now):
            peer.is_up = False
            return
        for wish in self.partings.wishes(peer, self.now):
            self._perform_all(peer, peer.handle(wish, self.now))
        for successor in self.peers:
            if successor.since and not successor.is_awake:
                successor.is_awake = True
                self._wire.post(_TICK, successor.number, Ticked())
                self._perform_all(successor, successor.handle(Started(), self.now))
                self._greet(successor)

    def _greet(self, peer: SimulatedPeer) -> None:
        """Say to everybody how far we are, and be told."""
        for other in self.peers:
            if other is not peer and peer.is_up:
                self._perform_all(peer, peer.linked(other.number))
            if other is not peer and other.is_up:
                self._perform_all(other, other.linked(peer.number))

    def _deliver(self, peer: SimulatedPeer, delivered: Delivered) -> None:
        self._wire.note(b"%d>%d@%r" % (delivered.sender, peer.number, self.now), delivered.message)
        try:
            message = decode_message(delivered.message)
        except PeerFault:
            return  # the real edge drops the channel; here the next message is as good as a new one
        if peer.number != self.plan.liar:
            self.deceit.note_arrival(message)
        if delivered.sender == self.plan.peers:
            self._perform_all(peer, peer.asked(delivered.sender, message))
            return
        key = self.peers[delivered.sender].key
        self._perform_all(peer, peer.hear(delivered.sender, key, message, self.now))

    # What is done about it

    def _perform_all(self, peer: SimulatedPeer, effects: Sequence[Any]) -> None:
        for effect in effects:
            if not isinstance(effect, Effect):
                self._perform_before_game(peer, effect)
            elif self.partings.leaves_before(peer, effect, self.now):
                peer.is_up = False
                return
            elif self._fate(peer.number, effect):
                self._crash(peer)
                return
            else:
                self._perform(peer, effect)

    def _perform(self, peer: SimulatedPeer, effect: Effect) -> None:
        match effect:
            case Record():
                self._wire.note(b"%d!" % peer.number, effect.entry)
                peer.store.record(effect.entry, own=effect.own)
            case Send():
                self._send(peer.number, effect.message, effect.to)
            case Ask():
                delay = self._wire.chance.uniform(0, self.plan.weather.slowest)
                self._wire.post(delay, peer.number, Told(peer.lives, peer.decide(effect)))
            case WakeAt():
                delay = max(0.0, effect.time - self.now)
                self._wire.post(delay, peer.number, Told(peer.lives, Woke()))
            case TakenUp():
                peer.store.set_aside(effect.index, effect.entries)
                self._come_back(peer)
            case ResumeTold() if peer.goes_on:
                wish = ResumeWished(effect.index, effect.about, effect.is_without)
                self._perform_all(peer, peer.handle(wish, self.now))
            case Accuse() | Close() | KeepLine() | Hear():
                peer.note(effect)
            case _:
                pass  # for a screen

    def _perform_before_game(self, peer: SimulatedPeer, effect: Any) -> None:
        match effect:
            case Say():
                self._say(peer.number, effect)
            case Dial():
                self._connect(peer.number, self._numbers[effect.peer.identity])
            case ShowTable() if effect.setup is not None and effect.lacking is None:
                delay = self._wire.chance.uniform(0, 1)
                self._wire.post(delay, peer.number, Felt(MarkedReady(effect.setup_hash)))
            case Begin():
                self._wire.post(0.0, peer.number, Entered(effect))
            case _:
                pass  # for a screen or a disk

    def _say(self, sender: int, said: Say) -> None:
        encoded = encode_message(said.message)
        for receiver in self._wire.channels(sender):
            if said.to in (None, self.peers[receiver].key):
                self._wire.say(sender, receiver, encoded)

    def _send(self, sender: int, message: Message, to: int | None) -> None:
        is_liar = self.plan.lie is not None and sender == self.plan.liar
        encoded = encode_message(message)
        is_watched = self.onlooker is not None and self.onlooker.is_here
        everybody = range(self.plan.peers + is_watched)
        for receiver in everybody if to is None else (to,):
            if receiver != sender:
                for told in self._lied(message, receiver) if is_liar else (encoded,):
                    self._wire.send(sender, receiver, told)

    def _lied(self, message: Message, receiver: int) -> Sequence[bytes]:
        return [encode_message(each) for each in self.deceit.told(message, receiver)]

    # Crashes

    def _some_fate(self, _number: int, _effect: Effect) -> bool:
        weather = self.plan.weather
        if self.crashes >= weather.crashes:
            return False
        return self._wire.chance.random() < weather.crash_chance

    def _crash(self, peer: SimulatedPeer) -> None:
        """The program ends here and now, and is started again after a while."""
        self.crashes += 1
        peer.is_up = False
        peer.store.crash(self._wire.chance.randint(0, peer.store.unsafe))
        absence = self._wire.chance.uniform(0.05, self.plan.weather.longest_absence)
        self._wire.post(absence, peer.number, Returned())
        self._wire.post(absence + _TICK, peer.number, Ticked())
