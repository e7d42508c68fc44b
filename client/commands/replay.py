"""`borgo replay`: run a record again, to any point, through anybody's eyes."""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import msgspec

from client.records.game_files import named_game
from client.terminal.sentences import answer_in_words, asked_in_words, fact_in_words, worth_telling
from client.words.game_words import setup_in_words
from client.words.words import Words, spoken
from engine.canonical import digest
from engine.errors import BadRecord
from engine.ids import SEATS, Seat
from engine.knowledge import Knowledge
from engine.record import Record, Replay
from engine.record_file import from_bytes
from engine.requests import Request
from engine.versions import TooNew
from engine.view import see
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.errors import BadGameFile
from net.judging.game_file import from_file, is_table_file
from net.judging.verification import record_of

NAME = "replay"
SUMMARY = "run a recorded game again and tell it"

_VERIFIER = Verifier(SodiumGroup(), os.urandom)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", type=Path, help="a .borgo record")
    parser.add_argument("--at", type=int, metavar="N", help="stop after this many answers")
    parser.add_argument(
        "--as",
        dest="seat",
        choices=("public", *SEATS, "all"),
        default="public",
        help="whose eyes to see it through (default: public)",
    )
    parser.add_argument(
        "--exact", action="store_true", help="every answer and fact by its id and fields"
    )
    parser.add_argument("--json", action="store_true", help="print the position as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Replay the record and show the game or the position."""
    replay, words = Replay(read(arguments.file)), spoken()
    lines = setup_in_words(words, replay.record.setup)
    for request in replay.run(arguments.at):
        if arguments.exact:
            lines += _exactly(replay, request)
        elif not arguments.json:
            lines += _told(replay, words, arguments.seat)
    shown = position(replay, arguments.seat)
    if arguments.json:
        print(json.dumps(shown, indent=2))
        return 0
    print("\n".join(lines))
    print(_closing(replay, shown, words))
    return 0


def _exactly(replay: Replay, request: Request[Any]) -> list[str]:
    answer = replay.record.answers[replay.game.position - 1]
    said = f"{asked_in_words(request)}: {answer_in_words(answer)}"
    facts = worth_telling(replay.game.facts)
    return [f"{replay.game.position:5} {said}", *(f"        {fact_in_words(f)}" for f in facts)]


def _told(replay: Replay, words: Words, seat: str) -> list[str]:
    view = see(replay.game.state, knowledge_of(replay, seat)[0])
    told = words.tell(replay.game.facts, view)
    return [f"{replay.game.position:5} {line}" for _, line in told]


def read(path: Path) -> Record:
    """The record in a file, of a table or of one process; a missing or unreadable one is named."""
    file = named_game(path)
    try:
        return record_of(from_file(file), _VERIFIER) if is_table_file(file) else from_bytes(file)
    except (BadRecord, BadGameFile, TooNew) as error:
        raise BadRecord("game-bad", path=path, why=error) from error


def knowledge_of(replay: Replay, seat: str) -> tuple[Knowledge, list[str]]:
    """What this onlooker knows now, and the slots it should know but nobody opened."""
    witness = replay.witness
    if seat == "public":
        return {}, []
    if seat == "all":
        union: Knowledge = {}
        for each in SEATS:
            union.update(witness.knowledge[each])
        return union, sorted({slot for each in SEATS for slot in witness.missing[each]})
    name: Seat = seat
    return witness.knowledge[name], witness.missing[name]


def position(replay: Replay, seat: str) -> dict[str, Any]:
    """The position as one onlooker sees it, as plain data."""
    knowledge, missing = knowledge_of(replay, seat)
    view = see(replay.game.state, knowledge)
    pending = replay.game.pending
    return {
        "as": seat,
        "position": replay.game.position,
        "of": len(replay.record.answers),
        "waiting_for": None if pending is None else asked_in_words(pending),
        "state_digest": digest(view.state),
        "view_digest": digest(view),
        "state": msgspec.to_builtins(view.state),
        "known": view.known,
        "missing_openings": missing,
    }


def _closing(replay: Replay, shown: dict[str, Any], words: Words) -> str:
    state, pending = replay.game.state, replay.game.pending
    lines = [
        words.say(
            "terminal-position",
            position=shown["position"],
            total=shown["of"],
            round=state.round,
            step=words.step(state.step),
        ),
        words.say(
            "terminal-tracks",
            influence=state.influence,
            despair=state.despair,
            damage=state.dracula.damage,
        ),
    ]
    if state.outcome is not None and state.cause is not None:
        won, cause = words.outcome(state.outcome), words.cause(state.cause)
        lines.append(words.say("terminal-won", outcome=won, cause=cause))
    elif pending is not None:
        lines.append(words.say("terminal-waiting", asked=words.ask(pending)))
    if shown["known"]:
        known = words.listed([words.option(value) for value in shown["known"].values()])
        who = words.seat(shown["as"]) if shown["as"] in SEATS else shown["as"]
        lines.append(words.say("terminal-known", who=who, known=known))
    if shown["missing_openings"]:
        lines.append(words.say("terminal-missing", count=len(shown["missing_openings"])))
    lines.append(words.say("terminal-digest", digest=shown["view_digest"]))
    return "\n".join(lines)
