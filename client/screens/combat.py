"""A fight: the eight steps, both sides' cards, what each cancels, sealed until all are in."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import Flow
from client.look.card_face import envelope_look
from client.panels.card_button import CARD_HEIGHT, CardButton, CardPanel, Use
from client.panels.shown_cards import face_look, face_of, played_look, rule_of, whole_text
from client.prompts.gestures import NOTHING, Gestures
from client.prompts.option_button import PlainRow
from client.screens import combat_room
from client.screens.combat_choice import CombatChoice
from client.screens.combat_facts import against_words, laid_down, step_of
from client.screens.combat_head import LIMIT, CombatHead
from client.screens.fighter_row import FighterRow
from client.screens.fighter_rows import FighterRows
from client.window.services import Services
from client.worker.values import Waits
from engine.edition import Edition
from engine.ids import DRACULA, CardId, Seat, SlotId
from engine.state import Combat, Played
from engine.view import View

_SIDE, _TOP = 10, 10  # free around the fight
_LINES = 2  # of words below a choice that there is always room for
_WIDE = 7.5  # times a line's height: the words below a choice, unless its card is wider


class CombatView(CardPanel):
    """The fight in the middle of the screen."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._view: View | None = None
        self._edition: Edition | None = None
        self._gestures = NOTHING
        self._abouts: tuple[str, ...] = ()
        self._laid: dict[Seat, str] = {}  # who has chosen while others choose; what, if it is ours
        self._height = CARD_HEIGHT
        self._offers: list[CombatChoice] = []
        self._lying: list[tuple[SlotId, CardButton]] = []
        self._head = CombatHead(services.words)
        self._scroll = QScrollArea()
        self._sides = FighterRows()
        self._choices = QWidget()
        self._flow = Flow(self._choices)
        self.plain = PlainRow()
        self.plain.offered.connect(self.offered)
        self._lay_out()

    def _lay_out(self) -> None:
        self.setObjectName("combat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        fight = QWidget()
        self._column = QVBoxLayout(fight)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(combat_room.PART_GAP)
        self._column.addWidget(self._head)
        self._column.addWidget(self._sides)
        self._column.addWidget(self._choices)
        self._column.addStretch(1)
        self._scroll.setWidget(fight)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setMinimumWidth(combat_room.LEAST_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, _TOP, _SIDE, _TOP)
        column.setSpacing(combat_room.PART_GAP)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.plain)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other room, other cards."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """The size of letters may have changed meanwhile."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Give every card the height that lets all be seen; below the lowest, the fight scrolls."""
        width = self.width() - 2 * _SIDE - combat_room.BAR  # one that lingers would keep itself
        head = self._head.heightForWidth(width) + combat_room.PART_GAP
        plain = self.plain.sizeHint().height() + combat_room.PART_GAP
        below = 0 if self.plain.isHidden() else plain
        rows, line = self._sides.rows, self.fontMetrics().lineSpacing()
        room = combat_room.Room(
            width,
            self.height() - 2 * _TOP - head - below,
            LIMIT,
            tuple(len(row.cards) for row in rows[1:]),
            len(self._offers),
            _LINES * line,
            max((row.longest_word() for row in rows), default=0),
            max((offer.longest_word() for offer in self._offers), default=0),
            round(_WIDE * line),
        )
        name = combat_room.name_width(room)
        room = room._replace(names=tuple(row.words_height(name) for row in rows))
        narrow = combat_room.words_width(room)
        words = max((offer.words_height(narrow) for offer in self._offers), default=0)
        room = room._replace(words=max(room.words, words))
        self._flow.setSpacing(combat_room.choice_gap(room, narrow))
        self._height = combat_room.card_height(room)
        self._sides.fit(name, self._height, combat_room.abreast(room))
        for offer in self._offers:
            offer.fit(narrow, words, self._height)
        needed = self._sides.sizeHint().height() + self._flow.heightForWidth(width)
        self._put_choices(is_above=needed + combat_room.PART_GAP > room.height)

    def _put_choices(self, *, is_above: bool) -> None:
        """Where not all is in sight, what may be chosen is, above what lies there already."""
        at = self._column.indexOf(self._head) + (1 if is_above else 2)
        if self._column.indexOf(self._choices) != at:
            self._column.removeWidget(self._choices)
            self._column.insertWidget(at, self._choices)

    def show_view(self, view: View, edition: Edition) -> None:
        """Show the fight as it stands."""
        before, self._view, self._edition = self._view, view, edition
        if before is None or before.state.combat != view.state.combat:
            self._laid = {}  # of the fight before, whose cards may have other names by now
            self._refresh()

    def show_waits(self, waits: tuple[Waits, ...], chosen: Mapping[Seat, Any]) -> None:
        """Who is asked what tells which step it is, and who has laid a choice down."""
        self._abouts = tuple(each.about for each in waits)
        self._show_step()
        before, self._laid = self._laid, laid_down(waits, chosen)
        combat = self._combat()
        if combat is not None and before != self._laid:
            self._show_sides(combat)
            self._light_played()

    def offer(self, gestures: Gestures) -> None:
        """Light the cards that may be chosen now."""
        self._gestures = gestures
        if self._combat() is not None:
            self._show_choices()
            self._light_played()

    def _refresh(self) -> None:
        combat = self._combat()
        if combat is None or self._view is None:
            return
        assert self._edition is not None
        self._head.show_fight(self._view.state, combat, self._edition)
        self._show_step()
        self._show_sides(combat)
        self._show_choices()
        self._light_played()

    def _combat(self) -> Combat | None:
        return None if self._view is None else self._view.state.combat

    def _show_step(self) -> None:
        combat = self._combat()
        self._head.show_step(None if combat is None else step_of(combat, self._abouts))

    def _show_sides(self, combat: Combat) -> None:
        self._lying = []
        sides = FighterRows()
        sides.add(self._dracula_row(combat))
        for seat in combat.fighters or combat.hunters:
            if seat in combat.hunters:
                sides.add(self._hunter_row(combat, seat))
        self._replace("_sides", sides)
        self._fit()

    def _replace(self, name: str, fresh: QWidget) -> None:
        old: QWidget = getattr(self, name)
        at = self._column.indexOf(old)
        self._column.removeWidget(old)
        old.hide()
        old.deleteLater()
        self._column.insertWidget(at, fresh)
        setattr(self, name, fresh)

    def _dracula_row(self, combat: Combat) -> FighterRow:
        cards = [self._played(each) for each in combat.played]
        cards += self._sealed(combat, DRACULA)
        cards += [self._empty(str(at + 1)) for at in range(len(cards), LIMIT)]
        held = self._words.say("combat.hand", count=len(combat.hand))
        return FighterRow(self._services, combat.vampire or DRACULA, held, cards)

    def _hunter_row(self, combat: Combat, seat: Seat) -> FighterRow:
        marks = []
        if seat == combat.engaged:
            marks.append(self._words.say("combat.engaged"))
        if seat in combat.mesmerized:
            marks.append(self._words.say("combat.mesmerized"))
        cards = self._sealed(combat, seat)
        if seat in combat.shown:
            cards.append(self._played(combat.shown[seat]))
        if not cards:
            cards.append(self._empty(""))
        locked = self._words.say("combat.locked")
        cards += [self._played(card, locked) for card in combat.locked.get(seat, ())]
        return FighterRow(self._services, seat, ", ".join(marks), cards)

    def _played(self, played: Played, caption: str = "") -> CardButton:
        button = CardButton(self._services, self._height)
        name = self._words.card(played.card).name
        mark = self._words.say("combat.canceled") if played.canceled else caption
        if played.facedown and not mark:
            mark = self._words.say("combat.spent")
        # It was seen by all when it was opened, so whoever forgot may look again.
        button.set_dimmed(is_dimmed=played.facedown)
        text = f"{name}. {mark}\n{self._words.card(played.card).text}"
        button.show_card(played_look(self._words, played), text, mark)
        self._lying.append((played.slot, button))
        return self.adopt(button, rule_of(self._words, played.card))

    def _sealed(self, combat: Combat, seat: Seat) -> list[CardButton]:
        """A choice that lies there and is not open yet; its own player can read it."""
        if seat not in combat.sealed and seat not in self._laid:
            return []
        assert self._view is not None
        value = self._laid.get(seat) or self._view.known.get(combat.sealed.get(seat, ""), "")
        card = (face_of(self._view, value) or value) if value else ""
        name = self._words.card(card).name if card else ""
        said = self._words.say("combat.sealed-own" if card else "combat.sealed", card=name)
        button = CardButton(self._services, self._height)
        button.show_card(envelope_look(name), said)
        return [self.adopt(button, rule_of(self._words, card or None) or "combat.step1.choose")]

    def _empty(self, caption: str) -> CardButton:
        button = CardButton(self._services, self._height)
        button.show_card(None, self._words.say("combat.not-played"), caption)
        return button

    # What may be chosen

    def _light_played(self) -> None:
        """A card that lies there already may be of use once more."""
        for slot, button in self._lying:
            button.set_use(Use(self._gestures.slots.get(slot, ())))

    def _show_choices(self) -> None:
        choices = QWidget()
        self._flow = Flow(choices)
        self._offers = []
        if self._view is not None and self._edition is not None and self._combat() is not None:
            found = {**self._gestures.cards, **self._gestures.slots}
            shown: set[tuple[CardId, tuple[int, ...]]] = set()  # by name, and again by its slot
            for name, numbers in found.items():
                card = face_of(self._view, name) or name
                if (card, numbers) not in shown and card in self._edition.cards:
                    shown.add((card, numbers))
                    self._add_choice(card, Use(numbers))
            for card, clause in self._gestures.refused_cards.items():
                if card in self._edition.cards:
                    self._add_choice(card, Use((), clause))
        self._replace("_choices", choices)
        self._fit()

    def _add_choice(self, card: CardId, use: Use) -> None:
        assert self._edition is not None
        button = CardButton(self._services, self._height)
        against = against_words(self._words, card, self._edition)
        name = f"{whole_text(self._words, card)}\n{against}".strip()
        button.show_card(face_look(self._words, card), name)
        button.set_use(use, self._words.refusal(use.clause) if use.clause else "")
        button.set_dimmed(is_dimmed=not use.numbers)
        self.adopt(button, rule_of(self._words, card))
        self._offers.append(CombatChoice(button, against))
        self._flow.add(self._offers[-1])
