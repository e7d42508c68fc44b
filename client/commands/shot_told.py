"""What other people's programs tell at a table, for pictures of the screens that show it."""

from typing import Any

from msgspec import structs
from PySide6.QtWidgets import QApplication

from client.waiting import wait_until
from client.worker.hall_values import (
    Examined,
    GamesFound,
    KeysShut,
    OpenGame,
    TableRow,
    TablesFound,
)
from client.worker.table_values import (
    Accusation,
    Difference,
    EndWished,
    GameBeginning,
    GameKept,
    GoOn,
    GoOnWished,
    Guest,
    TableClosed,
    TableNotice,
)
from client.worker.values import GameOver, LineHeard, PeerSeen, PeersSeen, Report, Shown
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEWARD, VAN_HELSING, Seat
from engine.view import see

ONLOOKER, CLOSING, GUESTS = "onlooker", "closing", "guests"
_ANA, _BEN, _CLEO, _OWN = "Ana", "Ben", "Cleo", "Mina H."
_SEATS = {_ANA: (DRACULA,), _BEN: (GODALMING, SEWARD), _CLEO: (VAN_HELSING,), _OWN: (MINA,)}
_PLAYERS = {seat: name for name, seats in _SEATS.items() for seat in seats}
_WHEN = -2_248_000_000.0  # an evening of 1898
_FALSE_PROOF, _AT = 3, 41  # the code of an accusation, and the request it is about
_GONE: dict[str, Any] = {"is_linked": False, "away_s": 75.0, "waited_s": 75.0}


def _peers(**about_ben: Any) -> PeersSeen:
    """Everybody at the table, with something the matter with one of them."""
    all_there = [
        PeerSeen(name, seats, peer=number, is_own=name == _OWN)
        for number, (name, seats) in enumerate(_SEATS.items())
    ]
    return PeersSeen((all_there[0], structs.replace(all_there[1], **about_ben), *all_there[2:]))


def _accused(accuser: str, accused: str, *, is_unfounded: bool) -> Accusation:
    is_ours = accused == _OWN
    return Accusation(accuser, accused, _FALSE_PROOF, "trail_placed", _AT, is_unfounded, is_ours)


IN_A_GAME: dict[str, tuple[Report, ...]] = {
    "peers": (_peers(waited_s=3.0), GameKept(213)),
    "talk": (LineHeard(_ANA, "?"), LineHeard(_BEN, "!"), LineHeard(_CLEO, "…", private=True)),
    "away": (_peers(step="takeover", offers=("Dora",), **_GONE),),
    "accused": (_accused(_BEN, _OWN, is_unfounded=True),),
    "accused-open": (_accused(_BEN, _OWN, is_unfounded=False),),
    "accuses": (_accused(_BEN, _CLEO, is_unfounded=True),),
    "caught": (
        TableNotice("wrong.other", _BEN, str(_FALSE_PROOF)),
        GameOver("accused.1", None, "1898-10-31.borgo", _FALSE_PROOF, wrongdoer=_BEN),
    ),
    "going-on": (
        TableNotice("wrong.other", _BEN, str(_FALSE_PROOF)),
        GoOnWished(_ANA, _BEN, _AT + 2, GoOn(_AT, 1, is_without=False)),
        GoOnWished(_CLEO, _BEN, _AT + 2, GoOn(_AT, 1, is_without=False)),
    ),
    "differs": (Difference(_BEN, _AT, is_state=True, field="hunters", alone=(_BEN,)),),
    "wished": (EndWished(_ANA, "agreed"), EndWished(_CLEO, "agreed")),
    CLOSING: (_peers(step="unaudited", **_GONE),),
    ONLOOKER: (_peers(), GameKept(213)),
}

IN_THE_LOBBY: dict[str, tuple[Report, ...]] = {
    GUESTS: (
        TableNotice("met.changed_key", _BEN, "pulp quince brass acid chalk advice"),
        TableNotice("met.new", _CLEO),
        TableNotice("refused.guest", "model dawn lucky obtain head llama", "differing-rules.1.2"),
    ),
    "shuffling": (GameBeginning(240, 600),),
    "closed": (TableClosed("no-table"),),
    "other-version": (TableClosed("differing-rules.2.1"),),
}

