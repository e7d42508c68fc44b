"""A sealed backup of the player's place, for the others to keep while the game runs (K-5)."""

import asyncio
import os
from collections.abc import Callable

from client.worker.table_values import SeatBackedUp, TableNotice
from client.worker.values import Report
from net.edge.coming_back.backup import about_game, new_backup, seal_backup
from net.edge.playing import Playing
from net.log.chain import FIRST_EPOCH
from net.peer.effects import BackupMade
from net.wire.bodies import Backup


def can_back_up(playing: Playing) -> bool:
    """Once a game, and only where whoever goes on from it could come as an onlooker."""
    begin, chain = playing.begin, playing.referee.proceedings.chain
    notes = (note for index in range(chain.index + 1) for note in chain.beside(index))
    has_one = any(note.kind == Backup.kind and note.peer == begin.peer for note in notes)
    # A backup is known again by the set-up, which does not name who took a place over.
    is_first = playing.referee.player.since == FIRST_EPOCH
    return begin.setup.onlookers > 0 and is_first and not has_one


async def back_up(playing: Playing, tell: Callable[[Report], None]) -> None:
    """Make the words, which takes half a second, and let the others keep what they seal."""
    words, key = await asyncio.to_thread(new_backup, os.urandom)
    if not can_back_up(playing):
        tell(TableNotice("backup.none"))
        return
    player = playing.referee.player
    about = about_game(playing.begin.setup)
    playing.handle(BackupMade(seal_backup(key, player.identity, player.seed, about, os.urandom)))
    tell(SeatBackedUp(words))
