"""Makes and judges the one value that a table signs: what is played, by whom, with what (22.10).

The value itself and its bytes are `net/wire/table_setup.py`; here it meets the rules this program
has. Two programs agree on a game exactly if they agree on these bytes.
"""

from collections.abc import Sequence

import msgspec

from engine.canonical import encode
from engine.edition import Edition
from engine.errors import BadSetup
from engine.ids import DRACULA
from engine.record import RULES_VERSION, Setup, begin, edition_of
from net.crypto.hashing import blake, frame
from net.fairness.codes import card_codes, place_codes
from net.keeping import keeping_fault
from net.recovery.dealing import FEWEST_PEERS
from net.roster import DRACULAS_PEER
from net.wire.table_setup import PROTOCOL_VERSION, SeatedPeer, TableSetup


def tables_hash(edition: Edition) -> bytes:
    """One name for everything printed that a game depends on, and the codes cards have on the wire.

    The label keeps it apart from the other use of this personalisation, which hashes a map.
    """
    tables = (
        edition.board,
        edition.characters,
        edition.cards,
        edition.tickets,
        edition.numbers,
        edition.moments,
        edition.banner_cards,
        card_codes(edition),
        place_codes(edition),
    )
    return blake(b"FOD1-setup", frame(b"tables", encode(tables)))


def make_setup(rules: Setup, peers: Sequence[SeatedPeer]) -> TableSetup:
    """The set-up of a table that plays these rules, every switch said; options can be changed."""
    edition = edition_of(rules)
    return TableSetup(
        protocol=PROTOCOL_VERSION,
        rules=rules.rules,
        edition=rules.edition,
        switches=msgspec.structs.asdict(edition.switches),
        tables=tables_hash(edition),
        peers=tuple(peers),
    )


def check_setup(setup: TableSetup) -> None:
    """Refuse, as BadSetup with the reason for both screens, what this program cannot play."""
    if setup.protocol != PROTOCOL_VERSION:
        raise _refused(f"other-protocol.{setup.protocol}")
    if setup.rules != RULES_VERSION:
        raise _refused(f"other-rules.{setup.rules}")
    if setup.peers[DRACULAS_PEER].seats != (DRACULA,):
        raise _refused("no-dracula")
    if fault := keeping_fault(setup):
        raise _refused(fault)
    if setup.recovery and len(setup.peers) < FEWEST_PEERS:
        raise _refused("two-cannot-recover")
    edition = edition_of(setup.for_engine())
    if msgspec.structs.asdict(edition.switches) != setup.switches:
        raise _refused("not-every-switch")
    if tables_hash(edition) != setup.tables:
        raise _refused("other-cards-or-map")
    begin(setup.for_engine())


def _refused(reason: str) -> BadSetup:
    """Why a set-up cannot be played, as an id."""
    return BadSetup("bad-set-up", reason=reason)
