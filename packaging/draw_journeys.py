"""Traces one answer from a click on a road to the other windows, and draws the modules it passes.

    python packaging/draw_journeys.py            # half a minute; writes the drawing
    python packaging/draw_journeys.py --count    # prints the numbers and writes nothing

Three windows sit at a real table on loopback (offscreen, each in a process with a worker process
of its own). When a hunter is asked for an action, somebody clicks on a place that a road leads to.
The first click arms the answer, the second gives it; that second click is traced.

What is counted:

- A module of `client`, `net` or `engine` counts if one of its functions begins or goes on.
  *First journey*: in the window from the click until the answer goes into the pipe to the worker,
  in the worker from there until the first frame is handed to the system. *Second journey*: in the
  workers of the two others from there until each first tells its window, in their windows until
  they have drawn everything and rest; what several of them pass counts once.
- A *turn* is all that a thread does from one wait to the next. Turns that look like one seen while
  nobody answered (begun by the same function, no further module) are left out, unless something
  has just come through a socket or a pipe: signs of life, news of the table, timers. What only
  runs because code is loaded for the first time is left out too.
- What the player's own window shows afterwards belongs to neither journey.
"""

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "packaging" / "drawings" / "journey.md"

_FOLDER = "BORGO_JOURNEY"  # in the environment: where the traces go, and whose process it is
_PLAYERS = (
    ("Ana", ("dracula",)),
    ("Ben", ("godalming", "seward")),
    ("Cid", ("van_helsing", "mina")),
)
_CLICKS = 1  # which of them clicks on a road
_QUIET_S, _SETTLED_S = 8.0, 2.0  # longer than signs of life are apart; than an answer takes
_REST_NS = 300_000_000  # nothing is drawn for that long
_LOOKED_S = 0.005
_PATIENCE_S = 90.0


# --- what every process writes down ------------------------------------------------------------


class Turn(NamedTuple):
    """What a thread of a process did from one wait to the next."""

    begun: int  # in ns of the clock that all processes share
    root: str
    passed: list[list[Any]]  # module, function, when it was first entered; in this order
    marks: list[list[Any]]  # what was handed out of the program, when, by which module
    is_arrival: bool  # something came through a pipe or a socket just before


class Recorder:
    """Writes down the turns of this process, while it is told to."""

    def __init__(self, folder: Path, who: str) -> None:
        self._folder, self._who = folder, who
        self._turns: list[Turn] = []
        self._is_on = False
        self._has_arrived = False
        self._here = threading.local()
        self._names: dict[CodeType, str] = {}
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        threading.Thread(target=self._obey, daemon=True).start()

    def _obey(self) -> None:
        """In a thread that is not traced: begin and end when there is a file that says so."""
        sys.setprofile(None)
        while not (self._folder / "on").exists():
            time.sleep(_LOOKED_S)
        self._is_on = True
        while not (self._folder / "off").exists():
            time.sleep(_LOOKED_S)
        self._is_on = False
        path = self._folder / f"{self._who}.{os.getpid()}.part"
        path.write_text(json.dumps(self._turns), encoding="utf-8")
        path.rename(path.with_suffix(".json"))

    def _note(self, frame: FrameType, event: str, arg: Any) -> None:
        """What Python calls for each call and return; a generator that goes on is called again."""
        if not self._is_on:
            return
        here = self._here.__dict__
        if event == "c_call":
            self._mark(getattr(arg, "__qualname__", ""), here)
        elif event in ("call", "return") and (name := self._name(frame.f_code)):
            stack = here.setdefault("stack", [])
            if event == "call":
                self._enter(name, frame.f_code, here)
            elif stack:  # or it was called before we listened
                stack.pop()

    def _enter(self, name: str, code: CodeType, here: dict[str, Any]) -> None:
        """A function of ours begins or goes on; what loading code calls stands as nothing."""
        stack = here["stack"]
        if not stack:
            is_arrival = self._has_arrived and threading.current_thread() is _MAIN
            self._has_arrived = self._has_arrived and not is_arrival
            root = f"{name}:{code.co_qualname}"
            here["turn"] = Turn(time.monotonic_ns(), root, [], [], is_arrival)
            here["known"] = set()
            self._turns.append(here["turn"])
        is_loading = code.co_name == "<module>" or stack[-1:] == [""]
        stack.append("" if is_loading else name)
        if not is_loading and name not in here["known"]:
            here["known"].add(name)
            here["turn"].passed.append([name, code.co_qualname, time.monotonic_ns()])

    def _mark(self, called: str, here: dict[str, Any]) -> None:
        """What goes out of the program, and comes in, goes through a function of the system."""
        if called in _READ:
            self._has_arrived = True
        kind = _WRITTEN.get(called)
        if kind is not None and here.get("stack"):
            here["turn"].marks.append([kind, time.monotonic_ns(), here["stack"][-1]])

    def _name(self, code: CodeType) -> str:
        """The module a function is in, as a path from the root; nothing if it is not ours."""
        name = self._names.get(code)
        if name is None:
            path, name = Path(code.co_filename), ""
            if path.is_relative_to(ROOT):
                path = path.relative_to(ROOT)
                name = path.as_posix() if path.parts[0] in ("client", "net", "engine") else ""
            self._names[code] = name
        return name


