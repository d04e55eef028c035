"""Texts in further languages, and how a language inflects its nouns."""

from __future__ import annotations

from crex_dsl.language.nodes.base import Listing, Names, Node, Strings, Top
from crex_dsl.language.source import Word


class Gender(Node):
    """With which forms of other words a noun agrees."""

    name: Word


class Form(Node):
    """A noun in one of the forms that its language has."""

    name: Word
    text: Word


class Below(Listing):
    """A translation on lines of its own."""


class Said(Node):
    """A text of the rule files, and what it is in another language; where nothing is, it is still to be said."""

    source: Word
    beside: Strings | None
    below: Below | None


class Words(Top):
    """Texts of the rule files in another language, everywhere or in some clauses only."""

    language: Word
    on: Names | None
    lines: tuple[Said, ...]


class Genders(Node):
    """The genders of a language, in the order in which agreeing forms are written."""

    names: Names


class Forms(Node):
    """The forms of a noun for which texts of a language may ask, beside the plain one."""

    names: Names


class Inflection(Top):
    """How a language inflects its nouns."""

    language: Word
    lines: tuple[Node, ...]
