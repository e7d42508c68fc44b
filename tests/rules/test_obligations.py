"""What is asked of whom for hidden things: mixing, dealing, private shows, sealed choices."""

from typing import Any

import pytest
from msgspec import structs

from engine.ids import DRACULA, EVERYONE, SEATS
from engine.options import Play
from engine.questions import CardIsAmong, CardsAmong, CurrentIsAmong
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Deal, FromHand, Request, Reveal, Shuffle
from engine.state import hand_of, holder_of
from tests.support.asking import of_kind, written_down
from tests.support.games import random_questions
from tests.support.given import Given, given

KINDS = ("items", "events", "encounters", "tickets")
# Questions put while a hand is known not to be mixed: which of the cards just drawn, and several
# cards shown for one effect, which have to be different ones (answering.py).
UNMIXED = ("event.drawn", "search.before", "encounter.answer", "search.found")


def public(request: Request[Any]) -> tuple[object, ...]:
    """Everything of a request that is a value."""
    fields = structs.asdict(request)
    return type(request), *(each for each in fields.values() if not callable(each))


def hiding(answer: str) -> Given:
    """Dracula, unseen in Strasbourg, has laid a card and its encounter."""
    return given(
        passing="nothing",
        step="dracula",
        trail=["strasbourg", "brussels"],
        dracula={"encounters": ["bats", "rats", "wolves", "spy", "hoax"], "rumors": 1},
    ).play(seat=DRACULA, about="dracula.card", answer=answer)


@pytest.mark.rule("obligation.ob-2", "power.hide-undisclosed")
@pytest.mark.parametrize("move", ["lay paris", "lay geneva", "lay zurich"])
def test_hide_and_a_move_are_concealed_alike(move: str) -> None:
    """W-2: the same facts, the same state and the same next question, whatever the card is."""
    staying, moving = hiding("lay hide"), hiding(move)
    for answer in ("pick rats", "pass"):
        assert staying.driver.facts == moving.driver.facts
        assert staying.state == moving.state
        assert [*map(public, staying.pending)] == [*map(public, moving.pending)]
        staying.play(seat=DRACULA, answer=answer)
        moving.play(seat=DRACULA, answer=answer)
    assert staying.state == moving.state
    staying.hold(trail={"1": {"back": "land"}})


def takes_from_hand(request: Choose) -> tuple[str, ...]:
    """The hidden cards that a question lets its seat take, if they are a hand's."""
    slots = tuple(slot for part in request.hand for slot in part.slots)
    named = (getattr(option, "slot", None) for option in request.options)
    return (*slots, *(slot for slot in named if slot is not None))


@pytest.mark.rule("obligation.ob-33", "obligation.ob-18", "obligation.ob-45a")
@pytest.mark.parametrize("number", range(3))
def test_nothing_is_taken_from_a_hand_that_was_not_mixed(number: int) -> None:
    """C-12, W-3, PA-7: a slot never tells how long its card was held, nor what it was."""
    looked_at = 0
    for local, pending in random_questions(f"mixing-{number}"):
        for request in members(pending):
            if not isinstance(request, Choose) or request.about in (*UNMIXED, "trade"):
                continue
            slots = takes_from_hand(request)
            for kind in KINDS if request.seat == DRACULA else ("items", "events", "tickets"):
                held = _held(local.game.state, request.seat, kind)
                if len(held) > 1 and set(held) & set(slots):
                    looked_at += 1
                    holder = holder_of(local.game.state, request.seat)
                    assert getattr(holder, f"{kind}_mixed"), (request, kind)
                    for other in (seat for seat in SEATS if seat != request.seat):
                        assert not set(held) & set(local.dealer.knowledge[other]), (request, other)
    assert looked_at > 20


def _held(state: Any, seat: str, kind: str) -> tuple[str, ...]:
    has_none = seat == DRACULA and kind in ("items", "tickets")
    return () if has_none else hand_of(state, seat, kind)


