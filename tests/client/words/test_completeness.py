"""Everything the engine and the net can name has words, and no words are left over."""

import re
from collections.abc import Iterator

import pytest

from client.words.facts import SILENT
from client.words.messages import Messages, slug
from client.words.rulebook import contents, sentences, topic_slug
from client.words.words import Words
from engine.editions import CARDS, edition
from engine.editions.third.presets import PRESETS
from engine.errors import BadRecord
from engine.ids import SEATS
from engine.state import State
from engine.switches import SWITCH_NAMES, allowed_values
from net.edge.finding.diagnosis import Ailment
from net.edge.people.notices import Acquaintance
from net.edge.transport.link import Lost
from net.judging.verdict import Line
from net.log.evidence import Reason
from net.session.handshake import Refusal
from tests.client.words import engine_ids as ids

EDITION = edition()
OUTCOMES = ("dracula", "hunters")
CAUSES = ("winning.dracula", "defeated.dracula")
STEPS = ("setup", "dawn", "day", "dusk", "night", "dracula")

_ID = re.compile(r"[a-z]+([-.][a-z]+)+\.?")


def test_every_fact_has_a_sentence_or_is_not_worth_one() -> None:
    messages = Messages("en")
    for kind in ids.facts():
        name = f"fact-{kind.__struct_config__.tag}"
        assert (name in messages) != (kind in SILENT), name


def test_every_question_has_a_prompt(words: Words) -> None:
    asked = {*ids.questions(), *ids.question_tags(), "window", "deal", "reveal", "lot"}
    assert [each for each in sorted(asked) if not words.has(f"ask-{each}")] == []


def test_every_option_has_a_label(words: Words) -> None:
    plain = ids.OPTION_NAMES - {"pick_effect"}
    assert [each for each in sorted(plain) if not words.has(f"option-{each}")] == []
    said = [name for name in Messages("en") if name.startswith("effect-")]
    assert [each for each in ids.effects() if not any(s.endswith(f"-{each}") for s in said)] == []


@pytest.mark.parametrize("card", [card.id for card in CARDS] + ["ticket"])
def test_every_card_has_a_name_a_kind_and_a_text(words: Words, card: str) -> None:
    name, kind, text = words.card(card)
    assert name
    assert kind
    assert text.endswith(".")
    assert words.clause(f"card.{card}").title == name


def test_every_place_region_seat_and_ticket_has_a_name(words: Words) -> None:
    assert all(words.place(place) and words.place(place, "the") for place in EDITION.board.places)
    seas = {place for place in EDITION.board.places if words.place(place, "kind") == "sea"}
    assert seas == set(EDITION.board.sea_zones)
    assert all(map(words.region, EDITION.board.regions))
    assert all(words.seat(seat) and words.seat(seat, "own") for seat in SEATS)
    assert all(map(words.ticket, EDITION.tickets))


def test_every_moment_step_outcome_and_preset_has_a_name(words: Words) -> None:
    assert all(map(words.moment, EDITION.moments))
    assert all(map(words.step, STEPS))
    assert all(map(words.outcome, OUTCOMES))
    assert all(map(words.cause, CAUSES))
    assert all(map(words.preset, PRESETS))
    assert all(words.detail(f"preset-{preset}", "text") for preset in PRESETS)


@pytest.mark.parametrize("switch", SWITCH_NAMES)
def test_every_switch_says_what_each_position_means(words: Words, switch: str) -> None:
    said = words.switch(switch)
    positions = [each for each in allowed_values(switch) if isinstance(each, str)]
    assert list(said.positions) == positions
    assert said.name == words.clause(f"switch.{switch}").title


def test_every_clause_has_a_title_and_refuses_in_words(words: Words) -> None:
    for clause in sentences():
        assert words.clause(clause).title
        assert words.refusal(clause).endswith(".")


def test_every_reason_of_the_net_has_words(words: Words) -> None:
    assert all(words.reason(each.name) for each in Refusal)
    assert all(words.reason(each.value) for each in Lost)
    assert all(words.accusation(each.value) for each in Reason)
    assert all(words.has(f"line-{slug(each.value)}") for each in Line)
    assert all(words.has(f"acquaintance-{each.value}") for each in Acquaintance)
    assert all(all(words.ailment(each.value, "10.0.0.2", 7300)) for each in Ailment)
    assert words.reason("other-protocol.7").count("7") == 1
    assert words.reason("abandoned.1", ("Ann", "Bob")).startswith("Bob is gone")
    assert words.reason("abandoned.1").startswith("Player 2 is gone")


