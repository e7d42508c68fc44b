"""The player's settings: a small typed file, judged when it is read, never thrown away.

A file that cannot be used is kept beside the new one under another name, the player is told in
one sentence what was wrong, and the game goes on with the settings as shipped.
"""

from itertools import count
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, structs

from client.home import SETTINGS_FILE
from client.words.messages import FIRST_LANGUAGE, languages
from client.worker.standing import PASSED_AT_FIRST, WINDOWS
from engine.errors import BorgoError
from net.limits import LONGEST_NAME

MOST_PACE_MS = 2000
MOST_LETTERS_OF_A_NAME = LONGEST_NAME  # widgets do not ask the net


class BadSettings(BorgoError):
    """The settings hold something they cannot."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player has chosen; every field has the value it is shipped with."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    palette: Literal["game", "day", "night"] = "game"  # "game" follows the game's clock
    text_percent: Annotated[int, Meta(ge=80, le=200)] = 100
    reduced_motion: bool = False
    sound: bool = False
    confirm_clicks: bool = True  # a single click on something that cannot be taken back asks once
    pace_ms: Annotated[int, Meta(ge=0, le=MOST_PACE_MS)] = 350  # between events worth telling
    aid: bool = True  # the deduction aid, where the table allows it
    passes: tuple[str, ...] = PASSED_AT_FIRST  # standing orders: the moments passed unasked
    language: Annotated[str, Meta(max_length=16)] = FIRST_LANGUAGE
    window: tuple[int, int] = (1366, 768)


class Loaded(NamedTuple):
    """Settings as read, and what was wrong with the file if anything was."""

    settings: Settings
    fault: str | None = None


def load(home: Path) -> Loaded:
    """Read the settings; a bad file is set aside and the shipped ones are used."""
    path = home / SETTINGS_FILE
    try:
        return Loaded(checked(msgspec.json.decode(path.read_bytes(), type=Settings)))
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), f"{path}: {error.strerror}")
    except (msgspec.DecodeError, UnicodeDecodeError, BadSettings) as error:
        kept = set_aside(path)
        return Loaded(Settings(), f"{path}: {error}. It is kept as {kept.name}.")


def checked(settings: Settings) -> Settings:
    """The same settings, if what the types cannot say holds as well."""
    unknown = [moment for moment in settings.passes if moment not in WINDOWS]
    if unknown:
        raise BadSettings(f"there is no moment {unknown[0]!r}")
    if settings.language not in languages():
        raise BadSettings(f"there are no words in the language {settings.language!r}")
    if min(settings.window) < 0:
        raise BadSettings("a window has no negative size")
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
    return structs.replace(settings, passes=passes)


def set_aside(path: Path) -> Path:
    """Give a file a name that says it is bad; none kept before is overwritten."""
    names = (path.with_suffix(f".bad-{number}.json") for number in count(1))
    kept = next(each for each in names if not each.exists())
    path.rename(kept)
    return kept


def save(settings: Settings, home: Path) -> None:
    """Write the settings so that a crash leaves the old file or the new one."""
    home.mkdir(parents=True, exist_ok=True)
    encoded = msgspec.json.format(msgspec.json.encode(checked(settings)), indent=2)
    fresh = home / f"{SETTINGS_FILE}.new"
    fresh.write_bytes(encoded + b"\n")
    fresh.replace(home / SETTINGS_FILE)
