"""Pictures: the properties by which rule files say how things are drawn, and what each of them asks for."""

from __future__ import annotations

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.rulebook import PictureTerm
from crex_dsl.rulebook.terms.types import Bool, Kind, Number, Thing
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.templates import template
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
WRITINGS = ("label", "title", "note", "foot", "number", "back", *CORNERS)  # anything, as a text
SORTINGS = ("colour", "line")  # anything: equal values are drawn alike
FIGURES = ("x", "y", "pips")
ICONS = ("shield", "anchor", "tower", "star", "sword", "coin", "sack", "flag")  # shown so many times, or if it holds
HOLDINGS = ("beside", "within")  # yes or no
PROPERTIES = (*WRITINGS, *SORTINGS, *FIGURES, "shape", *HOLDINGS, *ICONS)
SHAPES = ("disc", "circle", "square", "card", "panel")


def blank_picture(kind: Kind) -> PictureTerm:
    """A picture of a kind of which nothing is said yet."""
    return PictureTerm(kind, t.Var(kind.name, Thing(kind)), {}, {})


def fill_picture(picture: PictureTerm, top: n.Picture, typer: Typer) -> None:
    """Put lines into a picture, over those that it has; raises a Mistake where one is unknown or does not fit."""
    scope = Scope(typer.world, {picture.kind.name: picture.subject}, picture.subject)
    told: set[str] = set()
    for line in top.lines:
        name = str(line.name)
        if name not in PROPERTIES:
            hint = did_you_mean(name, PROPERTIES) or said("there are {known}", known=listed_as_said(PROPERTIES))
            raise Mistake(said("a picture has no `{name}`", name=name), line.name.span, hint)
        if name in told:
            raise Mistake(said("`{name}` is said twice of a {kind}", name=name, kind=picture.kind.name), line.name.span)
        told.add(name)
        picture.properties[name] = _property(name, line.value, typer, scope)
        picture.meanings.pop(name, None)
        if line.term is not None:
            picture.meanings[name] = str(line.term)


def _property(name: str, value: n.Expr | Word, typer: Typer, scope: Scope) -> str | t.Term | t.Template:
    if isinstance(value, Word):
        return _text(name, value, typer, scope)
    term = typer.number(value, scope) if name in FIGURES else typer.expr(value, scope)
    wrong = None
    if name == "shape":
        wrong = said("a shape is one of the texts {shapes}", shapes=listed_as_said(SHAPES, "or"))
    elif name in HOLDINGS and not isinstance(term.type, Bool):
        wrong = said("`{name}` asks for yes or no, and this is {term}", name=name, term=term.type)
    elif name in ICONS and not isinstance(term.type, Bool | Number):
        wrong = said("`{name}` asks for yes or no or a number, and this is {term}", name=name, term=term.type)
    if wrong is not None:
        raise Mistake(wrong, term.span)
    return term


def _text(name: str, value: Word, typer: Typer, scope: Scope) -> str | t.Template:
    text = template(value, typer, scope)
    plain = all(isinstance(part, str) for part in text.parts)
    if name == "shape" and not (plain and value in SHAPES):
        hint = did_you_mean(value, SHAPES) or said("there are {known}", known=listed_as_said(SHAPES))
        raise Mistake(said("there is no shape “{value}”", value=value), value.span, hint)
    if name in (*FIGURES, *HOLDINGS, *ICONS):
        raise Mistake(said("`{name}` asks for a value, not for a text", name=name), value.span)
    return str(value) if plain else text


def unknown_meaning(top: n.Picture, terms: set[str]) -> Mistake | None:
    """The first line of a picture whose meaning no glossary has, as a mistake."""
    for line in top.lines:
        if line.term is not None and str(line.term) not in terms:
            hint = did_you_mean(line.term, terms) or said("add it to the glossary")
            return Mistake(said("no glossary has the term `{term}`", term=line.term), line.term.span, hint)
    return None
