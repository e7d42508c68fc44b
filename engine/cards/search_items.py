"""Cards that act on encounters: Dogs, Stake, Forewarned and Seduction."""

from msgspec.structs import replace

from engine.facts.hands import CardDiscarded
from engine.facts.trail import EncounterDiscarded, EncounterTakenBack
from engine.ids import DRACULA, CardId, ClauseId, Seat, SlotId
from engine.options import DONE, Option, PickSlot
from engine.requests import Choose
from engine.rules import wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Ambush, Searching
from engine.table import Table

EFFECTS = Effects()

_SCENTED: tuple[CardId, ...] = ("rats", "saboteur", "spy", "wolves")  # what dogs get rid of
_FALSE: CardId = "hoax"  # the one encounter that is no vampire and yet fears a stake


def _without(searching: Searching, encounter: SlotId) -> Searching:
    """The search with one encounter struck out."""
    left = tuple(each for each in searching.found if each[1] != encounter)
    return replace(searching, found=left)


def _are_out(_table: Table, _seat: Seat, searching: Searching) -> ClauseId | None:
    """Clause card.dogs: one pack is enough for a whole search."""
    return "card.dogs" if searching.dogs else None


@EFFECTS.of("dogs", "search.before", barred=_are_out)
async def dogs_are_shown(_table: Table, _seat: Seat, searching: Searching) -> Searching:
    """Clause card.dogs: shown just before a search, and kept."""
    return replace(searching, dogs=True)


@EFFECTS.of("dogs", "search.found")
async def dogs_strike_out(table: Table, _seat: Seat, searching: Searching) -> Searching:
    """Clause card.dogs: the four they know are discarded without effect."""
    for hideout, encounter, card in searching.found:
        if card in _SCENTED:
            table.do(EncounterDiscarded(hideout, encounter, card))
            searching = _without(searching, encounter)
    return searching


def _no_scent(_table: Table, _seat: Seat, ambush: Ambush) -> ClauseId | None:
    """Clause card.dogs: they know only four of the encounters."""
    return None if ambush.card in _SCENTED else "card.dogs"


@EFFECTS.of("dogs", "ambush.avoid", barred=_no_scent)
async def dogs_avert(table: Table, seat: Seat, ambush: Ambush) -> None:
    """Clause card.dogs: discarded to discard one of the four that ambushes."""


def _is_vampire(table: Table, _seat: Seat, ambush: Ambush) -> ClauseId | None:
    """Clause card.forewarned: a vampire's ambush cannot be avoided by it."""
    return "card.forewarned" if table.edition.cards[ambush.card].vampire else None


@EFFECTS.of("forewarned", "ambush.avoid", barred=_is_vampire)
async def forewarned(table: Table, seat: Seat, ambush: Ambush) -> None:
    """Clause card.forewarned: the ambushing encounter is discarded without effect."""


@EFFECTS.of("stake", "search.before")
async def stake_is_shown(_table: Table, _seat: Seat, searching: Searching) -> Searching:
    """Clause card.stake: shown just before a search; each copy shown can be used once."""
    return replace(searching, stakes=(*searching.stakes, searching.showing))


@EFFECTS.of("stake", "search.found")
async def stake_strikes_out(table: Table, seat: Seat, searching: Searching) -> Searching:
    """Clause card.stake: may be discarded with a vampire encounter or Hoax found (U7)."""
    for stake in searching.stakes:
        targets = tuple(each for each in searching.found if _fears_stake(table, each[2]))
        if not targets:
            break
        options: tuple[Option, ...] = (DONE, *(PickSlot(each[1]) for each in targets))
        answer = await Choose(
            seat, "search.found", options, subject=("stake",), refuse=lambda _: "card.stake"
        )
        if not isinstance(answer, PickSlot):
            break
        hideout, encounter, card = next(each for each in targets if each[1] == answer.slot)
        table.do(CardDiscarded(seat, "items", stake, "stake"))
        table.do(EncounterDiscarded(hideout, encounter, card))
        searching = _without(searching, encounter)
    return searching


def _fears_stake(table: Table, card: CardId) -> bool:
    return table.edition.cards[card].vampire or card == _FALSE


def _vampires(table: Table, searching: Searching) -> tuple[tuple[SlotId, SlotId, CardId], ...]:
    return tuple(each for each in searching.found if table.edition.cards[each[2]].vampire)


def _nobody_seduces(table: Table, _seat: Seat, searching: Searching) -> ClauseId | None:
    """Clause card.seduction: a vampire must have been found."""
    return None if _vampires(table, searching) else "card.seduction"


@EFFECTS.of("seduction", "search.found", barred=_nobody_seduces)
async def seduction(table: Table, _seat: Seat, searching: Searching) -> Searching:
    """Clause card.seduction: the hunter is bitten, the vampire returns to Dracula's hand.

    A prevented bite still returns the card; its damage is forgotten (U51).
    """
    vampires = _vampires(table, searching)
    chosen = vampires[0]
    if len(vampires) > 1:
        options = tuple(PickSlot(encounter) for _, encounter, _ in vampires)
        answer = await Choose(
            DRACULA,
            "seduction.vampire",
            options,
            subject=(searching.seat,),
            refuse=lambda _: "card.seduction",
        )
        assert isinstance(answer, PickSlot)
        chosen = next(each for each in vampires if each[1] == answer.slot)
    await wounds.bite(table, searching.seat, "seduction")
    table.do(EncounterTakenBack(*chosen))
    return _without(searching, chosen[1])
