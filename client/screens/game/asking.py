"""Offers a question on every part of the game screen that can answer it, and removes it again."""

from collections import Counter

from msgspec import structs
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from client.board.board_view import PlaceHandle
from client.look.labels import plain_tip
from client.panels.shown_cards import face_of
from client.prompts.gestures import NOTHING, Gestures, among, gestures, plain_answers
from client.prompts.prompt_host import FirstSight, PromptHost
from client.screens.game.layout import GameLayout
from client.settings import window_of
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.values import Prompt
from engine.edition import CardKind, Edition
from engine.ids import DRACULA, EVERYONE, CardId, ClauseId, MomentId, PlaceId, Seat, SlotId
from engine.options import StepIn
from engine.view import View


class Asker(QObject):
    """One question at a time, on buttons, board, cards and sheets alike."""

    explained = Signal(str, QWidget)  # the clause that bars a place that was chosen, and its handle

    def __init__(self, services: Services, parts: GameLayout) -> None:
        super().__init__(parts)
        self._words = services.words
        self._parts = parts
        self._found = NOTHING
        self._is_asked = False
        parts.board.barred.connect(self._explain_place)
        parts.prompt.narrowed.connect(self._narrow)
        parts.prompt.armed.connect(self._arm)

    @property
    def clause(self) -> ClauseId:
        """The rule that keeps the place pointed at from being chosen; empty if none does."""
        return self._found.refused_places.get(self._parts.board.pointed_at, "")

    @property
    def needs_map(self) -> bool:
        """Whether what is asked can be answered on the map alone, and not on any card."""
        found = self._found
        return bool(found.places) and not (found.slots or found.cards or found.seats)

    def ask(self, prompt: Prompt, view: View, edition: Edition) -> None:
        """Offer every answer wherever it belongs."""
        parts = self._parts
        found = _with_cards(gestures(prompt, view.state), prompt, view, edition)
        self._found, self._is_asked = found, True
        parts.prompt.show_prompt(prompt, view)
        parts.prompt.note(self._window_note(prompt, view, edition))
        parts.hand.offer(found, prompt.seat)
        parts.sheets.call(prompt.seat)
        said = [(each, parts.prompt.label(each.number)) for each in plain_answers(prompt)]
        parts.combat.plain.offer(said if view.state.combat is not None else ())
        parts.trade.plain.offer(said if parts.trade.pair is not None else ())
        for panel in (parts.combat, parts.trade):  # in the room that yes and no leave
            panel.offer(found)
        self._light(found)
        if window_of(prompt.request) is not None:  # only a window is what the order was for
            parts.stop.setChecked(False)

    def _reasons(self, refused: dict[PlaceId, ClauseId]) -> dict[PlaceId, str]:
        """Why each place gives no answer; most places have the same few reasons."""
        key = self._words.say("prompt.rule-key")
        said = {each: f"{self._words.refusal(each)}\n{key}" for each in set(refused.values())}
        return {place: said[clause] for place, clause in refused.items()}

    def clear(self) -> None:
        """Nothing is asked: nothing is lit."""
        parts = self._parts
        self._found, self._is_asked = NOTHING, False
        parts.hand.offer(NOTHING, None)
        for row in (parts.combat.plain, parts.trade.plain):
            row.offer(())
        for panel in (parts.trail, parts.sheets, parts.combat, parts.trade):
            panel.offer(NOTHING)
        parts.board.offer({}, {})

    def show_waits(self, model: TableModel) -> None:
        """Mark who is to act, and lay down sealed what was chosen by who has."""
        self._parts.sheets.mark(model.seats, model.missing)
        self._parts.combat.show_waits(model.waits, model.chosen)

    def show_waiting(self, model: TableModel) -> None:
        """Show whom the game waits for."""
        names = [self._words.seat(seat) for seat in _others(model)]
        if names:
            said = self._words.say("game.waiting", who=self._words.listed(names))
        else:
            said = self._words.say("game.working")
        self._parts.prompt.show_waiting(said)

    def _explain_place(self, place: str) -> None:
        """A click on a place that gives no answer tells the clause, with the way into the rules."""
        if place in self._found.refused_places:
            clause = self._found.refused_places[place]
            self._parts.board.hide_note()
            self.explained.emit(clause, self._parts.board.handle(place))

    def _narrow(self, numbers: tuple[int, ...]) -> None:
        """Light only where these answers are given; with none, where any is."""
        if self._is_asked:
            self._light(among(self._found, numbers) if numbers else self._found)

    def _arm(self, number: int | None, said: str) -> None:
        """Whatever gives this answer says that it takes one more press."""
        parts = self._parts
        places = () if number is None else among(self._found, (number,)).places
        parts.board.ask_again(dict.fromkeys(places, said))
        for part in (parts.trail, parts.hand, parts.combat, parts.trade, parts.sheets):
            part.arm(number)
        for row in (parts.combat.plain, parts.trade.plain):
            row.arm(number, said)

    def _light(self, found: Gestures) -> None:
        parts = self._parts
        for panel in (parts.trail, parts.sheets):
            panel.offer(found)
        parts.board.offer(
            {place: (numbers, self._label(numbers)) for place, numbers in found.places.items()},
            self._reasons(found.refused_places),
        )

    def _window_note(self, prompt: Prompt, view: View, edition: Edition) -> str:
        """At a window: which own cards could be played, said to their holder alone."""
        moment = window_of(prompt.request)
        if moment is None:
            return ""
        fitting = fitting_cards(view, prompt.seat, edition.moments[moment])
        names = self._words.listed([self._words.card(card).name for card in fitting])
        return self._words.say("note.fitting" if fitting else "note.nothing-fits", cards=names)

    def _label(self, numbers: tuple[int, ...]) -> str:
        """What choosing a place means, and whether it can mean several things."""
        first = self._parts.prompt.label(numbers[0])
        if len(numbers) == 1:
            return first
        return self._words.say("prompt.several", what=first, count=len(numbers) - 1)


