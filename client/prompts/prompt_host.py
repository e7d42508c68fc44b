"""Asks one question at a time: each answer is a button with a number, each refusal has a reason.

1. Every answer can be given here by mouse and by keyboard, also if it can be given on the table.
2. Digits choose, 0 says no, letters narrow a long list, Escape takes the narrowing or the armed
   answer back. Yes and no are large, above the list, each with its own key. Pressing an answer that
   was narrowed away shows the whole list again.
3. The first press on an answer arms it, wherever it was pressed. A second press or Enter gives it;
   another answer is armed instead. A setting switches this off.
4. Nothing moves between the two presses: room for the texts is reserved before.
5. A press too soon after the question appeared gives nothing (`FirstSight`): it was meant for the
   question before. The second click of a double click comes a tenth or two of a second after the
   first; reading a new question takes a person longer than this, so nobody is slowed down.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from client.look.accessibility import announce
from client.look.labels import PlainLabel
from client.prompts.answer_list import Answer, AnswerList, Refusal
from client.prompts.gestures import NOTHING, YesNo, digits_of, gestures, plain_answers
from client.prompts.option_button import OptionButton
from client.settings import window_of
from client.window.services import Services
from client.words.rulebook import sentences
from client.worker.values import Prompt
from engine.ids import ClauseId
from engine.options import (
    HandOption,
    Lead,
    LeaveHospital,
    Option,
    PickCard,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
)
from engine.state import State
from engine.view import View

# How a question is answered: by whether its list is long, and whether the table answers too.
_HINTS = {
    (False, False): "prompt.hint",
    (False, True): "prompt.hint-lit",
    (True, False): "prompt.hint-long",
    (True, True): "prompt.hint-long-lit",
}
_ROOMY = 30  # lines that a window has room for, from which on there is room for a hint
_SIDE = 10  # pixels left and right of all words
_ALWAYS = -1  # stands for the number of an answer: to pass at this moment from now on


class PromptHost(QWidget):
    """Shows the prompt and emits the number of the answer."""

    chosen = Signal(int)
    rules_wanted = Signal(str)  # a clause to be read
    always_passed = Signal(str)  # the moment at which the player wants to be asked no more
    explained = Signal(str, QWidget)  # the clause of a refusal that is pointed at, and where
    reached = Signal()  # the keyboard came to an answer
    typing = Signal(str)  # what is typed, where there is no room to say it; nothing: empty
    narrowed = Signal(object)  # the numbers of the answers still in question; none: all
    armed = Signal(object, str)  # the answer that takes one more press, and that in words; or None

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._prompt: Prompt | None = None
        self._state: State | None = None  # in which it is asked
        self._buttons: list[OptionButton] = []
        self._armed: int | None = None
        self._keys = PromptKeys(self)
        self._sight = FirstSight(services)
        self._taught = ""
        self._found = NOTHING  # where on the table it can be answered
        self._seat = PlainLabel()
        self._question = PlainLabel()
        self._note = PlainLabel()
        self._list = AnswerList()
        self._hint = PlainLabel()
        self.always = OptionButton()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.setObjectName("prompt")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        names: dict[QLabel, str] = {self._seat: "prompt_seat", self._question: "prompt_question"}
        names |= {self._note: "prompt_note", self._hint: "hint"}
        for label, name in names.items():
            label.setObjectName(name)
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 8, _SIDE, 8)
        column.setSpacing(4)
        column.addWidget(self._seat)
        column.addWidget(self._question)
        column.addLayout(self._list.above)
        column.addWidget(self._list, 1)
        column.addWidget(self._note)
        column.addWidget(self.always)
        column.addWidget(self._hint)
        self.always.hide()

    def _connect(self) -> None:
        for part in (self.always, self._list):
            part.picked.connect(self.pick)
        self._list.pointed.connect(self._teach)
        self._list.explained.connect(self.explained)
        self._list.followed.connect(self.rules_wanted)

    @property
    def buttons(self) -> list[OptionButton]:
        """The answers as they stand."""
        return self._buttons

    @property
    def note_text(self) -> str:
        """What is said beside the question."""
        return self._note.text()

    @property
    def clause(self) -> str:
        """The rule about the answer that was pointed at last; empty if there is none."""
        return self._taught

    @property
    def is_asking(self) -> bool:
        """Whether there is a question that waits for its answer."""
        return self._prompt is not None

    def show_waiting(self, words: str) -> None:
        """Nothing is asked of this player; say what the game waits for."""
        self._prompt = None
        self._arm(None)
        self.always.hide()
        self._fill((), ())
        self._show_question("", words)
        self.note("")
        self._fit()

    def settle(self) -> None:
        """The answer is given: take no other."""
        self._prompt = None

    def show_prompt(self, prompt: Prompt, view: View) -> None:
        """Ask this."""
        if prompt != self._prompt:
            self._sight.begin()
        self._arm(None)
        self._prompt, self._state, self._taught = prompt, view.state, ""
        self._found = gestures(prompt, view.state)
        self._keys.typed = ""
        self._show_question(self._words.seat(prompt.seat), self._words.ask(prompt.request, view))
        self.note("")
        self._fill(tuple(self._answers(prompt, view)), tuple(self._refusals(prompt, view)))
        self.always.show_answer(_ALWAYS, "", self._words.say("prompt.always-pass"))
        self.always.setVisible(window_of(prompt.request) is not None)
        self._fit()
        announce(self, self.accessibleName())

    def _show_question(self, seat: str, words: str) -> None:
        """Say who is asked what; and as the name of the whole, to whoever hears it."""
        self._seat.setText(seat)
        self._question.setText(words)
        self.setAccessibleName(f"{seat}: {words}" if seat else words)

    def show_typed(self) -> None:
        """Show what was typed so far, or how to answer."""
        say, typed = self._words.say, self._keys.typed
        said = say("prompt.confirm") if self._armed is not None else self._hint_words()
        said = say("prompt.typed", typed=typed) if typed else said
        self._hint.setText(said)
        if not self._is_roomy():
            self.typing.emit(said if typed else "")

    def _hint_words(self) -> str:
        """How this question is answered."""
        hint = _HINTS[len(self._buttons) > 9, self._found.is_on_the_table]
        twice = "yes" if self._services.settings.confirm_clicks else "no"
        return self._words.say(hint, twice=twice)

    def _is_roomy(self) -> bool:
        return self.window().height() / self.fontMetrics().lineSpacing() > _ROOMY

    def _fit(self) -> None:
        """In large letters, hide what can be missed if the window is too small.

        The line below the answers is as high as the longest of what it may have to say.
        """
        is_roomy, say = self._is_roomy(), self._words.say
        seat = self._seat.text()
        self._seat.setVisible(bool(seat) and (is_roomy or seat not in self._question.text()))
        self._hint.setVisible(bool(self._buttons) and is_roomy)
        said = (self._hint_words(), say("prompt.confirm"), say("prompt.typed", typed="…"))
        self._hint.setFixedHeight(max(map(self._height_of, said)))
        self.show_typed()

    def _height_of(self, words: str) -> int:
        """How high the line below the answers is when it says this."""
        self._hint.setText(words)
        return self._hint.heightForWidth(self.width() - 2 * _SIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be more room now, or less."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters may have another size now."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """It may have been asked while another screen was in front, such as the settings."""
        super().showEvent(event)
        self._sight.begin()
        self._fit()

    def _fill(self, answers: Sequence[Answer], refusals: Sequence[Refusal]) -> None:
        """Show these instead of the old ones; the keyboard stays at the question."""
        focused: QWidget | None = self.window().focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self._question.setFocus()
        self._buttons = self._list.show_answers(answers, refusals)

    def _answers(self, prompt: Prompt, view: View) -> Iterator[Answer]:
        plain = {each.number: each.says.value for each in plain_answers(prompt)}
        for number, digits in digits_of(prompt).items():
            label = self._words.option(prompt.answers[number], prompt.request, view)
            yield Answer(number, digits, label, plain.get(number, ""))

    def _refusals(self, prompt: Prompt, view: View) -> Iterator[Refusal]:
        for option, clause in self._found.refused_rest:
            label = self._words.option(option, prompt.request, view)
            yield Refusal(label, clause, self._words.refusal(clause))

    def _button(self, number: int) -> OptionButton:
        """The button of an answer."""
        found = (*self._buttons, self.always)
        return next(button for button in found if button.number == number)

    def label(self, number: int) -> str:
        """The words of an answer."""
        return self._button(number).label

    def label_again(self, number: int) -> str:
        """The same words, and that it takes one more press."""
        return self._words.say("prompt.again", what=self.label(number))

    def take_focus(self) -> None:
        """Let the keyboard begin at the first answer, or where the next question will be."""
        begin: QWidget = self._buttons[0] if self._buttons else self._question
        begin.setFocus(Qt.FocusReason.OtherFocusReason)

    def _teach(self, button: OptionButton) -> None:
        """Have the rule about the answer pointed at ready: as a tip, and for its key."""
        if self._prompt is not None and self._state is not None:
            self._taught = clause_about(self._prompt, button.number, self._state)
            rule = self._words.clause(self._taught).text if self._taught else ""
            button.teach(rule, question=self.accessibleName())
        if button.hasFocus():
            self.reached.emit()

    def note(self, words: str) -> None:
        """Say something beside the question that comes up, or nothing."""
        self._note.setText(words)
        self._note.setVisible(bool(words))
        announce(self, words)

    def offer(self, numbers: tuple[int, ...], *, by_mouse: bool) -> None:
        """Something on the table was pressed: press its answer, or ask among its answers."""
        if len(numbers) == 1:
            self.pick(numbers[0], by_mouse)
        elif numbers:
            self.narrow(numbers)
            self._button(numbers[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def narrow(self, numbers: tuple[int, ...]) -> None:
        """Show only these answers; with none, all of them."""
        if numbers and self._armed not in numbers:
            self._arm(None)
        for button in self._buttons:
            button.setVisible(not numbers or button.number in numbers)
        self._list.show_refusals(is_shown=not numbers)
        self.narrowed.emit(numbers)

    def give_plain(self, says: YesNo) -> None:
        """Give yes or no by key, if the question has such an answer."""
        for each in () if self._prompt is None else plain_answers(self._prompt):
            if each.says is says:
                self.pick(each.number, by_mouse=False)
                return

    def pick(self, number: int, by_mouse: bool) -> None:  # noqa: FBT001 (a Qt signal's)
        """An answer was pressed: the first press arms it, the second gives it."""
        if self._prompt is None or not self._sight.is_over:
            return
        if self._services.settings.confirm_clicks and number != self._armed:
            self._arm(number, by_mouse=by_mouse)
            return
        moment = window_of(self._prompt.request)
        self._arm(None)
        self.settle()
        if number == _ALWAYS:
            self.always_passed.emit(moment)
        else:
            self.chosen.emit(number)

    def _arm(self, number: int | None, *, by_mouse: bool = False) -> None:
        """Let this answer be given by the next press; None: no answer."""
        if number == self._armed:
            return
        if self._armed is not None:
            self._button(self._armed).set_armed(None)
        self._armed, self._keys.typed, said = number, "", ""
        if number is not None:
            button, said = self._button(number), self.label_again(number)
            was_hidden = button.isHidden()
            if was_hidden:  # its key or its card is not narrowed away with it
                self.narrow(())
            button.set_armed(said)
            button.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter gives it
            if was_hidden or not by_mouse:
                self.bring(button)
            announce(self, self._words.say("prompt.armed", what=button.label))
        self.show_typed()
        self.armed.emit(number, said)

    def bring(self, button: OptionButton) -> None:
        """Bring an answer into sight that the keyboard has come to."""
        self._list.bring(button)

    def take_back(self) -> None:
        """Disarm, and show the whole list again."""
        if self.is_asking and self._armed is not None:
            announce(self, self._words.say("prompt.taken-back"))
        self._arm(None)
        self.narrow(())

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that nothing else used; returns whether it meant something here."""
        is_asked = self._prompt is not None and not event.isAutoRepeat()
        return is_asked and self._keys.take(event)


