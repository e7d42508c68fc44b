"""What an onlooker is told about who is away."""

from types import SimpleNamespace
from typing import Any

import pytest

from client.worker.lan.onlooking import PublicEyes
from client.worker.values import PeersSeen, Report
from engine.ids import DRACULA, HUNTERS

ANA, BEN = b"ana", b"ben"


class Eva:
    """Looks on at a game of two; time passes when it is told to."""

    def __init__(self) -> None:
        self._told: list[Report] = []
        self.now = 0.0
        self._eyes = PublicEyes(self._told.append, lambda: self.now)
        self._eyes._is_opened = True
        self._signed: dict[int, tuple[int, ...]] = {}  # by request: which peers have
        self.owing: tuple[int, ...] = (0,)
        self.index = 5

    def signs(self, peer: int) -> None:
        """A player answers what the game waits for, which then waits for something else."""
        self._signed[self.index] = (peer,)
        self.index += 1

    def away(self, *linked: bytes) -> list[str]:
        """Who is shown as away while there are channels to these."""

        def entries(at: int) -> list[Any]:
            return [SimpleNamespace(peer=peer) for peer in self._signed.get(at, ())]

        chain = SimpleNamespace(index=self.index, entries=entries, everything=lambda: ())
        peers = (
            SimpleNamespace(name="Ana", seats=(DRACULA,)),
            SimpleNamespace(name="Ben", seats=HUNTERS),
        )
        proceedings = SimpleNamespace(
            chain=chain,
            setup=SimpleNamespace(peers=peers),
            roster=SimpleNamespace(identities=[ANA, BEN]),
            unheard=self.owing,
        )
        gossip = SimpleNamespace(heads={})
        onlooker: Any = SimpleNamespace(proceedings=proceedings, gossip=gossip)
        self._eyes.looked(onlooker, linked)
        seen = self._told[-1]
        assert isinstance(seen, PeersSeen)
        return [peer.name for peer in seen.peers if not peer.is_linked]


@pytest.fixture
def eva() -> Eva:
    return Eva()


def test_a_player_that_drops_is_away_until_it_is_back_whomever_the_game_waits_for(
    eva: Eva,
) -> None:
    assert eva.away(ANA, BEN) == []
    assert eva.away(ANA) == ["Ben"]
    eva.signs(0)
    assert eva.away(ANA) == ["Ben"]
    assert eva.away(ANA, BEN) == []


def test_what_was_said_before_the_channel_was_lost_is_no_sign_of_life(eva: Eva) -> None:
    eva.away(ANA, BEN)
    eva.signs(1)
    eva.signs(1)  # both before we looked again
    assert eva.away(ANA) == ["Ben"]
    assert eva.away(ANA) == ["Ben"]


def test_whoever_plays_on_with_the_others_is_not_away(eva: Eva) -> None:
    eva.away(ANA, BEN)
    assert eva.away(ANA) == ["Ben"]
    eva.signs(0)
    eva.signs(1)
    assert eva.away(ANA) == []


def test_whoever_never_had_a_channel_to_us_is_away_when_the_game_waits_for_it(eva: Eva) -> None:
    assert eva.away(ANA) == []
    eva.owing = (1,)
    eva.now = 60.0
    assert eva.away(ANA) == ["Ben"]


def test_nobody_has_gone_only_because_their_channel_to_us_is_not_open_yet(eva: Eva) -> None:
    eva.owing = (1,)
    assert eva.away(ANA) == []
    eva.now = 2.0
    assert eva.away(ANA) == []
    assert eva.away(ANA, BEN) == []
