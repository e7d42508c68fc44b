"""The table screen before the game: seats, rules, who is ready, then the progress of shuffling.

1. A table may need words first: its five-word passphrase, or the seven words of a backup.
2. A bot is a program of its own and takes some seconds to start. Until it sits, its seat shows that
   it is coming, and a second click calls no other.
"""

from collections.abc import Callable

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout

from client.screens.game.affairs import notice_words
from client.screens.parts.base import Screen
from client.screens.table.layout import TableLayout
from client.window.services import Services
from client.window.table_model import TableModel
from client.words.words import Words
from client.worker.table_values import (
    AcceptKey,
    BotEnded,
    BotSent,
    ChooseSeats,
    ChooseTerms,
    DismissBot,
    GameBeginning,
    Guest,
    Listening,
    MarkReady,
    OpenTable,
    PhraseMade,
    RestoreSeat,
    ReturnToTable,
    SeatBot,
    SeatRestored,
    TableClosed,
    TableNotice,
    TableOrder,
    TableSeen,
    Terms,
    WatchTable,
)
from client.worker.values import Broken, Order, Report
from engine.ids import DRACULA, HUNTERS, SEATS, Seat

_MET = "met."
_JOINT = ("shuffle", "deal", "lot")  # what all do together, without anybody being asked


