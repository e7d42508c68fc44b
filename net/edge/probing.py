"""Asks at an address which table is there, under a key made for that: nobody learns who looks."""

import asyncio
import os

from engine.errors import BorgoError
from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.edge.link import Pace
from net.edge.sockets import Happened, LinkEnded, Received, Sockets
from net.limits import (
    PROBE_ANSWER_S,
    PROBE_CLOSING_S,
    PROBE_CONNECTING_S,
    PROBE_SHAKING_HANDS_S,
)
from net.session.handshake import NO_TABLE, Call
from net.wire.messages import Probe, Probed, decode_message, encode_message

_QUICK = Pace(
    connecting=PROBE_CONNECTING_S, shaking_hands=PROBE_SHAKING_HANDS_S, closing=PROBE_CLOSING_S
)


class NoAnswer(BorgoError):
    """Somebody is there, and says nothing about a table."""


async def ask_for_table(host: str, port: int) -> Probed:
    """What is there; Unreachable, TurnedAway or NoAnswer if nothing is.

    Each question has a key of its own: two at once are two callers, and neither replaces the other.
    """
    heard: asyncio.Queue[Happened] = asyncio.Queue()
    sockets = Sockets(Identity(os.urandom(32)), heard.put_nowait, _QUICK)
    sockets.tables[NO_TABLE] = b""
    try:
        link = await sockets.dial(host, port, Call())
        sockets.send(link, encode_message(Probe(0)))
        async with asyncio.timeout(PROBE_ANSWER_S):
            return await _answer(heard)
    except TimeoutError:
        at = f"{host}:{port}"
        raise NoAnswer("no-word", address=at) from None
    finally:
        await sockets.close()


async def _answer(heard: asyncio.Queue[Happened]) -> Probed:
    while True:
        happened = await heard.get()
        if isinstance(happened, LinkEnded):
            raise NoAnswer("went-away")
        if isinstance(happened, Received):
            try:
                message = decode_message(happened.message)
            except PeerFault:
                continue
            if isinstance(message, Probed):
                return message
