"""How a language inflects its nouns, and the forms that the names of things have in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

COVERED = "covered"  # the form in which a noun stands for a thing that its reader may not know


@dataclass
class Inflection:
    """The genders of a language, in the order in which agreeing forms are written, and the forms of its nouns.

    `asked` notes which forms texts ask for, of things of which kinds, and where first.
    """

    language: str = "en"
    written: str = "en"  # the language of texts that nobody has translated
    genders: list[str] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    asked: dict[tuple[str, str], Span] = field(default_factory=dict)

    def of(self, text: str) -> str:
        """The language of a text."""
        return getattr(text, "language", None) or self.written

    def inflects(self, text: str) -> bool:
        """Whether words of a text can agree with things: it is in this language, which has genders."""
        return bool(self.genders) and self.of(text) == self.language


@dataclass
class Noun:
    """A noun as it is plainly said, the place of its gender (None: nobody says), and its other forms."""

    text: str
    gender: int | None = None
    forms: dict[str, str] = field(default_factory=dict)


def inflection(language: str, written: str, said: Iterable[n.Inflection]) -> Inflection:
    """How a language inflects, as all of a game's files together say."""
    made = Inflection(language, written)
    for top in said:
        if top.language == language:
            for line in top.lines:
                known = made.genders if isinstance(line, n.Genders) else made.forms
                assert isinstance(line, n.Genders | n.Forms)
                known += [str(name) for name in line.names if name not in known]
    return made


def noun(line: n.NameLine | n.TermLine, how: Inflection, report: Report) -> Noun:
    """A noun with its gender and forms, each of which its language has."""
    made = Noun(str(line.texts.items[0]))
    if line.gender is not None:
        name = line.gender.name
        if name in how.genders:
            made.gender = how.genders.index(name)
        else:
            hint = did_you_mean(name, how.genders) or said(
                "say `inflection {language}` with its `genders`", language=how.language
            )
            report.error(said("`{language}` has no gender `{name}`", language=how.language, name=name), name.span, hint)
    for form in line.forms:
        if form.name in how.forms:
            made.forms[str(form.name)] = str(form.text)
        else:
            hint = did_you_mean(form.name, how.forms) or said(
                "say `inflection {language}` with its `forms`", language=how.language
            )
            report.error(
                said("nouns have no form `{form}` in `{language}`", form=form.name, language=how.language),
                form.name.span,
                hint,
            )
    return made
