"""Plays a recorded game again in a second world: other secrets, the same public answers.

1. The record gives every answer and the card under every slot: the last to shuffle a pile puts the
   cards where the record has them. Played in two such worlds, all differences come from the
   secrets.
2. The clock is simulated: a message takes `_PASSAGE_S`, work takes no time, and every seat answers
   like a bot, some time after it was asked. So the moment of every message is exact.
3. Everything is recorded that reaches a peer or happens in its program: each message and its time,
   proofs checked and what they are about, what it stores, is asked and can see. Fresh points,
   hashes and ciphertexts never repeat: of them count the length and where the same bytes were met
   before.
4. A second world counts only if the audit finds it fair: the same answers could honestly have been
   given in it.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple, Protocol

from msgspec import Struct, structs
from msgspec.structs import replace

from client.workshop.soak.chance import entropy_from
from engine import truth
from engine.audit import audit
from engine.canonical import digest
from engine.facts.hands import DECKS
from engine.ids import DRACULA, HUNTERS, SEATS, Seat, SlotId
from engine.local import LocalGame
from engine.record import Record, Replay, members
from engine.requests import Conceal, Request, Sealed, Shuffle, Together
from engine.state import hand_of
from net.crypto.derivation import Remixing, SeedSecrets
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.transcript import Purpose, Verifier
from net.errors import LocalMistake
from net.fairness.cards.hidden_cards import HandMix
from net.fairness.cards.shuffle import JointShuffle
from net.game.replica import Replica
from net.game.stages import GameStage, Settled
from net.lobby.setup import make_setup
from net.log.entry import Entry, decode_entry
from net.log.roster import Player
from net.peer.effects import Arrived, Ask, Decided, Effect, Event, Send, Started, WakeAt, Woke
from net.peer.effects import Record as Keep
from net.peer.referee import Referee
from net.wire.bodies import decode_body
from net.wire.bodies_cards import Mixed, Shuffled
from net.wire.messages import EntrySent, Message
from net.wire.table_setup import SeatedPeer, TableSetup

_PASSAGE_S, _THINKING_S = 0.01, 0.05
_CHUNK = 32  # points, scalars, hashes and keys
_LONGEST_NUMBER = 5  # bytes
_RANDOM_SIZE = 16


class Observed(NamedTuple):
    """Something that a peer could notice: when, what kind of thing, and what of it is no chance."""

    at: float
    kind: str
    what: object


class ArrangedSecrets(SeedSecrets):
    """A peer's secrets by which the cards come to lie where a record has them."""

    def __init__(
        self, group: Group, player: Player, proceedings: Replica, opened: dict[SlotId, str]
    ) -> None:
        super().__init__(group, player.seed)
        self._peer = player.peer
        self._proceedings = proceedings
        self._opened = opened

    def remixing(self, context: bytes, input_hash: bytes, count: int) -> Remixing:
        """Only the order is not from the seed."""
        return super().remixing(context, input_hash, count)._replace(order=self._order(context))

    def _order(self, context: bytes) -> tuple[int, ...]:
        for exchange in self._proceedings.hearing.exchanges:
            if isinstance(exchange, JointShuffle | HandMix):
                purpose = Purpose.MIX if isinstance(exchange, HandMix) else Purpose.SHUFFLE
                for number, step in enumerate(exchange.steps):
                    if exchange.context(number, purpose) == context and step.peer == self._peer:
                        return self._arranged(exchange, is_last=number == len(exchange.steps) - 1)
        raise LocalMistake("a shuffle that nobody has asked for")

    def _arranged(self, exchange: JointShuffle | HandMix, *, is_last: bool) -> tuple[int, ...]:
        request, opened = exchange.request, self._opened
        before: list[str | None] = [*request.cards, *(opened[slot] for slot in request.old)]
        if not is_last:
            return tuple(range(len(before)))
        order = []
        for slot in request.new:
            order.append(before.index(opened[slot]))
            before[order[-1]] = None
        return tuple(order)


class Observer(Protocol):
    """Who looks over the shoulder of one peer."""

    def begin(self, now: float) -> None:
        """The peer is told of something now."""

    def note(self, kind: str, *what: object) -> None:
        """Something reaches the peer, or is done by it."""

    def see(self, referee: Referee) -> None:
        """The peer's players see what has happened."""

    def check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """The peer checks a proof."""


class WorldTerms(NamedTuple):
    """How a record is played: what chance comes from, the fixed delay, and whether by bots."""

    seed: str = "worlds"
    delay_ms: int = 400
    automatic: bool = True


