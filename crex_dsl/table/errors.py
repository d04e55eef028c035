"""Refusals: each a sentence with a status, whichever process it comes from."""

from __future__ import annotations

from typing import Any

from crex_dsl.text.messages import said


class Refusal(Exception):
    """What was asked is not done, and why."""

    status, kind = 422, "wrong"

    def __init__(self, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.more = sentence, more

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self.sentence, self.more)

    def data(self) -> dict[str, Any]:
        """The refusal as JSON."""
        return {"error": self.sentence, "status": self.status, "kind": self.kind, **self.more}


def _made(of: type[Refusal], sentence: str, more: dict[str, Any]) -> Refusal:
    return of(sentence, **more)


class Wrong(Refusal):
    """What was sent makes no sense."""


class Malformed(Refusal):
    """What was sent has not the form that it must have."""

    status = 400


class Illegal(Refusal):
    """The rules say no."""

    kind = "illegal"


class Stale(Refusal):
    """The table has moved on since whoever sent this looked at it."""

    status, kind = 409, "stale"


class Denied(Refusal):
    """Whoever asks may not."""

    status, kind = 403, "denied"


class Unknown(Refusal):
    """There is no such thing."""

    status, kind = 404, "unknown"


class TooLarge(Refusal):
    """More was sent than is read."""

    status, kind = 413, "large"


class TooOften(Refusal):
    """Asked more often than is answered."""

    status, kind = 429, "often"


class Busy(Refusal):
    """It cannot be done just now, and nothing was changed."""

    status, kind = 503, "busy"


class Slow(Busy):
    """It took too long and was given up: asked again at once, it would again."""

    kind = "slow"


class Fault(Refusal):
    """Something of ours is wrong."""

    status, kind = 500, "fault"

    @classmethod
    def noted(cls) -> Fault:
        """What is told of something that nobody has thought of."""
        return cls(said("something went wrong here that is no fault of yours; it is noted where the server runs"))