def _others(model: TableModel) -> tuple[Seat, ...]:
    """Whom the game waits for beside the player, whose own question is already on its way."""
    is_alone = model.table is not None and model.table.is_alone
    unnamed = {*model.seats, EVERYONE} if is_alone else {*model.seats}
    return tuple(seat for seat in dict.fromkeys(model.missing) if seat not in unnamed)


def _with_cards(found: Gestures, prompt: Prompt, view: View, edition: Edition) -> Gestures:
    """At a window that asks whether to step in, the own cards that fit it say yes."""
    moment = window_of(prompt.request)
    steps = [number for number, each in enumerate(prompt.answers) if isinstance(each, StepIn)]
    if moment is None or not steps:
        return found
    fitting = fitting_slots(view, prompt.seat, edition.moments[moment])
    slots = {**found.slots, **{slot: tuple(steps) for slot in fitting}}
    refused = {slot: each for slot, each in found.refused_slots.items() if slot not in slots}
    return structs.replace(found, slots=slots, refused_slots=refused)


# Answers given on things of the table: one at once, several by a small menu on the spot.


_MOST = 12  # answers a menu has; more are narrowed on the board and in the list


class Choosing:
    """Gives what was pointed at to the question, or asks which of several answers is meant."""

    def __init__(self, services: Services, parts: GameLayout, screen: QWidget) -> None:
        prompt = self._prompt = parts.prompt
        self.menu = _Menu(services, prompt, screen)
        parts.board.chosen.connect(lambda numbers: self.offer(numbers, by_mouse=True))
        for panel in (parts.trail, parts.hand, parts.sheets, parts.combat, parts.trade):
            panel.offered.connect(self._offer_card)
        self._again = ""  # that what was chosen is to be chosen once more
        prompt.armed.connect(self._keep_again)

    def offer(self, numbers: tuple[int, ...], *, by_mouse: bool) -> None:
        """Something on the table was chosen that gives these answers."""
        if not 1 < len(numbers) <= _MOST:
            self._prompt.offer(numbers, by_mouse=by_mouse)
            return
        focused = QApplication.focusWidget()
        self._prompt.narrow(numbers)
        self.menu.show_answers(numbers)
        at = QCursor.pos()
        # A click on the map takes the keyboard away from its places: on one of them, it chose.
        if focused is not None and (not by_mouse or isinstance(focused, PlaceHandle)):
            at = focused.mapToGlobal(focused.rect().center())
        self.menu.popup(at)
        self.menu.setActiveAction(self.menu.actions()[0])

    def _offer_card(self, numbers: tuple[int, ...], by_mouse: bool) -> None:  # noqa: FBT001 (a Qt signal's)
        """A card or a sheet was chosen; where the mouse is it says if that takes another click."""
        self._again = ""
        self.offer(numbers, by_mouse=by_mouse)
        if self._again:
            QToolTip.showText(QCursor.pos(), plain_tip(self._again))

    def _keep_again(self, _number: int | None, said: str) -> None:
        self._again = said

    def close(self) -> None:
        """Something else is asked now."""
        self.menu.close()


