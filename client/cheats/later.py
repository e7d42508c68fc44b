"""Cheats that need others to have done something first: ground made holy, a card to be opened."""

from collections.abc import Sequence
from typing import Any

from client.cheats.cheat import Cheat
from client.cheats.liar import Liar, Moment
from client.cheats.log import on_the_head
from client.cheats.table import Rules
from client.cheats.trail import (
    MOVE,
    POWERLESS,
    SEAL,
    claim_at,
    is_first_card,
    is_hidden_move,
    moved_to,
    near,
    sealed_as_another,
)
from engine.editions import edition
from engine.options import PickPlace, Play, Rest, Supply
from engine.requests import Conceal, Request, Sealed
from engine.shapes import Shape
from net.fairness.trail.placing import make_place
from net.log.entry import Entry

_PROOF, _OPENING = 3, 4

_HALLOWED = "strasbourg"  # most roads of all lead there
_ROUND_ABOUT = frozenset(edition("fourth").board.roads[_HALLOWED])


# Holy ground


def _hallows(request: Request[Any], answer: Any) -> bool:
    """Hunters look for the card that makes ground holy, and lay it where Dracula may be."""
    match answer:
        case Play(card="consecrated_ground"):
            return True
        case PickPlace(place=place):
            return place == _HALLOWED and getattr(request, "about", "") == "consecrated_ground.city"
        case _:
            return False


def _stays_near(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Sealed) and answer.value in _ROUND_ABOUT


def _supplies(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Supply)


def _closed_cities(moment: Moment) -> list[int]:
    """Where he could go from here if no ground were holy."""
    free = near(moment, claim_at(moment, consecrated=None, hosts={}))
    return sorted(free - near(moment, claim_at(moment)))


def _enters_holy_ground(liar: Liar) -> Sequence[Entry]:
    return [liar.says(moved_to(liar, _closed_cities(liar.moment)[0]))]


# A card that is opened


def _seals_and_opens(liar: Liar) -> Sequence[Entry]:
    """Plays on after a false seal; when asked for the next card, shows the last one instead."""
    table, peer = liar.table, liar.peer
    false = liar.says(sealed_as_another(liar))
    table.is_mute.discard(peer)
    table.deliver(false, liar.game.cast.peers)
    table.start()
    proceedings = table.referees[peer].proceedings
    table.run(lambda: proceedings.chain.index > false.index and _is_placing(proceedings.request))
    table.referees[peer].is_stopped = True  # its own program would not send what follows
    exchange: Any = proceedings.hearing.exchanges[0]
    trail = liar.vault().trail(exchange.trail.codes)
    shown = make_place(exchange.trail, trail, exchange.asked, Sealed(Shape(no_card=True), ""))
    return [on_the_head(liar, shown, 0)]


def _is_placing(request: Request[Any] | None) -> bool:
    return isinstance(request, Conceal) and request.allows is not None


def _rests(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Rest)


# Hunters stay where they are: nobody asks about the card before it is shown.
_RESTFUL = POWERLESS._replace(requests=40, habits=(_rests,))

LATER_CHEATS = (
    Cheat("holy-ground", MOVE, "goes into a city that is closed to him", _PROOF,
          lambda moment: is_hidden_move(moment) and bool(_closed_cities(moment)),
          _enters_holy_ground, rules=Rules(2, habits=(_hallows, _stays_near, _supplies))),
    Cheat("seal-and-twin-opened", SEAL, "seals another card than it proves, and opens it", _OPENING,
          is_first_card, _seals_and_opens, rules=_RESTFUL),
)  # fmt: skip