class TableScreen(Screen):
    """One table from coming to it until its game begins."""

    leads_to = "game"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model: TableModel | None = None
        self.parts = TableLayout(services)
        self._doorway = Doorway(self.words, self.parts)
        self._bots = OwnBots(self.words, self.parts, self._send, self._show_bots)
        self.seen: TableSeen | None = None
        self.listening: Listening | None = None
        self._order: TableOrder | None = None
        self._wish: tuple[Seat, ...] = ()
        self._met: dict[str, tuple[str, str]] = {}
        self._was_ready = b""  # the set-up the player last agreed to
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        self._connect()

    def _connect(self) -> None:
        parts = self.parts
        for card in parts.seats.values():
            card.taken.connect(self._take_seat)
            card.left.connect(lambda seat: self._wish_for(self._without(seat)))
            card.bot_wanted.connect(self._bring_bot)
            card.bot_dismissed.connect(lambda key: self._send(DismissBot(key)))
        parts.people.accepted.connect(lambda key: self._send(AcceptKey(key)))
        parts.terms.changed.connect(lambda terms: self._send(ChooseTerms(terms)))
        parts.fill.clicked.connect(self._fill)
        parts.ready.clicked.connect(self._mark)
        parts.leave.clicked.connect(lambda: self.go("start"))
        parts.back.clicked.connect(lambda: self.go("start"))
        self._doorway.passed.connect(self._come_again)

    def enter(self, **arguments: object) -> None:
        """Join the table that the order names; its passphrase may have to be asked first."""
        self.leave()
        order, title = arguments.get("order"), arguments.get("title")
        assert isinstance(order, TableOrder)
        self._order = order
        self._wish = order.seats
        self.parts.phrase.hide()
        name = order.title if isinstance(order, OpenTable) else str(title or "")
        self.parts.title.setText(self.words.say("table.title", name=name) if name else "")
        self._come(order, needs_phrase=bool(arguments.get("needs_phrase")))

    def leave(self) -> None:
        """Leave the table; further reports of the worker are ignored."""
        self._rise()
        self.parts.glimpse.forget()

    def _rise(self) -> None:
        if self.model is not None:
            self.model.close()
            self.model.deleteLater()
            self.model = None

    def restyle(self) -> None:
        """Draw the figures anew."""
        self.parts.draw()

    def _come(self, order: TableOrder, *, needs_phrase: bool = False) -> None:
        parts = self.parts
        self.seen = self.listening = None
        self._met, self._was_ready = {}, b""
        self._bots.begin()
        for label in (parts.where, parts.phrase, parts.lacking):
            label.clear()
        parts.news.clear()
        parts.news.hide()
        terms = order.terms if isinstance(order, OpenTable) else Terms()
        parts.terms.show_terms(terms, may_change=isinstance(order, OpenTable))
        if self._doorway.holds(order, needs_phrase=needs_phrase):
            return
        self.model = TableModel(self.services.new_bridge(), self)
        self.model.told.connect(self._bots.told)
        self.model.told.connect(self._told)
        self.model.told.connect(self._doorway.told)
        self.model.broke.connect(self._show_broken)
        self.model.view_changed.connect(lambda _view: self._go_on())
        self.model.asked.connect(lambda _prompt: self._go_on())
        self.model.peers_changed.connect(lambda _peers: self._go_on())
        self.model.order(order)

    # What the table tells

    def _told(self, report: Report) -> None:
        if self.model is None:  # the game's own screen listens now
            return
        match report:
            case Listening():
                self.listening = report
                self._show_where(report)
            case PhraseMade():
                self.parts.phrase.setText(self.words.say("table.phrase", words=report.phrase))
                self.parts.phrase.show()
            case TableSeen():
                self._show_table(report)
            case TableNotice():
                self._notice(report)
            case GameBeginning():
                self.parts.show_progress(report.done, report.total)
            case TableClosed():
                self._close(report)
            case _:
                return

    def _show_where(self, listening: Listening) -> None:
        if isinstance(self._order, OpenTable):
            address = f"{listening.address}:{listening.port}"
            said = self.words.say("table.where", address=address)
            if listening.code:
                said = self.words.say("table.where-code", address=address, code=listening.code)
            self.parts.where.setText(said)

    def _show_table(self, seen: TableSeen) -> None:
        self.seen = seen
        parts = self.parts
        terms = seen.terms or parts.terms.terms
        parts.terms.show_terms(terms, may_change=seen.proposes)
        parts.people.show_guests(seen.guests, self._key, self._met)
        self._show_seats(seen)
        self._show_ready(seen)
        if not parts.shows_table:  # last: what is in sight is laid out anew for every change
            parts.show_table()
            next(iter(parts.seats.values())).sit.setFocus()

    def _show_seats(self, seen: TableSeen) -> None:
        watches = isinstance(self._order, WatchTable)
        # Whoever came first has a seat that two would like.
        holders = {seat: guest for guest in reversed(seen.guests) for seat in guest.seats}
        ours = next((guest for guest in seen.guests if guest.identity == self._key), None)
        if ours is not None:  # what was just chosen is not on the table yet
            for seat in self._wish if seen.terms is None else ():
                holders.setdefault(seat, ours)
        awaited = self._bots.awaited
        for seat, card in self.parts.seats.items():
            guest = holders.get(seat)
            card.show_guest(
                guest,
                is_own=guest is not None and guest.identity == self._key,
                is_kept=self._is_kept(guest),
                is_awaited=guest is None and seat in awaited,
                acts=not watches,
            )
        is_room = any(seat not in holders and seat not in awaited for seat in SEATS)
        self.parts.fill.setVisible(not watches and is_room and bool(self._wish))

    def _show_ready(self, seen: TableSeen) -> None:
        parts, say = self.parts, self.words.say
        ours = next((guest for guest in seen.guests if guest.identity == self._key), None)
        is_ready = ours is not None and ours.is_ready
        parts.ready.setVisible(not isinstance(self._order, WatchTable))
        parts.ready.setChecked(is_ready)
        parts.ready.setEnabled(seen.lacking is None)
        parts.ready.setText(say("table.not-ready" if is_ready else "table.ready"))
        seated = [guest for guest in seen.guests if guest.seats]
        count = sum(guest.is_ready for guest in seated)
        said = self.words.reason(seen.lacking or "can-begin")
        if seen.lacking is None:
            said = say("table.ready-of", count=count, total=len(seated))
        if self._was_ready and seen.setup_hash != self._was_ready:
            said = f"{say('table.changed')} {said}"
            if is_ready or not seen.setup_hash:
                self._was_ready = b""
        parts.lacking.setText(said)

    def _notice(self, notice: TableNotice) -> None:
        if notice.id.startswith(_MET):
            self._met[notice.who] = (notice.id.removeprefix(_MET).replace("_", "-"), notice.what)
            if self.seen is not None:
                self.parts.people.show_guests(self.seen.guests, self._key, self._met)
        if not notice.id.startswith(_MET) or notice.id == "met.changed_key":
            self.parts.tell(notice_words(self.words, notice))

    def _close(self, closed: TableClosed) -> None:
        if not self._doorway.is_answered(closed):
            detail = self.words.say("table.closed-why") if closed.reason == "no-table" else ""
            self.parts.show_message(self.words.reason(closed.reason), detail)

    def _show_broken(self, broken: Broken) -> None:
        if self.model is None:
            return
        what = broken.words or self.words.say("fault.worker-gone")
        self.parts.show_message(self.words.say("fault.worker", what=what))
        self.faulted.emit(what, broken.trace)

    def _go_on(self) -> None:
        """The game: shown here until somebody is asked or can be waited for no longer."""
        model = self.model
        if model is None or model.view is None:
            return
        is_asked = any(each.about not in _JOINT for each in model.waits)
        is_asked = is_asked or any(peer.step for peer in model.peers.peers)
        if is_asked or model.prompt is not None or isinstance(self._order, ReturnToTable):
            self.model = None
            self.go("game", model=model)

    # What the player does

    @property
    def _key(self) -> bytes:
        return b"" if self.listening is None else self.listening.identity

    def _is_kept(self, guest: Guest | None) -> bool:
        return guest is not None and guest.is_bot and guest.keeper == self.services.settings.name

    def _without(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(each for each in self._wish if each != seat)

    def _take_seat(self, seat: Seat) -> None:
        """Dracula's player has no other seat; hunters may be several."""
        if seat == DRACULA:
            self._wish_for((DRACULA,))
        else:
            chosen = (*self._without(DRACULA), seat)
            self._wish_for(tuple(each for each in HUNTERS if each in chosen))

    def _wish_for(self, seats: tuple[Seat, ...]) -> None:
        self._wish = seats
        self._send(ChooseSeats(seats))
        if self.seen is not None:
            self._show_seats(self.seen)

    def _bring_bot(self, seat: Seat) -> None:
        if self.seen is not None:
            self._bots.bring((seat,), self._wish, self.seen)

    def _fill(self) -> None:
        if self.seen is not None:
            self._bots.fill(self._wish, self.seen)

    def _show_bots(self) -> None:
        if self.seen is not None:
            self._show_seats(self.seen)

    def _mark(self, is_ready: bool) -> None:  # noqa: FBT001 (Qt calls it)
        if self.seen is not None:
            self._was_ready = self.seen.setup_hash if is_ready else b""
            self._send(MarkReady(self.seen.setup_hash, is_ready))

    def _come_again(self, order: TableOrder) -> None:
        """With the words that were asked, or to the game that was restored."""
        self._rise()
        self._order = order
        self._come(order)

    def _send(self, order: Order) -> None:
        if self.model is not None:
            self.model.order(order)


# The words that are asked for on the way to a table: its own five, or the seven of a backup.


_PHRASE, _BACKUP = "phrase", "backup"
_PHRASE_REASONS = ("passphrase-needed", "wrong-passphrase")
_NOT_RESTORED = "not-restored"  # the words opened nothing, and what says so


class Doorway(QObject):
    """Asks for words where they are needed, and hands on the order with them."""

    passed = Signal(object)  # TableOrder

    def __init__(self, words: Words, parts: TableLayout) -> None:
        super().__init__(parts)
        self._words, self._parts = words, parts
        self._order: TableOrder | None = None
        self._asked = ""
        parts.again.clicked.connect(self._hand_on)
        parts.words_field.returnPressed.connect(self._hand_on)

    def holds(self, order: TableOrder, *, needs_phrase: bool = False) -> bool:
        """Whether words must be asked first; else say where the player goes."""
        self._order, say = order, self._words.say
        if needs_phrase and order.passphrase is None:
            self._ask(_PHRASE, self._words.reason("passphrase-needed"))
            return True
        match order:
            case RestoreSeat(words=""):
                self._ask(_BACKUP, say("table.restore"), say("table.restore-why"))
                return True
            case RestoreSeat():
                self._parts.show_message(say("table.restoring"), say("table.restoring-why"))
            case ReturnToTable():
                self._parts.show_message(say("table.returning"))
            case _:
                self._parts.show_message(say("table.coming"))
        return False

    def is_answered(self, closed: TableClosed) -> bool:
        """Whether the table is shut only to wrong words, which are then asked again."""
        if closed.reason in _PHRASE_REASONS:
            self._ask(_PHRASE, self._words.reason(closed.reason))
        elif closed.reason == _NOT_RESTORED:
            self._ask(_BACKUP, closed.what)
        else:
            return False
        return True

    def told(self, report: Report) -> None:
        """A game that was restored is gone back to at once."""
        if isinstance(report, SeatRestored) and self._order is not None:
            person = {name: getattr(self._order, name) for name in TableOrder.__struct_fields__}
            self.passed.emit(ReturnToTable(**person, game=report.game, restored=report.restored))

    def _ask(self, asked: str, said: str, detail: str = "") -> None:
        parts, say = self._parts, self._words.say
        if asked != self._asked:
            parts.words_field.clear()
        self._asked = asked
        hint = say(f"table.{asked}-hint")
        parts.words_field.setPlaceholderText(hint)
        parts.words_field.setAccessibleName(hint)
        parts.again.setText(say(f"table.{asked}-said"))
        parts.show_message(said, detail, asks_words=True)

    def _hand_on(self) -> None:
        typed = " ".join(self._parts.words_field.text().lower().split())
        if self._order is None or not typed:
            return
        name = "words" if self._asked == _BACKUP else "passphrase"
        self.passed.emit(structs.replace(self._order, **{name: typed}))


# The bots that the player has called and that are still starting.
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
        """Follow a bot's reports: started, seated, or ended without coming, which is shown."""
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
