"""Every error the engine raises, named by whose fault it is."""


class BorgoError(Exception):
    """Something a person should be told in one sentence; commands print it and exit with 2.

    The sentence is English. `id` and `about` name the same thing for whoever has words of its own.
    """

    id: str = ""

    def __init__(self, sentence: str = "", *, as_id: str = "", **about: object) -> None:
        super().__init__(sentence)
        self.id = as_id
        self.about = about


class IllegalAnswer(BorgoError):
    """The pending request does not accept this answer."""

    def __init__(self, request: object, answer: object) -> None:
        self.request = request
        self.answer = answer
        super().__init__(f"{answer!r} does not answer {request!r}")


class GameIsOver(BorgoError):
    """An answer arrived after the end of the game."""


class UnknownSwitch(BorgoError):
    """A table asked for a rules switch that does not exist."""


class BadSwitchValue(BorgoError):
    """A rules switch was given a value it does not have."""


class BadSetup(BorgoError):
    """A game cannot be started from this set-up."""


class BadRecord(BorgoError):
    """A record is truncated, altered or of an unknown rules version."""


class BadScenario(BorgoError):
    """A scenario file cannot be understood."""


class EngineBug(Exception):
    """A rule asked for something nobody can answer, or never asked at all: a fault of ours."""


class DeadEnd(EngineBug):
    """Whoever is asked has no answer that is both honest and legal."""
