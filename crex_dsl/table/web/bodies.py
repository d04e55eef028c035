"""What may be sent, field by field; anything else is refused with the field that is wrong."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from crex_dsl.table.errors import Malformed
from crex_dsl.text.messages import said

MOST_BYTES, MOST_FILE_BYTES = 256_000, 21_000_000

Line = Annotated[str, StringConstraints(max_length=400)]
Name = Annotated[str, StringConstraints(max_length=60, strip_whitespace=True)]
Said = Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
Lines = Annotated[list[Line], Field(max_length=400)]


class Body(BaseModel):
    """What is sent with a request: these fields and no others, each of its own type."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Nothing(Body):
    """Nothing at all."""


class RuleFile(Body):
    """A file of house rules."""

    name: Name
    text: Annotated[str, StringConstraints(max_length=400_000)]


class Choice(Body):
    """A game, an edition and options, with house rules beside them; a scenario by its name and values, if not all."""

    game: Name
    edition: Name | None = None
    options: Lines = []
    scenario: Annotated[str, StringConstraints(max_length=1_000, strip_whitespace=True)] = ""
    rules: Annotated[list[RuleFile], Field(max_length=20)] = []

    @property
    def house(self) -> dict[str, str]:
        """The house rules by name."""
        return {file.name: file.text for file in self.rules}


class Sitter(Body):
    """Who is to play a side."""

    sort: Literal["person", "bot"] = "person"
    bot: Line | None = None
    mine: bool = False


Seating = dict[Name, Sitter]


class NewTable(Choice):
    """A table to be made."""

    title: Name = ""
    sandbox: bool = False
    seats: Seating = {}
    name: Name = ""
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None


class OpenedSave(Body):
    """A save that is to go on at a table."""

    save: Annotated[str, StringConstraints(max_length=20_000_000)]
    title: Name = ""
    seats: Seating = {}
    name: Name = ""


class Claim(Body):
    """The token of a link, and the name of whoever opens it."""

    token: Line
    name: Name = ""


class SeatName(Body):
    """A seat."""

    seat: Name


class SeatChange(Body):
    """Who is to sit somewhere instead."""

    seat: Name
    sort: Literal["person", "bot"]
    bot: Line | None = None


class Thing(Body):
    """A thing on the board."""

    kind: Name
    id: Line


Things = Annotated[list[Thing], Field(max_length=60)]


class Numbered(Body):
    """The newest number that whoever sends this has seen."""

    n: Number


class Answered(Numbered):
    """An answer, with what was picked before it."""

    answer: Line | None
    picks: Lines = []


class Ordered(Numbered):
    """An order in words or by things, and which way it is to be carried out, if that is chosen."""

    words: Line | None = None
    pieces: Things = []
    place: Thing | None = None
    way: Number | None = None


class Wished(Body):
    """An action that somebody has in mind, in words or by what it names."""

    action: Annotated[str, StringConstraints(min_length=1, max_length=400)] | None = None
    things: Things = []
    n: Number | None = None
    at: Number | None = None

    @property
    def wish(self) -> str | list[dict[str, str]]:
        """The action in words, or the things that it names."""
        if self.action is None and not self.things:
            raise Malformed(said("say which action, or which things it names"))
        return [thing.model_dump() for thing in self.things] if self.action is None else self.action


class OddsAsked(Body):
    """The odds of what runs."""

    n: Number | None = None


class Referred(Body):
    """A clause by number, id or heading."""

    reference: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Consent(Numbered):
    """A step on the way to taking something back."""

    do: Literal["ask", "agree", "refuse", "withdraw"]


class Told(Body):
    """A line of chat."""

    text: Said


class Question(Body):
    """A question for the report."""

    text: Said
    clause: Name | None = None
    at: Number | None = None


class Named(Body):
    """What somebody is called."""

    name: Name


class Forked(Body):
    """From which moment, and under which rulebook, a position is to be tried out."""

    at: Number | None = None
    edition: Name | None = None
    options: Lines | None = None


class PlayedOn(Body):
    """How many games bots are to play on, and which."""

    at: Number | None = None
    games: Annotated[int, Field(ge=1, le=1_000)] = 100
    bots: dict[Name, Line] | None = None


class Again(Body):
    """Whether sides are swapped in another game."""

    swap: bool = True


Sent = TypeVar("Sent", bound=Body)


def read(of: type[Sent], content: bytes) -> Sent:
    """What was sent, as what it must be; raises Malformed, which names the field and echoes nothing of it."""
    try:
        return of.model_validate_json(content or b"{}")
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part)[:40] for part in first["loc"][:4])
        told = f"{where}: {first['msg']}" if where else str(first["msg"])
        raise Malformed(said("what was sent cannot be read: {why}", why=told)[:300]) from None