_MAIN = threading.main_thread()
_READ = ("socket.recv", "socket.recv_into", "read")
_WRITTEN = {
    "socket.send": "wire", "socket.sendmsg": "wire", "write": "pipe", "fsync": "disk",
    "Connection.execute": "disk", "Cursor.execute": "disk", "Connection.commit": "disk",
}  # fmt: skip


def _record_if_asked() -> None:
    """Called by each process that is started from here, and by the workers those start."""
    if _FOLDER in os.environ:
        folder, _, who = os.environ[_FOLDER].partition("|")
        Recorder(Path(folder), who)


# --- a window in a process ---------------------------------------------------------------------


class Sitting:
    """One player with a window, who does what the parent process says."""

    def __init__(self, home: Path, name: str, seats: tuple[Any, ...]) -> None:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (not in workers)

        from client.window.bridge import Bridge  # noqa: PLC0415
        from client.workshop.soak.windows import WindowPlayer  # noqa: PLC0415

        self.application = QApplication.instance() or QApplication(["borgo"])
        self.player = WindowPlayer(home, name, seats, Bridge)
        self._way: Any = None

    def open(self) -> tuple[str, int]:
        """Open the table; where it is."""
        from client.worker.table_values import Terms  # noqa: PLC0415

        self.player.open("a journey", Terms("fourth", {}, onlookers=0, delay_ms=0))
        listening = self.player.table.listening
        assert listening is not None
        return listening.address, listening.port

    def join(self, host: str, port: int) -> None:
        """Come to the table."""
        from client.worker.table_values import JoinTable  # noqa: PLC0415

        order = JoinTable(**self.player.who(), host=host, at_port=port)
        self.player.window.go("table", order=order)
        self._wait(lambda: self.player.table.seen is not None)

    def begin(self) -> None:
        """Sit down, and agree until the game begins."""
        self.player.sit(*self.player.seats)
        self._wait(self.player.stays_ready)

    def asked(self) -> str:
        """What this window asks, if anything."""
        prompt = self.player.model.prompt if self.player.is_playing else None
        return "" if prompt is None else str(prompt.about)

    def answer(self) -> None:
        """Answer as a plain bot would."""
        from client.workshop.soak.windows import plain_choice  # noqa: PLC0415
        from engine.editions import edition  # noqa: PLC0415

        prompt = self.player.model.prompt
        assert prompt is not None
        choose = plain_choice(edition("fourth", {}), "journey")
        self.player.give(choose(self.player, prompt))

    def point(self) -> str:
        """Click once on a place that a road leads to: the answer is armed."""
        from engine.options import RoadTo  # noqa: PLC0415

        prompt = self.player.model.prompt
        assert prompt is not None
        for number, answer in enumerate(prompt.answers):
            way = self.player._way(prompt, number)  # noqa: SLF001 (as people look for it)
            if isinstance(answer, RoadTo) and way is not None and way.numbers == (number,):
                self._way = way
                self.click()
                return str(answer.place)
        raise AssertionError("no road can be clicked")

    def click(self) -> int:
        """Click there; when."""
        from PySide6.QtCore import Qt  # noqa: PLC0415
        from PySide6.QtTest import QTest  # noqa: PLC0415

        now = time.monotonic_ns()
        QTest.mouseClick(self._way.clicked, Qt.MouseButton.LeftButton, pos=self._way.at)
        return now

    def look(self) -> None:
        """Come to this window."""
        self.player.window.activateWindow()

    def leave(self) -> None:
        """Close the window."""
        self.player.window.close()

    def _wait(self, is_so: Callable[[], object]) -> None:
        from client.workshop.waiting import wait_until  # noqa: PLC0415

        wait_until(is_so)