@pytest.mark.rule("obligation.ob-17")
def test_a_shown_card_is_mixed_in_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seward shows a pistol against the rats; the next thing asked of him is to mix his hand."""
    table = given(
        passing="nothing",
        turn="seward",
        seward={"place": "strasbourg", "items": ["knife", "pistol", "dogs"]},
        trail=["berlin", {"place": "zurich", "encounters": ["rats"]}],
    )
    found = written_down(table, monkeypatch)
    table.play(seat="seward", answer="road_to zurich")
    table.play(seat=DRACULA, answer="pick rats").play(seat="seward", answer="pass")
    held = set(table.state.hunters["seward"].items)
    table.play(seat="seward", about="encounter.answer", answer="show pistol")
    (asked,) = of_kind(found, Choose, about="encounter.answer")
    after = found[found.index(asked) + 1]
    assert isinstance(after, Shuffle)
    assert after.seat == "seward"
    assert set(after.old) == held
    assert not held & set(after.new)


@pytest.mark.rule("obligation.ob-22", "hidden.trade.private")
def test_a_trade_shows_and_gives_to_the_partner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-19: a show opens to one seat and tells the others nothing; then hands are to be mixed."""
    table = given(
        passing="nothing",
        turn="godalming",
        godalming={"place": "zurich", "items": ["knife", "dogs"]},
        seward={"place": "zurich", "items": ["pistol", "stake"]},
    )
    found = written_down(table, monkeypatch)
    table.play(seat="godalming", answer="trade seward")
    table.play(seat="godalming", answer="show_partner knife")
    table.play(seat="seward", answer="give pistol")
    (shown,) = of_kind(found, Reveal)
    assert (shown.seat, shown.to) == ("godalming", "seward")
    assert shown.accepts(())
    assert not shown.accepts(("knife",))
    (given_away,) = of_kind(found, Deal)
    assert (given_away.seat, given_away.to, len(given_away.slots)) == ("seward", "godalming", 1)
    assert not table.state.hunters["godalming"].items_mixed


