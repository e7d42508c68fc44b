"""Carries out what the lobby wants done on this machine: what is said, kept, shown and told."""

from collections.abc import Callable
from typing import Any

from net.crypto.hashing import setup_hash
from net.edge.acquaintances import Acquaintance, Acquaintances
from net.edge.desk import Desk
from net.edge.link import Lost
from net.edge.links import Links
from net.edge.notices import CallerRefused, Flooded, GameEntered, GuestRefused, Unreadable
from net.edge.promises import Promises
from net.edge.sockets import CallFailed, LinkEnded
from net.limits import MOST_TOLD_OF
from net.lobby_events import (
    Begin,
    Dial,
    LobbyEffect,
    Met,
    Promise,
    Say,
    ShowTable,
    Trusted,
    TurnAway,
)

# What our player is told of a connection that is lost; of every other it sees only that. A frame
# that does not open may be of anybody on the way: nobody is named for it.
_FOR_WHAT_IT_SENT: dict[Lost, type[Flooded] | type[Unreadable]] = {
    Lost.FLOODING: Flooded,
    Lost.UNREADABLE: Unreadable,
}


class Reception:
    """The lobby's hands; `post` takes what comes of it back to the one queue."""

    def __init__(self, desk: Desk, links: Links, post: Callable[[Any], None]) -> None:
        self._guide = desk.guide
        self._links = links
        self._post = post
        self.trusts_all = False  # a bot trusts whom its keeper trusts
        self.promises = Promises(desk.store)
        self._acquaintances = Acquaintances(desk.store)
        self._told_of: set[tuple[type, bytes]] = set()

    def perform(self, effect: LobbyEffect) -> None:
        """Do one of the things that neither begin a game nor end the lobby."""
        match effect:
            case Say():
                to_all = self._links.linked()
                self._links.send(to_all if effect.to is None else [effect.to], effect.message)
            case Dial():
                self._links.want(effect.peer)
            case TurnAway():
                self._links.drop(effect.identity)
                self._guide.noticed(GuestRefused(effect.identity, effect.reason))
            case Promise():
                self.promises.make(effect.setup_hash)
            case Met():
                self._post(self._meet(effect))
            case ShowTable():
                self._links.do(self._show(effect))
            case _:
                raise AssertionError(effect)

    def _meet(self, met: Met) -> Trusted:
        """Tell who came; whoever has a known name and another key is not sat down with yet."""
        recognised = self._acquaintances.recognise(met.identity, met.name)
        self._guide.noticed(recognised)
        is_changed = recognised.is_what is Acquaintance.CHANGED_KEY
        return Trusted(met.identity, is_accepted=self.trusts_all or not is_changed)

    async def _show(self, shown: ShowTable) -> None:
        """Let our player see the table, and do what it wants done there."""
        try:
            event = await self._guide.at_table(shown)
        except Exception as failure:
            self._post(failure)
        else:
            if event is not None:
                self._post(event)

    def call_failed(self, failed: CallFailed) -> None:
        """Tell that somebody called in vain."""
        reason = failed.reason.name.lower().replace("_", "-")
        self._guide.noticed(CallerRefused(failed.host, reason))

    def link_ended(self, ended: LinkEnded) -> None:
        """Tell once of each who was disconnected for what it sent; it may come again."""
        kind = _FOR_WHAT_IT_SENT.get(ended.reason)
        if kind is None:
            return
        who = ended.link.peer
        name = self._acquaintances.name_of(who)
        is_room = bool(name) or len(self._told_of) < MOST_TOLD_OF
        if (kind, who) not in self._told_of and is_room:
            self._told_of.add((kind, who))
            self._guide.noticed(kind(who, name))

    def seed_for(self, begin: Begin, ourselves: bytes) -> bytes:
        """The seed that was promised with our signature; and remember who plays."""
        self._acquaintances.remember(begin.setup, ourselves)
        self._guide.noticed(GameEntered(begin.setup))
        seed = self.promises.seed(setup_hash(begin.signed.setup))
        assert seed is not None, "a signature left without its promise"
        return seed
