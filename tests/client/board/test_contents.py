"""What the board shows is what the view has, for every seat, and nothing more."""

from msgspec.structs import replace

from client.board.contents import Figure, Token, contents, lying_about
from client.board.crowding import crowds
from client.words.words import Words
from engine.ids import DRACULA, LAND, SEATS
from engine.state import Card, Combat, Encounter, Hideout, Hunter
from engine.view import View
from tests.client.board.conftest import Watch


def test_the_public_sees_no_hidden_place(watch: Watch) -> None:
    """A hidden trail card is nowhere on the public's board, whatever is known elsewhere."""
    for answers in (60, 250, 500):
        public = watch(answers)
        shown = contents(public)
        open_places = {
            hideout.card
            for hideout in (*public.state.dracula.trail, *public.state.dracula.lairs)
            if hideout is not None
        }
        assert {hideout.place for hideout in shown.hideouts} <= open_places
        assert not any(thing.secret for thing in (*shown.hideouts, *shown.figures))
        faces = {card for hideout in shown.hideouts for card in hideout.encounters}
        opened = {
            each.card
            for hideout in (*public.state.dracula.trail, *public.state.dracula.lairs)
            if hideout is not None
            for each in hideout.encounters
        }
        assert faces <= opened | {None}


def test_hunters_see_what_the_public_sees_of_the_board(watch: Watch) -> None:
    for seat in SEATS:
        if seat != DRACULA:
            assert contents(watch(400, seat)).figures == contents(watch(400)).figures


def test_dracula_sees_himself_and_the_others_do_not(watch: Watch) -> None:
    own = [each for each in contents(watch(400, DRACULA)).figures if each.seat == DRACULA]
    assert own
    assert own[0].secret
    assert not [each for each in contents(watch(400)).figures if each.seat == DRACULA]


def test_every_token_is_shown(watch: Watch) -> None:
    view = watch(60)
    state = replace(
        view.state,
        fog={"prague": 2},
        storms=("black_sea", "black_sea"),
        consecrated="rome",
        hosts={"vienna": 3},
        roadblocks=("road:munich:vienna",),
        combat=Combat("slot", "paris", night=True, by_ambush=False, hunters=("mina",)),
        hunters={
            **view.state.hunters,
            "mina": Hunter(place="paris", where="board", delayed=True, bats=True),
            "seward": Hunter(place="madrid", where="hospital"),
            "godalming": Hunter(place="rome", where="away"),
            "van_helsing": Hunter(),
        },
    )
    shown = contents(View(state, {}))
    assert Token("fog", "prague", 2) in shown.tokens
    assert shown.tokens.count(Token("storm", "black_sea")) == 2
    assert Token("consecrated", "rome") in shown.tokens
    assert Token("host", "vienna") in shown.tokens
    assert shown.roadblocks == ("road:munich:vienna",)
    assert shown.fight == "paris"
    assert Figure("mina", "paris", lying=True, bats=True) in shown.figures
    assert Figure("seward", "madrid", in_hospital=True) in shown.figures
    assert Figure("godalming", "rome", in_hospital=True, lying=True) in shown.figures
    assert not any(each.seat == "van_helsing" for each in shown.figures)


def test_an_open_hide_stands_where_it_is_tied_to(watch: Watch) -> None:
    view = watch(60)
    trail = (
        Hideout("b", LAND, card="hide", partner="a", encounters=(Encounter("e", "rats"),)),
        Hideout("a", LAND, card="paris", rumor=True),
        *(None,) * 4,
    )
    dracula = replace(view.state.dracula, trail=trail, ally=Card("x", "great_wolf"))
    shown = contents(View(replace(view.state, dracula=dracula), {}))
    assert [(each.place, each.space, each.encounters) for each in shown.hideouts] == [
        ("paris", 1, ("rats",)),
        ("paris", 2, ()),
    ]
    assert Figure(DRACULA, "paris") in shown.figures


def test_what_slid_off_the_trail_is_not_yet_a_lair(watch: Watch, words: Words) -> None:
    view = watch(60)
    trail, lair = (None,) * 6, Hideout("a", LAND, card="vienna")
    fallen = Hideout("b", LAND, card="klausenburg", rumor=True)
    dracula = replace(view.state.dracula, trail=trail, lairs=(lair,), fallen=fallen)
    shown = contents(View(replace(view.state, dracula=dracula), {}))
    crowded = crowds(shown)
    assert crowded["vienna"].things[0].kind == "lair"
    assert crowded["klausenburg"].things[0].kind == "hideout"
    lying = lying_about(words, shown)
    assert words.say("board.lair") in lying["vienna"]
    assert words.say("spot.fallen") in lying["klausenburg"]
