"""A backup that the others keep: its words shown once, and a game gone on with from them (K-5)."""

import argparse
import asyncio
import os
from pathlib import Path

from client.player_files import asked, open_player
from client.spoken import spoken
from client.table_routes import way_in
from engine.errors import BorgoError
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import GATHERED, Gathered, GatherNode, keep_restored, opened
from net.edge.storing.private_files import IDENTITY_FILE, keep_identity
from net.edge.storing.store import Store
from net.wire.table_setup import TableSetup


def check_backup(arguments: argparse.Namespace) -> None:
    """Refuse what could not work before anybody is kept waiting."""
    is_on_the_way = arguments.find is not None or arguments.join is not None
    is_elsewhere = arguments.open is not None or arguments.back is not None
    if arguments.restore and (is_elsewhere or not is_on_the_way):
        raise BorgoError("restore-way")
    if arguments.backup and (arguments.restore or arguments.back is not None):
        raise BorgoError("backup-too-late")
    if arguments.backup and arguments.open is not None and arguments.onlookers == 0:
        raise BorgoError("backup-onlookers")


def backup_in_words(phrase: str, setup: TableSetup) -> str:
    """The words of a backup, said when the game begins; or that there is none.

    Whoever goes on from one comes as an onlooker: whether that can be, the opener has said.
    """
    return spoken().say(
        "typed.backup-made" if setup.onlookers else "typed.backup-none", phrase=phrase
    )


def restore(arguments: argparse.Namespace, home: Path) -> tuple[Identity, Store]:
    """Gather the game from the others, open the backup with the words, and keep both here."""
    words = asked(spoken().say("typed.backup") + " ")
    gathered = _gathered(arguments)
    backup = opened(words, gathered)
    keep_identity(home / IDENTITY_FILE, backup.identity_secret)
    identity, store = open_player(home)
    keep_restored(store, gathered, backup)
    return identity, store


def _gathered(arguments: argparse.Namespace) -> Gathered:
    node = GatherNode(Verifier(SodiumGroup(), os.urandom))
    gathered = asyncio.run(node.gather(way_in(arguments), arguments.interface))
    if gathered.watched.reason != GATHERED:
        raise BorgoError("restore-failed", reason=gathered.watched.reason)
    return gathered
