"""What is typed does something or is refused at once; nothing is kept for a later question."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from client.sittings.absences import persons_wish, refusal
from client.terminal.person_guide import TerminalGuide, TypedLines
from client.words.words import Words
from engine.errors import BorgoError
from net.edge.desk import SuccessionOffer, Waited
from net.peer.effects import Conceded, Event, ResumeTold, ResumeWished
from net.peer.replacement_vote import LeaveWished, TakeOverWished, TimeOutWished
from net.replacement.recovery import Absence
from net.wire.table_setup import TableSetup
from tests.support.sample_messages import five_at_a_table

SETUP = replace(five_at_a_table(), switches={"hunters_in_play": "all-four-shared"})
GONE = Absence(
    7, can_be_replaced=True, is_timed_out=False, has_left=False, is_open=False,
    proposals=(), agreed=(), is_ours_to_fill=False,
)  # fmt: skip
MINA = Waited(2, "Mina", is_linked=False, since=61.0, absence=GONE, away=61.0)


class Terminal:
    """A person at the terminal, as one of the peers of a game, or of none yet."""

    def __init__(self, ours: int | None = None, setup: TableSetup = SETUP) -> None:
        self.guide = TerminalGuide()
        if ours is not None:
            self.guide.identity = setup.peers[ours].identity
            self.guide.prepare(setup)

    def type(self, line: str) -> None:
        self.guide._typed._sort(f"{line}\n", self.guide._typed._question)

    def wishes(self, *waited: Waited) -> list[Event]:
        """What comes of it: at once, and at the next look at who is there."""
        found = list(self.guide.waiting(waited) or ())
        talk = self.guide._typed.talk
        return [*found, *(talk.get_nowait() for _ in range(talk.qsize()))]


def test_a_hunters_player_leaves_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(1)
    terminal.type("/leave")
    assert terminal.guide._typed.talk.get_nowait() == LeaveWished(0)
    assert "leave for good" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ours", "line", "why"),
    [
        (0, "/leave", "nobody can play on for Dracula"),
        (None, "/leave", "/leave is for a game that is being played"),
        (None, "/concede", "/concede is for a game that is being played"),
        (None, "/say hello", "/say is for a game that is being played"),
        (1, "/again", "Nobody has said to go on before anything"),
        (1, "/timeout 1", "does not wait for anybody with the number 1"),
        (1, "/agree 7", "does not wait for anybody with the number 7"),
        (1, "/leave 3", "/leave: let somebody else play on"),
        (1, "/timeout ²", "/timeout PEER"),
        (1, f"/timeout {'9' * 5000}", "/timeout PEER"),
        (1, "/gone ²", "/gone PEER"),
    ],
)
def test_what_cannot_be_is_said_at_once_and_not_kept(
    ours: int | None, line: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal(ours)
    terminal.type(line)
    assert why in capsys.readouterr().out
    everybody = [MINA._replace(peer=peer) for peer in range(8)]
    assert terminal.wishes(*everybody) == []


def test_again_means_what_was_told_last() -> None:
    """Section 14: what is signed is what stands on the screen."""
    terminal = Terminal(1)
    for request in (30, 41):
        terminal.guide.told(ResumeTold(0, 2, request, is_without=False, at=43))
    terminal.type("/again")
    assert terminal.wishes() == [ResumeWished(41, 2, is_without=False)]


def test_where_nobody_is_replaced_nobody_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(1, replace(SETUP, recovery=False))
    terminal.type("/leave")
    assert terminal.wishes(MINA) == []
    assert "at this table nobody can be replaced" in capsys.readouterr().out


def test_a_word_about_somebody_waited_for_is_done_or_refused_at_the_next_look(
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Terminal(1)
    terminal.guide.waiting([MINA])
    terminal.type("/timeout 2")
    assert terminal.wishes(MINA) == [TimeOutWished(7, 2)]
    assert terminal.wishes(MINA) == [], "once"
    terminal.type("/agree 2")
    capsys.readouterr()
    assert terminal.wishes(MINA) == []
    assert "first all others must wait no longer for Mina (/timeout 2)" in capsys.readouterr().out
    terminal.type("/timeout 2")
    assert terminal.wishes() == [], "who is back is waited for no more"
    assert "does not wait" in capsys.readouterr().out


def test_a_place_is_given_to_who_offers_it_by_its_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Terminal(1)
    eva = SuccessionOffer(b"e" * 32, "Eva of Varna")
    is_open = MINA._replace(absence=GONE._replace(is_open=True), offers=(eva,))
    terminal.guide.waiting([is_open])
    assert "/takeover 2 Eva of Varna" in capsys.readouterr().out
    terminal.type("/takeover 2 Eva of Varna")
    assert terminal.wishes(is_open) == [TakeOverWished(7, 2, eva.identity)]
    terminal.type("/takeover 2 Ida")
    assert terminal.wishes(is_open) == []
    assert "nobody here who is called “Ida” offers to play on for Mina" in capsys.readouterr().out
    terminal.type("/agree 2 Ida")
    assert "/agree PEER" in capsys.readouterr().out, "one agrees to what was proposed"


class SentBots:
    """Bots as far as a terminal knows them."""

    def __init__(self, left: int) -> None:
        self._left = left
        self.sent: list[int] = []

    def send_for(self, peer: int) -> bool:
        self.sent.append(peer)
        self._left -= 1
        return self._left >= 0

    def wishes(self, waited: list[Waited]) -> list[TakeOverWished]:
        peers = [each.peer for each in waited if each.peer in self.sent]
        return [TakeOverWished(7, peer, b"b" * 32) for peer in peers]


def test_a_bot_is_sent_for_a_place_by_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, bots = Terminal(1), SentBots(1)
    terminal.guide.let_bots_stand_in(cast("Any", bots))
    is_open = MINA._replace(absence=GONE._replace(is_open=True))
    terminal.guide.waiting([is_open])
    assert "/stand-in 2" in capsys.readouterr().out
    terminal.type("/stand-in 2")
    assert terminal.wishes(is_open) == [TakeOverWished(7, 2, b"b" * 32)], "once it has come"
    assert bots.sent == [2]
    assert "on its way to play on for Mina" in capsys.readouterr().out
    terminal.type("/stand-in 2")
    terminal.wishes(is_open)
    assert "no bot left" in capsys.readouterr().out
    terminal.type("/stand-in 2")
    terminal.wishes(MINA._replace(absence=GONE))
    assert "first all others must wait no longer" in capsys.readouterr().out


def test_nothing_is_wished_of_a_game_that_has_ended(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(1)
    terminal.type("/concede")
    assert terminal.wishes() == [Conceded()]
    terminal.guide.closed("over")
    terminal.type("/concede")
    assert terminal.wishes() == []
    assert "is for a game that is being played" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["timeout", "takeover", "stand-in", "agree"])
@pytest.mark.parametrize(
    "absence",
    [
        None,
        GONE._replace(can_be_replaced=False),
        GONE,
        GONE._replace(is_open=True),
        GONE._replace(is_open=True, can_be_ours=False),
    ],
)
def test_every_word_has_its_wish_or_its_reason(word: str, absence: Absence | None) -> None:
    waited = MINA._replace(absence=absence)
    if persons_wish(word, waited) is None:
        words = Words()
        why = words.say(f"typed-refused-{refusal(word, waited)}", peer="2", name="Mina")
        assert why.startswith("Not done: ")


def test_an_answer_that_only_looks_like_a_number_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["²", "9" * 5000, "2"]

    async def typed(_typed: TypedLines, _prompt: str, *, or_early: bool) -> str:
        assert or_early, "a pipe may have brought it already"
        return lines.pop(0)

    words = SimpleNamespace(
        ask=lambda *_asked: "Where?", option=lambda *_option: "there", say=lambda *_id, **_: "again"
    )
    monkeypatch.setattr("client.terminal.person_guide.spoken", lambda: words)
    monkeypatch.setattr(TypedLines, "next", typed)
    guide = TerminalGuide()
    asked: Any = SimpleNamespace(request=None, answers=("Paris", "Rome"), is_forced=False)
    view: Any = None
    assert asyncio.run(guide.decide(view, asked)) == "Rome"
    assert capsys.readouterr().out.count("again") == 2


class Typist:
    """Lines that come while something is asked, or nothing; a terminal unless it is a pipe."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, is_pipe: bool = False) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: not is_pipe, raising=False)
        monkeypatch.setattr(TypedLines, "start", lambda _typed: None)
        self.lines = TypedLines(Words())

    def type(self, line: str) -> None:
        self.lines._sort(line, self.lines._question)

    async def asked(self, *, or_early: bool = False) -> asyncio.Task[str]:
        """A question that is on the screen."""
        task = asyncio.create_task(self.lines.next("?", or_early=or_early))
        await asyncio.sleep(0)
        return task


