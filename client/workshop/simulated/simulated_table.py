"""A whole table in one process: complete peers on a simulated network with a simulated clock.

1. Everything comes from the plan's seed: who is asked when, which message is lost, who crashes at
   which effect. The same plan gives the same bytes, which `trace` hashes.
2. Effects are performed in order, as the real edge does it. A peer may crash between any two: what
   it has not sent stays unsent, what is not safely stored may be lost.
3. A player who goes for good never comes back. After some time the others do what the bots of the
   real program do: with recovery the lowest hunter's player takes over, without it they end the
   game.
4. A successor has the leaver's number: the simulated network knows places, not programs.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.sittings.absences import bots_wish
from client.workshop.cheats.cheat_table import Cast
from client.workshop.simulated.simulated_peer import (
    Delivered,
    Entered,
    Felt,
    Happening,
    Rejoined,
    Returned,
    SimulatedOnlooker,
    SimulatedPeer,
    SimulatedWire,
    Ticked,
    ToldReferee,
)
from client.workshop.simulated.table_plan import CHEATS, LIES, WORDS, Cheating, Lie, Lying, Plan
from client.workshop.soak.chance import chance_from
from net.crypto.faults import PeerFault
from net.crypto.group import Group
from net.edge.desk import Waited
from net.limits import GIVEN_UP_S
from net.lobby.events import Begin, Came, Dial, MarkedReady, Say, SeatsChosen, ShowTable
from net.log.entry import Entry, EntryPlace, decode_entry
from net.log.roster import DRACULAS_PEER
from net.peer.effects import (
    Accuse,
    Ask,
    Close,
    Conceded,
    Effect,
    EndProposed,
    Event,
    GivenUpFor,
    Record,
    ResumeTold,
    ResumeWished,
    Send,
    Started,
    TakenUp,
    WakeAt,
    Woke,
)
from net.peer.replacement_vote import TakeOverHere, TakeOverWished
from net.replacement.recovery import absence_of
from net.talk import Hear, KeepLine
from net.wire.messages import EntrySent, Message, decode_message, encode_message

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
        """Run until the game is over for all honest peers, or they are stuck.

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
        """Process the next event."""
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
            case ToldReferee() if happening.life == peer.lives:
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
        """Tell all peers how far we are, and hear how far they are."""
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
                self._wire.post(delay, peer.number, ToldReferee(peer.lives, peer.decide(effect)))
            case WakeAt():
                delay = max(0.0, effect.time - self.now)
                self._wire.post(delay, peer.number, ToldReferee(peer.lives, Woke()))
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


# Players who go for good, and what the others do.
# Simulated seconds after which the others act: all that is on its way has arrived.
_PARTING_PATIENCE = 20.0


class Partings:
    """Who is gone from a table, and what the others want."""

    def __init__(self, plan: Plan, peers: list[SimulatedPeer]) -> None:
        self.gone: int | None = None
        self._plan = plan
        self._peers = peers
        self._since = 0.0
        self._ended: set[int] = set()

    def leaves(self, peer: SimulatedPeer, now: float) -> bool:
        """Whether this program ends here, for good."""
        plan = self._plan
        is_due = plan.leaver == peer.number and peer.position >= plan.leaves_at
        if not is_due or plan.leaves_before or peer.since or peer.is_done:
            return False
        self.gone, self._since = peer.number, now
        return True

    def leaves_before(self, peer: SimulatedPeer, effect: Effect, now: float) -> bool:
        """Whether this program ends here, for good, before it keeps or sends a word of its own."""
        plan = self._plan
        if plan.leaver != peer.number or not plan.leaves_before or peer.since:
            return False
        if not isinstance(effect, Record) or not effect.own:
            return False
        if decode_entry(effect.entry).kind != WORDS[plan.leaves_before].kind:
            return False
        self.gone, self._since = peer.number, now
        return True

    def wishes(self, peer: SimulatedPeer, now: float) -> Sequence[Event]:
        """What the player of this program wants done now."""
        if peer.begin is None or peer.is_done:
            return []
        if self._plan.ending and peer.position >= self._plan.ends_at:
            return self._end(peer)
        if self.gone is None or now - self._since < _PARTING_PATIENCE:
            return []
        return self._about_gone(peer, self.gone)

    def _end(self, peer: SimulatedPeer) -> Sequence[Event]:
        """Dracula gives up, or all agree to end; each says it once."""
        is_asked = self._plan.ending == "agreed" or peer.number == DRACULAS_PEER
        if not is_asked or peer.number in self._ended:
            return []
        self._ended.add(peer.number)
        return [EndProposed(opens=True) if self._plan.ending == "agreed" else Conceded()]

    def _about_gone(self, peer: SimulatedPeer, gone: int) -> Sequence[Event]:
        proceedings, since = peer.referee.proceedings, self._peers[gone].since
        if since and proceedings.chain.epoch >= since:
            return []  # the place is taken, and the game goes on
        owes = gone in proceedings.hearing.awaited(proceedings.chain.missing())
        absence = absence_of(proceedings.recovery, peer.number, gone)
        waited = Waited(
            gone, "", is_linked=False, since=GIVEN_UP_S, absence=absence, away=GIVEN_UP_S,
            owes=owes, closes_as=proceedings.closes_as,
        )  # fmt: skip
        wish = bots_wish(waited)
        if isinstance(wish, TakeOverHere) and not since:
            self._peers[gone] = peer.understudy(gone)
            return [TakeOverWished(wish.index, gone, self._peers[gone].key)]
        if since and isinstance(wish, GivenUpFor):
            return []  # the new player is on the way
        return [] if wish is None or isinstance(wish, TakeOverHere) else [wish]


