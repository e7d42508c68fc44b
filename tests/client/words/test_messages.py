"""Fluent files are indexed without being parsed, and read as Fluent reads them."""

from pathlib import Path

import pytest
from babel import localedata
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from client.words import messages
from client.words.messages import Messages, entries, folder, languages, plain
from client.words.words import BadWords, Words
from engine.facts.board import FogPlaced, HunterPlaced

FILES = sorted(
    (language, file.name)
    for language in languages()
    for file in (folder() / language).iterdir()
    if file.name.endswith(".ftl")
)


def _source(language: str, file: str) -> str:
    return (folder() / language / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "file"), FILES)
def test_every_entry_is_read_as_fluent_reads_it(language: str, file: str) -> None:
    source = _source(language, file)
    resource = FluentResource(source)
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    assert junk == []
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(resource)
    listed = dict(entries(source))
    said = [entry.id.name for entry in resource.body if isinstance(entry, ast.Message)]
    assert [name for name in listed if not name.startswith("-")] == said
    for name, text in listed.items():
        if "{" in text:
            continue
        message = bundle.get_message(name)
        whole = {key: bundle.format_pattern(each)[0] for key, each in message.attributes.items()}
        assert plain(text) == (bundle.format_pattern(message.value)[0], whole), name


@pytest.mark.parametrize(("language", "file"), FILES)
def test_blanks_are_filled_as_fluent_fills_them(language: str, file: str) -> None:
    source = _source(language, file)
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(source))
    ours = Messages(language)
    for name, text in entries(source):
        blanks = dict.fromkeys(messages._BLANK.findall(text), "{ $odd } \\1")
        if not blanks or "{" in messages._BLANK.sub("", text):
            continue
        message = bundle.get_message(name)
        for attribute, pattern in ((None, message.value), *message.attributes.items()):
            if pattern is not None:
                assert (
                    ours.say(name, attribute, blanks) == bundle.format_pattern(pattern, blanks)[0]
                )
    assert ours._bundle is None


def test_no_id_is_said_twice_in_a_language() -> None:
    for language in languages():
        names = [
            name
            for where, file in FILES
            if where == language
            for name, _ in entries(_source(where, file))
        ]
        assert [name for name in dict.fromkeys(names) if names.count(name) > 1] == []


def test_nothing_is_parsed_before_it_is_needed() -> None:
    words = Words(strict=True)
    (messages,) = words._messages
    assert words.say("start.alone")
    assert words.place("adriatic_sea", "the") == "the Adriatic Sea"
    assert "rules.ftl" in [each.name for each in messages._unread]
    assert messages._bundle is None
    assert words.say("track.influence", value=3, most=13)
    assert messages._bundle is not None
    assert len(list(messages)) > 1000
    assert not messages._unread


def test_what_is_known_of_a_language_s_numbers_is_there_before_the_first_sentence_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: dict[str, object] = {}
    monkeypatch.setattr(localedata, "_cache", known)
    words = Words(strict=True)
    words.prepare()
    assert words.language in known
    assert words._messages[0]._bundle is None  # meanwhile another thread may be speaking


def test_long_texts_keep_their_lines() -> None:
    assert plain("a =\n    first\n      second\n\n    third\n    .b = more\n").value == (
        "first\n  second\n\nthird"
    )


def test_what_is_missing_raises_in_tests_and_shows_its_id_at_the_table() -> None:
    with pytest.raises(BadWords, match="no-such-id"):
        Words(strict=True).say("no.such.id")
    assert Words().say("no.such.id") == "[no-such-id]"
    assert Words().detail("seat.mina", "no-form") == "[seat-mina.no-form]"


def test_a_blank_left_open_raises(words: Words) -> None:
    with pytest.raises(BadWords, match="amount"):
        words.say("fact-vampire_wounded", way="hurt")


@pytest.fixture
def with_a_second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tmp_path / "en"
    first.mkdir()
    for file in (folder() / "en").iterdir():
        (first / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    second = tmp_path / "pl"
    second.mkdir()
    (second / "some.ftl").write_text(
        "forms-place = to\n"
        "place-paris = Paryż\n    .to = do Paryża\n"
        "forms-seat = gender\n"
        "seat-mina = Mina\n    .gender = female\n"
        "fact-hunter_placed = { $seat-gender ->\n"
        "    [female] { $seat } przybyła { $place-to }.\n"
        "   *[male] { $seat } przybył { $place-to }.\n}\n"
        "clause-fog-move-into = Mgła\n    .text = Nikt nie wejdzie do miasta we mgle.\n"
        "card-knife = Nóż\n"
        "switch-shared_start_city = Ten sam początek\n"
        "talk-heard = { $speaker }: { $text }\n"
        "peers-clock = { $name\n",
        encoding="utf-8",
    )
    monkeypatch.setattr("client.words.messages.folder", lambda: tmp_path)


@pytest.mark.usefixtures("with_a_second_language")
def test_a_language_is_a_folder_of_files_with_its_own_forms() -> None:
    words = Words("pl", strict=True)
    assert words.fact(HunterPlaced("mina", "paris")) == "Mina przybyła do Paryża."
    assert words.fact(HunterPlaced("seward", "paris")) == "Dr. Seward przybył do Paryża."
    assert words.clause("fog.move.into").text == "Nikt nie wejdzie do miasta we mgle."
    assert words.clause("fog.move.out").title == "Fog: no leaving"
    assert words.fact(FogPlaced("paris", 1)) == "Fog crept into Paryż."


@pytest.mark.usefixtures("with_a_second_language")
def test_what_belongs_to_a_message_and_is_lacking_is_said_in_the_first_language() -> None:
    words, first = Words("pl"), Words()
    assert words.card("knife") == first.card("knife")._replace(name="Nóż")
    assert words.switch("shared_start_city").name == "Ten sam początek"
    assert (
        words.switch("shared_start_city").positions == first.switch("shared_start_city").positions
    )


@pytest.mark.usefixtures("with_a_second_language")
def test_what_a_translation_has_wrong_is_said_in_the_first_language() -> None:
    wrong = {
        "peers.clock": {"name": "Ana", "left": "0:10"},  # is no Fluent
        "talk.heard": {"name": "Ana", "text": "Here!"},  # names something it is not given
    }
    for message, arguments in wrong.items():
        assert Words("pl").say(message, **arguments) == Words().say(message, **arguments)
        with pytest.raises(BadWords):
            Words("pl", strict=True).say(message, **arguments)
    assert Words("pl").say("no.such", name="Ana") == "[no-such]"


def test_one_card_is_no_cards() -> None:
    said = [Words(strict=True).say("combat.hand", count=count) for count in (0, 1, 2)]
    assert said == ["0 cards in hand", "1 card in hand", "2 cards in hand"]


@pytest.mark.usefixtures("with_a_second_language")
def test_the_languages_are_the_folders() -> None:
    assert messages.languages() == ("en", "pl")
    assert "place-paris" in Messages("pl")
