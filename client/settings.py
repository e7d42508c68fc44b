"""The player's settings: a small typed JSON file, checked when read, never thrown away.

1. A file that cannot be used is kept under another name, the player is told in one sentence what
   was wrong, and the game goes on with the defaults.
2. Fields, or moments to pass at, that a later version of the program added are ignored.
3. Settings are read before the first paint, so the checks are here: no library is loaded for them.
"""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from client.home import SETTINGS_FILE
from client.words.messages import FIRST_LANGUAGE, languages
from engine.errors import BorgoError
from engine.ids import DRACULA, HUNTERS, MomentId
from net.edge.storing.closed_files import write_over
from net.limits import LONGEST_NAME

if TYPE_CHECKING:
    from engine.requests import Request


# The moments at which cards may interrupt; everything else that is asked is the seat's own turn.
WINDOWS: tuple[MomentId, ...] = (
    "dawn.events",
    "dusk.events",
    "day.free",
    "combat.start",
    "combat.firearm",
    "combat.cancel-dracula",
    "ambush.avoid",
    "harm.prevent",
    "search.before",
    "search.found",
    "rail.declare",
    "rail.spend",
    "falsetip.cancel",
    "event.cancel",
    "event.over-limit",
    "move.road-done",
    "move.region-crossed",
    "dracula.phase",
    "dracula.end",
)

# As shipped: asked at dawn, at dusk, in combat and at one's own ambush.
ASKED_AT_FIRST: tuple[MomentId, ...] = (
    "dawn.events",
    "dusk.events",
    "combat.start",
    "combat.firearm",
    "combat.cancel-dracula",
    "harm.prevent",  # bites and defeats are what fights bring
    "ambush.avoid",
    # What dawn and dusk are to hunters: no card of Dracula's is for those, most are for his phase.
    "dracula.phase",
    "dracula.end",
)
PASSED_AT_FIRST = tuple(moment for moment in WINDOWS if moment not in ASKED_AT_FIRST)


def window_of(request: "Request[Any]") -> MomentId | None:
    """The moment a request asks about, if it is a window at all."""
    # The settings name the moments at the program's start, which is not to wait for the game.
    from engine.options import PASS  # noqa: PLC0415
    from engine.requests import Choose  # noqa: PLC0415

    if not isinstance(request, Choose) or PASS not in request.options:
        return None
    moment = request.about.removesuffix("?")
    return moment if moment in WINDOWS else None


class Orders:
    """What the player has ordered, and whether the next window is to stop."""

    def __init__(self, passes: tuple[MomentId, ...] = PASSED_AT_FIRST) -> None:
        self.passes = frozenset(passes)
        self.stops_next = False

    def passing(self, request: "Request[Any]") -> MomentId | None:
        """The moment at which this request is passed without asking; None: ask."""
        moment = window_of(request)
        return moment if moment in self.passes and not self.stops_next else None

    def shown(self, request: "Request[Any]") -> None:
        """The player is asked; at a window that is what an order to stop was for."""
        if window_of(request) is not None:
            self.stops_next = False


SIDES = ("hunters", DRACULA, *HUNTERS)  # of a game alone
MOST_PACE_MS = 2000
MOST_LETTERS_OF_A_NAME = LONGEST_NAME  # widgets do not ask the net


class BadSettings(BorgoError):
    """The settings hold something they cannot."""


class Settings(NamedTuple):
    """What a player has chosen; every field has the value it is shipped with."""

    name: str = ""
    palette: Literal["game", "day", "night"] = "game"  # "game" follows the game's clock
    text_percent: int = 100
    reduced_motion: bool = False
    sound: bool = False
    confirm_clicks: bool = True  # the first press on an answer only arms it
    pace_ms: int = 350  # between events worth telling
    aid: bool = True  # the deduction aid, where the table allows it
    passes: tuple[str, ...] = PASSED_AT_FIRST  # standing orders: the moments passed unasked
    language: str = FIRST_LANGUAGE
    side: str = SIDES[0]  # that was played alone last
    window: tuple[int, int] = (1366, 768)