AT_THE_START: dict[str, tuple[Report, ...]] = {
    "tables": (
        TablesFound(
            (
                TableRow("a", _ANA, "open", "192.168.1.2", 47123, "60N00-HFE0K-8",
                         needs_passphrase=True, edition="fourth", seats_free=(GODALMING, MINA)),
                TableRow("b", _BEN, "begun", "192.168.1.3", 47123, edition="first-game"),
                TableRow("c", _CLEO, "other-version", "192.168.1.4", 47123,
                         why="differing-rules.1.2"),
            )
        ),
        Examined((("port-taken", "", ""),), 47123),
    ),
    "locked": (KeysShut(is_wrong=True),),
    "stopped": (
        GamesFound((
            OpenGame(_WHEN, "fourth", 213, (_ANA, _BEN, _CLEO), (MINA,), b"a", wrongdoer=_BEN),
            OpenGame(_WHEN, "fourth", 40, (_ANA, _BEN), (MINA,), b"b"),
        )),
    ),
}  # fmt: skip

TOLD = {"game": IN_A_GAME, "combat": IN_A_GAME, "table": IN_THE_LOBBY, "start": AT_THE_START}


def tell(name: str, screen: Any, kind: str) -> None:
    """Let a screen be told this."""
    reports = TOLD[kind][name]
    if kind == "start":
        screen.desk.leave()  # nothing that is near in truth is told any more
        for report in reports:
            screen.desk.receive(report)
        return
    _let_fall_silent(screen.model.bridge)
    if kind == "table":
        _tell_table(name, screen, reports)
    else:
        _tell_game(name, screen, reports)


def _tell_table(name: str, screen: Any, reports: tuple[Report, ...]) -> None:
    _speak(screen.model, (*reports, *_company(screen.seen)) if name == GUESTS else reports)
    if not screen.parts.shows_table:
        wait_until(lambda: screen.parts.glimpse.is_there)


def _tell_game(name: str, screen: Any, reports: tuple[Report, ...]) -> None:
    model = screen.model
    _speak(model, (*_sits_down(model, is_onlooker=name == ONLOOKER), *reports))
    if name == ONLOOKER:
        wait_until(lambda: not screen.parts.prompt.buttons)
    if name == CLOSING:
        for key, at in ((("away", 1), 0), ("confirm", 0)):
            screen.parts.affairs.buttons(key)[at].click()


def _speak(model: Any, reports: tuple[Report, ...]) -> None:
    model.bridge.blockSignals(False)  # noqa: FBT003 (Qt's)
    for report in reports:
        model.bridge.received.emit(report)
    model.bridge.blockSignals(True)  # noqa: FBT003 (Qt's) the true table tells nothing more
    model.hurry()


def _let_fall_silent(bridge: Any) -> None:
    """What the true table has told is shown first, or it would come after all and hide the rest."""
    bridge.blockSignals(True)  # noqa: FBT003 (Qt's)
    QApplication.processEvents()


def _sits_down(model: Any, *, is_onlooker: bool) -> tuple[Report, ...]:
    """The same game, played with people; whoever only looks on is asked nothing."""
    seats: tuple[Seat, ...] = () if is_onlooker else model.seats
    opened = structs.replace(
        model.table, is_alone=False, players=_PLAYERS, seats=seats, recovery=True
    )
    view = see(model.view.state, {}) if is_onlooker else model.view
    shown = Shown(model.index, view, (), model.waits, model.step)
    asked = () if is_onlooker or model.prompt is None else (model.prompt,)
    if is_onlooker:
        model.prompt = None
        model.asked.emit(None)
    return (opened, shown, _peers(), GameKept(212), *asked)


def _company(seen: Any) -> tuple[Report, ...]:
    """The same table with people at it, one of them under a key that is not known."""
    words = "hinder plot screen weld green flow", "eye cement top ship bud canal"
    guests = (
        Guest(_BEN, HUNTERS[:2], words[0], b"b", is_distrusted=True),
        Guest(_CLEO, HUNTERS[2:], words[1], b"c", is_ready=True),
        Guest(_ANA, (), words[1], b"d", watches=True),
    )
    told = structs.replace(seen, guests=(seen.guests[0], *guests), lacking="key-changed")
    return (told,)
