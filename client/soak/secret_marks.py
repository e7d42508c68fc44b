"""What a player's secrets look like wherever they might turn up: in memory, in a file, on a wire.

1. All of them follow from the seed and the log (K-2). They are read from a player's own folder, the
   store copied first: the program that has it open lets nobody else in.
2. What was opened in the game is no secret any more, and whoever has opened the seeds has none.
"""

import os
import shutil
import sqlite3
import struct
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from net.crypto.group import Group
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import Returning, unfinished
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    load_or_make_identity,
    load_or_make_store_key,
)
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.fairness.cards.codes import choice_number
from net.fairness.trail.trail_vault import PeerVault, vault_from_start
from net.game.replica import Replica
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER, Player
from net.wire.bodies import AuditOpened, TrailOpened

_SCALAR = 32  # bytes
AS_IT_IS, AS_DIGITS, AS_NUMBER = range(3)  # the forms in which each is looked for


class Secret(NamedTuple):
    """Whose it is, what it is, and the bytes that would show it."""

    owner: int
    name: str
    forms: tuple[bytes, ...]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Kept(NamedTuple):
    """What lies in the folder of a player whose game is not over."""

    identity: Identity
    returning: Returning
    entries: list[bytes]
    sealed: list[bytes]  # what the store keeps sealed, opened: only its own secrets belong there

    @property
    def is_opened(self) -> bool:
        """Whether somebody has opened a seed."""
        return any(decode_entry(each).kind == AuditOpened.kind for each in self.entries)


def of_bytes(owner: int, name: str, value: bytes) -> Secret:
    """As it is, in hexadecimal digits, and as the number that the interpreter might make of it."""
    number = int.from_bytes(value, "little")
    return Secret(owner, name, (value, value.hex().encode(), digits(number)))


def of_number(owner: int, name: str, value: int) -> Secret:
    """As the interpreter keeps it, as it travels, and that in hexadecimal digits."""
    return of_bytes(owner, name, value.to_bytes(_SCALAR, "little"))


def digits(number: int) -> bytes:
    """The digits of a number as an object of the interpreter holds them."""
    bits, size = sys.int_info.bits_per_digit, sys.int_info.sizeof_digit
    code = {2: "H", 4: "I"}[size]
    found = []
    while number:
        found.append(number & (1 << bits) - 1)
        number >>= bits
    return struct.pack(f"={len(found)}{code}", *found)


def found_in(content: bytes, secrets: Iterable[Secret]) -> list[str]:
    """The secrets that are there, in any form."""
    return [
        f"{each.name} of peer {each.owner}"
        for each in secrets
        if any(form in content for form in each.forms)
    ]


def kept_in(home: Path) -> Kept | None:
    """What a player has kept of a game that goes on; None if none has begun."""
    if not (home / STORE_FILE).exists():
        return None
    identity = load_or_make_identity(home / IDENTITY_FILE)
    key = load_or_make_store_key(home / KEY_FILE)
    with tempfile.TemporaryDirectory() as folder:
        for path in home.glob(f"{STORE_FILE}*"):
            shutil.copy(path, folder)
        copy = Path(folder) / STORE_FILE
        with closing(sqlite3.connect(copy)) as base:
            names = base.execute("SELECT game, name FROM secrets").fetchall()
        with closing(Store(copy, key)) as store:
            waiting = unfinished(store, identity.public_key)
            if not waiting:
                return None
            sealed = [store.secret(*each) or b"" for each in names]
            returning = waiting[0].returning
            game = setup_hash(returning.begin.signed.setup)
            return Kept(identity, returning, store.entries(game), sealed)


def secrets_of(kept: Kept, group: Group) -> Iterator[Secret]:
    """The seed, the key that signs, the keys of the game, and what opens what nobody has opened."""
    peer, seed = kept.returning.begin.peer, kept.returning.seed
    yield of_bytes(peer, "the seed", seed)
    yield of_bytes(peer, "the signing key", kept.identity.secret())
    proceedings = _followed(kept, group)
    if proceedings.locks is None:
        return
    player = Player(peer, kept.identity, seed)
    vault = vault_from_start(player, proceedings.chain.game_id, proceedings.verifier)
    keys = vault.game
    yield of_number(peer, "the key of cards", keys.identity)
    yield of_number(peer, "the key of backs", keys.back)
    yield of_number(peer, "the key of lots", keys.coin)
    yield of_bytes(peer, "the key of boxes", keys.box)
    yield of_bytes(peer, "the key of nonces", keys.nonce_key)
    if peer == DRACULAS_PEER:
        yield from _of_trail(proceedings, vault, _opened(proceedings, kept.entries))
    yield from _of_choices(proceedings, vault)


def _followed(kept: Kept, group: Group) -> Replica:
    """The game so far; its proofs were checked by whoever played it."""
    verifier = Verifier(group, os.urandom, lambda _check, _arguments: None)
    proceedings = Replica(kept.returning.begin.setup, verifier)
    for encoded in kept.entries:
        proceedings.take(proceedings.read(encoded))
    return proceedings


def _opened(proceedings: Replica, entries: Iterable[bytes]) -> set[int]:
    """The cards of the trail that everybody has seen opened, by their numbers."""
    read = (decode_entry(each) for each in entries)
    bodies = (proceedings.decode(each) for each in read if each.kind == TrailOpened.kind)
    return {
        opening.slot
        for body in bodies
        if isinstance(body, TrailOpened)
        for opening in body.openings
    }


def _of_trail(proceedings: Replica, vault: PeerVault, opened: set[int]) -> Iterator[Secret]:
    """What opens the cards that were laid face down, and where Dracula was with each."""
    assert proceedings.locks is not None
    ledger, peer = proceedings.locks.trail, vault.peer
    trail = vault.trail(ledger.codes)
    for laid in ledger.laid.values():
        if laid.number not in opened:
            yield of_bytes(peer, f"the nonce of card {laid.number}", trail.opening(laid).nonce)
            blinding = trail.card(laid).opening.blinding
            yield of_number(peer, f"the blinding of card {laid.number}", blinding)
            if laid.location != laid.sealed.twin:
                place = trail.location(laid).opening.blinding
                yield of_number(peer, f"the blinding of the place of card {laid.number}", place)


def _of_choices(proceedings: Replica, vault: PeerVault) -> Iterator[Secret]:
    """What opens the choices of fights that nobody has opened yet."""
    ledger = proceedings.ledger
    assert ledger is not None
    for slot, sealed in ledger.choices.items():
        value = vault.choice(ledger, sealed) if sealed.peer == vault.peer else None
        if value is not None:
            number = choice_number(ledger.codes, sealed.choices, value)
            salt = vault.secrets.choice_salt(sealed.context, number)
            yield of_bytes(vault.peer, f"the salt of the choice {slot}", salt)
