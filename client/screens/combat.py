"""A fight: the eight steps, both sides' cards, what each cancels, sealed until all are in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from client.look.card_face import envelope_look
from client.panels.card_button import CARD_HEIGHT, CardButton, Use
from client.panels.card_looks import face_look, played_look
from client.prompts.gestures import NOTHING, Gestures
from client.prompts.labels import face_name, face_of
from client.screens.combat_facts import STEPS, cancelled_by, cancels, pride_needs, step_of
from client.services import Services
from engine.edition import Edition
from engine.ids import DRACULA, CardId, Seat
from engine.state import Combat, Played
from engine.view import View

_LIMIT = 6
_ROW_FRAME = 12  # pixels a fighter's row is higher than the cards in it


class CombatView(QWidget):
    """The fight in the middle of the screen."""

    offered = Signal(object, bool)
    explained = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._view: View | None = None
        self._edition: Edition | None = None
        self._gestures = NOTHING
        self._abouts: tuple[str, ...] = ()
        self._height = CARD_HEIGHT
        self._title = QLabel()
        self._notes = QLabel()
        self._steps = [QLabel(f"{n} {self._words.say(f'combat.step-{each}')}")
                       for n, each in enumerate(STEPS, 1)]  # fmt: skip
        self._sides = QWidget()
        self._choices = QWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        self.setObjectName("combat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title.setObjectName("combat_title")
        self._title.setWordWrap(True)
        self._notes.setObjectName("combat_notes")
        self._notes.setWordWrap(True)
        strip = QHBoxLayout()
        strip.setSpacing(3)
        for label in self._steps:
            label.setObjectName("step")
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            strip.addWidget(label, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 10, 14, 10)
        self._column.setSpacing(8)
        self._column.addWidget(self._title)
        self._column.addLayout(strip)
        self._column.addWidget(self._notes)
        self._column.addWidget(self._sides, 3)
        self._column.addWidget(self._choices, 2)

    def set_card_height(self, height: int) -> None:
        """Make the cards this high from the next change on."""
        self._height = height

    def show_view(self, view: View, edition: Edition) -> None:
        """Show the fight as it stands."""
        before, self._view, self._edition = self._view, view, edition
        if before is None or before.state.combat != view.state.combat:
            self._refresh()

    def show_waits(self, abouts: tuple[str, ...]) -> None:
        """What the game waits for tells which step it is."""
        self._abouts = abouts
        self._show_step()

    def offer(self, gestures: Gestures) -> None:
        """Light the cards that may be chosen now."""
        self._gestures = gestures
        if self._combat() is not None:
            self._show_choices()

    def _refresh(self) -> None:
        combat = self._combat()
        if combat is None or self._view is None:
            return
        say, seat = self._words.say, self._words.seat
        foe = seat(DRACULA) if combat.vampire is None else self._words.card(combat.vampire).name
        names = self._words.listed([seat(each) for each in combat.hunters])
        place = self._words.place(combat.city)
        # The count rises when the cards are chosen; what is being chosen belongs to the next.
        number = combat.round if combat.sealed or combat.shown else combat.round + 1
        self._title.setText(say("combat.title", foe=foe, hunters=names, place=place, round=number))
        self._show_notes(combat)
        self._show_step()
        self._show_sides(combat)
        self._show_choices()

    def _combat(self) -> Combat | None:
        return None if self._view is None else self._view.state.combat

    def _show_notes(self, combat: Combat) -> None:
        assert self._view is not None
        assert self._edition is not None
        say, laid = self._words.say, len(combat.played)
        needs = pride_needs(self._view.state, combat, self._edition)
        lines = [say("combat.night-note" if combat.night else "combat.day-note")]
        lines.append(say("combat.pride", needs=needs, laid=laid))
        lines.append(say("combat.limit", laid=laid, most=_LIMIT))
        if combat.escapes_barred:
            lines.append(say("combat.escapes-barred"))
        self._notes.setText("  ·  ".join(lines))

    def _show_step(self) -> None:
        combat = self._combat()
        step = None if combat is None else step_of(combat, self._abouts)
        for number, label in enumerate(self._steps):
            is_now = number == step
            if label.property("now") != is_now:
                label.setProperty("now", is_now)
                label.style().unpolish(label)
                label.style().polish(label)

    def _show_sides(self, combat: Combat) -> None:
        sides = QWidget()
        column = QVBoxLayout(sides)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._dracula_row(combat))
        for seat in combat.fighters or combat.hunters:
            if seat in combat.hunters:
                column.addWidget(self._hunter_row(combat, seat))
        column.addStretch(1)
        self._replace("_sides", sides, 3)

    def _replace(self, name: str, fresh: QWidget, stretch: int) -> None:
        old: QWidget = getattr(self, name)
        at = self._column.indexOf(old)
        self._column.removeWidget(old)
        old.hide()
        old.deleteLater()
        self._column.insertWidget(at, fresh, stretch)
        setattr(self, name, fresh)

    def _dracula_row(self, combat: Combat) -> QWidget:
        name = self._words.seat(DRACULA)
        if combat.vampire is not None:
            name = self._words.card(combat.vampire).name
        cards = [self._played(each) for each in combat.played]
        if DRACULA in combat.sealed:
            cards.append(self._envelope())
        cards += [self._empty(str(at + 1)) for at in range(len(cards), _LIMIT)]
        held = self._words.say("combat.hand", count=len(combat.hand))
        return self._row(name, held, cards)

    def _hunter_row(self, combat: Combat, seat: Seat) -> QWidget:
        marks = []
        if seat == combat.engaged:
            marks.append(self._words.say("combat.engaged"))
        if seat in combat.mesmerized:
            marks.append(self._words.say("combat.mesmerized"))
        cards = []
        if seat in combat.sealed:
            cards.append(self._envelope())
        if seat in combat.shown:
            cards.append(self._played(combat.shown[seat]))
        if not cards:
            cards.append(self._empty(""))
        locked = self._words.say("combat.locked")
        cards += [self._played(card, locked) for card in combat.locked.get(seat, ())]
        return self._row(self._words.seat(seat), ", ".join(marks), cards)

    def _row(self, name: str, mark: str, cards: list[CardButton]) -> QWidget:
        row = QWidget()
        row.setObjectName("fighter")
        row.setFixedHeight(self._height + _ROW_FRAME)
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(8, 4, 8, 4)
        label = QLabel(f"<b>{name}</b><br>{mark}")
        label.setFixedWidth(120)
        label.setWordWrap(True)
        layout.addWidget(label)
        for card in cards:
            layout.addWidget(card)
        layout.addStretch(1)
        return row

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
        return button

    def _envelope(self) -> CardButton:
        button = CardButton(self._services, self._height)
        button.show_card(envelope_look(), self._words.say("combat.sealed"))
        return button

    def _empty(self, caption: str) -> CardButton:
        button = CardButton(self._services, self._height)
        button.show_card(None, self._words.say("combat.not-played"), caption)
        return button

    # What may be chosen

    def _show_choices(self) -> None:
        choices = QWidget()
        row = QHBoxLayout(choices)
        row.setContentsMargins(0, 0, 0, 0)
        if self._view is not None and self._edition is not None and self._combat() is not None:
            found = {**self._gestures.cards, **self._gestures.slots}
            shown: set[tuple[int, ...]] = set()
            for name, numbers in found.items():
                card = face_of(self._view, name) or name
                if numbers not in shown and card in self._edition.cards:
                    shown.add(numbers)
                    row.addLayout(self._choice(card, numbers))
        row.addStretch(1)
        self._replace("_choices", choices, 2)

    def _choice(self, card: CardId, numbers: tuple[int, ...]) -> QVBoxLayout:
        button = CardButton(self._services, self._height)
        against = self._against(card)
        text = self._words.card(card).text
        name = f"{face_name(self._words, card)}\n{text}\n{against}".strip()
        button.show_card(face_look(self._words, card), name)
        button.set_use(Use(numbers))
        button.offered.connect(self.offered)
        label = QLabel(against)
        label.setObjectName("against")
        label.setWordWrap(True)
        label.setFixedWidth(112)
        column = QVBoxLayout()
        column.addWidget(button)
        column.addWidget(label)
        column.addStretch(1)
        return column

    def _against(self, card: CardId) -> str:
        """What a card cancels, or what would cancel it, before anybody commits."""
        assert self._edition is not None
        if found := cancels(card, self._edition):
            return self._words.say("combat.cancels", cards=self._names(found))
        if found := cancelled_by(card, self._edition):
            return self._words.say("combat.cancelled-by", cards=self._names(found))
        return ""

    def _names(self, cards: tuple[CardId, ...]) -> str:
        return ", ".join(self._words.card(each).name for each in cards)
