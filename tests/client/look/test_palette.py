"""Text can be read in both palettes, everywhere it is set."""

import re

import pytest
from PySide6.QtGui import QColor

from client.look.palette import PALETTES, TEXT_PAIRS, Palette, contrast
from client.look.style import _SHEET, style_sheet
from client.panels.card_button import DIMMED

ENOUGH = 4.5
RING = 1.8  # what the darkness round the gold of the night leaves to a ring


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_text_pair_has_enough_contrast(palette: Palette) -> None:
    weak = [
        (text, ground, round(contrast(getattr(palette, text), getattr(palette, ground)), 2))
        for text, ground in TEXT_PAIRS
        if contrast(getattr(palette, text), getattr(palette, ground)) < ENOUGH
    ]
    assert weak == []


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_letter_on_every_figure_has_enough_contrast(palette: Palette) -> None:
    for seat, colour in palette.seats.items():
        assert contrast(colour, palette.seat_text[seat]) >= ENOUGH


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_ring_on_the_accent_is_told_from_it(palette: Palette) -> None:
    assert contrast(palette.accent_focus, palette.accent) >= RING
    assert f"border-color: {palette.accent_focus.name()}" in style_sheet(palette)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("ground", ["surface", "raised"])
def test_a_dimmed_card_can_still_be_read(palette: Palette, ground: str) -> None:
    ink, paper = (
        _dimmed(each, getattr(palette, ground)) for each in (palette.card_ink, palette.paper)
    )
    assert contrast(ink, paper) >= ENOUGH


def _dimmed(colour: QColor, ground: QColor) -> QColor:
    """A colour of a card as it comes out where the card is painted thinly."""
    pairs = zip(colour.getRgb()[:3], ground.getRgb()[:3], strict=True)
    return QColor(*(round(DIMMED * one + (1 - DIMMED) * other) for one, other in pairs))


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_style_sheet_takes_every_colour_from_the_palette(palette: Palette) -> None:
    sheet = style_sheet(palette, 120)
    assert "$" not in sheet
    assert palette.accent.name() in sheet
    assert style_sheet(palette, 100) != sheet


def test_every_rule_that_sets_text_on_a_ground_uses_a_pair_that_is_checked() -> None:
    rules = re.findall(r"\{([^{}]*)\}", re.sub(r"\$\{\w+\}", "", _SHEET.template))
    found = set()
    for rule in rules:
        ink = re.search(r"(?<![-\w])color: \$(\w+)", rule)
        ground = re.search(r"(?<![-\w])background: \$(\w+)", rule)
        chosen = re.search(r"selection-color: \$(\w+)", rule)
        behind = re.search(r"selection-background-color: \$(\w+)", rule)
        pairs = ((ink, ground), (chosen, behind))
        found |= {(text[1], on[1]) for text, on in pairs if text and on}
    assert len(found) > 5
    assert found <= set(TEXT_PAIRS)
