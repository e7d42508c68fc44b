"""Compares what a scenario expects with a described state: only what is named is compared.

Hands and other unordered things are compared as a whole but in any order, decks from their ends,
and an entry of trail or lairs in the keys it names. Unknown keys and words are mistakes.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.errors import BadScenario
from engine.scenario.hideouts import entry_table, split_face
from engine.scenario.reading import nearest
from engine.scenario.tokens import way_of

DISCARD_KEYS = ("last", "has", "lacks", "size")
_EXACT_MAPS = ("fog", "powers_resting", "standing")


def differences(expected: Any, actual: Any, path: str) -> Iterator[str]:
    """Every difference, as `path is X, not Y`."""
    match actual:
        case dict():
            yield from _tables(expected, actual, path)
        case list():
            yield from _lists(expected, actual, path)
        case _:
            if type(expected) is not type(actual):
                raise BadScenario(f"{path}: should be like {actual!r}, not {expected!r}.")
            if expected != actual:
                yield f"{path} is {actual!r}, not {expected!r}"


def _tables(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    name = path.rpartition(".")[2]
    if name in _EXACT_MAPS:
        yield from _exact(expected, actual, path)
        return
    if ".trail." in path or ".lairs." in path:
        yield from _entries(expected, actual, path)
        return
    if isinstance(expected, list) and name in ("trail", "lairs"):
        expected = {str(number): entry for number, entry in enumerate(expected, start=1)}
    if isinstance(expected, str) and "place" in actual:
        expected = {"place": expected}
    if not isinstance(expected, dict):
        raise BadScenario(f"{path}: should be a table, not {expected!r}.")
    for key, value in expected.items():
        if key not in actual:
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, actual)}.")
        yield from differences(value, actual[key], f"{path}.{key}")


def _exact(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    if isinstance(expected, list):
        expected = Counter(_texts(expected, path))
    if not isinstance(expected, dict):
        raise BadScenario(f"{path}: should be a table, not {expected!r}.")
    wanted = {key: value for key, value in expected.items() if value}
    if wanted != actual:
        yield f"{path} is {actual!r}, not {wanted!r}"


def _entries(expected: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    """A space of trail or lairs: empty, or with the keys that are named."""
    if expected in ("", {}):
        if actual:
            yield f"{path} is {_brief(actual)}, not empty"
        return
    table = entry_table(expected)
    if not actual:
        yield f"{path} is empty, not {expected!r}"
        return
    for key, value in table.items():
        if key == "encounters":
            yield from _encounters(value, actual[key], f"{path}.{key}")
        elif key not in actual:
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, actual)}.")
        else:
            yield from differences(value, actual[key], f"{path}.{key}")


def _brief(entry: dict[str, Any]) -> str:
    return f"{entry['place'] or entry['power']} {entry['face']}"


def _encounters(expected: Any, actual: list[dict[str, Any]], path: str) -> Iterator[str]:
    left = list(actual)
    if not isinstance(expected, list):
        raise BadScenario(f"{path}: should be a list, not {expected!r}.")
    for entry in expected:
        if isinstance(entry, dict):
            wanted = entry
        else:
            card, face = split_face(str(entry))
            wanted = {"card": card, **({"face": face} if face else {})}
        for key in wanted:
            if key not in ("card", "face", "damage"):
                raise BadScenario(f"{path}.{key}: no such key.")
        found = next((each for each in left if wanted.items() <= each.items()), None)
        if found is None:
            yield f"{path} are {_cards(actual)}, without {wanted}"
            return
        left.remove(found)
    if left:
        yield f"{path} has {_cards(left)} beside what was expected"


def _cards(encounters: list[dict[str, Any]]) -> str:
    return ", ".join(f"{each['card']} {each['face']}" for each in encounters) or "none"


def _lists(expected: Any, actual: list[Any], path: str) -> Iterator[str]:
    """Lists: a deck by one of its ends, a discard in its order, everything else in any order."""
    *_, parent, name = ("", "", *path.split("."))
    if isinstance(expected, dict) and parent == "discards":
        yield from _pile(expected, actual, path)
        return
    wanted = _as_list(expected, name, path)
    if ".decks." in path:
        yield from _pile({"last" if name == "bottom" else name: wanted}, actual, path)
        return
    in_order = parent == "discards" or name in ("played", "acted")
    if (wanted != actual) if in_order else (sorted(wanted) != sorted(actual)):
        yield f"{path} is {actual!r}, not {wanted!r}"


def _as_list(expected: Any, name: str, path: str) -> list[str]:
    wanted = _texts(
        ([expected] if expected else []) if isinstance(expected, str) else expected, path
    )
    return [way_of(each) for each in wanted] if name == "roadblocks" else wanted


def _texts(expected: Any, path: str) -> list[str]:
    if not isinstance(expected, list) or not all(isinstance(each, str) for each in expected):
        raise BadScenario(f"{path}: should be a list of texts, not {expected!r}.")
    return expected


def _pile(expected: dict[str, Any], actual: list[Any], path: str) -> Iterator[str]:
    """Ends, members and size of a deck or discard."""
    for key, value in expected.items():
        if key not in ("top", *DISCARD_KEYS):
            raise BadScenario(f"{path}.{key}: no such key{nearest(key, DISCARD_KEYS)}.")
        if key == "size":
            if type(value) is not int:
                raise BadScenario(f"{path}.size: should be a whole number, not {value!r}.")
            if value != len(actual):
                yield f"{path} has {len(actual)} cards, not {value}"
            continue
        cards = _texts([value] if isinstance(value, str) else value, f"{path}.{key}")
        if not _is_so(key, cards, actual):
            shown = actual[: len(cards) + 2] if key == "top" else actual[-len(cards) - 2 :]
            yield f"{path} ({key}) is {shown!r}, not {cards!r}"


def _is_so(key: str, cards: list[str], actual: list[str]) -> bool:
    match key:
        case "top":
            return actual[: len(cards)] == cards
        case "last":
            return not cards or actual[-len(cards) :] == cards
        case "has":
            return all(actual.count(each) >= cards.count(each) for each in cards)
        case _:
            return not any(each in actual for each in cards)