def sit(orders: Connection, traces: str, home: str, name: str, seats: tuple[Any, ...]) -> None:
    """A window's process: do what is ordered, and let the window work in between."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ[_FOLDER] = f"{traces}|{name} worker"  # for the process that it starts
    Recorder(Path(traces), f"{name} window")
    sitting = Sitting(Path(home), name, seats)
    while True:
        sitting.application.processEvents()
        if orders.poll(_LOOKED_S):
            verb, arguments = orders.recv()
            orders.send(getattr(sitting, verb)(*arguments))
            if verb == "leave":
                return


# --- the table, as the parent process leads it -------------------------------------------------


class Player:
    """One of the window processes, seen from here."""

    def __init__(self, folder: Path, name: str, seats: tuple[str, ...]) -> None:
        self.name = name
        self._ours, theirs = multiprocessing.Pipe()
        rest = (str(folder), str(folder / name), name, seats)
        # Not a daemon: it starts a process of its own.
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=sit, args=(theirs, *rest))
        self.process.start()
        theirs.close()

    def send(self, verb: str, *arguments: Any) -> None:
        """Order something."""
        self._ours.send((verb, arguments))

    def heard(self) -> Any:
        """What came of it."""
        if not self._ours.poll(_PATIENCE_S):
            raise TimeoutError(self.name)
        return self._ours.recv()

    def do(self, verb: str, *arguments: Any) -> Any:
        """Order something and wait until it is done."""
        self.send(verb, *arguments)
        return self.heard()

    def leave(self) -> None:
        """Let the process end, if it has not."""
        try:
            self.do("leave")
        except (OSError, EOFError, TimeoutError):
            self.process.kill()
        self.process.join(_PATIENCE_S)


class Traced(NamedTuple):
    """One answer: when it was clicked, and what all processes did."""

    clicked: int
    place: str
    turns: dict[str, list[Turn]]  # "Ana window", "Ana worker", …


def trace(folder: Path) -> Traced:
    """Play until somebody can click on a road, and trace that."""
    players = [Player(folder, name, seats) for name, seats in _PLAYERS]
    try:
        host, port = players[0].do("open")
        for player in players[1:]:
            player.do("join", host, port)
        for player in players:
            player.send("begin")
        for player in players:
            player.heard()
        clicking = players[_CLICKS]
        _play_until(lambda asked: asked == "action", players, clicking)
        return _traced(folder, players, clicking)
    finally:
        for player in players:
            player.leave()


def _play_until(
    is_wanted: Callable[[str], bool], players: Sequence[Player], clicking: Player
) -> None:
    """Let all answer until this player is asked what is wanted, the second time."""
    times = 0
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        for player in players:
            asked = player.do("asked")
            if player is clicking and is_wanted(asked):
                times += 1
                if times == 2:  # what is loaded once has been loaded
                    player.do("look")
                    return
            if asked:
                player.do("answer")
        time.sleep(_LOOKED_S)
    raise TimeoutError("nobody was asked")


def _traced(folder: Path, players: Sequence[Player], clicking: Player) -> Traced:
    time.sleep(_SETTLED_S)
    (folder / "on").touch()
    time.sleep(_QUIET_S)
    place = clicking.do("point")
    time.sleep(_SETTLED_S)
    clicked = clicking.do("click")
    time.sleep(_SETTLED_S)
    (folder / "off").touch()
    deadline = time.monotonic() + _PATIENCE_S
    while len(found := list(folder.glob("*.json"))) < 2 * len(players):
        if time.monotonic() > deadline:
            raise TimeoutError("no traces")
        time.sleep(_LOOKED_S)
    turns: dict[str, list[Turn]] = {}
    for path in found:
        read = json.loads(path.read_text(encoding="utf-8"))
        turns.setdefault(path.name.split(".")[0], []).extend(Turn(*each) for each in read)
    return Traced(clicked, place, turns)


# --- what is counted ---------------------------------------------------------------------------


class Leg(NamedTuple):
    """A part of the journey in one kind of process: module -> the first of its functions."""

    title: str
    modules: dict[str, str]


def legs_of(traced: Traced) -> tuple[list[Leg], list[Leg]]:
    """From the click to the wire, and from there to the other windows."""
    name = _PLAYERS[_CLICKS][0]
    window = _counted(traced, f"{name} window")
    worker = _counted(traced, f"{name} worker")
    handed = _first("pipe", window, traced.clicked)
    sent = _first("wire", worker, handed)
    assert _first("disk", worker, handed) < sent, "what is said is kept first"
    first = [
        Leg("the window of whoever clicks", _modules(window, handed)),
        Leg("the worker behind it", _modules(worker, sent)),
    ]
    working: dict[str, str] = {}
    showing: dict[str, str] = {}
    for other in (other for other, _ in _PLAYERS if other != name):
        turns = [turn for turn in _counted(traced, f"{other} worker") if turn.begun >= sent]
        told = _first("pipe", turns, sent)
        working |= _modules(turns, told)
        turns = [turn for turn in _counted(traced, f"{other} window") if turn.begun >= told]
        showing |= _modules(_until_rest(turns), turns[-1].begun)
    second = [
        Leg("the workers of the others", working),
        Leg("their windows", showing),
    ]
    return first, second


def _counted(traced: Traced, who: str) -> list[Turn]:
    """The turns since the click, without those that look like one while nobody answered."""
    quiet: dict[str, list[set[str]]] = {}
    since: list[Turn] = []
    for turn in sorted(traced.turns[who]):
        if turn.begun < traced.clicked:
            quiet.setdefault(turn.root, []).append({passed[0] for passed in turn.passed})
        else:
            since.append(turn)
    return [turn for turn in since if turn.is_arrival or not _is_like_any(turn, quiet)]


def _is_like_any(turn: Turn, quiet: dict[str, list[set[str]]]) -> bool:
    modules = {passed[0] for passed in turn.passed}
    return any(modules <= other for other in quiet.get(turn.root, ()))


def _until_rest(turns: Sequence[Turn]) -> Sequence[Turn]:
    """What a window does until for the first time it does nothing for a while."""
    for number, (turn, following) in enumerate(pairwise(turns), 1):
        if following.begun - turn.begun > _REST_NS:
            return turns[:number]
    return turns


def _first(kind: str, turns: Iterable[Turn], since: int) -> int:
    """When something was first handed on in this way."""
    return min(
        mark[1] for turn in turns for mark in turn.marks if mark[0] == kind and mark[1] >= since
    )


def _modules(turns: Iterable[Turn], until: int) -> dict[str, str]:
    found = [each for turn in turns for each in turn.passed if each[2] <= until]
    modules: dict[str, str] = {}
    for module, function, _ in sorted(found, key=lambda each: int(each[2])):
        modules.setdefault(module, function)
    return modules


def count(legs: Iterable[Leg]) -> int:
    """The modules of a journey, each once."""
    return len(set().union(*(leg.modules for leg in legs)))


# --- the drawing -------------------------------------------------------------------------------

_HEAD = """# The journey of one answer

