"""What a person types at the terminal during a game, sorted into answers, talk and wishes."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Sequence

from client.absences import persons_wish, refusal
from client.table_talk import SAY, WHISPER, talk_in
from client.text import Words
from client.trouble_words import wish_in
from client.typed_numbers import number_in
from engine.errors import BorgoError
from net.edge.desk import Waited
from net.effects import Event
from net.recovery.wishes import LeaveWished

_ABOUT_ABSENCE = ("timeout", "takeover", "stand-in", "agree")


class TypedLines:
    """Lines from the terminal for a program with a loop. The thread does not hold up the end.

    What begins with a slash is talk or a wish, whenever it is typed; everything else answers a
    question. A wish that cannot be is refused at once: nothing is kept that could act much later.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self.talk: asyncio.Queue[Event] = asyncio.Queue()
        self.leaving = "no-game"  # why our player cannot leave, as an id; empty if it can
        self._waited: Sequence[Waited] = ()  # whom the game waits for, as was told last
        self._absences: list[tuple[str, int]] = []  # what to do about whom of them
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()

    async def next(self, prompt: str) -> str:
        """The next line that is not talk; BorgoError when there are no more."""
        print(prompt, end=" ", flush=True)
        self.start()
        line = await self._lines.get()
        if not line:
            raise BorgoError("nobody-typing")
        return line.strip()

    def wishes_about(self, waited: Sequence[Waited]) -> list[Event]:
        """What was typed about those the game waits for, now that it is known how they are."""
        self._waited = waited
        wishes = []
        for word, peer in self._absences:
            about = self._about(peer)
            wish = None if about is None else persons_wish(word, about)
            if wish is None:
                name = "" if about is None else about.name
                self._refuse(refusal(word, about), peer=str(peer), name=name)
            else:
                wishes.append(wish)
        self._absences.clear()
        return wishes

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        line = "\n"
        while line:
            line = sys.stdin.readline()
            with contextlib.suppress(RuntimeError):  # the game is over and its loop closed
                loop.call_soon_threadsafe(self._sort, line)

    def _sort(self, line: str) -> None:
        if not line.startswith("/"):
            self._lines.put_nowait(line)
            return
        spoke = wish_in(line) or talk_in(line)
        word, _, about = line[1:].strip().partition(" ")
        peer = number_in(about) if word in _ABOUT_ABSENCE else None
        is_leaving = line.strip() == "/leave"
        if spoke is None and peer is None and not is_leaving:
            for each in ("talk", "end", "absent", "leave"):
                print("  " + self._words.say(f"typed-help-{each}", say=SAY, whisper=WHISPER))
        elif self.leaving == "no-game":
            self._refuse("no-game", typed=f"/{word}")
        elif spoke is not None:
            self.talk.put_nowait(spoke)
        elif peer is not None:
            self._wish_about(word, peer)
        else:
            self._leave()

    def _wish_about(self, word: str, peer: int) -> None:
        """Wait for the next look at who is there, which comes as long as anybody is waited for."""
        if self._about(peer) is None:
            self._refuse(refusal(word, None), peer=str(peer))
        else:
            self._absences.append((word, peer))

    def _leave(self) -> None:
        if self.leaving:
            self._refuse(self.leaving)
        else:
            self.talk.put_nowait(LeaveWished(0))
            print("  " + self._words.say("typed-leaving"))

    def _about(self, peer: int) -> Waited | None:
        return next((each for each in self._waited if each.peer == peer), None)

    def _refuse(self, why: str, **about: str) -> None:
        print("  " + self._words.say(f"typed-refused-{why}", **about), flush=True)
