"""What one peer says that answers no request (L-9); after a return, not before it may (K-3).

A program that has come back only listens at first: its disk may be older than what it has said, and
what it signed before it knew that could be a second word in the same place.
"""

from net.controls import Controls
from net.effects import Effect, Send
from net.log.chain import Chain
from net.pen import Pen
from net.speaking import Said
from net.wire.bodies import Accused, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent


class Asides:
    """The words of one peer beside its answers."""

    def __init__(self, pen: Pen, chain: Chain, controls: Controls) -> None:
        self.is_listening = False  # and so signs nothing, answers neither
        self._pen = pen
        self._chain = chain
        self._controls = controls
        self._unsaid: list[Body] = []

    def say(self, body: Body | None) -> list[Effect]:
        """Sign something, if it is anything; while we listen it is kept for later."""
        if body is None or self._is_accused_already(body):
            return []
        if self.is_listening:
            self._unsaid.append(body)
            return []
        entry = self._pen.sign_besides(body)
        self._chain.keep_control(entry)
        return [*Said(entry).effects(), *self._controls.take(entry)]

    def _is_accused_already(self, body: Body) -> bool:
        """V-2: nobody accuses an entry twice; not after a restart either."""
        if not isinstance(body, Accused):
            return False
        said = (self._pen.peer, body.kind, encode_body(body))
        return said in ((note.peer, note.kind, note.body) for note in self._controls.notes)

    def speak_up(self) -> list[Effect]:
        """K-3: listen no longer: our last entries are sent again (K-1), then what was not said."""
        self.is_listening = False
        again = [Send(EntrySent(entry.to_bytes())) for entry in self._pen.latest()]
        unsaid, self._unsaid = self._unsaid, []
        return [*again, *(effect for body in unsaid for effect in self.say(body))]
