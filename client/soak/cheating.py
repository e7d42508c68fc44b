"""The cheats of the catalogue, told by the liar of a simulated table at the first moment that fits.

A cheat looks at the game as it stands just before an entry of the liar's. The liar's own referee is
past that when the entry leaves, so a second one follows the same entries, one entry late.
"""

from collections.abc import Sequence

from client.cheats.cards import CARD_CHEATS
from client.cheats.cheat import Cheat, Noticed
from client.cheats.liar import Liar, Moment
from client.cheats.table import Cast, CheatTable, PlayedGame, Rules
from client.cheats.trail import TRAIL_CHEATS
from client.soak.chance import entropy_from
from net.crypto.transcript import Verifier
from net.game.replica import Replica
from net.log.chain import Chain
from net.log.entry import Entry

# Cheats with cards and the trail that need no rules of their own and that everybody sees by itself;
# those with the log play on at a table of their own, and have their likes in `lies.py`.
CHEATS: dict[str, Cheat] = {
    f"cheat {cheat.name}": cheat
    for cheat in (*CARD_CHEATS, *TRAIL_CHEATS)
    if cheat.noticed is Noticed.AT_ONCE and cheat.rules == Rules()
}


class Cheating:
    """One cheat at one table; it is tried once."""

    def __init__(self, cheat: Cheat, cast: Cast, seed: str) -> None:
        self._cheat = cheat
        self._cast = cast
        self._seed = seed
        # Whatever the liar took was judged by its own referee.
        verifier = Verifier(
            cast.group, entropy_from(f"{seed}/shadow"), lambda _check, _arguments: None
        )
        self._shadow = Replica(cast.setup, verifier)
        self._followed: set[bytes] = set()

    def attempt(self, chain: Chain, entry: Entry) -> Sequence[Entry]:
        """What is sent in place of an entry; nothing if the cheat does not fit here."""
        if not self._follow(chain, entry):
            return []
        before = [each.to_bytes() for each in _before(chain, entry)]
        body = self._shadow.decode(entry)
        moment = Moment(len(before), entry, body, self._shadow, self._cast)
        if not self._cheat.fits(moment):
            return []
        game = PlayedGame(self._cast, self._seed, (*before, entry.to_bytes()))
        table = CheatTable(self._cast, f"{self._seed}/cheat", before)
        return self._cheat.tells(Liar(game, len(before), table))

    def _follow(self, chain: Chain, entry: Entry) -> bool:
        """Bring the second referee to the moment; it may be past it, if an entry is sent again."""
        if entry.index < self._shadow.chain.index:
            return False
        for each in _before(chain, entry, self._shadow.chain.index):
            if each.hash not in self._followed:
                self._followed.add(each.hash)
                self._shadow.take(each)
        return self._shadow.chain.index == entry.index


def _before(chain: Chain, entry: Entry, first: int = 0) -> list[Entry]:
    """The entries before one, in the order of the file, from a request on."""
    whole = [each for index in range(first, entry.index) for each in chain.entries(index)]
    return [*whole, *(each for each in chain.entries(entry.index) if each.part < entry.part)]
