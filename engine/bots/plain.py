"""The plain sensible players: one for Dracula, one for each hunter, for tests and game nights."""

from engine.bots.bot import Bot, Roads
from engine.bots.dracula_bot import DraculaBot
from engine.bots.hunter_bot import HunterBot
from engine.dealer import Below
from engine.edition import Edition
from engine.ids import DRACULA, HUNTERS, Seat


def plain_bots(edition: Edition, below: Below) -> dict[Seat, Bot]:
    """A plain bot for every seat; their chance is the numbers given."""
    roads = Roads(edition)
    bots: dict[Seat, Bot] = {seat: HunterBot(edition, roads, below) for seat in HUNTERS}
    bots[DRACULA] = DraculaBot(edition, roads, below)
    return bots
