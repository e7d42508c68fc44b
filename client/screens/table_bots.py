"""The bots that a player calls to a table, until they have come.

A bot is a program of its own, which takes some seconds to start. Until it sits, its seat says that
it is on its way: nobody need wonder what a click has done, and a second one calls nobody else.
"""

from collections.abc import Callable

from msgspec import structs

from client.screens.table_layout import TableLayout
from client.words.words import Words
from client.worker.table_values import (
    BotEnded,
    BotSent,
    ChooseTerms,
    SeatBot,
    TableNotice,
    TableSeen,
)
from client.worker.values import Order, Report
from engine.ids import DRACULA, HUNTERS, Seat


class OwnBots:
    """Calls bots of the player's own to a table, and knows which of them are still on their way."""

    def __init__(
        self,
        words: Words,
        parts: TableLayout,
        send: Callable[[Order], None],
        changed: Callable[[], None],
    ) -> None:
        self._words, self._parts, self._send = words, parts, send
        self._changed = changed  # who is on the way is another now
        self._called: tuple[Seat, ...] = ()  # wished for; nobody has set out yet
        self._coming: dict[bytes, tuple[Seat, ...]] = {}

    def begin(self) -> None:
        """Another table: nobody is on the way there."""
        self._coming.clear()
        self._called = ()

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats to which one is on its way."""
        return frozenset(self._called).union(*self._coming.values())

    def told(self, report: Report) -> None:
        """Who sets out, who has come, and who ended without having come: that is said."""
        match report:
            case BotSent():
                self._called = tuple(each for each in self._called if each not in report.seats)
                self._coming[report.identity] = report.seats
            case BotEnded() if report.identity in self._coming:
                seats = map(self._words.seat, self._coming.pop(report.identity))
                names = self._words.listed(list(seats))
                self._parts.tell(self._words.say("table.bot-failed", seats=names))
                self._changed()
            case TableNotice(id="bot-none"):
                self._called = ()
                self._changed()
            case TableSeen():
                # Until there is a set-up, whoever comes says a moment later which seat it wants.
                for guest in report.guests:
                    if guest.seats or report.terms is not None:
                        self._coming.pop(guest.identity, None)
            case _:
                return

    def bring(self, seats: tuple[Seat, ...], wish: tuple[Seat, ...], seen: TableSeen) -> None:
        """Call one to these seats; `wish` are the player's own.

        On the other side it needs the table's leave, which whoever proposes gives, and says so.
        """
        terms = self._parts.terms.terms
        is_across = (DRACULA in seats) != (DRACULA in wish)
        if is_across and not terms.bots_across and seen.proposes:
            terms = structs.replace(terms, bots_across=True)
            self._send(ChooseTerms(terms))
            self._parts.terms.show_terms(terms, may_change=True)
            allowed = self._words.say("table.bots-across")
            self._parts.tell(self._words.say("table.bots-across-now", box=allowed))
        self._called += seats
        self._send(SeatBot(seats))
        self._changed()

    def fill(self, wish: tuple[Seat, ...], seen: TableSeen) -> None:
        """One for every free hunter together, or one each if the rules say so; Dracula's."""
        taken = {seat for guest in seen.guests for seat in guest.seats} | {*wish, *self.awaited}
        hunters = tuple(seat for seat in HUNTERS if seat not in taken)
        one_each = [(seat,) for seat in hunters]
        for seats in one_each if self._parts.terms.plays_one_each else filter(None, (hunters,)):
            self.bring(seats, wish, seen)
        if DRACULA not in taken:
            self.bring((DRACULA,), wish, seen)
