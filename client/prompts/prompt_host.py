"""One question at a time: every answer a labelled button with a number, every refusal a reason.

1. Whatever a prompt offers can be given here, by mouse and by keyboard, whether or not anything
   on the table offers it as well.
2. Digits choose, nought says no; letters narrow a long list; Escape takes back what was narrowed
   or armed. Yes and no stand above the list, large, and have a key each.
3. A single click on something weighty arms it, if the player wants that; the second gives it.
4. What is pressed before the question can have been read gives nothing.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from client.announcing import announce
from client.look.plain_label import PlainLabel
from client.prompts.answer_list import Answer, AnswerList, Refusal
from client.prompts.first_sight import FirstSight
from client.prompts.gestures import NOTHING, gestures
from client.prompts.note import Note
from client.prompts.option_button import OptionButton
from client.prompts.plain import Plain, digits_of, plain_answers
from client.prompts.prompt_keys import PromptKeys
from client.prompts.teaching import clause_about
from client.prompts.weight import is_weighty
from client.services import Services
from client.worker.standing import window_of
from client.worker.values import Prompt
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


class PromptHost(QWidget):
    """Shows the prompt and gives back the number of the answer."""

    chosen = Signal(int)
    rules_wanted = Signal(str)  # a clause to be read
    always_passed = Signal(str)  # the moment at which the player wants to be asked no more
    narrowed = Signal(object)  # the numbers of the answers still in question; none: all
    armed = Signal(object, str)  # the answer to be given once more, and that in words; none: None

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
        self._note = Note(services)
        self._list = AnswerList()
        self._hint = PlainLabel()
        self.always = QPushButton(self._words.say("prompt.always-pass"))
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
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(4)
        # Words that come and go stand below the list, so that no button moves under the mouse.
        column.addWidget(self._seat)
        column.addWidget(self._question)
        column.addLayout(self._list.above)
        column.addWidget(self._list, 1)
        column.addWidget(self._note)
        column.addWidget(self.always)
        column.addWidget(self._hint)
        self.always.hide()

    def _connect(self) -> None:
        self.always.clicked.connect(self._pass_always)
        self._note.linkActivated.connect(self.rules_wanted)
        self._list.picked.connect(self.pick)
        self._list.pointed.connect(self._teach)
        self._list.explained.connect(self.explain)
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
        """The rule of what is explained beside the question; empty if nothing is."""
        return self._note.clause or self._taught

    def show_waiting(self, words: str) -> None:
        """Nothing is asked of this player; say what the game waits for."""
        self._prompt = None
        self.always.hide()
        self._fill((), ())
        self._show_question("", words)
        self.note("")
        self._hint.clear()
        self._fit()

    def settle(self) -> None:
        """The answer is given: nothing more can be chosen here."""
        self._prompt = None

    def show_prompt(self, prompt: Prompt, view: View) -> None:
        """Ask this."""
        if prompt != self._prompt:
            self._sight.begin()
        self._prompt, self._state, self._taught = prompt, view.state, ""
        self._found = gestures(prompt, view.state)
        self._armed, self._keys.typed = None, ""
        self._show_question(self._words.seat(prompt.seat), self._words.ask(prompt.request, view))
        self.note("")
        self._fill(tuple(self._answers(prompt, view)), tuple(self._refusals(prompt, view)))
        self.always.setVisible(window_of(prompt.request) is not None)
        self.show_hint()
        announce(self, self.accessibleName())

    def _show_question(self, seat: str, words: str) -> None:
        """Say who is asked what; and as the name of the whole, to whoever hears it."""
        self._seat.setText(seat)
        self._question.setText(words)
        self.setAccessibleName(f"{seat}: {words}" if seat else words)

    def show_hint(self) -> None:
        """Say how to answer by keyboard, or what was typed so far."""
        said = self._words.say(_HINTS[len(self._buttons) > 9, self._found.is_on_the_table])
        if self._keys.typed:
            said = self._words.say("prompt.typed", typed=self._keys.typed)
        self._hint.setText(said)
        self._fit()

    def _fit(self) -> None:
        """Where letters are large for the window, what can be missed leaves its room."""
        is_roomy = self.window().height() / self.fontMetrics().lineSpacing() > _ROOMY
        self._hint.setVisible(bool(self._keys.typed) or is_roomy)
        seat = self._seat.text()
        self._seat.setVisible(bool(seat) and (is_roomy or seat not in self._question.text()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be more room now, or less."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """It may have been asked while another screen was in front."""
        super().showEvent(event)
        self._sight.begin()

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
        return next(button for button in self._buttons if button.number == number)

    def label(self, number: int) -> str:
        """The words of an answer."""
        return self._button(number).label

    def take_focus(self) -> None:
        """Let the keyboard begin at the first answer, or where the next question will be."""
        begin: QWidget = self._buttons[0] if self._buttons else self._question
        begin.setFocus(Qt.FocusReason.OtherFocusReason)

    def explain(self, clause: str) -> None:
        """Say why something cannot be done, with the way into the rules."""
        self._note.tell_rule(self._words.refusal(clause), clause)

    def describe(self, clause: str) -> None:
        """Say what a rule or a card says, with the way to it."""
        found = self._words.clause(clause)
        self._note.tell_rule(f"{found.title}: {found.text}", clause)

    def forget_rule(self) -> None:
        """The keyboard went to something that can be done: why another cannot is read no more."""
        self._note.forget_rule()

    def restyle(self) -> None:
        """Write the link beside the question in the colours of now."""
        self._note.restyle()

    def _teach(self, button: OptionButton) -> None:
        """Have the rule about the answer pointed at ready: as a tip, and for its key."""
        if self._prompt is not None and self._state is not None:
            self._taught = clause_about(self._prompt, button.number, self._state)
            rule = self._words.clause(self._taught).text if self._taught else ""
            button.teach(rule, question=self.accessibleName())
        if button.hasFocus():
            self.forget_rule()

    def note(self, words: str) -> None:
        """Say something beside the question, or nothing."""
        self._note.say(words)

    def offer(self, numbers: tuple[int, ...], *, by_mouse: bool) -> None:
        """Something on the table was pointed at: give its answer, or ask among its answers."""
        if len(numbers) == 1:
            self.pick(numbers[0], by_mouse)
        elif numbers:
            self.narrow(numbers)
            self._button(numbers[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def narrow(self, numbers: tuple[int, ...]) -> None:
        """Show only these answers; with none, all of them."""
        for button in self._buttons:
            button.setVisible(not numbers or button.number in numbers)
        self._list.show_refusals(is_shown=not numbers)
        self.narrowed.emit(numbers)

    def give_plain(self, says: Plain) -> None:
        """A key that says yes or no, if the question has such an answer."""
        for each in () if self._prompt is None else plain_answers(self._prompt):
            if each.says is says:
                self.pick(each.number, by_mouse=False)
                return

    def pick(self, number: int, by_mouse: bool) -> None:  # noqa: FBT001 (a Qt signal's)
        """Give an answer; a weighty single click asks once first."""
        prompt = self._prompt
        if prompt is None or not self._sight.is_over:
            return
        confirms = by_mouse and self._services.settings.confirm_clicks
        if confirms and is_weighty(prompt, prompt.answers[number]) and self._armed != number:
            self._arm(number)
            return
        self.chosen.emit(number)

    def _pass_always(self) -> None:
        moment = None if self._prompt is None else window_of(self._prompt.request)
        if moment is not None and self._sight.is_over:
            self.always_passed.emit(moment)

    def _arm(self, number: int | None) -> None:
        if self._armed is not None:
            self._button(self._armed).set_armed(None)
        self._armed = number
        if number is None:
            self.note("")
            self.armed.emit(None, "")
            return
        button = self._button(number)
        said = self._words.say("prompt.again", what=button.label)
        button.set_armed(said)
        button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.note(self._words.say("prompt.confirm"))
        self.armed.emit(number, said)

    def take_back(self) -> None:
        """Nothing is armed and nothing narrowed."""
        self._arm(None)
        self.narrow(())

    def take_key(self, event: QKeyEvent) -> bool:
        """A key that nothing else wanted; whether it meant something here."""
        is_asked = self._prompt is not None and not event.isAutoRepeat()
        return is_asked and self._keys.take(event)