_BOTS = WorldTerms()


class Watcher:
    """What one peer can notice, as it comes."""

    def __init__(self, group: Group) -> None:
        self.noticed: list[Observed] = []
        self._now = 0.0
        self._group = group
        self._names: dict[bytes, int] = {}
        self._real = Verifier(group, entropy_from("weights"))

    def begin(self, now: float) -> None:
        """Whatever is noted from here on happens at this moment."""
        self._now = now

    def note(self, kind: str, *what: object) -> None:
        """Something happens now."""
        self.noticed.append(Observed(self._now, kind, self._plain(what)))

    def see(self, referee: Referee) -> None:
        """The game through the eyes of each seat, of which all that is shown is made."""
        for seat in referee.proceedings.roster.seats[referee.player.peer]:
            self.note("seen", seat, digest(referee.view(seat)))

    def check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """A proof is checked: of which kind, and what it is about."""
        self.note(check.__name__, arguments)
        check(self._real, *arguments)

    def _plain(self, value: object) -> object:
        match value:
            case EntrySent():
                return self._entry(decode_entry(value.entry))
            case bytes():
                return self._bytes(value)
            case list() | tuple():
                return tuple(self._plain(each) for each in value)
            case dict():
                return tuple((self._plain(key), self._plain(each)) for key, each in value.items())
            case Struct():
                fields = structs.asdict(value).items()
                told = ((name, self._plain(each)) for name, each in fields if not callable(each))
                return (type(value).__name__, *told)
            case _:
                return value

    def _bytes(self, value: bytes) -> object:
        if len(value) < _CHUNK:
            return value
        if len(value) == _CHUNK:
            return self._names.setdefault(value, len(self._names))
        head = len(value) % _CHUNK
        parts = [value[at : at + _CHUNK] for at in range(head, len(value), _CHUNK)]
        # A short head is a number, as how many places a proof has; a longer one is part of a box.
        return (value[:head] if head < _LONGEST_NUMBER else head, *map(parts.index, parts))

    def _entry(self, entry: Entry) -> object:
        """Its header, the digest as it is, and its body field by field.

        The rows of a shuffle are too many to be compared one by one, and none comes twice.
        """
        place = (entry.kind, entry.epoch, entry.index, entry.part, entry.peer)
        if entry.kind in (Shuffled.kind, Mixed.kind):
            return (*place, entry.state_digest, len(entry.body))
        body = self._plain(decode_body(self._group, entry.kind, entry.body))
        return (*place, entry.state_digest, len(entry.body), self._bytes(entry.parent), body)


