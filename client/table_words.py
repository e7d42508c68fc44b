"""The table before the game in plain words for a terminal: reasons, notices, who is there."""

from collections.abc import Sequence

from client.spoken import spoken
from net.edge.finding.short_codes import code_or_nothing
from net.edge.people.notices import (
    Acquaintance,
    AddressesChanged,
    CallerRefused,
    Flooded,
    GameEntered,
    GuestRefused,
    KnownGuest,
    ListensAt,
    Notice,
    OffersToPlay,
    Unreadable,
    Watches,
)
from net.edge.people.shown_names import spoken_key
from net.lobby.events import ShowTable
from net.wire.table_setup import SeatedPeer


def reason_in_words(reason: str) -> str:
    """An id of the lobby as a sentence."""
    return spoken().reason(reason)


def closed_in_words(reason: str, names: Sequence[str]) -> str:
    """Why a game takes no more entries; `names` are the players', in the order of peers."""
    if reason == "replaced":  # of a place here, not of a connection
        return spoken().say("game.replaced")
    return spoken().reason(reason, names)


def notice_in_words(notice: Notice) -> str:
    """What happened at the table beside how it stands."""
    say = spoken().say
    match notice:
        case CallerRefused():
            reason = reason_in_words(notice.reason)
            return say("announced.caller-refused", host=notice.host, reason=reason)
        case GuestRefused():
            who = spoken_key(notice.identity)
            return say("announced.guest-refused", words=who, reason=reason_in_words(notice.reason))
        case Flooded() | Unreadable() | Watches() | OffersToPlay():
            what, key = type(notice).__name__.lower(), spoken_key(notice.identity)
            return say(f"announced.{what}", who=notice.name or key, words=key)
        case AddressesChanged() | ListensAt():
            told = "addresses" if isinstance(notice, AddressesChanged) else "several"
            return say(f"announced.{told}", addresses=_addresses(notice.addresses, notice.port))
        case GameEntered():
            return say("announced.game", names=", ".join(peer.name for peer in notice.setup.peers))
        case KnownGuest():
            return _recognised(notice)


def _addresses(addresses: Sequence[str], port: int) -> str:
    """Each with the code that a friend on its network can type."""
    pairs = [(address, code_or_nothing(address, port)) for address in addresses]
    said = (f"{address}:{port}" + (f" ({code})" if code else "") for address, code in pairs)
    return ", ".join(said)


def _recognised(who: KnownGuest) -> str:
    say = spoken().say
    if who.is_what is Acquaintance.NEW:
        return say("announced.new", name=who.name, words=who.words)
    if who.is_what is not Acquaintance.CHANGED_KEY:
        return say(f"acquaintance-{who.is_what.value}", name=who.name, before=who.before[0].name)
    return "\n".join(
        (
            say("announced.changed-key", name=who.name),
            *(say("announced.before", words=spoken_key(each.identity)) for each in who.before),
            say("announced.now", words=who.words),
            say("announced.read-aloud", name=who.name),
        )
    )


def table_in_words(shown: ShowTable) -> str:
    """The table before the game in one line."""
    say = spoken().say
    lacking = reason_in_words(shown.lacking or "can-begin")
    watching = [guest.name for guest in shown.guests if guest.watches]
    onlookers = " " + say("gathered.watching", names=", ".join(watching)) if watching else ""
    if shown.setup is None:
        names = ", ".join(shown.present)
        return say("gathered.nobody-seated", names=names, lacking=lacking) + onlookers
    seats = "; ".join(map(_seated, shown.setup.peers))
    ready = ", ".join(shown.setup.peers[peer].name for peer in shown.ready)
    ready = ready or say("gathered.nobody")
    return say("gathered.seats", seats=seats, lacking=lacking, ready=ready) + onlookers


def _seated(peer: SeatedPeer) -> str:
    words = spoken()
    seats = ", ".join(words.seat(seat) for seat in peer.seats)
    return words.say(
        "gathered.bot" if peer.is_bot else "gathered.peer", name=peer.name, seats=seats
    )