def _text(most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= most


def _number(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most  # a bool is no number


def _flag(value: object) -> bool:
    return isinstance(value, bool)


_SIDE = _number(0, 100_000)
_FITS: dict[str, Callable[[Any], bool]] = {
    "name": _text(LONGEST_NAME),
    "palette": ("game", "day", "night").__contains__,
    "text_percent": _number(80, 200),
    "reduced_motion": _flag,
    "sound": _flag,
    "confirm_clicks": _flag,
    "pace_ms": _number(0, MOST_PACE_MS),
    "aid": _flag,
    "passes": lambda value: isinstance(value, tuple) and all(map(_text(99), value)),
    "language": _text(16),
    "side": SIDES.__contains__,
    "window": lambda value: isinstance(value, tuple) and [*map(_SIDE, value)] == [True, True],
}


class Loaded(NamedTuple):
    """Settings as read, and what was wrong with the file if anything was."""

    settings: Settings
    fault: BadSettings | None = None


def load(home: Path) -> Loaded:
    """Read the settings; a bad file is set aside and the shipped ones are used."""
    path = home / SETTINGS_FILE
    try:
        return Loaded(_read(path.read_bytes()))
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), BadSettings("settings-unreadable", path=path, why=error.strerror))
    except (ValueError, RecursionError, BadSettings) as error:
        kept = set_aside(path).name
        return Loaded(Settings(), BadSettings("settings-bad", path=path, kept=kept, why=error))


def _read(content: bytes) -> Settings:
    """Settings as they were written."""
    found = json.loads(content)
    if not isinstance(found, dict):
        raise BadSettings("settings-field", field="{}", value=found)
    as_kept: dict[str, Any] = {
        key: tuple(it) if isinstance(it, list) else it for key, it in found.items() if key in _FITS
    }
    settings = _judged(Settings(**as_kept))
    passes = tuple(moment for moment in settings.passes if moment in WINDOWS)
    return checked(settings._replace(passes=passes))


def checked(settings: Settings) -> Settings:
    """The same settings, if each of them can be so."""
    unknown = [moment for moment in _judged(settings).passes if moment not in WINDOWS]
    if unknown:
        raise BadSettings("settings-moment", moment=unknown[0])
    if settings.language not in languages():
        raise BadSettings("settings-language", language=settings.language)
    return settings


def _judged(settings: Settings) -> Settings:
    """The same settings, if each of them is of its kind."""
    for field, fits in _FITS.items():
        value = getattr(settings, field)
        if not fits(value):
            raise BadSettings("settings-field", field=field, value=value)
    return settings


def name_fault(name: str) -> str | None:
    """What is wrong with a name that others are to see, as an id; None: nothing."""
    if not name.strip():
        return "empty"
    if len(name) > LONGEST_NAME:
        return "long"
    return None if name.isprintable() else "invisible"


def passing_at(settings: Settings, moment: str) -> Settings:
    """The same settings with one more moment that is passed unasked."""
    passes = tuple(dict.fromkeys((*settings.passes, moment)))
    return settings._replace(passes=passes)


def set_aside(path: Path) -> Path:
    """Give a file a name that says it is bad; none kept before is overwritten."""
    names = (path.with_suffix(f".bad-{number}.json") for number in count(1))
    kept = next(each for each in names if not each.exists())
    path.rename(kept)
    return kept


def encoded(settings: Settings) -> bytes:
    """Settings as they are kept."""
    return json.dumps(checked(settings)._asdict(), indent=2, ensure_ascii=False).encode() + b"\n"


def save(settings: Settings, home: Path) -> None:
    """Write the settings so that a crash leaves the old file or the new one."""
    write_over(home / SETTINGS_FILE, encoded(settings))
