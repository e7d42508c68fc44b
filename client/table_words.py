"""The table before the game in plain words for a terminal: reasons, notices, who is there."""

from functools import cache

from client.text import Words
from net.edge.acquaintances import Acquaintance, Recognised
from net.edge.notices import (
    AddressesChanged,
    CallerRefused,
    GameEntered,
    GuestRefused,
    Notice,
)
from net.edge.words import spoken_key
from net.lobby_events import ShowTable


@cache
def _words() -> Words:
    return Words()


def reason_in_words(reason: str) -> str:
    """An id of the lobby as a sentence."""
    return _words().reason(reason)


def notice_in_words(notice: Notice) -> str:
    """What happened at the table beside how it stands."""
    match notice:
        case CallerRefused():
            return f"! somebody at {notice.host} was refused: {reason_in_words(notice.reason)}"
        case GuestRefused():
            who = spoken_key(notice.identity)
            return f"! somebody was turned away ({who}): {reason_in_words(notice.reason)}"
        case AddressesChanged():
            return f"your addresses are now {', '.join(notice.addresses)}"
        case GameEntered():
            return f"the game begins: {', '.join(peer.name for peer in notice.setup.peers)}"
        case Recognised():
            return _recognised(notice)


def _recognised(who: Recognised) -> str:
    if who.is_what is Acquaintance.NEW:
        return f"{who.name} is new here; the words of the key: {who.words}"
    if who.is_what is Acquaintance.KNOWN:
        return f"{who.name} is known to you"
    if who.is_what is Acquaintance.RENAMED:
        return f"{who.name} is known to you as {who.before[0].name}"
    known = "\n".join(f"!!   before: {spoken_key(each.identity)}" for each in who.before)
    return (
        f"!! {who.name} HAS ANOTHER KEY THAN BEFORE. This may be somebody else.\n{known}\n"
        f"!!   now:    {who.words}\n"
        f"!! Ask {who.name} to read the words aloud. Nothing begins until you accept the new key."
    )


def table_in_words(shown: ShowTable) -> str:
    """The table before the game in one line."""
    watching = [guest.name for guest in shown.guests if guest.watches]
    onlookers = f"; watching: {', '.join(watching)}" if watching else ""
    lacking = reason_in_words(shown.lacking or "can-begin")
    if shown.setup is None:
        return f"at the table: {', '.join(shown.present)}; {lacking}{onlookers}"
    seats = "; ".join(
        f"{peer.name}{' (bot)' if peer.is_bot else ''}: {', '.join(peer.seats)}"
        for peer in shown.setup.peers
    )
    ready = ", ".join(shown.setup.peers[peer].name for peer in shown.ready)
    return f"{seats}; {lacking}; ready: {ready or 'nobody'}{onlookers}"
