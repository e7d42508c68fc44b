"""Plays one whole game between bots and checks that nothing breaks."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import Any

from msgspec import Struct

from engine.bots.plain import Bot, RandomBot, plain_bots
from engine.canonical import digest
from engine.dealer import Below
from engine.errors import BorgoError, DeadEnd, EngineBug
from engine.ids import SEATS, Seat
from engine.invariants import broken
from engine.local import LocalGame
from engine.record import Setup
from engine.record_file import MOST_ANSWERS, to_bytes
from engine.requests import Request
from engine.view import see


class Task(Struct, frozen=True):
    """One game to be played."""

    seed: str
    number: int
    preset: str = "fourth"
    switches: dict[str, str | int] = {}
    players: str = "random"
    keep: str | None = None  # the folder its record goes to


class GameReport(Struct, frozen=True):
    """What came of one game."""

    number: int
    finished: bool
    outcome: str | None
    cause: str | None
    rounds: int
    answers: int
    choices: int
    digest: str
    fault: str | None = None
    is_dead_end: bool = False
    record: str | None = None


def below_from(seed: str) -> Below:
    """Numbers that a seed decides, the same on every machine."""
    draw = Random(seed).random  # noqa: S311 (bots and simulations, no secrets)
    return lambda count: int(draw() * count)


def bots_below(seed: str | None) -> Below:
    """What a bot among players draws from: without a seed from the system, and nobody foretells it.

    A seed is for trials. Whoever knows it, or guesses it, can play the bot and see its cards.
    """
    return randbelow if seed is None else below_from(seed)


def play_one(task: Task) -> GameReport:
    """Play a game to its end or to its fault; leaves a record if asked to, or if it broke."""
    below = below_from(f"{task.seed}/{task.number}")
    local = LocalGame(Setup(task.preset, dict(task.switches)), below)
    fault: Exception | None = None
    try:
        play_out(local, bots_for(task.players, local, below))
    except (
        EngineBug,
        BorgoError,
        ArithmeticError,
        LookupError,
        AssertionError,
        TypeError,
        ValueError,
        AttributeError,
        RuntimeError,
    ) as error:
        fault = error
    return _report(task, local, fault)


def bots_for(players: str, local: LocalGame, below: Below) -> dict[Seat, Bot]:
    """A bot for every seat, of the kind asked for."""
    if players == "plain":
        return plain_bots(local.game.table.edition, below)
    return dict.fromkeys(SEATS, RandomBot(below))


def play_out(
    local: LocalGame, bots: dict[Seat, Bot], after: Callable[[], None] | None = None
) -> None:
    """Play to the end, checking at every step of the calendar that everything adds up."""
    game, edition = local.game, local.game.table.edition
    looks = not isinstance(next(iter(bots.values())), RandomBot)

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        knowledge = local.dealer.knowledge[request.seat] if looks else {}
        view = see(game.state, knowledge) if looks else None
        return bots[request.seat].choose(view, request, answers)  # type: ignore[arg-type]

    step = game.state.step
    while game.pending is not None:
        local.step(choose)
        if after is not None:
            after()
        if game.state.step != step:
            step = game.state.step
            faults = broken(game.state, edition, local.dealer.values)
            if faults:
                raise EngineBug(f"at answer {game.position}: {'; '.join(faults)}")
        if game.position > MOST_ANSWERS:  # it is going in circles
            raise EngineBug("the game does not end")


def _report(task: Task, local: LocalGame, fault: Exception | None) -> GameReport:
    state = local.game.state
    path: str | None = None
    if task.keep is not None or fault is not None:
        name = f"{'broken' if fault else 'game'}-{task.seed}-{task.number}".replace("/", "-")
        try:
            path = str(_keep(Path(task.keep or "."), name, to_bytes(local.record())))
        except OSError as error:  # the game is counted all the same
            fault = fault or error
    return GameReport(
        task.number,
        fault is None and state.outcome is not None,
        state.outcome,
        state.cause,
        state.round,
        local.game.position,
        local.choices,
        digest(state),
        None if fault is None else f"{type(fault).__name__}: {fault}",
        isinstance(fault, DeadEnd),
        path,
    )


def _keep(folder: Path, name: str, data: bytes) -> Path:
    """Write a record beside those already there: an older one is never overwritten."""
    for number in count():
        path = folder / (f"{name}-{number}.borgo" if number else f"{name}.borgo")
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            if path.read_bytes() == data:
                return path
        else:
            return path
    raise AssertionError("there is always another number")
