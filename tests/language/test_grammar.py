"""The grammar: one way to read every text, no words of any game, and the words that begin something."""

import re
from functools import cache

import pytest
from lark import Lark
from lark.exceptions import GrammarError, LexError

from crex_dsl.language.keywords import EXPRESSION_WORDS, ITEM_WORDS, MEANT, PART_WORDS, STEP_WORDS
from crex_dsl.language.parser import GRAMMAR, _Indentation, grammar
from crex_dsl.rulebook.selection.catalogue import rulebook
from tests.conformance.cases import Case, editions, index, library

TEXT = GRAMMAR.read_text(encoding="utf-8")
KEYWORDS = set(re.findall(r'"([a-zA-Z]+)"', TEXT))


def strict(text: str) -> Lark:
    """The grammar with every conflict, also between its terminals, an error."""
    return Lark(
        text,
        parser="lalr",
        postlex=_Indentation(),
        maybe_placeholders=True,
        propagate_positions=True,
        strict=True,
    )


def test_there_is_one_way_to_read_every_text() -> None:
    built = strict(TEXT)
    assert {rule.origin.name for rule in built.rules} >= {"start", "clause", "statement", "expr"}


@pytest.mark.parametrize(
    "more",
    [
        'extra: "permit" head ["when" expr] _NL\n%extend item: extra\n',  # two rules for one text
        "EXTRA: /[a-z]+/\nextra: EXTRA _NL\n%extend statement: extra\n",  # two terminals for one word
    ],
)
def test_two_ways_would_be_told(more: str) -> None:
    with pytest.raises((GrammarError, LexError)):
        strict(f"{TEXT}\n{more}")


# ---- words ----
def test_keywords_are_plain_words() -> None:
    assert len(KEYWORDS) > 100
    assert all(word.islower() for word in KEYWORDS)


@cache
def words_of(case: Case) -> set[str]:
    """Whatever a game names, down to the words of its attributes."""
    book = rulebook(library().files(case.game), index(case.game).select(case.edition, case.options), scripts=False)
    world = book.world
    words = {case.game, *book.clauses, *world.actions, *world.procedures, *world.player.ids}
    for kind in world.kinds.values():
        words.update(kind.ids)
    for enum in world.enums.values():
        words.update(enum.words)
    return words


@pytest.mark.parametrize("case", editions(), ids=str)
def test_no_word_of_the_grammar_is_a_word_of_a_game(case: Case) -> None:
    assert KEYWORDS & words_of(case) == set()


def test_no_comment_of_the_grammar_speaks_of_a_game() -> None:
    names = {word for case in editions() for word in words_of(case) if len(word) > 3 and "-" in word}
    found = {word for word in re.findall(r"[a-z]+(?:-[a-z]+)+", TEXT) if word in names}
    assert found == set()


# ---- the words that begin something ----
def accepted(text: str) -> set[str]:
    """The words of the language that may stand where the last word of a text stands."""
    interactive = grammar().parse_interactive(f"{text}\n")
    last = len(text.rstrip()) - len(text.split()[-1]) if text else 0
    for token in interactive.iter_parse():
        if not token.type.startswith("_") and (token.start_pos or 0) >= last:
            break
    patterns = {terminal.name: terminal.pattern.value for terminal in grammar().terminals}
    words = {patterns[name] for name in interactive.accepts() if name in patterns}
    return {word for word in words if re.fullmatch(r"[a-z]+", word)}


OPEN_ENDED = {"not", "order", "reach", "those"}  # which begin a value, but not a step


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game", PART_WORDS),
        ("game g\nenable", PART_WORDS),
        ('clause c "C"\n    says', ITEM_WORDS),
        ('clause c "C"\n    says "Words."\n    permit', ITEM_WORDS),
        ('clause c "C"\n    procedure p\n        return', STEP_WORDS | EXPRESSION_WORDS - OPEN_ENDED),
        ('clause c "C"\n    procedure p\n        return\n        return', STEP_WORDS | EXPRESSION_WORDS - OPEN_ENDED),
        ('clause c "C"\n    permit go when yes', EXPRESSION_WORDS),
        ('clause c "C"\n    define d: number is (yes', EXPRESSION_WORDS),
    ],
)
def test_the_words_that_begin_something_are_known(text: str, words: frozenset[str]) -> None:
    assert accepted(text) == words


def test_words_with_a_meaning_are_names_to_the_grammar() -> None:
    assert {"players", "dice", "nothing", "nobody", "it"} >= MEANT & KEYWORDS
