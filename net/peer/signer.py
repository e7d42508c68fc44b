"""Signs what this peer says, and remembers it: for one place it never signs a second entry (K-1).

What was signed is remembered until its request is settled, also where the chain had to let go of it
because what it stands on was lost.
"""

from net.crypto.keys import Identity
from net.game.replica import Replica
from net.limits import FIRST_CONTROL_PART, FIRST_FINAL_PART, FIRST_RESUMED_PART
from net.log.entry import Entry, EntryPlace, Unsigned, sign_entry
from net.log.evidence import equivocation
from net.wire.bodies import Final, Resumed, encode_body
from net.wire.layout import Body


class Signer:
    """The hand of one peer in one game."""

    def __init__(self, peer: int, identity: Identity, proceedings: Replica) -> None:
        self.peer = peer
        self._identity = identity
        self._proceedings = proceedings
        self._written: dict[EntryPlace, Entry] = {}

    def sign(self, part: int, body: Body) -> Entry:
        """An entry of ours that stands on the pending request."""
        chain = self._proceedings.chain
        unsigned = Unsigned(
            body.kind, chain.game_id, chain.epoch, chain.index, part, self.peer,
            chain.parent, self._proceedings.state_digest, encode_body(body),
        )  # fmt: skip
        entry = sign_entry(self._identity, unsigned)
        self.note(entry)
        return entry

    def sign_besides(self, body: Body) -> Entry:
        """L-9: an entry of ours that answers no request."""
        return self.sign(FIRST_CONTROL_PART + self._proceedings.chain.controls(self.peer), body)

    def sign_instead(self, index: int, body: Resumed | Final) -> Entry:
        """A RESUME or a FINAL in place of our answer to a request, perhaps one that was over."""
        chain = self._proceedings.chain
        first_part = FIRST_FINAL_PART if isinstance(body, Final) else FIRST_RESUMED_PART
        digest = chain.digest(index) or self._proceedings.state_digest
        unsigned = Unsigned(
            body.kind, chain.game_id, chain.epoch, index, first_part + self.peer, self.peer,
            chain.parents[index], digest, encode_body(body),
        )  # fmt: skip
        return sign_entry(self._identity, unsigned)

    def sign_word(self, body: Body, *, ahead: bool, beside: Entry | None) -> Entry:
        """22.8: a word of an interlude; a successor's is of the next epoch, a late one of then."""
        chain, proceedings = self._proceedings.chain, self._proceedings
        place = (chain.epoch + ahead, chain.index)
        stands = (chain.parent, proceedings.state_digest)
        if beside is not None:
            place, stands = (beside.epoch, beside.index), (beside.parent, beside.state_digest)
        part = FIRST_CONTROL_PART + chain.controls(self.peer)
        unsigned = Unsigned(
            body.kind, chain.game_id, *place, part, self.peer, *stands, encode_body(body)
        )
        return sign_entry(self._identity, unsigned)

    def note(self, entry: Entry) -> None:
        """K-1, K-4: what we have signed is what we say there, wherever it comes from.

        PeerMisbehaved, of ourselves, if it was something else before.
        """
        if entry.index >= self._proceedings.chain.index and not entry.is_control:
            before = self._written.setdefault(entry.place, entry)
            if before.hash != entry.hash:
                raise equivocation(before, entry)

    def written(self, part: int) -> Entry | None:
        """What we have signed for a part of the pending request."""
        chain = self._proceedings.chain
        return self._written.get(EntryPlace(chain.epoch, chain.index, part, self.peer))

    def latest(self) -> list[Entry]:
        """K-1: what we have signed last, which others may lack."""
        chain = self._proceedings.chain
        recent = (*chain.entries(chain.index - 1), *chain.entries(chain.index))
        return [entry for entry in recent if entry.peer == self.peer]

    def turn_over(self) -> None:
        """A request is settled: forget what stood before the pending one."""
        index = self._proceedings.chain.index
        self._written = {key: each for key, each in self._written.items() if key.index >= index}
