"""Makes and checks the set-up of a table: the one value that all peers sign (22.10).

1. Seating: the same wishes in the same order always give the same seats, so the proposer has no
   other power.
2. Bots: a bot sees what its seats see, and its keeper could read that. So a hunter's bot is not
   kept by Dracula's player, nor Dracula's bot by a hunter's player, unless all have signed a set-up
   that allows it. A bot whose program no player runs is its own keeper.
3. The set-up itself: its bytes are defined in `net/wire/table_setup.py`; here it is compared with
   the rules of this program. Two programs agree on a game exactly if they agree on these bytes.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from engine.canonical import encode
from engine.edition import Edition
from engine.errors import BadSetup, BorgoError
from engine.ids import DRACULA, SEATS, Seat
from engine.record import Setup, begin, edition_of, every_switch
from engine.versions import FURY, PROTOCOL, RULES
from net.crypto.hashing import blake, frame
from net.fairness.cards.codes import card_codes, place_codes
from net.lobby.events import Ourselves, Terms
from net.lobby.refusals import ProgramNumbers, number_fault
from net.log.roster import DRACULAS_PEER
from net.replacement.key_shares import FEWEST_PEERS
from net.wire.table_setup import SeatedPeer, TableSetup


class Guest(Struct, frozen=True):
    """A guest at the table: name, own random bytes, wishes, and the keeper if it is a bot."""

    name: str
    random: bytes
    seats: tuple[Seat, ...] = ()
    kept_by: bytes | None = None


def seated(guests: Mapping[bytes, Guest]) -> tuple[SeatedPeer, ...]:
    """The guests with a seat, in peer order. A seat goes to the first guest that asked for it.

    Dracula's player has no second seat; a guest that asks for a taken seat waits without one. A bot
    has a seat only while its keeper has.
    """
    free = list(SEATS)
    found: dict[bytes, tuple[Seat, ...]] = {}
    for identity, guest in guests.items():
        wanted = [seat for seat in free if seat in guest.seats]
        seats = (DRACULA,) if DRACULA in wanted else tuple(wanted)
        if seats:
            free = [seat for seat in free if seat not in seats]
            found[identity] = seats
    persons = [each for each in found if guests[each].kept_by is None]
    kept = [each for each in found if guests[each].kept_by in (None, each, *persons)]
    order = sorted(kept, key=lambda identity: SEATS.index(found[identity][0]))
    return tuple(_seat(guests[each], each, found[each], order) for each in order)


def _seat(guest: Guest, identity: bytes, seats: tuple[Seat, ...], order: list[bytes]) -> SeatedPeer:
    keeper = None if guest.kept_by is None else order.index(guest.kept_by)
    return SeatedPeer(
        identity, guest.name, seats, guest.random, is_bot=keeper is not None, kept_by=keeper
    )


def proposal(terms: Terms, guests: Mapping[bytes, Guest]) -> TableSetup | None:
    """The set-up as it stands; None while fewer than two guests have a seat."""
    peers = seated(guests)
    if len(peers) < 2:
        return None
    rules = Setup(terms.edition, terms.switches, tuple(peer.seats for peer in peers))
    options = msgspec.structs.asdict(terms)
    del options["edition"], options["switches"]
    return msgspec.structs.replace(make_setup(rules, peers), **options)


# --- Whether we can play a set-up, and whose bots may sit where ---


def terms_of(setup: TableSetup) -> Terms:
    """What is played, as terms for the next proposer."""
    return Terms(**{name: getattr(setup, name) for name in Terms.__struct_fields__})


def mismatch(setup: TableSetup, *, has_begun: bool = False) -> str | None:
    """Why this program can never play at such a table, as an id; None if it can.

    A game that has begun can also be followed if its numbers are older.
    """
    numbers = ProgramNumbers(setup.protocol, setup.rules)
    if (fault := number_fault(numbers, has_begun=has_begun)) is not None:
        return fault
    try:
        edition = edition_of(setup.for_engine())
    except BorgoError:
        return "unknown-rule-set"
    if tables_hash(edition) != setup.tables:
        return "other-cards-or-map"
    return "not-every-switch" if every_switch(setup.for_engine()) != setup.switches else None


def lacking(setup: TableSetup) -> str | None:
    """Why a set-up that fits this program cannot begin yet, as an id; None if it can."""
    if setup.peers[0].seats != (DRACULA,):
        return "no-dracula"
    if fault := keeping_fault(setup):
        return fault
    try:
        check_setup(setup)
    except BadSetup as wrong:
        if wrong.id == "setup-one-each":
            return "one-hunter-each"
        taken = {seat for peer in setup.peers for seat in peer.seats}
        return "unplayable" if taken == set(SEATS) else "seats-free"
    return None


def misstated(setup: TableSetup, ourselves: Ourselves, us: Guest) -> str | None:
    """Why a set-up differs from what we said of ourselves, as an id; it may only be out of date."""
    keys = [peer.identity for peer in setup.peers]
    key = ourselves.identity.public_key
    if key not in keys:
        return "no-seat"
    peer = setup.peers[keys.index(key)]
    keeper = None if peer.kept_by is None else keys[peer.kept_by]
    said = (peer.name, peer.random, keeper)
    if said != (us.name, us.random, us.kept_by) or not set(peer.seats) <= set(us.seats):
        return "misstated"
    is_strange = keeps_strangers(setup, keys.index(key), ourselves.keeps)
    return "not-our-bot" if is_strange else None


def keeping_fault(setup: TableSetup) -> str | None:
    """Why the bots of a set-up may not be kept as it says, as an id; None if they may."""
    for number, peer in enumerate(setup.peers):
        keeper = peer.kept_by
        if keeper is None or keeper == number:
            continue
        if setup.peers[keeper].is_bot:
            return "bot-keeps-bot"
        if DRACULAS_PEER in (number, keeper) and not setup.bots_across:
            return "bot-across"
    return None


def keeps_strangers(setup: TableSetup, ours: int, bots: frozenset[bytes]) -> bool:
    """Whether a set-up says that a peer keeps bots that are not its own."""
    return any(
        peer.kept_by == ours and number != ours and peer.identity not in bots
        for number, peer in enumerate(setup.peers)
    )


# --- Making and checking the signed value ---


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

    Whether a new game may have these numbers is decided by `mismatch`.
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
