"""What a bot signs with the persons of its table: an early end (22.8), or to go on after all."""

import asyncio

from net.game.early_end import Outcome
from net.log.roster import DRACULAS_PEER
from net.peer.early_end_vote import Wish
from net.peer.effects import Conceded, EndProposed, ResumeTold, ResumeWished, Wished
from net.wire.table_setup import TableSetup


class Agreeable:
    """Follows the persons of a table: such an end takes every program, and a bot wants none.

    It wishes what all persons have wished whom that end takes, and nothing before them.
    """

    def __init__(self) -> None:
        self.wishes: asyncio.Queue[Wish | ResumeWished] = asyncio.Queue()
        self._persons: set[int] = set()
        self._is_hunter = False
        self._ending: set[int] = set()  # who wants to end without a winner
        self._conceding: set[int] = set()  # who gives up for the hunters

    def prepare(self, setup: TableSetup, ours: int | None) -> None:
        """Get to know who plays; `ours` is the bot's own number, perhaps in a person's place."""
        persons = {number for number, peer in enumerate(setup.peers) if not peer.is_bot}
        self._persons = persons - {ours}
        self._is_hunter = ours != DRACULAS_PEER

    def hear(self, told: Wished | ResumeTold) -> None:
        """Somebody has wished: whoever would go on is followed; to an end, the last it takes.

        To go back all may know what came since, so not on anybody's word: it takes evidence.
        """
        if isinstance(told, ResumeTold):
            wish = ResumeWished(told.index, told.about, told.is_without, needs_evidence=True)
            self.wishes.put_nowait(wish)
        else:
            self._hear_of_an_end(told)

    def _hear_of_an_end(self, wished: Wished) -> None:
        match wished.outcome:
            case Outcome.AGREED | Outcome.AGREED_AND_OPENED:
                said, needed = self._ending, self._persons
                wish: Wish = EndProposed(opens=wished.outcome == Outcome.AGREED_AND_OPENED)
            case Outcome.HUNTERS_CONCEDED if self._is_hunter:
                said, needed = self._conceding, self._persons - {DRACULAS_PEER}
                wish = Conceded()
            case _:
                return
        if wished.peer in needed:
            said.add(wished.peer)
            if said == needed:
                self.wishes.put_nowait(wish)
