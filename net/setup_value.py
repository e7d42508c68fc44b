"""Makes and judges the one value that a table signs: what is played, by whom, with what (22.10).

The value itself and its bytes are `net/wire/table_setup.py`; here it meets the rules this program
has. Two programs agree on a game exactly if they agree on these bytes.
"""

from collections.abc import Sequence

from engine.canonical import encode
from engine.edition import Edition
from engine.errors import BadSetup
from engine.ids import DRACULA
from engine.record import Setup, begin, edition_of, every_switch
from engine.versions import FURY, PROTOCOL, RULES
from net.crypto.hashing import blake, frame
from net.fairness.codes import card_codes, place_codes
from net.keeping import keeping_fault
from net.recovery.dealing import FEWEST_PEERS
from net.roster import DRACULAS_PEER
from net.wire.table_setup import SeatedPeer, TableSetup


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
        protocol=PROTOCOL.newest,
        rules=rules.rules,
        edition=rules.edition,
        switches=every_switch(rules),
        tables=tables_hash(edition),
        peers=tuple(peers),
    )


def check_setup(setup: TableSetup) -> None:
    """Refuse, as BadSetup with the reason for both screens, what this program cannot play.

    Whether a new game may be of these numbers is for `net/seating.py`.
    """
    PROTOCOL.check(setup.protocol)
    RULES[FURY].check(setup.rules)
    if setup.protocol not in PROTOCOL.known or setup.rules not in RULES[FURY].known:
        raise _refused("no-such-numbers")
    if setup.peers[DRACULAS_PEER].seats != (DRACULA,):
        raise _refused("no-dracula")
    if fault := keeping_fault(setup):
        raise _refused(fault)
    if setup.recovery and len(setup.peers) < FEWEST_PEERS:
        raise _refused("two-cannot-recover")
    edition = edition_of(setup.for_engine())
    if every_switch(setup.for_engine()) != setup.switches:
        raise _refused("not-every-switch")
    if tables_hash(edition) != setup.tables:
        raise _refused("other-cards-or-map")
    begin(setup.for_engine())


def _refused(reason: str) -> BadSetup:
    """Why a set-up cannot be played, as an id."""
    return BadSetup("bad-set-up", reason=reason)
