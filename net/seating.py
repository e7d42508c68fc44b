"""Who sits where, from what everybody would like; and whether a set-up can be played by us.

The one who proposes has no other power: the same wishes in the same order give the same seats.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from engine.errors import BadSetup, BorgoError
from engine.ids import DRACULA, SEATS, Seat
from engine.record import RULES_VERSION, Setup, edition_of
from net.lobby_events import Terms
from net.setup_value import check_setup, make_setup, tables_hash
from net.wire.table_setup import PROTOCOL_VERSION, SeatedPeer, TableSetup


class Guest(Struct, frozen=True):
    """Somebody at the table: the name on the screen, own random bytes, and wishes."""

    name: str
    random: bytes
    seats: tuple[Seat, ...] = ()


def seated(guests: Mapping[bytes, Guest]) -> tuple[SeatedPeer, ...]:
    """The guests with a seat, in peer order. A seat is theirs who came first and asked for it.

    Dracula's player has no second seat; whoever asks for a taken one waits without.
    """
    free = list(SEATS)
    found: list[SeatedPeer] = []
    for identity, guest in guests.items():
        wanted = [seat for seat in free if seat in guest.seats]
        seats = (DRACULA,) if DRACULA in wanted else tuple(wanted)
        if seats:
            free = [seat for seat in free if seat not in seats]
            found.append(SeatedPeer(identity, guest.name, seats, guest.random))
    return tuple(sorted(found, key=lambda peer: SEATS.index(peer.seats[0])))


def proposal(terms: Terms, guests: Mapping[bytes, Guest]) -> TableSetup | None:
    """The set-up as it stands; None while there are not two with a seat."""
    peers = seated(guests)
    if len(peers) < 2:
        return None
    rules = Setup(terms.edition, terms.switches, tuple(peer.seats for peer in peers))
    setup = make_setup(rules, peers)
    return msgspec.structs.replace(setup, delay_ms=terms.delay_ms, audit=terms.audit)


def terms_of(setup: TableSetup) -> Terms:
    """What is played, for whoever has to propose next."""
    return Terms(setup.edition, dict(setup.switches), setup.delay_ms, setup.audit)


def mismatch(setup: TableSetup) -> str | None:
    """Why this program can never play such a table, as an id for both screens; None if it can."""
    if setup.protocol != PROTOCOL_VERSION:
        return f"other-protocol.{setup.protocol}"
    if setup.rules != RULES_VERSION:
        return f"other-rules.{setup.rules}"
    try:
        edition = edition_of(setup.for_engine())
    except BorgoError:
        return "unknown-rule-set"
    if tables_hash(edition) != setup.tables:
        return "other-cards-or-map"
    return (
        "not-every-switch" if msgspec.structs.asdict(edition.switches) != setup.switches else None
    )


def lacking(setup: TableSetup) -> str | None:
    """Why a set-up that fits this program cannot begin yet, as an id; None if it can."""
    if setup.peers[0].seats != (DRACULA,):
        return "no-dracula"
    if setup.recovery:
        return "no-recovery-here"
    try:
        check_setup(setup)
    except BadSetup:
        return "seats-free"
    return None


def misstated(setup: TableSetup, identity: bytes, us: Guest) -> str | None:
    """Why a set-up does not say of us what we said; it may only be older than that."""
    for peer in setup.peers:
        if peer.identity == identity:
            is_ours = (peer.name, peer.random) == (us.name, us.random)
            return None if is_ours and set(peer.seats) <= set(us.seats) else "misstated"
    return "no-seat"