def test_a_line_answers_only_what_was_on_the_screen_when_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        typist = Typist(monkeypatch)
        typist.type("yes\n")
        assert "Not done: nothing was asked" in capsys.readouterr().out
        first = await typist.asked(or_early=True)
        on_screen = typist.lines._question
        typist.type("1\n")
        typist.type("2\n")
        assert await first == "1"
        assert "Not done: nothing was asked" in capsys.readouterr().out, "answered already"
        second = await typist.asked(or_early=True)
        typist.lines._sort("3\n", on_screen)  # on its way while the next question came
        assert not second.done()
        typist.type("4\n")
        assert await second == "4"

    asyncio.run(play())


@pytest.mark.parametrize("signs", [True, False])
def test_what_a_pipe_brings_early_answers_the_game_in_order_and_signs_nothing(
    monkeypatch: pytest.MonkeyPatch, *, signs: bool
) -> None:
    async def play() -> None:
        typist = Typist(monkeypatch, is_pipe=True)
        for line in ("1\n", "2\n"):
            typist.type(line)
        if signs:
            asked = await typist.asked()
            typist.type("yes\n")
            assert await asked == "yes"
        assert [await (await typist.asked(or_early=True)) for _ in range(2)] == ["1", "2"]
        last = await typist.asked(or_early=True)
        typist.type("")
        with pytest.raises(BorgoError, match="nobody-typing"):
            await last
        with pytest.raises(BorgoError, match="nobody-typing"):
            await (await typist.asked())

    asyncio.run(play())


