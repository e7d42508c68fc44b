"""What a message costs us: a price by its kind, and the bytes that were sent because of it.

1. Many questions are cheap to ask and dear to answer. Whoever costs too much is not read until its
   allowance is filled again (net/edge/transport/sockets.py): nothing of it is lost, and nobody else
   waits.
2. What brought the game an entry that we did not have costs nothing, whatever it made us do.
3. Prices are fixed and no clock is read: a slow machine pays what a fast one does, and what we do
   beside a message of somebody is not its debt.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from net.edge.measures import Measures
from net.edge.transport.sockets import LinkName, Sockets
from net.wire.messages import EntrySent, Message, Probe, StateTold, WantState

# In bytes sent, of which a thousand take some 50 microseconds. To read any message, see that it is
# none we need, and perhaps answer briefly:
_ANY = 2048

_PRICES: dict[type[Message], int] = {
    # Read and compared, or one signature checked. Whoever fell behind is sent each by everybody,
    # and only one of them is new: a whole game of copies must have room.
    EntrySent: 1024,
    # A state is encoded, and compared with 64 digests.
    WantState: 8 * 1024,
    # The longest message that is decoded to its end, and its digest made.
    StateTold: 16 * 1024,
    # Some fields of the set-up are gathered.
    Probe: 4 * 1024,
}

# A channel is greeted with all that may have been lost, and told who is where.
_OPENING = 8 * 1024


class Tolls:
    """Charges whoever made us do something. `kept`: changes with every new entry of the game."""

    def __init__(self, sockets: Sockets, measures: Measures, kept: Callable[[], object]) -> None:
        self._sockets = sockets
        self._measures = measures
        self._kept = kept

    @contextmanager
    def taking(self, name: LinkName, message: Message | None) -> Iterator[None]:
        """While a message is worked on; None: a new channel."""
        kept, sent = self._kept(), self._measures.bytes_sent
        yield
        if self._kept() == kept:
            price = _OPENING if message is None else _PRICES.get(type(message), _ANY)
            self._sockets.charge(name, price + self._measures.bytes_sent - sent)
