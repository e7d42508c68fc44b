"""What a person types at the terminal during a game, sorted into answers, talk and wishes."""

import asyncio
import contextlib
import sys
import threading

from client.table_talk import SAY, WHISPER, talk_in
from client.text import Words
from client.trouble_words import wish_in
from engine.errors import BorgoError
from net.conversation import Spoke
from net.parting import Wish

_ABOUT_ABSENCE = ("timeout", "takeover", "agree")


class TypedLines:
    """Lines from the terminal for a program with a loop. The thread does not hold up the end.

    What begins with a slash is talk, whenever it is typed; everything else answers a question.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self.talk: asyncio.Queue[Spoke | Wish] = asyncio.Queue()
        self.absences: list[tuple[str, int]] = []  # what to do about whom
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
        word, _, peer = line[1:].strip().partition(" ")
        if word == "leave" or (word in _ABOUT_ABSENCE and peer.isdigit()):
            self.absences.append((word, int(peer or 0)))
            return
        spoke = wish_in(line) or talk_in(line)
        if spoke is None:
            for about in ("talk", "end", "absent", "leave"):
                print("  " + self._words.say(f"typed-help-{about}", say=SAY, whisper=WHISPER))
        else:
            self.talk.put_nowait(spoke)
