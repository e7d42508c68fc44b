"""What a test of five windows needs: a look at the referees, proofs checked once, short games."""

import pickle
from collections.abc import Callable
from hashlib import sha256
from random import Random
from threading import Lock
from typing import Any

from client.soak.windows import WindowPlayer
from client.worker.lan_table import LanTable
from client.worker.table_values import TableOrder
from client.worker.values import Prompt
from engine.ids import DRACULA
from engine.options import Decline, Done, Pass
from engine.view import View, see
from net.crypto.group import Group
from net.crypto.parties import Entropy, Verifier

_LAZY_AFTER = 3  # answers of each hunter; then it does nothing, so that the game is short


class SharedChecks:
    """Every proof is checked once in this process, by whoever of the five meets it first."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()
        self._lock = Lock()

    def verifier(self, group: Group, entropy: Entropy) -> Verifier:
        plain = Verifier(group, entropy)

        def check_once(check: Callable[..., None], arguments: tuple[Any, ...]) -> None:
            key = sha256(pickle.dumps((check.__qualname__, arguments))).digest()
            with self._lock:  # a second peer waits for the first one's finding
                if key not in self._known:
                    check(plain, *arguments)
                    self._known.add(key)

        return Verifier(group, entropy, check_once)


class Tables:
    """The workers behind the windows, by the name of who plays there."""

    def __init__(self) -> None:
        self.made: dict[str, LanTable] = {}

    def kind(self) -> type[LanTable]:
        made = self.made

        class Watched(LanTable):
            def __init__(self, order: TableOrder, *rest: Any) -> None:
                super().__init__(order, *rest)
                made[order.name] = self

        return Watched

    def seen(self, name: str) -> tuple[int, View]:
        """What the window of this player is to show now, worked out from the referee itself."""
        node = self.made[name]._node
        assert node is not None
        assert node.playing is not None
        referee = node.playing.referee
        known: dict[str, str] = {}
        for seat in referee.proceedings.roster.seats[referee.player.peer]:
            known.update(referee.witness.knowledge[seat])
        return referee.proceedings.chain.index, see(referee.proceedings.game.state, known)


class ShortPlay:
    """Random answers at first; then hunters who do nothing, so that Dracula has soon won."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, player: WindowPlayer, prompt: Prompt) -> int:
        nothing = [
            number
            for number, each in enumerate(prompt.answers)
            if isinstance(each, Pass | Done | Decline)
        ]
        is_lazy = player.answers >= _LAZY_AFTER and DRACULA not in player.seats
        return self._chance.choice(nothing if is_lazy and nothing else range(len(prompt.answers)))
