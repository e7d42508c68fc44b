"""The table before the game as the window shows it: who is there, and what is agreed."""

from client.worker.table_values import Guest, TableNotice, TableSeen, Terms
from engine.ids import Seat
from net.edge.people.notices import Acquaintance, KnownGuest
from net.edge.people.shown_names import spoken_key
from net.lobby.events import GuestShown, ShowTable
from net.wire.table_setup import SeatedPeer, TableSetup


def met(who: KnownGuest) -> TableNotice:
    """Somebody came; with the name the key had before, or the words the name had before."""
    is_renamed = who.is_what is Acquaintance.RENAMED
    before = [each.name if is_renamed else spoken_key(each.identity) for each in who.before]
    return TableNotice(f"met.{who.is_what.name.lower()}", who.name, ", ".join(before))


def table_seen(shown: ShowTable) -> TableSeen:
    """The table before the game as the window shows it."""
    setup = shown.setup
    seated = {} if setup is None else {peer.identity: peer for peer in setup.peers}
    ready = set() if setup is None else {setup.peers[number].identity for number in shown.ready}
    keepers = {
        peer.identity: setup.peers[peer.kept_by].name
        for peer in (() if setup is None else setup.peers)
        if setup is not None and peer.kept_by is not None
    }
    guests = tuple(
        Guest(
            guest.name,
            _seats(guest, seated, is_agreed=setup is not None),
            spoken_key(guest.identity),
            guest.identity,
            guest.identity in ready,
            guest.is_bot,
            guest.watches,
            guest.is_distrusted,
            keepers.get(guest.identity, ""),
        )
        for guest in shown.guests
    )
    terms = None if setup is None else _agreed(setup)
    edition = "" if setup is None else setup.edition
    switches = {} if setup is None else dict(setup.switches)
    hashed, lacking = shown.setup_hash, shown.lacking
    return TableSeen(guests, edition, switches, hashed, lacking, shown.proposes, terms)


def _seats(
    guest: GuestShown, seated: dict[bytes, SeatedPeer], *, is_agreed: bool
) -> tuple[Seat, ...]:
    """Where somebody sits; until two have a seat, where each would like to."""
    if guest.identity in seated:
        return seated[guest.identity].seats
    return () if is_agreed else guest.wish


def _agreed(setup: TableSetup) -> Terms:
    return Terms(
        setup.edition,
        dict(setup.switches),
        audit=setup.audit,
        onlookers=setup.onlookers,
        clock_s=setup.clock_s,
        recovery=setup.recovery,
        bots_across=setup.bots_across,
        aid=setup.aid,
        delay_ms=setup.delay_ms,
    )
