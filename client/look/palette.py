"""Colours by their purpose, for day and night, chosen so that all text is readable.

1. Nothing else in the window names a colour.
2. Each pair in TEXT_PAIRS has a contrast of at least 4.5 to 1; a test checks it.
"""

from typing import NamedTuple

from PySide6.QtGui import QColor

from engine.ids import DRACULA, GODALMING, MINA, SEWARD, VAN_HELSING, Seat


class Palette(NamedTuple):
    """One set of colours."""

    name: str
    is_night: bool
    window: QColor  # behind everything
    surface: QColor  # panels
    raised: QColor  # buttons, cards, fields
    pressed: QColor
    line: QColor  # rules and frames
    ink: QColor
    ink_soft: QColor  # less important text
    disabled: QColor
    accent: QColor  # what can be pressed and matters most
    accent_text: QColor
    blood: QColor  # Dracula's marks on panels
    danger: QColor
    warning: QColor
    good: QColor
    focus: QColor  # the ring round what the keyboard would press
    accent_focus: QColor  # that ring where the ground is the accent
    lit: QColor  # legal places and cards
    lit_edge: QColor
    done: QColor  # what of a long work is done
    paper: QColor  # card faces
    card_ink: QColor  # text and drawings on card faces
    card_soft: QColor
    card_blood: QColor  # Dracula's colour on paper
    card_night: QColor  # night effects on paper
    tip: QColor
    tip_text: QColor
    heat: QColor  # where Dracula can be
    pencil: QColor
    label: QColor  # names on the map
    label_halo: QColor
    sea_label: QColor
    seats: dict[Seat, QColor]
    seat_text: dict[Seat, QColor]

    def colour(self, token: str, alpha: float = 1.0) -> QColor:
        """The colour of a token by name."""
        made = QColor(getattr(self, token))
        made.setAlphaF(alpha)
        return made


DAY = Palette(
    name="day",
    is_night=False,
    window=QColor("#d9c8a3"),
    surface=QColor("#ecdfc1"),
    raised=QColor("#f7eed9"),
    pressed=QColor("#e0cfa6"),
    line=QColor("#8a6b43"),
    ink=QColor("#2a1c10"),
    ink_soft=QColor("#5a4128"),
    disabled=QColor("#6f5a41"),
    accent=QColor("#7a1d18"),
    accent_text=QColor("#fff6e6"),
    blood=QColor("#9c1c16"),
    danger=QColor("#8c1414"),
    warning=QColor("#7a4300"),
    good=QColor("#26552b"),
    focus=QColor("#0f4c81"),
    accent_focus=QColor("#ffd257"),
    lit=QColor("#ffd257"),
    lit_edge=QColor("#6b3d00"),
    done=QColor("#ffd257"),
    paper=QColor("#f8f0dd"),
    card_ink=QColor("#2a1c10"),
    card_soft=QColor("#5c4630"),
    card_blood=QColor("#7a1d18"),
    card_night=QColor("#27365e"),
    tip=QColor("#2c2016"),
    tip_text=QColor("#fbf1da"),
    heat=QColor("#b3261e"),
    pencil=QColor("#24507f"),
    label=QColor("#24150b"),
    label_halo=QColor("#fbf3df"),
    sea_label=QColor("#173b47"),
    seats={
        DRACULA: QColor("#1c1014"),
        GODALMING: QColor("#1f5a34"),
        SEWARD: QColor("#7b1f3a"),
        VAN_HELSING: QColor("#1d4f86"),
        MINA: QColor("#8a4b08"),
    },
    seat_text={
        DRACULA: QColor("#ff8f80"),
        GODALMING: QColor("#ffffff"),
        SEWARD: QColor("#ffffff"),
        VAN_HELSING: QColor("#ffffff"),
        MINA: QColor("#ffffff"),
    },
)

NIGHT = Palette(
    name="night",
    is_night=True,
    window=QColor("#101727"),
    surface=QColor("#182136"),
    raised=QColor("#233050"),
    pressed=QColor("#2f3f66"),
    line=QColor("#5d6f99"),
    ink=QColor("#eee8d8"),
    ink_soft=QColor("#bcc4d8"),
    disabled=QColor("#98a3bf"),
    accent=QColor("#e3b45c"),
    accent_text=QColor("#1d1508"),
    blood=QColor("#e2574b"),
    danger=QColor("#ff9a8d"),
    warning=QColor("#f2c46d"),
    good=QColor("#9fd8a0"),
    focus=QColor("#8fc7ff"),
    accent_focus=QColor("#ffffff"),
    lit=QColor("#ffd257"),
    lit_edge=QColor("#fff3c9"),
    done=QColor("#46598f"),
    paper=QColor("#e9e0cc"),
    card_ink=QColor("#22170d"),
    card_soft=QColor("#523f2b"),
    card_blood=QColor("#7a1d18"),
    card_night=QColor("#27365e"),
    tip=QColor("#f2e7cc"),
    tip_text=QColor("#20160c"),
    heat=QColor("#ff5f4d"),
    pencil=QColor("#a9d2ff"),
    label=QColor("#fdf5e0"),
    label_halo=QColor("#0a0f1c"),
    sea_label=QColor("#b9d3f2"),
    seats={
        DRACULA: QColor("#1c1014"),
        GODALMING: QColor("#1f5a34"),
        SEWARD: QColor("#7b1f3a"),
        VAN_HELSING: QColor("#1d4f86"),
        MINA: QColor("#8a4b08"),
    },
    seat_text={
        DRACULA: QColor("#ff8f80"),
        GODALMING: QColor("#ffffff"),
        SEWARD: QColor("#ffffff"),
        VAN_HELSING: QColor("#ffffff"),
        MINA: QColor("#ffffff"),
    },
)

PALETTES = {palette.name: palette for palette in (DAY, NIGHT)}

# (text, what it stands on), by token.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("ink", "ink_soft") for ground in ("window", "surface", "raised")),
    ("ink", "pressed"),
    ("ink", "done"),
    *((text, ground) for text in ("danger", "warning", "good") for ground in ("surface", "raised")),
    ("disabled", "surface"),
    ("disabled", "raised"),
    ("accent", "surface"),
    ("accent_text", "accent"),
    ("card_ink", "paper"),
    ("card_soft", "paper"),
    ("card_blood", "paper"),
    ("card_night", "paper"),
    ("tip_text", "tip"),
    ("label", "label_halo"),
    ("sea_label", "label_halo"),
    ("card_ink", "lit"),
)


def contrast(one: QColor, other: QColor) -> float:
    """The contrast of two colours as the accessibility guidelines count it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
