"""What leaves a liar's machine in place of what its referee wanted to send."""

from collections.abc import Sequence

from client.cheats.table import Cast
from client.soak.chance import chance_from
from client.soak.cheating import CHEATS, Cheating
from client.soak.lies import LIES, Lie, Lying
from client.soak.simulated_peer import SimulatedPeer
from net.crypto.group import Group
from net.log.entry import Entry, EntryPlace, decode_entry
from net.wire.messages import EntrySent, Message


class Deceit:
    """The lie of a plan; without one everything passes as it is."""

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
        """What goes to a peer in place of a message."""
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
