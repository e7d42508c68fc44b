"""The bundled typeface has every letter of the languages we speak, and its licence beside it."""

from importlib.resources import files

import pytest
from PySide6.QtGui import QRawFont

from client.look.fonts import FAMILY, FILES, font, load_fonts

pytestmark = pytest.mark.gui

LETTERS = {
    "polish": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”",
    "russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ«»№",
    "spanish": "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº",
    "italian": "àèéìíîòóùúÀÈÉÌÒÙ",
    "names and signs": "çÇâțţăőűžščřøåß–—…’‘“”·×",  # noqa: RUF001 (the signs themselves)
}


def test_the_family_loads(qapp: object) -> None:
    assert qapp is not None
    assert FAMILY in load_fonts()
    assert font(14).family() == FAMILY


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", LETTERS)
def test_every_letter_is_there(qapp: object, name: str, language: str) -> None:
    assert qapp is not None
    raw = QRawFont(str(files("resources") / "fonts" / name), 14)
    missing = [letter for letter in LETTERS[language] if not raw.supportsCharacter(ord(letter))]
    assert missing == []


def test_the_licence_lies_beside_the_fonts() -> None:
    text = (files("resources") / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in text
    assert "Georg Duffner" in text
