"""The seven kinds of request, and what each accepts as an answer.

1. Requests never travel: every peer derives them from the same state.
2. Legality is membership: an answer is legal if and only if its request accepts it.
3. A request holds public things only. What a holder's secret allows is said by `truth`.
"""

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.ids import EVERYONE, NO_CARD, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.options import HandOption, Option
from engine.questions import Question
from engine.shapes import Shape

T = TypeVar("T")


class Request(Struct, Generic[T], frozen=True):
    """A reason the game waits. Awaiting one hands it to whoever drives the game."""

    seat: Seat

    def __await__(self) -> Generator[Any, Any, T]:
        """Hand the request over and take the answer back."""
        answer: T = yield self
        return answer

    def accepts(self, answer: object) -> bool:
        """Whether this answer is legal as far as everybody can see."""
        raise NotImplementedError


class FromHand(Struct, frozen=True):
    """Options with hidden cards: any of these slots, if its face is one of these cards."""

    verb: type[HandOption]
    slots: tuple[SlotId, ...]
    cards: tuple[CardId, ...]

    def accepts(self, answer: object) -> bool:
        """Whether the answer does this verb with one of these slots and cards."""
        return type(answer) is self.verb and answer.slot in self.slots and answer.card in self.cards


def not_now(_option: Option) -> ClauseId:
    """Clause events.timing: in a window everything else comes at the wrong moment."""
    return "events.timing"


class Choose(Request[Option], frozen=True):
    """Pick one public option, or a hidden card of one's own that fits.

    `refuse` is asked about what is not offered, and always names the clause that forbids it.
    """

    about: str  # what is asked, as an id: "action", "combat.engage", a moment …
    options: tuple[Option, ...] = ()
    hand: tuple[FromHand, ...] = ()
    subject: tuple[str, ...] = ()  # whom and what it concerns, for whoever shows it
    refuse: Callable[[Option], ClauseId] = not_now

    def accepts(self, answer: object) -> bool:
        """An option repeated, or a fitting card of the hand."""
        if answer in self.options:
            return True
        return bool(self.hand) and any(part.accepts(answer) for part in self.hand)

    def why_not(self, option: Option) -> ClauseId | None:
        """The clause that forbids an option; None if it is allowed."""
        return None if self.accepts(option) else self.refuse(option)


class Conceal(Request[Any], frozen=True):
    """Choose in secret: what everybody may see of the choice is the answer.

    The value goes to the chooser's own keeping under `slot`. For a card on the trail the answer
    is its `Shape`; for a combat card it is the slot itself, and `choices` are what it can be.
    NO_CARD in place of the slot: whoever chose is gone, and nobody can open what it chose.
    """

    slot: SlotId
    about: str
    choices: tuple[str, ...] = ()  # public candidates: combat cards by name, hand cards by slot
    allows: Callable[[Shape], ClauseId | None] | None = None  # the clause that forbids a shape

    def accepts(self, answer: object) -> bool:
        """A shape everybody can see to be possible, or the sealed slot."""
        if self.allows is None:
            return answer in (self.slot, NO_CARD)
        return isinstance(answer, Shape) and self.allows(answer) is None


class Attest(Request[Any], frozen=True):
    """Answer a question about something hidden, truthfully; the answer is proved."""

    question: Question

    def accepts(self, answer: object) -> bool:
        """A claim the question could have, as far as everybody can see."""
        return self.question.accepts(answer)


class Reveal(Request[tuple[str, ...]], frozen=True):
    """Open hidden cards: the answer is their faces, in order of the slots.

    Asked of EVERYONE when nobody holds the cards. `aspect` is "card" or "back". With `to` only
    that seat sees them, and the answer that everybody sees is empty.
    """

    slots: tuple[SlotId, ...]
    among: tuple[str, ...] = ()  # what they can be; empty: anything of their deck
    to: Seat | None = None
    aspect: str = "card"

    def accepts(self, answer: object) -> bool:
        """A face for every slot, each one possible here."""
        if not isinstance(answer, tuple):
            return False
        if self.to is not None:
            return answer == ()
        if len(answer) != len(self.slots):
            return False
        return all(
            isinstance(face, str) and (not self.among or face in self.among) for face in answer
        )


class Shuffle(Request[None], frozen=True):
    """Mix cards so that nobody knows which new slot holds which; by one holder or EVERYONE.

    `cards` enter by their faces (a new deck), `old` by their slots. `new` are the slots after.
    """

    pile: str
    old: tuple[SlotId, ...]
    new: tuple[SlotId, ...]
    cards: tuple[CardId, ...] = ()

    def accepts(self, answer: object) -> bool:
        """Nothing public comes back: the proof is the net's affair."""
        return answer is None


class Deal(Request[None], frozen=True):
    """Let one seat learn hidden cards; `seat` gives them (EVERYONE: from a pile)."""

    slots: tuple[SlotId, ...]
    to: Seat  # a seat; or a pile's name, for cards that a holder returns to it

    def accepts(self, answer: object) -> bool:
        """Nothing public comes back."""
        return answer is None


class Lot(Request[int], frozen=True):
    """Draw a number below `count` that nobody could choose."""

    count: int

    def accepts(self, answer: object) -> bool:
        """A whole number below the count."""
        return type(answer) is int and 0 <= answer < self.count


class Together(Request[tuple[Any, ...]], frozen=True):
    """Several requests at once; it resumes when all are answered, in their order."""

    members: tuple[Request[Any], ...]

    def accepts(self, answer: object) -> bool:
        """A legal answer for every member."""
        return (
            isinstance(answer, tuple)
            and len(answer) == len(self.members)
            and all(member.accepts(part) for member, part in zip(self.members, answer, strict=True))
        )


def together(members: tuple[Request[Any], ...]) -> Together:
    """Ask several seats at once."""
    return Together(EVERYONE, members)


class Sealed(Struct, frozen=True):
    """A secret choice as its maker has it: the public part, and the value to keep."""

    public: Any
    value: PlaceId | CardId | SlotId

    def __repr__(self) -> str:
        """Without the value: what is printed or logged, others may see."""
        return f"{type(self).__name__}(public={self.public!r}, value=…)"
