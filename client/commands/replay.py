"""`borgo replay`: run a record again, to any point, through anybody's eyes."""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import msgspec

from client.telling import answer_in_words, asked_in_words, fact_in_words, worth_telling
from engine.canonical import digest
from engine.errors import BadRecord
from engine.ids import SEATS, Seat
from engine.knowledge import Knowledge
from engine.record import Record, Replay
from engine.record_file import from_bytes
from engine.view import see
from net.crypto.group import SodiumGroup
from net.crypto.parties import Verifier
from net.errors import BadGameFile
from net.game_file import from_file, is_table_file
from net.verification import record_of

NAME = "replay"
SUMMARY = "run a recorded game again and tell it"

_VERIFIER = Verifier(SodiumGroup(), os.urandom)


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="a .borgo record")
    parser.add_argument("--at", type=int, metavar="N", help="stop after this many answers")
    parser.add_argument(
        "--as",
        dest="seat",
        choices=("public", *SEATS, "all"),
        default="public",
        help="whose eyes to see it through (default: public)",
    )
    parser.add_argument("--json", action="store_true", help="print the position as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Replay the record and show the game or the position."""
    replay = Replay(read(arguments.file))
    lines = []
    for request in replay.run(arguments.at):
        answer = replay.record.answers[replay.game.position - 1]
        said = f"{asked_in_words(request)}: {answer_in_words(answer)}"
        lines.append(f"{replay.game.position:5} {said}")
        lines += [f"        {fact_in_words(fact)}" for fact in worth_telling(replay.game.facts)]
    shown = position(replay, arguments.seat)
    if arguments.json:
        print(json.dumps(shown, indent=2))
        return 0
    print("\n".join(lines))
    print(_closing(replay, shown))
    return 0


def read(path: Path) -> Record:
    """The record in a file, of a table or of one process; a missing or unreadable one is named."""
    try:
        file = path.read_bytes()
        return record_of(from_file(file), _VERIFIER) if is_table_file(file) else from_bytes(file)
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from error
    except (BadRecord, BadGameFile) as error:
        raise BadRecord(f"{path}: {error}") from error


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


def _closing(replay: Replay, shown: dict[str, Any]) -> str:
    state = replay.game.state
    lines = [
        f"position {shown['position']} of {shown['of']}, round {state.round}, {state.step}",
        f"influence {state.influence}, despair {state.despair}, "
        f"Dracula's damage {state.dracula.damage}",
    ]
    if state.outcome is not None:
        lines.append(f"won by {state.outcome} ({state.cause})")
    else:
        lines.append(f"waiting for {shown['waiting_for']}")
    if shown["known"]:
        known = (f"{slot}={value}" for slot, value in shown["known"].items())
        lines.append(f"known as {shown['as']}: {' '.join(known)}")
    if shown["missing_openings"]:
        lines.append(
            f"{len(shown['missing_openings'])} hidden values this seat knew are not in the record"
        )
    lines.append(f"view digest {shown['view_digest']}")
    return "\n".join(lines)
