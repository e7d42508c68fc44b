"""How large a fight's cards can be, so that every fighter and every choice is seen at once."""

from typing import NamedTuple

LOWEST_CARD = 78  # the word across a card is cut below this: the fight scrolls instead
HIGHEST_CARD = 216  # large enough to be seen from across a room
NAME_WIDTH = 100  # of a fighter's name beside the cards
GAP = 6  # between rows, and between the cards of a row
ROW_FRAME = 10  # pixels a fighter's row is higher than the cards in it
ROW_SIDE = 6  # left and right of what is in a row
PART_GAP = 8  # between the fighters and what may be chosen
CHOICE_GAP = 18  # between choices where there is room: their words are not one sentence
WORDS_GAP = 4  # between a choice and the words below it
_WIDE_WORDS = 136  # below a choice, unless its card is wider
_ABREAST = 2  # hunters in a line
_WIDTH_TO_HEIGHT = 78 / 112
BAR = 10  # pixels that the bar beside the fight takes
_LAID = 6  # cards of Dracula in a row
_LEAST_CARD = round(LOWEST_CARD * _WIDTH_TO_HEIGHT) + GAP
LEAST_WIDTH = NAME_WIDTH + 2 * ROW_SIDE + _LAID * _LEAST_CARD + BAR


class Room(NamedTuple):
    """What there is to fill, and what must go into it."""

    width: int
    height: int
    laid: int  # places in Dracula's row
    hunters: tuple[int, ...]  # cards in front of each hunter
    choices: int
    words: int  # height of the words below the choices


def place_of(number: int, hunters: int) -> tuple[int, int, int]:
    """A hunter's line, column and columns; one who would be alone in a line has all of it."""
    line, column = divmod(number, _ABREAST)
    is_alone = column == 0 and number == hunters - 1
    return line + 1, column, _ABREAST if is_alone else 1


def lines_of(hunters: int) -> int:
    """How many rows lie below each other: Dracula's, and the hunters' two by two."""
    return 1 + -(-hunters // _ABREAST)


def words_width(room: Room) -> int:
    """How wide the words below each choice can be: as its card at least."""
    card = round(card_height(room) * _WIDTH_TO_HEIGHT)
    return max(min(_WIDE_WORDS, room.width // max(room.choices, 1) - GAP), card)


def choice_gap(room: Room, narrow: int) -> int:
    """How far apart choices with words of this width lie."""
    spare = (room.width - room.choices * narrow) // max(room.choices - 1, 1)
    return max(GAP, min(CHOICE_GAP, spare))


def card_height(room: Room) -> int:
    """The height all cards of the fight can have, never below the lowest."""
    lines = lines_of(len(room.hunters))
    frames = lines * ROW_FRAME + (lines - 1) * GAP + PART_GAP + WORDS_GAP + room.words
    by_height = (room.height - frames) // (lines + 1)
    is_abreast = len(room.hunters) >= _ABREAST
    half = (room.width - GAP) // _ABREAST if is_abreast else room.width
    widths = [_card_width(room.width, room.laid)]
    widths += [_card_width(half, cards) for cards in room.hunters]
    if room.choices:
        widths.append(room.width // room.choices - GAP)
    by_width = int(min(widths) / _WIDTH_TO_HEIGHT)
    return max(min(by_height, by_width, HIGHEST_CARD), LOWEST_CARD)


def _card_width(width: int, cards: int) -> int:
    return (width - 2 * ROW_SIDE - NAME_WIDTH) // max(cards, 1) - GAP