# What a liar sends instead of what its referee wanted to send.


class Deceit:
    """The lie of a plan; without one, messages pass unchanged."""

    def __init__(self, peers: Sequence[SimulatedPeer], group: Group) -> None:
        self._peers = peers
        self._group = group
        self._plan = peers[0].plan
        self._liar = peers[self._plan.liar]
        self._lie: Lie | None = LIES.get(self._plan.lie or "")
        self._cheating: Cheating | None = None
        self._cheated: dict[EntryPlace, Sequence[Entry]] = {}
        self._places: set[EntryPlace] = set()  # where it was told
        self._altered: set[bytes] = set()
        self.has_arrived = False
        self.is_over = False  # the liar tells no more

    @property
    def is_evident(self) -> bool:
        """Whether every honest peer must come to name the liar: once somebody has heard the lie."""
        return self.has_arrived and not self.is_over and (self._lie is None or self._lie.is_evident)

    @property
    def is_silent(self) -> bool:
        """Whether the game cannot go on, and nobody can be named for it."""
        return bool(self._places) and self._lie is not None and self._lie.is_silent

    @property
    def is_told(self) -> bool:
        """Whether anything untrue has left."""
        return bool(self._places)

    def told(self, message: Message, receiver: int) -> Sequence[Message]:
        """The messages that replace one message of the liar."""
        if self.is_over or not isinstance(message, EntrySent) or message.entry in self._altered:
            return [message]  # what was a lie once is forwarded as it is
        entry = decode_entry(message.entry)
        is_time = entry.place in self._places or entry.index >= self._plan.lies_from
        if entry.peer != self._plan.liar or entry.is_control or not is_time:
            return [message]
        told = [each.to_bytes() for each in self._told(entry, receiver)]
        self._altered.update(each for each in told if each != message.entry)
        return [EntrySent(each) for each in told]

    def note_arrival(self, message: Message) -> None:
        """A message has reached an honest peer."""
        if isinstance(message, EntrySent) and message.entry in self._altered:
            self.has_arrived = True

    def _told(self, entry: Entry, receiver: int) -> Sequence[Entry]:
        if self._lie is None:
            return self._cheated_at(entry)
        if not self._is_told_at(entry, self._lie):
            return [entry]
        self._places.add(entry.place)
        receivers = tuple(each.number for each in self._peers if each is not self._liar)
        chance = chance_from(f"{self._plan.seed}/lie/{entry.place}")
        return self._lie.tell(entry, Lying(self._liar.identity, receiver, receivers, chance))

    def _is_told_at(self, entry: Entry, lie: Lie) -> bool:
        """The first entry that fits; when that one is sent again, the same lie again."""
        is_again = entry.place in self._places
        return is_again or (lie.fits(entry) and (lie.goes_on or not self._places))

    def _cheated_at(self, entry: Entry) -> Sequence[Entry]:
        """A cheat of the catalogue, at the first moment it fits; the same to everybody."""
        if entry.place not in self._cheated and not self._places:
            if self._cheating is None:
                self._cheating = Cheating(
                    CHEATS[self._plan.lie or ""], self._cast(), self._plan.seed
                )
            cheated = self._cheating.attempt(self._liar.referee.proceedings.chain, entry)
            self._cheated[entry.place] = cheated or [entry]
            if cheated:
                self._places.add(entry.place)
        return self._cheated.get(entry.place, [entry])

    def _cast(self) -> Cast:
        """Everybody's secrets: a cheat may name what only others know, to be refused for it."""
        begin = self._liar.begin
        assert begin is not None
        return Cast(
            self._group,
            begin.setup,
            begin.signed,
            tuple(peer.identity for peer in self._peers),
            tuple(peer.game_seed for peer in self._peers),
        )
