"""Who and what is at each place, and how it can be set in rows."""

from typing import NamedTuple

from client.board.contents import Contents, Figure, ShownHideout
from engine.ids import PlaceId, Seat

_LONGEST = 4  # things in one row, if it is to be seen whose they are
_TOKEN = 0.62  # a token's size beside a figure's height
_WIDE = 0.9  # a figure's width beside its height


class Thing(NamedTuple):
    """A figure or token still without a spot."""

    kind: str  # "figure", or a token's kind
    seat: Seat = ""
    number: int | None = None
    secret: bool = False
    lying: bool = False
    bats: bool = False

    def size(self, height: float) -> tuple[float, float]:
        """How wide and high it is where figures have this height."""
        if self.kind != "figure":
            return token_size(height), token_size(height)
        return (height, height * _WIDE) if self.lying else (height * _WIDE, height)


Row = list[Thing]
Block = list[Row]  # rows one above the other


class Crowd:
    """All that is at one place: its figures, and its tokens, those of one hideout together."""

    def __init__(self) -> None:
        self.figures: Row = []
        self.tokens: list[Row] = []

    @property
    def things(self) -> Row:
        """All of them."""
        return self.figures + [thing for together in self.tokens for thing in together]

    def settings(self) -> list[list[Block]]:
        """The ways to set them in blocks, the plainest first."""
        figures = self.figures
        tokens = self.things[len(figures) :]
        halved, folded = _halved([[one] for one in figures]), _halved(self.tokens)
        found: list[list[Block]] = [
            [[figures], [tokens]],
            [[figures], folded],
            [halved, folded],
            [[figures, tokens]],
            [[figures, *folded]],
        ]
        if len(figures) + len(tokens) <= _LONGEST:
            found.insert(0, [[figures + tokens]])
        filled = [_filled(blocks) for blocks in found]
        return [each for at, each in enumerate(filled) if each not in filled[:at]]


def _filled(blocks: list[Block]) -> list[Block]:
    """The same without empty rows."""
    rows = [[row for row in block if row] for block in blocks]
    return [block for block in rows if block]


def token_size(height: float) -> float:
    """How large a token is where figures have this height."""
    return height * _TOKEN


def _figure(figure: Figure) -> Thing:
    return Thing("figure", figure.seat, secret=figure.secret, lying=figure.lying, bats=figure.bats)


def crowds(contents: Contents) -> dict[PlaceId, Crowd]:
    """All that stands or lies at places; who is in a hospital is not."""
    found: dict[PlaceId, Crowd] = {}
    for figure in contents.figures:
        if not figure.in_hospital:
            found.setdefault(figure.place, Crowd()).figures.append(_figure(figure))
    if contents.fight is not None:
        found.setdefault(contents.fight, Crowd()).tokens.append([Thing("fight")])
    for token in contents.tokens:
        number = token.number if token.number and token.number > 1 else None
        thing = Thing(token.kind, number=number)
        found.setdefault(token.place, Crowd()).tokens.append([thing])
    for hideout in contents.hideouts:
        found.setdefault(hideout.place, Crowd()).tokens.append(_hideout(hideout))
    return found


def wards(contents: Contents) -> dict[PlaceId, Crowd]:
    """Who is in the hospital of each city."""
    found: dict[PlaceId, Crowd] = {}
    for figure in contents.figures:
        if figure.in_hospital:
            found.setdefault(figure.place, Crowd()).figures.append(_figure(figure))
    return found


def _hideout(hideout: ShownHideout) -> Row:
    secret = hideout.secret
    kind = "lair" if hideout.is_lair else "hideout"
    found = [Thing(kind, number=hideout.space, secret=secret)]
    found += [Thing(card or "encounter", secret=secret) for card in hideout.encounters]
    return found + ([Thing("rumor", secret=secret)] if hideout.rumor else [])


def _halved(groups: list[Row]) -> Block:
    """Two rows of about the same length, no group torn if there are several."""
    if len(groups) == 1:
        groups = [[thing] for thing in groups[0]]
    whole = sum(len(group) for group in groups)
    first: Row = []
    rest = list(groups)
    while rest and len(first) + len(rest[0]) / 2 <= whole / 2:
        first += rest.pop(0)
    return [first, [thing for group in rest for thing in group]]