@pytest.mark.rule("obligation.ob-23", "events.draw.immediate")
@pytest.mark.parametrize(("card", "keeper"), [("long_night", "seward"), ("false_tip", DRACULA)])
def test_a_kept_event_is_proved_to_be_none_that_must_be_played(
    card: str, keeper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The set of the proof is everything of that back but the cards for immediate play."""
    bottom = {"events": {"bottom": [card]}}
    table = given(step="night", turn="seward", seward="zurich", decks=bottom)
    found = written_down(table, monkeypatch)
    table.play(seat="seward", answer="supply")
    (proof,) = of_kind(found, Attest, seat=keeper)
    assert isinstance(proof.question, CardIsAmong)
    side = "dracula_event" if keeper == DRACULA else "hunter_event"
    kinds = [kind for kind in table.driver.edition.cards.values() if kind.deck == side]
    assert set(proof.question.cards) == {kind.id for kind in kinds if not kind.must_play}
    musts = {kind.id for kind in kinds if kind.must_play}
    assert len(musts) == (4 if keeper == DRACULA else 7)


@pytest.mark.rule("obligation.ob-20b")
def test_a_ticket_played_facedown_is_proved_to_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two white railways: every kind but those with white 1 could have been spent."""
    table = given(
        switches={"spent_ticket": "hidden"},
        turn="seward",
        seward={"place": "paris", "tickets": ["3/2"]},
    )
    found = written_down(table, monkeypatch)
    table.play(seat="seward", answer="rail_by 3/2").play(seat="seward", answer="pick cologne")
    (proof,) = of_kind(found, Attest, seat="seward")
    assert set(proof.question.cards) == {"3/2", "2/2", "2/1"}
    (back,) = of_kind(found, Deal, seat="seward")
    assert back.to == "ticket_pool"


@pytest.mark.rule("obligation.ob-30", "obligation.ob-36")
def test_hands_that_were_seen_are_mixed_by_dracula(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Behind the Veil both hands are mixed before he takes anything from them."""
    table = given(
        turn="mina",
        mina="zurich",
        decks={"events": {"top": ["behind_the_veil"]}},
        dracula={"events": ["roadblock", "false_tip"]},
    )
    found = written_down(table, monkeypatch)
    table.play(seat="mina", answer="supply")  # and the veil is lifted at once
    seen = of_kind(found, Reveal, seat=DRACULA)
    assert [len(each.slots) for each in seen] == [2, 5]
    table.play(seat="mina", answer="pick hoax")
    table.play(until="dracula", **{"pass": "turns"})
    table.play(seat=DRACULA, answer="lay galatz").play(seat=DRACULA, answer="pick new_vampire")
    last = found.index(seen[-1])
    for pile, slots in (("dracula.events", seen[0].slots), ("dracula.encounters", seen[1].slots)):
        mixed = of_kind(found[last:], Shuffle, seat=DRACULA, pile=pile)[0]
        assert set(mixed.old) & set(slots)
        before = found[last : found.index(mixed)]
        taken = {slot for each in before if type(each) is Choose for slot in takes_from_hand(each)}
        assert not taken & set(slots)


@pytest.mark.rule("obligation.ob-27")
def test_hoax_mixes_open_and_unseen_discards_before_one_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """C-8, PA-10: Dracula looks at the facedown ones, mixes all, keeps one, gives back the rest."""
    trail: list[Any] = ["strasbourg", "paris", "nantes", "bordeaux", "saragossa"]
    table = given(
        passing="nothing",
        step="dracula",
        trail=[*trail, {"place": "madrid", "encounters": ["hoax"]}],
        discards={"events": ["long_night", "false_tip down", "seduction down", "enraged"]},
    )
    found = written_down(table, monkeypatch)
    table.play(seat=DRACULA, answer="pick mature").play(seat=DRACULA, answer="pick hoax")
    table.play(seat=DRACULA, answer="pick enraged")
    looked, returned = of_kind(found, Deal, to=DRACULA), of_kind(found, Deal, seat=DRACULA)
    assert [(each.seat, len(each.slots)) for each in looked] == [(EVERYONE, 2)]
    (mixed,) = of_kind(found, Shuffle, pile="hoax")
    assert (mixed.seat, len(mixed.old)) == (DRACULA, 3)
    assert [(each.to, len(each.slots)) for each in returned] == [("event_deck", 2)]
    (deck,) = of_kind(found, Shuffle, pile="event_deck")
    assert deck.seat == EVERYONE
    assert set(returned[0].slots) < set(deck.old)


@pytest.mark.rule("obligation.ob-40", "obligation.ob-41")
def test_a_combat_is_dealt_sealed_and_opened_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-16, X-2: thirteen shuffled by all, five dealt; sealed by all, engaged, then opened."""
    table = given(
        step="dusk",
        seward="paris",
        mina="paris",
        trail=["paris up"],
        combat={"hand": ["claws", "fangs", "strength", "mesmerize", "plotting"]},
    )
    found = written_down(table, monkeypatch)
    table.play(fight={"seward": "dodge", "mina": "punch", "dracula": "claws", "engage": "seward"})
    deck = of_kind(found, Shuffle, pile="combat_deck")[0]
    assert (deck.seat, len(deck.cards)) == (EVERYONE, 13)
    hand = of_kind(found, Deal, to=DRACULA)[0]
    assert (hand.seat, len(hand.slots)) == (EVERYONE, 5)
    sealed, opened = of_kind(found, Conceal), of_kind(found, Reveal)
    (engaging,) = of_kind(found, Choose, about="combat.engage")
    fighters = ["seward", "mina", DRACULA]
    assert [each.seat for each in sealed] == [each.seat for each in opened] == fighters
    assert [each.slot for each in sealed] == [slot for each in opened for slot in each.slots]
    order = [found.index(each) for each in (*sealed, engaging, *opened)]
    assert order == sorted(order)


@pytest.mark.rule("obligation.ob-10", "obligation.ob-15")
@pytest.mark.parametrize(
    ("card", "question", "count"),
    [("evil_presence", CurrentIsAmong, 4), ("local_rumors", CardsAmong, 3)],
)
def test_dracula_answers_all_at_once(
    card: str, question: type, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One question for each hunter's place, or for each hidden card of the trail."""
    table = given(
        turn="mina",
        mina="zurich",
        van_helsing="florence",
        trail=["milan", "genoa", "venice"],
        lairs=["rome"],
        decks={"events": {"top": [card]}},
    )
    found = written_down(table, monkeypatch)
    table.play(seat="mina", answer="supply")  # the card plays itself: nothing else is possible
    asked = [each for each in of_kind(found, Attest) if type(each.question) is question]
    assert len(asked) == count


@pytest.mark.rule("obligation.ob-46", "obligation.ob-45a")
@pytest.mark.parametrize("held", ["wild_horses", "enraged", "false_tip"])
def test_who_is_asked_does_not_depend_on_the_hand(held: str) -> None:
    """Whatever Dracula's one event is, a hunter's move asks him for any event that fits."""
    table = given(turn="mina", mina="paris", dracula={"events": [held]})
    table.play(
        seat="mina", answer="road_to brussels", asked=["dracula move.road-done"], no_facts=[]
    )
    fitting = FromHand(Play, table.state.dracula.events, ("wild_horses",))
    assert all(each.hand == (fitting,) for each in of_kind(table.pending, Choose))
