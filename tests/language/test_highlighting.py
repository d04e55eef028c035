"""The lexer colours what there is: nothing is lost, and a word is a word of the language where the grammar says so."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Token

from crex_dsl.language.highlighting import WORDS, CrexLexer
from crex_dsl.language.keywords import MEANT
from crex_dsl.language.parser import grammar
from tests.docs.pages import DOCS, ROOT, Fence, fences, page
from tests.language.rule_files import RULE_FILES, name_of

LEXER = CrexLexer(stripnl=False, ensurenl=False)
PIECES = [
    (path.name, fence)
    for path in sorted(DOCS.glob("*.md"))
    for fence in fences(page(path.name))
    if fence.info.startswith("crex")
]
Coloured = list[tuple[int, type[Token], str]]


def coloured(text: str) -> Coloured:
    """The tokens of a text, which together are the text."""
    tokens = list(LEXER.get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in tokens) == text
    assert [value for _, kind, value in tokens if kind is Error] == []
    return tokens


def is_word(kind: type[Token]) -> bool:
    return kind in Keyword or kind in Operator.Word


# ---- everything that there is ----
@pytest.mark.parametrize("path", RULE_FILES, ids=name_of)
def test_every_word_of_a_file_is_taken_as_the_grammar_takes_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    at = {place: (value, is_word(kind)) for place, kind, value in coloured(text)}
    for token in grammar().parse_interactive(text).iter_parse():
        if token[:1].isalpha() and token not in MEANT:
            known = token.type in ("NAME", "LAYER", "CHOICE")
            assert at.get(token.start_pos) == (token, not known), f"{path.name}:{token.line}: {token}"


@pytest.mark.parametrize(("name", "fence"), PIECES, ids=[f"{name}:{fence.line}" for name, fence in PIECES])
def test_every_piece_of_the_pages_is_coloured(name: str, fence: Fence) -> None:
    coloured(fence.text)
    assert fence.info in CrexLexer.aliases


def test_every_alias_is_used() -> None:
    assert {fence.info for _, fence in PIECES} == set(CrexLexer.aliases)


# ---- no word is forgotten, and none made up ----
WRITTEN = r"([a-z]+)(?:\(\?=.*\))?"  # a word, or one only before something


def test_the_words_are_those_of_the_grammar() -> None:
    written = (re.fullmatch(WRITTEN, terminal.pattern.value) for terminal in grammar().terminals)
    assert {found[1] for found in written if found} == WORDS


def test_pygments_finds_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (entry,) = project["entry-points"]["pygments.lexers"].values()
    module, _, name = entry.partition(":")
    assert getattr(import_module(module), name) is CrexLexer


# ---- what has which colour ----
SHOWN = [
    ('clause last-match "The last match" off', "clause", Keyword.Declaration),
    ('clause last-match "The last match" off', "last-match", Name.Class),
    ('clause last-match "The last match" off', "off", Keyword),
    ('edition english-2.0 "English" of second', "english-2.0", Name.Namespace),
    ("    kind road joins town", "road", Name.Class),
    ("    size : high | low", "size", Name.Attribute),
    ("    placed at : spot, starts at cart.home", "placed", Keyword.Declaration),
    ("    open value size_limit(s: road.size): number", "size_limit", Name.Function),
    ("    open value size_limit(s: road.size): number", "number", Keyword.Type),
    ("    forbid take(n) when not n = last_take  # why", "when", Keyword),
    ("    forbid take(n) when not n = last_take  # why", "not", Operator.Word),
    ("    forbid take(n) when not n = last_take  # why", "=", Operator),
    ("    forbid take(n) when not n = last_take  # why", "# why", Comment.Single),
    ("            heap -= 2", "2", Number.Integer),
    ("    awake is yes", "yes", Keyword.Constant),
    ("    state to_move: player or nobody", "nobody", Keyword.Constant),
    ("        end game won by actor", "actor", Name.Builtin.Pseudo),
    ('    says "take {n} {n: match | matches}"', "says", Keyword),
    ('    says "take {n} {n: match | matches}"', '"', String.Double),
    ('    says "take {n} {n: match | matches}"', "{", String.Interpol),
    ('    says "take {n} {n: match | matches}"', "n", Name),
    ('    says "take {n} {n: match | matches}"', " matches", String.Double),
    ('    says "a { alone is a sign"', "{", String.Double),
    ("table cart\n    | id | load |\n    | ox | 4    |", "load", Name.Attribute),
    ("table cart\n    | id | load |\n    | ox | 4    |", "ox", Name),
    ("table cart\n    | id | load |\n    | ox | 4    |", "4", Number.Integer),
    ('glossary en\n    draw "draw", "draws"', "draw", Name.Attribute),
    ('example "One" on low-road from salt-1.0 with low=high', "low=high", Name.Namespace),
]


@pytest.mark.parametrize(("text", "piece", "kind"), SHOWN, ids=[f"{piece}-{text[:30]}" for text, piece, _ in SHOWN])
def test_a_piece_has_its_colour(text: str, piece: str, kind: type[Token]) -> None:
    assert next(found for _, found, value in coloured(text) if value == piece) is kind


def test_a_text_that_is_not_closed_ends_with_its_line() -> None:
    tokens = coloured('    says "One\n    forbid take(n)\n')
    assert [kind for _, kind, value in tokens if value == "forbid"] == [Keyword]


def test_what_the_language_has_no_sign_for_is_marked() -> None:
    assert [value for _, kind, value in LEXER.get_tokens_unprocessed("forbid take(n) when n ~ 2") if kind is Error] == [
        "~"
    ]
