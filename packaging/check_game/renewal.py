"""A fresh order for what nobody has seen, before a request is asked again ("Going on …").

After RESUMEs all mix every deck anew; if some events among those have a back that everybody has
seen, all backs of the mixed events are opened, and those whose backs are to be hidden mixed again.
"""

from collections.abc import Collection, Mapping, Sequence

from cards import BACK, Cards
from layouts import Body
from ledger import EVENT
from record import Request
from tally import Tally

SINCE = 2  # the protocol that has it
FEWEST = 2  # there is nothing to mix in one card

ALL, BACKS, REST = "ALL", "BACKS", "REST"


class Renewal:
    """Where a game is in it, if it is."""

    def __init__(self, cards: Cards, tally: Tally) -> None:
        self._cards = cards
        self._tally = tally
        self._step = ""
        self._piles: dict[int, list[int]] = {}
        self._backs: dict[int, int] = {}  # of the events whose backs everybody has seen

    @property
    def is_on(self) -> bool:
        """Whether the rules do not ask yet."""
        return bool(self._step)

    def begin(self) -> None:
        """All have gone back: to a request of the rules, or within this."""
        if not self.is_on:
            backs = {each: self._cards.card(each).back for each in self._cards.unseen(EVENT)}
            self._backs = {handle: back for handle, back in backs.items() if back is not None}
        found = {deck: self._cards.unseen(deck) for deck in range(EVENT, 6)}
        self._piles = {deck: handles for deck, handles in found.items() if len(handles) >= FEWEST}
        self._step = ALL if self._piles else ""

    def piles(self) -> Mapping[int, Sequence[int]]:
        """What is mixed in the pending request, by deck."""
        return self._piles if self._step in (ALL, REST) else {}

    def judge(self, request: Request, without: Collection[int]) -> None:
        """Whether a request of it has what it must have: every deck by all, one after the other."""
        said = [(each.name, each.peer, each.body) for each in request.answers.values()]
        peers = range(len(self._cards.keys))
        if self._step == BACKS:
            names = [("SHARES", peer) for peer in peers]
            about = [BACK, *self._piles[EVENT]] * len(peers)
        else:
            shufflers = [peer for peer in peers if peer not in without]
            names = [("SHUFFLE", peer) for _ in self._piles for peer in shufflers]
            about = [deck for deck in self._piles for _ in shufflers]
        fits = [(name, peer) for name, peer, _ in said] == names
        if fits and all(body for _, _, body in said):
            found = [number for name, _, body in said for number in _about(name, body)]
            fits = found == about
        where = f"request {request.index}"
        self._tally.demand("decks in a fresh order", where, fits, "not every deck by all, in turn")

    def settled(self) -> None:
        """The request has its answers: what comes next."""
        events = self._piles.get(EVENT, [])
        if self._step == ALL and events and self._backs:
            self._step = BACKS
            return
        hidden = self._match(events) if self._step == BACKS else []
        self._piles = {EVENT: hidden}
        self._step = REST if len(hidden) >= FEWEST else ""

    def _match(self, handles: Sequence[int]) -> list[int]:
        """Every event whose back was seen is a card with that back; the others are hidden again."""
        cards = [self._cards.card(handle) for handle in handles]
        for handle, back in self._backs.items():
            found = next((card for card in cards if card.back == back), None)
            where = f"card {handle}"
            if self._tally.demand("backs that stay", where, found, "no card with that back"):
                assert found is not None
                cards.remove(found)
                self._cards.cards[handle] = found
        hidden = [handle for handle in handles if handle not in self._backs]
        for handle, card in zip(hidden, cards, strict=False):
            self._cards.cards[handle] = card._replace(back=None)
        return hidden


def _about(name: str, body: Body) -> list[int]:
    """What a SHUFFLE or SHARES is about: its deck, or its purpose and cards."""
    if name == "SHUFFLE":
        return [body.deck]
    return [body.purpose, *(each.handle for each in body.shares)]