class _Menu(QMenu):
    """Its lines are pressed as all answers are, and it stays open until one of them is given.

    They are read before one is taken: what opened the menu, held or done twice, takes none.
    """

    def __init__(self, services: Services, prompt: PromptHost, screen: QWidget) -> None:
        super().__init__(screen)
        self._sight = FirstSight(services)
        self._prompt = prompt
        self.aboutToHide.connect(prompt.take_back)
        prompt.armed.connect(self._arm)

    def show_answers(self, numbers: tuple[int, ...]) -> None:
        """Offer these, in the room that they need once they are armed."""
        self.clear()
        self.setMinimumWidth(0)
        for number in numbers:
            action = self.addAction(self._prompt.label_again(number))
            action.setData(number)
            action.triggered.connect(
                lambda _on, number=number: self._prompt.pick(number, by_mouse=False)
            )
        self.ensurePolished()
        self.setMinimumWidth(self.sizeHint().width())
        for action in self.actions():
            action.setText(self._prompt.label(action.data()))

    def _arm(self, armed: int | None) -> None:
        """Show on this line of the menu that one more press gives the answer."""
        for action in self.actions() if self.isVisible() else ():
            number = action.data()
            words = self._prompt.label_again if number == armed else self._prompt.label
            action.setText(words(number))

    def _press(self, action: QAction) -> None:
        if self._sight.is_over:
            action.trigger()

    def showEvent(self, event: QShowEvent) -> None:
        """Its lines come into sight."""
        super().showEvent(event)
        self._sight.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press a line."""
        action: QAction | None = self.activeAction()
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif action is not None and not event.isAutoRepeat():
            self._press(action)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click presses a line; Qt would close the menu at once."""
        action: QAction | None = self.actionAt(event.position().toPoint())
        if action is None:
            super().mouseReleaseEvent(event)
        else:
            self._press(action)


def passed_over(
    seats: tuple[Seat, ...],
    views: tuple[View | None, View],
    edition: Edition,
    passes: tuple[MomentId, ...],
) -> list[CardId]:
    """Cards new in a hand of these seats all of whose moments are passed; for their holder alone.

    The views are the one before and the one after. What a partner only shows is nobody's draw.
    """
    before, after = views
    if before is None:
        return []
    # By number, for a hand may hold a card twice; cards that were mixed have other slots.
    found = []
    for card in _hands(after, seats) - _hands(before, seats):
        kind = edition.cards.get(card)
        if kind is None:
            continue
        moments = moments_from_hand(kind)
        if moments and all(each in passes for each in moments):
            found.append(card)
    return found


def moments_from_hand(kind: CardKind) -> list[MomentId]:
    """When a card of this kind is played; what it does later, lying there, is asked anyway."""
    return [each for each in kind.moments if each not in kind.in_play]


def fitting_slots(view: View, seat: Seat, cards: tuple[CardId, ...]) -> list[SlotId]:
    """Where one seat holds any of these cards, as far as this view knows."""
    return [slot for slot, card in _held(view, seat).items() if card in cards]


def fitting_cards(view: View, seat: Seat, cards: tuple[CardId, ...]) -> list[CardId]:
    """Those of these cards that one seat holds, as far as this view knows."""
    slots = fitting_slots(view, seat, cards)
    held = {face_of(view, slot) for slot in slots}
    return [card for card in cards if card in held]


def _hands(view: View, seats: tuple[Seat, ...]) -> Counter[CardId]:
    """The known faces in the hands of these seats; laid open or taken back they stay in them."""
    return Counter(card for seat in seats for card in _held(view, seat).values())


def _held(view: View, seat: Seat) -> dict[SlotId, CardId]:
    """What is known of a seat's cards, those that lie open among them."""
    holder = view.state.dracula if seat == DRACULA else view.state.hunters[seat]
    slots = (*holder.events, *getattr(holder, "items", ()))
    shown = (getattr(holder, "item_shown", None), getattr(holder, "event_shown", None))
    held = {slot: view.known[slot] for slot in slots if slot in view.known}
    return held | {each.slot: each.card for each in shown if each is not None}
