"""The bundled typeface has every letter of the languages we speak, and its licence beside it."""

from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QRawFont
from PySide6.QtWidgets import QApplication

from client.look.style import FAMILY, FILES, font, load_font
from client.settings import Settings
from client.window.main_window import MainWindow
from client.window.services import Services
from client.words.messages import folder
from client.words.rulebook import sentences
from client.words.words import Words
from tests.client.words import engine_ids as ids

pytestmark = pytest.mark.gui

LETTERS = {
    "polish": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”",
    "russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ«»№",
    "spanish": "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº",
    "italian": "àèéìíîòóùúÀÈÉÌÒÙ",
    "names and signs": "çÇâțţăőűžščřøåß–—…’‘“”·×",  # noqa: RUF001 (the signs themselves)
}


@pytest.mark.parametrize("name", FILES)
def test_the_family_loads(qapp: object, name: str) -> None:
    assert qapp is not None
    assert FAMILY in load_font(name)
    assert font(14).family() == FAMILY


def test_the_first_window_of_a_program_is_set_in_it(qapp: QApplication, tmp_path: Path) -> None:
    before = qapp.font()
    qapp.setFont(QFont("Sans Serif"))
    try:
        services = Services(words=Words(), home=tmp_path, settings=Settings())
        window = MainWindow(services)
        assert window.go("rules").font().family() == FAMILY
        window.close()
    finally:
        qapp.setFont(before)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", LETTERS)
def test_every_letter_is_there(qapp: object, name: str, language: str) -> None:
    assert qapp is not None
    raw = QRawFont(str(files("resources") / "fonts" / name), 14)
    missing = [letter for letter in LETTERS[language] if not raw.supportsCharacter(ord(letter))]
    assert missing == []


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_ours_is_borrowed_from_another_typeface(qapp: object, name: str) -> None:
    """Where no other is installed a borrowed sign would be an empty box."""
    assert qapp is not None
    raw = QRawFont(str(files("resources") / "fonts" / name), 14)
    words = (file.read_text(encoding="utf-8") for file in (folder() / "en").iterdir())
    clauses = (text for _, text in sentences().values())
    said = set(
        "".join((*words, *clauses, *ids.literals("client/screens"), *ids.literals("client/panels")))
    ) - {"\n"}
    assert [sign for sign in sorted(said) if not raw.supportsCharacter(ord(sign))] == []


def test_the_licence_lies_beside_the_fonts() -> None:
    text = (files("resources") / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in text
    assert "Georg Duffner" in text
