"""Every error the engine raises, named by whose fault it is."""


class BorgoError(Exception):
    """Something a person should be told in one sentence; commands print it and exit with 2.

    It carries no sentence: an id and what it is about, for whoever has the words. As text it is
    these two, for logs.
    """

    def __init__(self, identifier: str, /, **about: object) -> None:
        super().__init__(identifier)
        self.id = identifier
        self.about = about

    def __str__(self) -> str:
        """The id and what it is about."""
        about = ", ".join(f"{name}={value}" for name, value in self.about.items() if value != "")
        return f"{self.id}: {about}" if about else self.id


class IllegalAnswer(BorgoError):
    """The pending request does not accept this answer."""

    def __init__(self, request: object, answer: object) -> None:
        self.request = request
        self.answer = answer
        super().__init__("illegal-answer", answer=answer, request=request)


class GameIsOver(BorgoError):
    """An answer arrived after the end of the game."""


class UnknownSwitch(BorgoError):
    """A table asked for a rules switch that does not exist."""


class BadSwitchValue(BorgoError):
    """A rules switch was given a value it does not have."""


class BadSetup(BorgoError):
    """A game cannot be started from this set-up."""


class BadRecord(BorgoError):
    """A record is truncated, altered or of rules that there never were."""


class BadScenario(BorgoError):
    """A scenario file cannot be understood.

    Scenarios are written in English by whoever works on the rules, and so is what is wrong.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__("bad-scenario", detail=sentence)

    def __str__(self) -> str:
        """The sentence."""
        return str(self.about["detail"])


class EngineBug(Exception):
    """A rule asked for something nobody can answer, or never asked at all: a fault of ours."""


class DeadEnd(EngineBug):
    """Whoever is asked has no answer that is both honest and legal."""
