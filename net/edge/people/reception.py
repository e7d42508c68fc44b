"""Carries out the effects of the lobby on this machine: what is sent, stored, shown and told.

`Promises` stores what a signature under a set-up binds us to, before the signature leaves (22.10,
K-1). The seed of a game is drawn when its set-up is signed, once for each set-up: others may begin
the game while this program is down, and must find it with the same secrets when it returns.
"""

import os
from collections.abc import Callable
from typing import Any

from net.crypto.hashing import setup_hash
from net.edge.desk import Desk, SuccessionOffer
from net.edge.people.notices import (
    Acquaintance,
    Acquaintances,
    CallerRefused,
    Flooded,
    GameEntered,
    GuestRefused,
    Notice,
    OffersToPlay,
    Unreadable,
    Watches,
)
from net.edge.people.shown_names import shown_name
from net.edge.storing.store import Store
from net.edge.transport.link import Lost
from net.edge.transport.links import Links
from net.edge.transport.sockets import CallFailed, LinkEnded
from net.limits import MOST_TOLD_OF
from net.lobby.events import (
    Begin,
    Bond,
    Dial,
    LobbyEffect,
    Met,
    Promise,
    Recognised,
    Say,
    ShowTable,
    TurnAway,
)
from net.lobby.refusals import differing

# What our player is told of a connection that is lost; of every other it sees only that. A frame
# that does not open may be of anybody on the way: nobody is named for it.
_FOR_WHAT_IT_SENT: dict[Lost, type[Flooded] | type[Unreadable]] = {
    Lost.FLOODING: Flooded,
    Lost.UNREADABLE: Unreadable,
}

# Of whom, by its key or its address, our player was told what, and why.
_ToldOf = tuple[type[Notice], bytes | str, str]


class Reception:
    """Performs the effects of the lobby; `post` takes resulting events back to the one queue."""

    def __init__(self, desk: Desk, links: Links, post: Callable[[Any], None]) -> None:
        self._guide = desk.guide
        self._links = links
        self._post = post
        self.trusts_all = False  # a bot trusts whom its keeper trusts
        self.promises = Promises(desk.store)
        self._acquaintances = Acquaintances(desk.store)
        self._told_of: set[_ToldOf] = set()

    def perform(self, effect: LobbyEffect) -> None:
        """Perform an effect that neither begins a game nor ends the lobby."""
        match effect:
            case Say():
                to_all = self._links.linked()
                self._links.send(to_all if effect.to is None else [effect.to], effect.message)
            case Dial():
                self._links.want(effect.peer)
            case TurnAway():
                self._links.drop(effect.identity)
                self._turned_away(effect)
            case Promise():
                self.promises.make(effect.setup_hash)
            case Met():
                self._post(self._meet(effect))
            case ShowTable():
                self._links.do(self._show(effect))
            case _:
                raise AssertionError(effect)

    def _meet(self, met: Met) -> Recognised:
        """Tell who came; a guest with a known name and another key must be accepted first."""
        recognised = self._acquaintances.recognise(met.identity, met.name)
        self._guide.noticed(recognised)
        is_changed = recognised.is_what is Acquaintance.CHANGED_KEY
        return Recognised(met.identity, is_trusted=self.trusts_all or not is_changed)

    async def _show(self, shown: ShowTable) -> None:
        """Show our player the table, and pass on what it does there."""
        try:
            event = await self._guide.at_table(shown)
        except Exception as failure:
            self._post(failure)
        else:
            if event is not None:
                self._post(event)

    def call_failed(self, failed: CallFailed) -> None:
        """Tell once of each caller that failed to connect, and why."""
        reason = failed.reason.name.lower().replace("_", "-")
        if failed.spoken is not None:
            reason = differing("protocol", *failed.spoken)
        of = (CallerRefused, failed.host, reason.partition(".")[0])
        self._tell_once(of, CallerRefused(failed.host, reason))

    def _turned_away(self, turned: TurnAway) -> None:
        """Tell once of each guest that cannot be here, and why.

        Reasons that differ only in a version count as one.
        """
        who, reason = turned.identity, turned.reason
        of = (GuestRefused, who, reason.partition(".")[0])
        is_known = bool(self._acquaintances.name_of(who))
        self._tell_once(of, GuestRefused(who, reason), is_known=is_known)

    def watched(self, identity: bytes, name: str) -> None:
        """Tell once of each onlooker."""
        is_known = bool(self._acquaintances.name_of(identity))
        notice = Watches(identity, shown_name(name))
        self._tell_once((Watches, identity, ""), notice, is_known=is_known)

    def offered(self, offer: SuccessionOffer, *, is_ours: bool) -> None:
        """Tell once of each onlooker that offers to play; not of our own bots, which we sent."""
        is_known = bool(self._acquaintances.name_of(offer.identity))
        if not is_ours:
            notice = OffersToPlay(*offer)
            self._tell_once((OffersToPlay, offer.identity, ""), notice, is_known=is_known)

    def link_ended(self, ended: LinkEnded) -> None:
        """Tell once of each peer that was disconnected for what it sent; it may come again."""
        kind = _FOR_WHAT_IT_SENT.get(ended.reason)
        if kind is None:
            return
        who = ended.link.peer
        name = self._acquaintances.name_of(who)
        self._tell_once((kind, who, ""), kind(who, name), is_known=bool(name))

    def _tell_once(self, of: _ToldOf, notice: Notice, *, is_known: bool = False) -> None:
        """A caller that comes again and again, or under many keys, must not fill the screen."""
        if of not in self._told_of and (is_known or len(self._told_of) < MOST_TOLD_OF):
            self._told_of.add(of)
            self._guide.noticed(notice)

    def seed_for(self, begin: Begin, ourselves: bytes) -> bytes:
        """The seed that was stored with our signature; also remembers who plays."""
        self._acquaintances.remember(begin.setup, ourselves)
        self._guide.noticed(GameEntered(begin.setup))
        seed = self.promises.seed(setup_hash(begin.signed.setup))
        assert seed is not None, "a signature left without its promise"
        return seed


# --- What our signature binds us to ---


SEED = "seed"

_SEED_SIZE = 32


class Promises:
    """The set-ups that one player has signed, with their seeds."""

    def __init__(self, store: Store, bytes_of: Callable[[int], bytes] = os.urandom) -> None:
        self._store = store
        self._bytes_of = bytes_of

    def make(self, setup_hash: bytes) -> None:
        """Draw and store the seed of the game that this set-up may become; only once."""
        if self.seed(setup_hash) is None:
            self._store.keep_secret(setup_hash, SEED, self._bytes_of(_SEED_SIZE))

    def seed(self, setup_hash: bytes) -> bytes | None:
        """The seed of a game we signed."""
        return self._store.secret(setup_hash, SEED)

    def bond(self, setup_hash: bytes) -> Bond:
        """How this set-up binds us."""
        if self.seed(setup_hash) is None:
            return Bond.NONE
        games = self._store.games()
        is_over = any(game.id == setup_hash and game.outcome for game in games)
        return Bond.PLAYED if is_over else Bond.PROMISED