# Keys: digits and letters typed at a question.
class PromptKeys:
    """What was typed so far to choose an answer."""

    def __init__(self, host: "PromptHost") -> None:
        self._host = host
        self.typed = ""

    def take(self, event: QKeyEvent) -> bool:
        """Take a key that nothing else used; returns whether it meant something here."""
        if event.key() == Qt.Key.Key_Escape:
            self._type("")
            self._host.take_back()
            return True
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        text = event.text()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or not text.isalnum():
            return False
        self._take_digit(text) if text.isdigit() else self._take_letter(text)
        return True

    def _type(self, typed: str) -> None:
        self.typed = typed
        self._host.show_typed()

    def _step(self, by: int) -> None:
        shown = [button for button in self._host.buttons if button.isVisible()]
        if not shown:
            return
        at = next((place for place, each in enumerate(shown) if each.hasFocus()), -by)
        following = shown[(at + by) % len(shown)]
        following.setFocus(Qt.FocusReason.TabFocusReason)
        self._host.bring(following)

    def _take_digit(self, digit: str) -> None:
        """Digits that are an answer's press it; others are kept while they may become one."""
        typed = digit if not self.typed.isdigit() else self.typed + digit
        begun = [each for each in self._host.buttons if each.key.startswith(typed)]
        whole = [each.number for each in begun if each.key == typed]
        self._type(typed if begun and not whole else "")
        for number in whole:
            self._host.pick(number, by_mouse=False)

    def _take_letter(self, letter: str) -> None:
        typed = letter if self.typed.isdigit() else self.typed + letter
        fitting = [each for each in self._host.buttons if each.fits(typed)]
        if fitting:
            self._host.narrow(tuple(each.number for each in fitting))
            fitting[0].setFocus(Qt.FocusReason.OtherFocusReason)
            self._type(typed)


