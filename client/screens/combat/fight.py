"""The fight: the eight steps, both sides' cards and what each cancels; sealed until all chose."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from client.look.arranging import Flow
from client.look.card_face import envelope_look
from client.look.labels import PlainLabel, longest_word, plain_tip
from client.panels.card_button import CARD_HEIGHT, CardButton, CardPanel, Use
from client.panels.shown_cards import face_look, face_of, played_look, rule_of, whole_text
from client.prompts.gestures import NOTHING, Gestures
from client.prompts.option_button import PlainRow
from client.screens.combat import fighters
from client.screens.combat.fighters import WORDS_GAP, FighterRow, FighterRows
from client.window.services import Services
from client.words.words import Words
from client.worker.values import Waits
from engine.edition import Edition
from engine.ids import DRACULA, CardId, Seat, SlotId
from engine.state import Combat, Played, State
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
        self._column.setSpacing(fighters.PART_GAP)
        self._column.addWidget(self._head)
        self._column.addWidget(self._sides)
        self._column.addWidget(self._choices)
        self._column.addStretch(1)
        self._scroll.setWidget(fight)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setMinimumWidth(fighters.LEAST_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, _TOP, _SIDE, _TOP)
        column.setSpacing(fighters.PART_GAP)
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
        width = self.width() - 2 * _SIDE - fighters.BAR  # one that lingers would keep itself
        head = self._head.heightForWidth(width) + fighters.PART_GAP
        plain = self.plain.sizeHint().height() + fighters.PART_GAP
        below = 0 if self.plain.isHidden() else plain
        rows, line = self._sides.rows, self.fontMetrics().lineSpacing()
        room = fighters.FightRoom(
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
        name = fighters.name_width(room)
        room = room._replace(names=tuple(row.words_height(name) for row in rows))
        narrow = fighters.words_width(room)
        words = max((offer.words_height(narrow) for offer in self._offers), default=0)
        room = room._replace(words=max(room.words, words))
        self._flow.setSpacing(fighters.choice_gap(room, narrow))
        self._height = fighters.card_height(room)
        self._sides.fit(name, self._height, fighters.abreast(room))
        for offer in self._offers:
            offer.fit(narrow, words, self._height)
        needed = self._sides.sizeHint().height() + self._flow.heightForWidth(width)
        self._put_choices(is_above=needed + fighters.PART_GAP > room.height)

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
        """Show the step, which follows from who is asked, and who has chosen a card."""
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


# What stands above a fight: who fights whom, the eight steps, and what limits it.


_BETWEEN = 4  # pixels between a step and the next
_AROUND = 8  # pixels that the style puts around the words of a step
LIMIT = 6  # cards of Dracula that end a fight


class CombatHead(QWidget):
    """The title, the strip of steps and the notes."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._title = PlainLabel()
        self._notes = PlainLabel()
        self._names = [f"{n} {words.say(f'combat.step-{each}')}" for n, each in enumerate(STEPS, 1)]
        self._steps = [PlainLabel(name) for name in self._names]
        self._lay_out()

    def _lay_out(self) -> None:
        self._title.setObjectName("combat_title")
        self._title.setWordWrap(True)
        self._notes.setObjectName("combat_notes")
        self._notes.setWordWrap(True)
        strip = Flow(spacing=_BETWEEN, manner="filled")
        for label, name in zip(self._steps, self._names, strict=True):
            label.setObjectName("step")
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setAccessibleName(name)
            strip.add(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addLayout(strip)
        column.addWidget(self._notes)

    def show_fight(self, state: State, combat: Combat, edition: Edition) -> None:
        """Show who fights whom, and what limits the fight."""
        say, seat = self._words.say, self._words.seat
        foe = seat(DRACULA) if combat.vampire is None else self._words.card(combat.vampire).name
        names = self._words.listed([seat(each) for each in combat.hunters])
        place = self._words.place(combat.city)
        # The count rises when the cards are chosen; what is being chosen belongs to the next.
        number = combat.round if combat.sealed or combat.shown else combat.round + 1
        which = "combat.title" if names else "combat.title-alone"  # the last hunter may have fled
        self._title.setText(say(which, foe=foe, hunters=names, place=place, round=number))
        laid, needs = len(combat.played), pride_needs(state, combat, edition)
        lines = [say("combat.night-note" if combat.night else "combat.day-note")]
        lines.append(say("combat.pride", needs=needs, laid=laid))
        lines.append(say("combat.limit", laid=laid, most=LIMIT))
        if combat.escapes_barred:
            lines.append(say("combat.escapes-barred"))
        self._notes.setText("  ·  ".join(lines))

    def show_step(self, step: int | None) -> None:
        """Light the step the fight is in."""
        for number, label in enumerate(self._steps):
            is_now = number == step
            if bool(label.property("now")) != is_now:
                label.setProperty("now", is_now)
                label.style().unpolish(label)
                label.style().polish(label)
        self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room for other words now."""
        super().resizeEvent(event)
        self._shorten()

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._shorten()

    def _shorten(self) -> None:
        """Where not all steps have room in a line, those of another moment are their numbers."""
        metrics = self.fontMetrics()
        room = self.width() - (len(self._steps) - 1) * (_BETWEEN + _AROUND) - _AROUND
        is_roomy = sum(map(metrics.horizontalAdvance, self._names)) <= room
        for label, name in zip(self._steps, self._names, strict=True):
            is_whole = is_roomy or bool(label.property("now"))
            said = name if is_whole else name.partition(" ")[0]
            if label.text() != said:
                label.setText(said)
                label.setToolTip(plain_tip("" if is_whole else name))


class CombatChoice(QWidget):
    """A card and its words, all of one width."""

    def __init__(self, card: CardButton, against: str) -> None:
        super().__init__()
        self._card = card
        self._against = PlainLabel(against)
        self._against.setObjectName("against")
        self._against.setWordWrap(True)
        self._against.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(WORDS_GAP)
        column.addWidget(card)
        column.addWidget(self._against)
        column.addStretch(1)

    def longest_word(self) -> int:
        """How wide it must be, so that no word is cut."""
        return longest_word(self._against)

    def words_height(self, width: int) -> int:
        """How high the words are in this width; a card that cancels nothing has none."""
        return max(0, self._against.heightForWidth(width))

    def fit(self, width: int, words: int, height: int) -> None:
        """Words of this width and height below a card that is so high."""
        self._against.setFixedSize(width, words)
        self._card.set_height(height)
        self.setFixedSize(max(width, self._card.width()), height + WORDS_GAP + words)


# What a fight shows besides its cards: its step, Pride's limit, what each card cancels.


STEPS = ("choose", "engage", "reveal", "compare", "dracula", "hunters", "end", "refresh")

_CHOOSING = "combat.choose"
_STEP_OF = {
    _CHOOSING: 0,
    "combat.engage": 1,
    "combat.swap": 2,
    "combat.plotting": 2,
    "combat.cancel-dracula": 3,
    "combat.claws": 4,
    "combat.escape": 4,
    "combat.bat": 4,
    "dracula.bat": 4,
    "combat.fetch": 4,
    "harm.prevent": 4,
    "combat.firearm": 5,
    "combat.circle": 5,
}


def laid_down(waits: tuple[Waits, ...], chosen: Mapping[Seat, Any]) -> dict[Seat, str]:
    """Who has chosen a card while others still do; which card, if we chose it."""
    return {
        each.seat: str(chosen[each.seat].value) if each.seat in chosen else ""
        for each in waits
        if each.has_answered and each.about == _CHOOSING
    }


def step_of(combat: Combat, abouts: tuple[str, ...]) -> int | None:
    """Which of the eight steps a fight is in; None before the first round."""
    for about in abouts:
        step = _STEP_OF.get(about.removesuffix("?"))
        if step is not None:
            return step
    if combat.sealed:
        return 2 if combat.engaged is not None else 1
    if not combat.hunters:
        return 6
    if combat.shown:
        return 4
    return 7 if combat.round else None  # the cards of the round before are taken back


def pride_needs(state: State, combat: Combat, edition: Edition) -> int:
    """How many of Dracula's cards must lie before an escape works, the escape itself counted."""
    switches = edition.switches
    extra = 1 if switches.escape_count == "earlier-cards-only" else 0
    by_count = combat.opponent != DRACULA and switches.vampire_escape_threshold == "three-cards"
    needed = edition.numbers.vampire_escape_cards if by_count else state.despair + 1
    return needed + extra


def cancels(card: CardId, edition: Edition) -> tuple[CardId, ...]:
    """The cards of Dracula that this card of a hunter would cancel."""
    banner = edition.cards[card].banner
    return tuple(each.id for each in edition.cards.values() if each.icon in banner)


def cancelled_by(card: CardId, edition: Edition) -> tuple[CardId, ...]:
    """The cards of hunters that would cancel this card of Dracula."""
    icon = edition.cards[card].icon
    if icon is None:
        return ()
    return tuple(each.id for each in edition.cards.values() if icon in each.banner)


def against_words(words: Words, card: CardId, edition: Edition) -> str:
    """What a card cancels or is cancelled by, shown before anybody chooses."""
    for said, found in (
        ("combat.cancels", cancels(card, edition)),
        ("combat.cancelled-by", cancelled_by(card, edition)),
    ):
        if found:
            return words.say(said, cards=", ".join(words.card(each).name for each in found))
    return ""
