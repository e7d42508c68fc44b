"""Who has opened a channel and not said yet who it is: nobody keeps a place so for long.

1. Whoever comes to a table greets at once, before the game and in it; who does not is told so, and
   leaves its place to others.
2. The peers of a game go on where they were and need not greet.
3. Who asks which table is here greets nobody, and has its answer in a moment.
"""

from net.edge.sockets import LinkName, Sockets
from net.limits import GREETING_S
from net.session.handshake import NO_TABLE
from net.wire.messages import Greeting, Message, Refused, encode_message

_REFUSED = encode_message(Refused("no-greeting"))


class Threshold:
    """The channels of one program on which nobody has greeted."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._greeted: set[LinkName] = set()
        self._since: dict[LinkName, float] = {}

    def heard(self, name: LinkName, message: Message) -> None:
        """Somebody has said something."""
        if isinstance(message, Greeting) and name.table != NO_TABLE:
            self._greeted.add(name)

    def tick(self, now: float) -> None:
        """From time to time: show out who has stood there too long."""
        linked = set(self._sockets.linked())
        self._greeted &= linked
        mute = [name for name in linked - self._greeted if name.peer not in self._sockets.reserved]
        self._since = {name: self._since.get(name, now) for name in mute}
        for name, since in self._since.items():
            if now - since >= GREETING_S:
                self._sockets.send(name, _REFUSED)
                self._sockets.drop(name)