_CLAUSES: dict[type[Option], ClauseId] = {
    RoadTo: "movement.road",
    SeaTo: "movement.sea.port-sea",
    RailBy: "movement.rail.ticket",
    LeaveHospital: "hospitals.move",
    ReserveTicket: "ticket.reserve",
    Rest: "rest.recover",
    Search: "search.reveal",
    Trade: "trade.goods",
    Lead: "trade.leader.anywhere",
}


def clause_about(prompt: Prompt, number: int, state: State) -> ClauseId:
    """The clause about one answer, or else about what is asked; empty if there is none."""
    answer = prompt.answers[number]
    clause = _CLAUSES.get(type(answer), f"moment.{prompt.about.removesuffix('?')}")
    if isinstance(answer, Supply):
        clause = "supply.night.hunter" if state.is_night else "supply.day.hunter"
    elif isinstance(answer, HandOption | PickCard):
        clause = f"card.{answer.card}"
    return clause if clause in sentences() else ""


_MOMENT_S = 0.3


# The moment after a question appears in which nothing is taken as its answer.
class FirstSight:
    """How long a question has been visible."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.begin()

    def begin(self) -> None:
        """A new question becomes visible."""
        self._since = self._services.clock()

    @property
    def is_over(self) -> bool:
        """Whether the question has been visible long enough to be read."""
        return self._services.clock() - self._since >= _MOMENT_S