class PlayedWorld:
    """A record at a table of as many peers as played it, each of them with its observer."""

    def __init__(
        self, record: Record, group: Group, observers: Sequence[Observer], terms: WorldTerms = _BOTS
    ) -> None:
        self.record = record
        self.now = 0.0
        self._observers = observers
        self._terms = terms
        self._opened = dict(record.opened)
        self._queue: list[tuple[float, int, int, Event]] = []
        self._order = 0
        setup, players = _table(record, terms)
        self.referees = [self._referee(each, setup, group) for each in players]
        for player in players:
            self._post(0.0, player.peer, Started())

    def _referee(self, player: Player, setup: TableSetup, group: Group) -> Referee:
        check = self._observers[player.peer].check
        entropy = entropy_from(f"{self._terms.seed}/{player.peer}/entropy")
        referee = Referee(player, setup, Verifier(group, entropy, check))
        proceedings = referee.proceedings

        def arrange(settled: Settled) -> None:
            vault = referee._vault  # noqa: SLF001 (no honest program has its shuffles arranged)
            if settled.stage is GameStage.ENTERING and vault is not None:
                vault.secrets = ArrangedSecrets(group, player, proceedings, self._opened)

        proceedings.watchers.append(arrange)
        return referee

    def run(self) -> None:
        """Play until every answer of the record is given, and known to all."""
        while self._queue and not self._is_played():
            self.now, _, peer, event = heapq.heappop(self._queue)
            self._happen(peer, event)
        if not self._is_played():
            raise LocalMistake("the table stands still")

    def _is_played(self) -> bool:
        end = len(self.record.answers)
        return all(each.proceedings.game.position >= end for each in self.referees)

    def _happen(self, peer: int, event: Event) -> None:
        observer = self._observers[peer]
        observer.begin(self.now)
        if isinstance(event, Arrived):
            observer.note("heard", event.peer, event.message)
        for effect in self.referees[peer].work(event, self.now):
            if not self._is_beyond(peer, effect):
                self._perform(peer, effect)

    def _is_beyond(self, peer: int, effect: Effect) -> bool:
        """Whether the record is over, and this is about what would come next."""
        proceedings = self.referees[peer].proceedings
        if proceedings.game.position < len(self.record.answers):
            return False
        match effect:
            case Keep(entry=entry) | Send(message=EntrySent(entry=entry)):
                return decode_entry(entry).index >= proceedings.chain.index
            case _:
                return isinstance(effect, Ask | WakeAt)

    def _perform(self, peer: int, effect: Effect) -> None:
        observer = self._observers[peer]
        match effect:
            case Keep():
                observer.note("kept", EntrySent(effect.entry), effect.own)
            case Send():
                observer.note("sent", effect.to, effect.message)
                self._send(peer, effect.to, effect.message)
            case Ask():
                observer.note("asked", effect)
                self._decide(peer, effect)
            case WakeAt():
                observer.note("waits", effect.time)
                self._post(max(0.0, effect.time - self.now), peer, Woke())
            case _:
                observer.note("told", effect)
                observer.see(self.referees[peer])

    def _send(self, sender: int, to: int | None, message: Message) -> None:
        for receiver in range(len(self.referees)) if to is None else (to,):
            if receiver != sender:
                self._post(_PASSAGE_S, receiver, Arrived(sender, message))

    def _decide(self, peer: int, asked: Ask) -> None:
        game = self.referees[peer].proceedings.game
        answer = self._answer(game.pending, asked.request, self.record.answers[game.position])
        if answer not in asked.answers:
            raise LocalMistake("the record is of another game")
        automatic = self._terms.automatic
        decided = Decided(asked.index, asked.part, answer, automatic=automatic)
        self._post(_THINKING_S, peer, decided)

    def _answer(self, pending: Request[Any] | None, asked: Request[Any], answers: Any) -> Any:
        """What the record has for one of those who are asked together."""
        assert pending is not None
        given = answers if isinstance(pending, Together) else (answers,)
        answer = given[members(pending).index(asked)]
        return Sealed(answer, self._opened[asked.slot]) if isinstance(asked, Conceal) else answer

    def _post(self, delay: float, peer: int, event: Event) -> None:
        self._order += 1
        heapq.heappush(self._queue, (self.now + delay, self._order, peer, event))


def _table(record: Record, terms: WorldTerms) -> tuple[TableSetup, list[Player]]:
    seats = record.setup.players
    drawn = entropy_from(f"{terms.seed}/players")
    players = [Player(peer, Identity(drawn(32)), drawn(32)) for peer in range(len(seats))]
    peers = [
        SeatedPeer(player.identity.public_key, f"Peer {player.peer}", own, drawn(_RANDOM_SIZE))
        for player, own in zip(players, seats, strict=True)
    ]
    return replace(make_setup(record.setup, peers), delay_ms=terms.delay_ms), players


def told_apart(one: Watcher, other: Watcher) -> str | None:
    """The first thing by which a peer can tell two worlds apart, if there is any."""
    for mine, there in zip_longest(one.noticed, other.noticed):
        if mine != there:
            return f"{mine} and {there}"
    return None


# Second worlds: which secrets can be others with all answers the same.
HOLDERS = {"items": HUNTERS, "events": SEATS, "encounters": (DRACULA,), "tickets": HUNTERS}
TRIES = 3  # cards of the deck that are tried in the place of one in a hand
Known = dict[SlotId, str]


def changed(record: Record, values: dict[SlotId, str]) -> Record:
    """The world in which some hidden cards are others."""
    return replace(record, opened=tuple((dict(record.opened) | values).items()))


def differing(record: Record, world: Record) -> dict[SlotId, str]:
    """What a world has otherwise."""
    before = dict(record.opened)
    return {slot: value for slot, value in world.opened if before[slot] != value}


def joined(record: Record, worlds: Iterable[Record]) -> Record:
    """A fair world that differs in all that these do and that goes together, the first first."""
    values: dict[SlotId, str] = {}
    for world in worlds:
        more = differing(record, world)
        if not values.keys() & more.keys() and not audit(changed(record, values | more)):
            values |= more
    return changed(record, values)


def other_trails(record: Record) -> Iterator[Record]:
    """Worlds in which Dracula's newest hidden card is another that he could have laid."""
    for laid in _placings(record)[-1:]:
        yield from _others(record, laid)


