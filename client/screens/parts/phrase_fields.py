"""The fields for a new passphrase: typed twice and hidden, or made and shown to be written down."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton

from client.look.labels import Field, PlainLabel
from client.new_passphrase import check_phrase, guessed_in, make_phrase
from client.words.words import Words
from engine.errors import BorgoError


class PhraseFields(QObject):
    """Two fields, a button that fills them, and what is to be said of what is in them."""

    def __init__(self, words: Words, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self.make = QPushButton(words.say("phrase.make"))
        self.first = Field()
        self.again = Field()
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        self.said.setProperty("look", "soft")
        self.make.clicked.connect(self._make)
        self.first.textEdited.connect(lambda _typed: self._weigh())
        self.again.textEdited.connect(lambda _typed: self._hide())
        self.clear()

    def add_to(self, form: QFormLayout, first: str) -> None:
        """Lay them out below what is there; `first` is what the first field is called."""
        say = self._words.say
        form.addRow(self.make)
        for field, name in ((self.first, say(first)), (self.again, say("first.again"))):
            field.setAccessibleName(name)
            form.addRow(name, field)
        form.addRow(self.said)

    def clear(self) -> None:
        """Nothing of a passphrase is left here."""
        for field in (self.first, self.again):
            field.setText("")  # this leaves nothing to be undone
        self._hide()
        self.said.setText(self._words.say("phrase.hint"))

    def let_type(self, *, is_wanted: bool) -> None:
        """Whether there is anything to be locked."""
        for part in (self.make, self.first, self.again):
            part.setEnabled(is_wanted)

    def fault(self) -> str:
        """What is wrong with the typed passphrase, in words; empty if it is accepted."""
        phrase = self.first.text()
        if phrase != self.again.text():
            return self._words.say("first.differ")
        try:
            check_phrase(phrase)
        except BorgoError as error:
            return self._words.error(error)
        return ""

    def _make(self) -> None:
        phrase = make_phrase()
        for field in (self.first, self.again):
            field.setText(phrase)
            field.setEchoMode(QLineEdit.EchoMode.Normal)
            field.setCursorPosition(0)
        self._say("phrase.made", phrase)

    def _weigh(self) -> None:
        self._hide()
        phrase = self.first.text()
        if phrase:
            self._say("phrase.takes", phrase)
        else:
            self.said.setText(self._words.say("phrase.hint"))

    def _hide(self) -> None:
        for field in (self.first, self.again):
            field.setEchoMode(QLineEdit.EchoMode.Password)

    def _say(self, message: str, phrase: str) -> None:
        time = self._words.say(guessed_in(phrase).id)
        self.said.setText(self._words.say(message, time=time))
