"""A golden game as text: every answer, its facts, and what every seat sees step by step."""

import json
from typing import Any

import msgspec

from client.terminal.sentences import asked_in_words, fact_in_words, worth_telling
from engine.canonical import digest
from engine.facts.board import DraculaWounded, InfluenceChanged
from engine.facts.fact import Fact
from engine.ids import SEATS
from engine.record import Record, Replay, Setup
from engine.record_file import thaw
from engine.view import see

_ANSWER = "> "
_SHORT = 16  # hexadecimal digits of a digest: enough to show any change as a diff


def tell(record: Record) -> str:
    """The whole game as text, from which `listen` makes the record again."""
    replay = Replay(record)
    lines = [
        f"setup {_json(record.setup)}",
        f"opened {_json(record.opened)}",
        "",
    ]
    step = ""
    for request in replay.run():
        answer = record.answers[replay.game.position - 1]
        lines.append(f"{_ANSWER}{_json(answer)}  # {asked_in_words(request)}")
        lines += [f"  {fact_in_words(fact)}" for fact in worth_telling(replay.game.facts)]
        if replay.game.state.step != step or replay.game.pending is None:
            step = replay.game.state.step
            lines.append(_views(replay))
    return "\n".join([*lines, ""])


def listen(text: str) -> Record:
    """The record that a golden text tells."""
    head, *rest = text.splitlines()
    setup = msgspec.json.decode(head.removeprefix("setup "), type=Setup)
    opened = msgspec.json.decode(rest[0].removeprefix("opened "), type=tuple[tuple[str, str], ...])
    decoder = json.JSONDecoder()
    answers = [
        thaw(decoder.raw_decode(line.removeprefix(_ANSWER))[0])
        for line in rest
        if line.startswith(_ANSWER)
    ]
    return Record(setup, tuple(answers), opened)


# How a game can end: which of the rules moved a track the last step. Whatever is not listed
# here and hurts Dracula is a card of a combat.
DRACULA_WINS = {
    "defeated.hunter.damage": "a hunter is defeated",
    "defeated.hunter.bite": "a hunter is defeated",
    "winning.influence.vampire": "a vampire matures",
    "rumor.bonus": "a vampire matures",
    "despair.three.city": "the fury of dracula",
    "despair.three.hide": "the fury of dracula",
    "winning.influence.fangs": "fangs",
    "reckless_vampire": "fangs",
}
HUNTERS_WIN = {
    "movement.sea.dracula-embark": "the sea",
    "movement.sea.dracula-sail": "the sea",
    "wolf-form.damage": "a power card",
    "dark-call.damage": "a power card",
    "errors.step3.damage": "no legal card",
}
COMBAT = "a combat"


def ending(facts: list[Fact]) -> str:
    """How a game ended: the last thing that moved a track far enough."""
    for fact in reversed(facts):
        if isinstance(fact, InfluenceChanged):
            return f"dracula by {DRACULA_WINS[fact.cause]}"
        if isinstance(fact, DraculaWounded):
            return f"hunters by {HUNTERS_WIN.get(fact.source, COMBAT)}"
    raise AssertionError("nothing ended this game")


def _views(replay: Replay) -> str:
    state, knowledge = replay.game.state, replay.witness.knowledge
    eyes = {"public": {}, **{seat: knowledge[seat] for seat in SEATS}}
    seen = (f"{name}={digest(see(state, known))[:_SHORT]}" for name, known in eyes.items())
    return f"  = {state.step} seen by {' '.join(seen)}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
