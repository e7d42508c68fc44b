"""The cards of Dracula's trail: seals, twins and locations, and every proof about them (section 9).

What lies where is for the rules of play to say. A slot stays the name of the card that was laid as
it, whatever becomes of it, so that most of what is proved names all that it is about itself.
"""

from typing import Any, NamedTuple

import proofs
from cards import Cards
from group import Wrong, add, commitment, open_value
from layouts import Body
from record import Entry
from seeds import HIDE, Made, seal_of, sealed, twin_blinding
from tally import Tally
from transcript import Moment

MISDIRECT = 2  # of the announced powers


class Laid(NamedTuple):
    """A card laid face down."""

    slot: int
    anchor: bytes
    seal: bytes
    twin: bytes  # K
    location: bytes  # L; the twin itself since Dracula came back to it as a lair
    where: str
    first_location: bytes  # L as it was laid


class Trail:
    """All cards that were laid, by slot."""

    def __init__(self, game: bytes, cards: Cards, tally: Tally) -> None:
        self.game = game
        self.laid: dict[int, Laid] = {}
        self._cards = cards  # which give out the numbers
        self._tally = tally

    def hidden(self, slot: int) -> Laid:
        """The card under a slot."""
        if slot not in self.laid:
            raise Wrong(f"no card was laid face down as {slot}")
        return self.laid[slot]

    def place(self, entry: Entry, moment: Moment, stated: Any) -> None:
        """TRAIL_PLACE: a card is laid, and proved to be one that may be laid."""
        body = entry.body
        self._cards.later(lambda: self._take_number(entry, body))
        if body.back == 0:
            return
        self._prove_move(entry, moment, stated)
        for number, each in enumerate(body.different):
            context = moment.context("place.neq", entry.part, number)
            other = self.hidden(each.slot).twin
            check = (self._check_other, context, body, other, each, stated)
            is_stated = stated is not None
            self._tally.holds("differences (NEQ)", entry.where, *check, stated=is_stated)
        if stated is not None:
            said = [each.slot for each in body.different]
            fits = said == [*stated["differs"], *stated["rests"]]
            self._tally.demand("slots in question", entry.where, fits, "other slots than stated")
        self._cards.later(lambda: self._lay(entry, body))

    def _take_number(self, entry: Entry, body: Body) -> None:
        """A card takes one number, Misdirect another for the power card that it leaves behind."""
        (number,) = self._cards.take_numbers(1)
        self._tally.demand("numbers", entry.where, number == body.slot, "another slot is next")
        if body.power == MISDIRECT:
            self._cards.take_numbers(1)

    def _lay(self, entry: Entry, body: Body) -> None:
        if body.hidden is not None:
            hidden = body.hidden
            self.laid[body.slot] = Laid(
                body.slot, entry.parent, hidden.seal, hidden.twin, hidden.location,
                entry.where, hidden.location,
            )  # fmt: skip
            again = (self.game, self.laid[body.slot])
            self._cards.made.append(Made(entry.signer, "seals by seed", entry.where, sealed, again))
        if body.lair in self.laid:
            lair = self.laid[body.lair]
            self.laid[body.lair] = lair._replace(location=lair.twin)

    def _prove_move(self, entry: Entry, moment: Moment, stated: Any) -> None:
        body = entry.body
        if body.hidden is not None:
            fits = body.hidden.twin != body.hidden.location
            self._tally.demand("two commitments", entry.where, fits, "in the same bytes")
        if stated is None:
            self._tally.unstated("moves (TUPLE)")
            return
        before = self._location(stated["before"])
        card = after = b""
        if body.lair is not None:
            card = after = self._card(stated["card"])
        elif body.hidden is not None:
            card, after = body.hidden.twin, body.hidden.location
        else:
            card = open_value(body.code)
            after = before if body.code == HIDE else card
        context = moment.context("place", entry.part)
        triples = [tuple(each) for each in stated["triples"]]
        check = (proofs.tuple_, context, (before, card, after), triples, body.legality)
        self._tally.holds("moves (TUPLE)", entry.where, *check, stated=True)

    def _card(self, stated: Any) -> bytes:
        """K, or v·G of a card that lies open."""
        return open_value(stated["open"]) if "open" in stated else self.hidden(stated["slot"]).twin

    def _location(self, stated: Any) -> bytes:
        """L, or v·G of a place that everybody knows."""
        if "open" in stated:
            return open_value(stated["open"])
        return self.hidden(stated["slot"]).location

    def _check_other(
        self, context: bytes, body: Body, other: bytes, proof: Body, stated: Any
    ) -> None:
        """The new card is another than this one; or not both are Hide."""
        card = body.hidden.twin if body.hidden is not None else open_value(body.code)
        differs = (card, other) if body.hidden is not None else (other, card)
        rests = (add(card, other), open_value(2 * HIDE))
        if stated is not None:
            is_resting = proof.slot in stated["rests"] and proof.slot not in stated["differs"]
            proofs.neq(context, *(rests if is_resting else differs), proof.proof)
            return
        try:
            proofs.neq(context, *differs, proof.proof)
        except Wrong:
            proofs.neq(context, *rests, proof.proof)

    def open(self, entry: Entry, moment: Moment, stated: Any) -> None:
        """TRAIL_OPEN: cards are turned up, and what is tied to them is proved not to be Hide."""
        body = entry.body
        if stated is not None and stated.get("conceals"):
            self._cards.later(lambda: self._cards.take_numbers(1) and None)
        for each in body.openings:
            check = (self.check_opening, each.slot, each.code, each.nonce)
            self._tally.holds("seals and twins opened", entry.where, *check)
        self.not_hide(entry, moment, body.not_hide)

    def check_opening(self, slot: int, code: int, nonce: bytes) -> None:
        """The seal and its twin."""
        laid = self.hidden(slot)
        if seal_of(self.game, slot, code, nonce) != laid.seal:
            raise Wrong("another card than was sealed")
        if commitment(code, twin_blinding(nonce)) != laid.twin:
            raise Wrong("a seal that does not fit its twin")

    def not_hide(self, entry: Entry, moment: Moment, slot_proofs: list[Body]) -> None:
        """Each of these is proved not to be Hide."""
        self._differ(entry, moment, "nothide", HIDE, slot_proofs)

    def absent(self, entry: Entry, moment: Moment) -> None:
        """TRAIL_ABSENT: each of these is proved not to be the city."""
        self._differ(entry, moment, "absent", entry.body.city, entry.body.absent)

    def _differ(
        self, entry: Entry, moment: Moment, purpose: str, code: int, slot_proofs: list[Body]
    ) -> None:
        for number, each in enumerate(slot_proofs):
            context = moment.context(purpose, entry.part, number)
            check = (proofs.neq, context, self.hidden(each.slot).twin, open_value(code), each.proof)
            self._tally.holds("differences (NEQ)", entry.where, *check)

    def in_set(self, entry: Entry, moment: Moment, stated: Any) -> None:
        """TRAIL_IN_SET: a card, or where Dracula is, is in the set that the answer means."""
        body = entry.body
        if stated is None:
            self._tally.unstated("sets (MEMBER)")
            return
        is_card = body.slot is not None
        fits = body.set_id == 0 and is_card == bool(body.subject) == ("card" in stated)
        fits = fits and body.answer < len(stated["sets"])
        self._tally.demand("slots in question", entry.where, fits, "another than stated")
        if not fits:
            return
        subject = self._card(stated["card"]) if is_card else self._location(stated["location"])
        context = moment.context("inset", entry.part)
        check = (proofs.member, context, subject, stated["sets"][body.answer], body.member)
        self._tally.holds("sets (MEMBER)", entry.where, *check, stated=True)