def test_every_field_of_the_state_has_a_name(words: Words) -> None:
    assert [each for each in State.__struct_fields__ if not words.has(f"field-{each}")] == []


def test_a_fault_may_be_about_another(words: Words) -> None:
    cut = BadRecord("game-truncated", frame=2, at=70)
    said = words.error(BadRecord("game-bad", path="x.borgo", why=cut))
    assert said == "x.borgo: The file ends inside frame 2 at byte 70: it is truncated."
    assert words.error(OSError("the disk has gone")) == "the disk has gone"


# What each family of ids may hold beside what code names in full.


def _expected() -> Iterator[str]:
    yield from (f"fact-{each.__struct_config__.tag}" for each in ids.facts() if each not in SILENT)
    yield from (f"because-{slug(each)}" for each in (*ids.CARD_IDS, *ids.CLAUSE_IDS))
    asked = {slug(each) for each in ids.questions()}
    yield from (f"ask-{each}" for each in (*asked, *ids.question_tags(), "deal", "reveal", "lot"))
    for name in ids.OPTION_NAMES:
        yield f"option-{name}"
        yield from (f"option-{name}-at-{each}" for each in asked)
    yield from (f"effect-{about}-{each}" for about in asked for each in ids.effects())
    yield from (f"card-{each}" for each in ids.CARD_IDS)
    yield from (f"place-{each}" for each in EDITION.board.places)
    yield from (f"region-{each}" for each in (*EDITION.board.regions, "sea"))
    yield from (f"seat-{each}" for each in (*SEATS, "everyone"))
    yield from (f"ticket-{slug(each)}" for each in EDITION.tickets)
    yield from (f"moment-{slug(each)}" for each in EDITION.moments)
    yield from (f"moment-{slug(each[7:])}" for each in ids.CLAUSE_IDS if each[:7] == "moment.")
    yield from (f"switch-{each}" for each in SWITCH_NAMES)
    yield from (f"preset-{each}" for each in PRESETS)
    yield from (f"outcome-{each}" for each in OUTCOMES)
    yield from (f"cause-{slug(each)}" for each in CAUSES)
    yield from (f"step-{each}" for each in STEPS)
    yield from (f"clause-{slug(each)}" for each in ids.CLAUSE_IDS)
    for chapter, topics in contents().items():
        yield f"chapter-{chapter}"
        yield from (f"topic-{topic_slug(each)}" for each in topics)
    yield from (f"accusation-{each.value}" for each in Reason)
    yield from (f"line-{slug(each.value)}" for each in Line)
    yield from (f"acquaintance-{each.value}" for each in Acquaintance)
    yield from (f"ailment-{each.value}" for each in Ailment)
    yield from (f"field-{each}" for each in State.__struct_fields__)


# Families whose ids are made at the table, from what cannot be listed: piles, spots, days, faults.
_OPEN = (
    "ability-", "answer-", "back-", "day-", "deck-", "error-", "forms-", "kind-", "language-",
    "list-", "odd-", "pile-", "reason-", "spot-", "verdict-", "accusation-",
    "violation-",
)  # fmt: skip


def test_no_message_is_left_over() -> None:
    expected = set(_expected())
    said = {slug(each) for each in ids.literals("client")}
    beginnings = tuple(each for each in said if len(each) > 5 and each.endswith("-"))
    left = [
        name
        for name in Messages("en")
        if name not in expected and name not in said and not name.startswith((*beginnings, *_OPEN))
    ]
    assert left == []


def test_no_fault_and_no_reason_is_left_over() -> None:
    """Faults, reasons and violations are ids that the source holds."""
    spoken = (*ids.literals("engine"), *ids.literals("net"), *ids.literals("client"))
    source = {slug(each.rstrip(".")) for each in spoken}
    source |= {each.name.lower().replace("_", "-") for each in Refusal}
    for name in Messages("en"):
        family, _, rest = name.partition("-")
        if family in ("error", "reason", "violation"):
            assert rest in source or name == "error-other"


def test_every_id_the_table_speaks_in_has_words(words: Words) -> None:
    """The machines of the net give reasons as ids of several words, and name nothing else so."""
    spoken = {slug(each.rstrip(".")) for each in ids.literals("net", "*.py") if _ID.fullmatch(each)}
    families = ("reason", "notice-unsaid", "odd", "error", "violation", "verdict")
    said = {each for each in spoken if any(words.has(f"{family}-{each}") for family in families)}
    assert spoken - said == set()
