"""One who looks on at a simulated table: comes during a game, and follows it to its end."""

from collections.abc import Sequence
from typing import Any

from client.soak.chance import entropy_from
from client.soak.happenings import CameToWatch, Delivered, Happening, Ticked
from client.soak.plan import Plan
from client.soak.simulated_peer import SimulatedPeer
from client.soak.simulated_wire import SimulatedWire
from engine.canonical import encode
from net.crypto.group import Group
from net.crypto.transcript import Verifier
from net.lobby.events import Came, EndLobby, Heard, LobbyEvent, Say
from net.onlooking.onlooker import Onlooker
from net.wire.messages import GameBegun, decode_message, encode_message

_TICK = 0.25

# Simulated seconds after the beginning of a game.
_LATEST = 15.0


class SimulatedOnlooker:
    """Has a number after all peers, and no key, disk or bot; it never crashes."""

    def __init__(
        self, plan: Plan, group: Group, wire: SimulatedWire, peers: Sequence[SimulatedPeer]
    ) -> None:
        entropy = entropy_from(f"{plan.seed}/onlooker")
        self.number = plan.peers
        self.machine = Onlooker("Onlooker", entropy(16), Verifier(group, entropy))
        self.is_here = False
        self.closed: list[str] = []  # why it stopped looking on
        self._wire = wire
        self._peers = peers

    @property
    def is_looking(self) -> bool:
        """Whether the game goes on for it; players may close it without somebody's last word."""
        is_short = any(each.closed and each.referee.proceedings.closes_as for each in self._peers)
        return self.is_here and not self.closed and not is_short

    def invite(self) -> None:
        """Somebody plays; once all do, an onlooker may come at any time of a short game."""
        if all(peer.begin is not None for peer in self._peers):
            self._wire.post(self._wire.chance.uniform(0, _LATEST), self.number, CameToWatch())

    def happen(self, happening: Happening) -> None:
        """Something happens to it; what it says goes on its way."""
        for effect in () if self.closed else self._effects_of(happening):
            if isinstance(effect, EndLobby):
                self.closed.append(effect.reason)
            elif isinstance(effect, Say):
                self._say(effect)

    def _effects_of(self, happening: Happening) -> Sequence[Any]:
        match happening:
            case CameToWatch():
                self._wire.post(_TICK, self.number, Ticked())
                return self._come()
            case Ticked():
                self._wire.post(_TICK, self.number, Ticked())
                return self.machine.tick(self._wire.now)
            case Delivered():
                key = self._peers[happening.sender].key
                return self.machine.handle(Heard(key, decode_message(happening.message)))
            case _:
                raise AssertionError(happening)

    def _come(self) -> Sequence[Any]:
        """To everybody at once; the first of them says what is played."""
        self.is_here = True
        keys, begin = [peer.key for peer in self._peers], self._peers[0].begin
        assert begin is not None
        begun = Heard(keys[0], GameBegun(encode(begin.signed)))
        events: list[LobbyEvent] = [*map(Came, keys), begun]
        return [effect for event in events for effect in self.machine.handle(event)]

    def _say(self, said: Say) -> None:
        encoded = encode_message(said.message)
        for peer in self._peers:
            if said.to in (None, peer.key):
                self._wire.send(self.number, peer.number, encoded)