@pytest.mark.parametrize("or_early", [True, False])
def test_who_answers_as_soon_as_a_question_can_be_read_has_answered_it(
    monkeypatch: pytest.MonkeyPatch, *, or_early: bool
) -> None:
    async def play() -> None:
        typist = Typist(monkeypatch, is_pipe=True)
        seen: list[asyncio.Future[str] | None] = []

        def printed(*_words: str, **_how: Any) -> None:
            seen.append(typist.lines._question)

        monkeypatch.setattr("client.terminal.person_guide.print", printed, raising=False)
        asked = await typist.asked(or_early=or_early)
        typist.lines._sort("yes\n", seen[0])
        async with asyncio.timeout(5):
            assert await asked == "yes"

    asyncio.run(play())


def test_a_line_of_a_pipe_on_its_way_while_the_game_asks_is_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        typist = Typist(monkeypatch, is_pipe=True)
        signing = await typist.asked()
        typist.lines._sort("1\n", None)
        assert not signing.done(), "nothing is signed with it"
        typist.type("yes\n")
        assert await signing == "yes"
        assert await (await typist.asked(or_early=True)) == "1"
        asked = await typist.asked(or_early=True)
        typist.lines._sort("2\n", None)
        async with asyncio.timeout(5):
            assert await asked == "2"

    asyncio.run(play())
