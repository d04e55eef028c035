"""What tools need: measures, worth, scenarios, policies, status lines, pictures, charts, aids, lessons, glossaries."""

from __future__ import annotations

from crex_dsl.language.nodes.actions import Head, TextCases
from crex_dsl.language.nodes.base import Arguments, Block, Cases, Expr, Listing, Names, Node, Strings, Top
from crex_dsl.language.nodes.declarations import NamedParameter, Parameter, Signature
from crex_dsl.language.nodes.languages import Form, Gender
from crex_dsl.language.source import Word


class CasesEach(Node):
    """What is measured, and when."""

    of: Expr
    each: Word | None


class Measure(Top):
    """A statistic worth counting."""

    signature: Signature
    title: Word
    cases: CasesEach


class Payoff(Measure):
    """The measure in which players are paid when a game ends: their points, or what they have won."""


class Counting(Top):
    """A statistic that counts what happens."""

    signature: Signature
    title: Word
    head: Head
    when: Expr | None
    by: Expr | None
    each: Word | None


class Weight(Node):
    """One thing that counts for a side's standing, or against it, and how much."""

    title: Word
    number: Word
    side: Word
    of: Expr


class Weights(Listing):
    """A side's standing as a sum of things that count."""


class Worth(Top):
    """A side's estimate of its standing, at which stage's end it is looked at, and how play goes on until then."""

    parameter: Parameter | NamedParameter
    each: Word | None
    by: Word | None
    cases: Cases | Weights


class Reweight(Node):
    """How much a thing counts for a side's standing, or against it, instead of what an earlier layer says."""

    title: Word
    number: Word
    side: Word


class Reweighing(Top):
    """How much things count under this layer."""

    lines: tuple[Reweight, ...]


class Barred(Listing):
    """With what a scenario cannot be laid out, case by case."""


class FoundLine(Node):
    """What a parameter of a scenario is in a position that somebody has come to."""

    name: Word
    of: Expr


class Found(Listing):
    """How a scenario is recognised in a position that was not laid out."""


class Upshot(Node):
    """How a scenario can come out, case by case."""

    texts: TextCases


class Reported(Node):
    """A figure that is taken when a scenario is over."""

    name: Word
    title: Word
    of: Expr


class Scenario(Top):
    """A named set-up, and what is told of its end."""

    signature: Signature
    title: Word
    barred: Barred | None
    given: Block | None
    begin: Word
    arguments: Arguments | None
    found: Found | None
    upshot: Upshot | None
    reported: tuple[Reported, ...]


class Preference(Node):
    """What a policy prefers or avoids."""

    leaning: Word
    head: Head
    when: Expr | None
    by: Expr | None


class Policy(Top):
    """A simple way to play."""

    name: Word
    title: Word
    preferences: tuple[Preference, ...]


class StatusLine(Node):
    """Something that is said of where play stands, and when."""

    text: Word
    when: Expr | None


class Status(Top):
    """What is said of a stage, or to a player, where play stands."""

    name: Word
    lines: tuple[StatusLine, ...]


class Successes(Top):
    """Which of the dice that an action or procedure rolls are hits, and what one and several of them are called."""

    head: Head
    most: Expr
    forms: Strings


class PictureLine(Node):
    """One property of a drawing, and the term that it means."""

    name: Word
    value: Expr | Word
    term: Word | None


class Picture(Top):
    """How the things of a kind are drawn."""

    kind: Word
    lines: tuple[PictureLine, ...]


class Chart(Top):
    """A procedure that is drawn as a chart, and those that are opened in it."""

    name: Word
    opens: Names | None


class AidLine(Node):
    """Clauses that stand together on the player aid."""

    names: Names


class Aid(Top):
    """What stands on the player aid."""

    lines: tuple[AidLine, ...]


class Point(Node):
    """A point of the board, in the coordinates of its pictures."""

    x: Word
    y: Word


class OutlineLine(Node):
    """Points of an outline, one after the other."""

    points: tuple[Point, ...]


class Outline(Top):
    """A part of the board that is no thing of the game, such as a sea: the points around it."""

    name: Word
    lines: tuple[OutlineLine, ...]


class SheetRow(Node):
    """A row of a table on the player aid: the icon that it begins with, and its cells."""

    icon: Word | None
    cells: Strings


class Sheet(Top):
    """A table on the player aid in a language; its first row is its head."""

    name: Word
    language: Word | None
    title: Word
    rows: tuple[SheetRow, ...]


class LessonText(Node):
    """A paragraph of a lesson."""

    text: Word


class LessonExample(Node):
    """A worked example that a lesson shows, by its title."""

    title: Word


class Lesson(Top):
    """A lesson in a language, for those who learn the game: paragraphs, and examples between them."""

    name: Word
    language: Word | None
    title: Word
    lines: tuple[LessonText | LessonExample, ...]


class TermLine(Node):
    """A term, its plural forms and other words for it, and the forms in which texts may ask for it."""

    name: Word
    texts: Strings
    gender: Gender | None
    forms: tuple[Form, ...]


class Glossary(Top):
    """Terms in one language."""

    language: Word
    lines: tuple[TermLine, ...]