def older_trails(record: Record) -> Iterator[Record]:
    """Worlds in which a card that he laid before his newest is another one, the newest first.

    Most of them are not fair: what he did afterwards must fit, and nobody may have seen the card.
    """
    for laid in reversed(_placings(record)[:-1]):
        yield from _others(record, laid)


def other_choices(record: Record) -> Iterator[tuple[Seat, Record]]:
    """Worlds in which a choice that lies sealed in a fight is another one, the newest first."""
    for chosen in reversed(_concealed(record, lambda asked: asked.allows is None)):
        for world in _others(record, chosen):
            yield chosen.seat, world


class _Concealed(NamedTuple):
    """A secret choice: whose, its slot, what everybody saw, and all that could be chosen."""

    seat: Seat
    slot: SlotId
    public: Any
    could: list[Any]


def _placings(record: Record) -> list[_Concealed]:
    return _concealed(record, lambda asked: asked.allows is not None)


def _others(record: Record, laid: _Concealed) -> Iterator[Record]:
    for other in laid.could:
        if other.public == laid.public and other.value != dict(record.opened)[laid.slot]:
            yield changed(record, {laid.slot: other.value})


def _concealed(record: Record, is_meant: Callable[[Conceal], bool]) -> list[_Concealed]:
    """The secret choices of a kind, in the order in which they were made."""
    again, found = Replay(record), []
    for answer in record.answers:
        pending = again.game.pending
        assert pending is not None
        parts = answer if isinstance(pending, Together) else (answer,)
        for asked, part in zip(members(pending), parts, strict=True):
            if isinstance(asked, Conceal) and is_meant(asked):
                game, knowledge = again.game, again.witness.knowledge[asked.seat]
                could = truth.allowed(asked, game.state, game.table.edition, knowledge)
                found.append(_Concealed(asked.seat, asked.slot, part, could))
        again.step()
    return found


def shuffles(record: Record) -> dict[SlotId, Shuffle]:
    """The shuffle that made each slot."""
    again = Replay(record)
    requests = (member for request in again.run() for member in members(request))
    return {slot: each for each in requests if isinstance(each, Shuffle) for slot in each.new}


def past(slot: SlotId, made: dict[SlotId, Shuffle], values: Known) -> list[SlotId]:
    """A hidden card's slot and those it had before, one for every shuffle it has been through."""
    slots = [slot]
    while slots[-1] in made:
        older = made[slots[-1]].old
        before = next((each for each in older if values[each] == values[slot]), None)
        if before is None:
            break
        slots.append(before)
    return slots


def exchanged(
    record: Record, made: dict[SlotId, Shuffle], one: SlotId, other: SlotId
) -> dict[SlotId, str] | None:
    """What changes if two cards had come out of the last shuffle of both the other way round."""
    values = dict(record.opened)
    ones, others = past(one, made, values), past(other, made, values)
    for first, slot in enumerate(ones):
        for second, rival in enumerate(others):
            if made.get(slot) is not None and made.get(slot) is made.get(rival):
                ours = dict.fromkeys(ones[: first + 1], values[other])
                return ours | dict.fromkeys(others[: second + 1], values[one])
    return None


def rivals(local: LocalGame, slot: SlotId, deck: tuple[SlotId, ...]) -> Iterator[SlotId]:
    """The cards of a deck that are not the one in a slot, but have the same back."""
    cards, values = local.game.table.edition.cards, local.dealer.values
    backs = {card.id: card.deck for card in cards.values()}
    for other in deck:
        one, another = values[slot], values[other]
        if one != another and backs.get(one) == backs.get(another):
            yield other


def other_hands(local: LocalGame, kind: str) -> Iterator[tuple[Seat, Record]]:
    """For hidden cards of a kind held: a fair world in which each is one of the deck instead.

    A card that another seat has seen, in a trade or by an effect, tells that seat the difference.
    """
    record, state = local.record(), local.game.state
    made, deck = shuffles(record), getattr(state, DECKS[kind])
    for holder in HOLDERS[kind]:
        others = [local.dealer.knowledge[seat] for seat in SEATS if seat != holder]
        for slot in hand_of(state, holder, kind):
            for other in islice(rivals(local, slot, deck), TRIES):
                change = exchanged(record, made, slot, other)
                if not change or any(each in seen for seen in others for each in change):
                    continue
                world = changed(record, change)
                if not audit(world):
                    yield holder, world
                    break
