"""What is between the peers of a table, in one line: accusations, differences, wishes to end."""

from net.effects import Conceded, Differs, EndProposed, GivenUpFor, Judged, Wished
from net.endings import Outcome, abandoned_by
from net.parting import Wish

_WISHES: dict[int, str] = {
    Outcome.DRACULA_CONCEDED: "gives up for Dracula",
    Outcome.HUNTERS_CONCEDED: "gives up for the hunters; all their players must",
    Outcome.AGREED: "wants to end without a winner, with secrets kept; all must",
    Outcome.AGREED_AND_OPENED: "wants to end without a winner and open all cards; all must",
}

_TYPED: dict[str, Wish] = {
    "/concede": Conceded(),
    "/end": EndProposed(opens=False),
    "/end open": EndProposed(opens=True),
}


def told_in_words(told: Judged | Differs | Wished) -> str:
    """What our player is to know."""
    match told:
        case Judged():
            return _judged(told)
        case Differs():
            return _differs(told)
        case Wished():
            gone = abandoned_by(told.outcome)
            wish = f"holds that peer {gone} has gone, and wants to end; all others must"
            return f"peer {told.peer} {_WISHES[told.outcome] if gone is None else wish}"


def _judged(judged: Judged) -> str:
    said = f"peer {judged.accuser} accuses peer {judged.accused} (code {judged.code})"
    if judged.is_unfounded:
        return f"{said}: unfounded, the entry is right; the game goes on"
    return f"{said}: it was shown to the accuser alone, and only the audit can judge it"


def _differs(differs: Differs) -> str:
    where = f"request {differs.index}: what peer {differs.peer} has"
    if not differs.is_state:
        return f"{where} stands on other entries than ours; they are being compared"
    alone = ", ".join(str(peer) for peer in differs.alone)
    whose = f"; the state of peer {alone} stands alone" if alone else ""
    field = f"; they differ first in {differs.field}" if differs.field else ""
    return f"{where} is another state of the game: a program is at fault{whose}{field}"


def wish_in(line: str) -> Wish | None:
    """The wish to end that a typed line says, if it says one."""
    words = " ".join(line.split())
    if words.startswith("/gone ") and words.removeprefix("/gone ").isdigit():
        return GivenUpFor(int(words.removeprefix("/gone ")))
    return _TYPED.get(words)
