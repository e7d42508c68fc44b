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
        raise BadSetup(f"the table speaks protocol {setup.protocol}, we speak {PROTOCOL_VERSION}")
    if setup.rules != RULES_VERSION:
        raise BadSetup(f"the table plays rules version {setup.rules}, we know {RULES_VERSION}")
    if setup.peers[DRACULAS_PEER].seats != (DRACULA,):
        raise BadSetup("the first peer holds Dracula, and nobody else's seat")
    if fault := keeping_fault(setup):
        raise BadSetup(f"the bots cannot be kept so: {fault}")
    if setup.recovery and len(setup.peers) < FEWEST_PEERS:
        raise BadSetup("with two players nobody can be replaced")
    edition = edition_of(setup.for_engine())
    if msgspec.structs.asdict(edition.switches) != setup.switches:
        raise BadSetup("the set-up does not say every switch")
    if tables_hash(edition) != setup.tables:
        raise BadSetup("the table plays with other cards or another map than ours")
    begin(setup.for_engine())