Made by `packaging/draw_journeys.py`, which traces the calls of a real table of three windows and
says what is counted. Somebody clicks on a place that a road leads to, as one of the hunters.

**From the click to the wire: {first} modules. From the wire to the other windows: {second}.**
"""
_CROSSINGS = ("the pipe", "the disk, then the wire", "the pipe")


def drawn(first: Sequence[Leg], second: Sequence[Leg]) -> str:
    """The page: a diagram by folders, and every module with the first function that ran."""
    legs = [*first, *second]
    parts = [_HEAD.format(first=count(first), second=count(second)), _diagram(legs)]
    for leg in legs:
        parts.append(f"## {_titled(leg)}\n")
        lines = enumerate(leg.modules.items(), 1)
        parts.append("\n".join(f"{at}. `{module}` {_plain(how)}" for at, (module, how) in lines))
        parts.append("")
    return "\n".join(parts)


def _diagram(legs: Sequence[Leg]) -> str:
    """Each leg as a chain of folders, in the order in which they are first entered."""
    lines = ["```mermaid", "flowchart TD", '    start(["a click on a road"])']
    before, label = "start", ""
    for at, leg in enumerate(legs):
        lines.append(f'    subgraph leg{at}["{_titled(leg)}"]')
        boxes = list(_folders(leg))
        for number, (folder, names) in enumerate(boxes):
            lines.append(f'        box{at}_{number}["<b>{folder}</b><br/>{", ".join(names)}"]')
        chain = " --> ".join(f"box{at}_{number}" for number in range(len(boxes)))
        lines += [f"        {chain}", "    end", f"    {before} -->{label} box{at}_0"]
        before = f"box{at}_{len(boxes) - 1}"
        label = f"|{_CROSSINGS[at]}|" if at < len(_CROSSINGS) else ""
    return "\n".join([*lines, f'    {before} --> drawn(["drawn"])', "```", ""])


def _folders(leg: Leg) -> Iterable[tuple[str, list[str]]]:
    """Each folder of a leg once, with the names of its modules."""
    folders = dict.fromkeys(module.rpartition("/")[0] for module in leg.modules)
    for folder in folders:
        inside = [each for each in leg.modules if each.rpartition("/")[0] == folder]
        yield folder, [Path(module).stem for module in inside]


def _titled(leg: Leg) -> str:
    return f"{leg.title[0].upper()}{leg.title[1:]}: {len(leg.modules)} modules"


def _plain(function: str) -> str:
    return function.replace("<locals>.", "").replace("<lambda>", "…")


def main() -> int:
    """Trace one answer; draw it, or only count."""
    parser = argparse.ArgumentParser(description="the modules that one answer passes")
    parser.add_argument("--count", action="store_true", help="print the numbers, write nothing")
    only_counts = parser.parse_args().count
    with tempfile.TemporaryDirectory(prefix="borgo-journey-") as folder:
        first, second = legs_of(trace(Path(folder)))
    for leg in (*first, *second):
        print(_titled(leg))
    print(f"from the click to the wire: {count(first)}, from there to the windows: {count(second)}")
    if not only_counts:
        DRAWING.parent.mkdir(exist_ok=True)
        DRAWING.write_text(drawn(first, second), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
if __name__ == "__mp_main__":
    _record_if_asked()
