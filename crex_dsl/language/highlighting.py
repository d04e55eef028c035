"""The rule language in colours: a Pygments lexer for rule files and for pieces of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from crex_dsl.language.keywords import EXPRESSION_WORDS, ITEM_WORDS, MEANT, PART_WORDS, STEP_WORDS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a declaration names, by the word that declares it.
LAYERS = _words("edition game layer option")
CLAUSES = _words("chapter clause policy reading replace ruling scenario")
KINDS = _words("kind stage table")
FIGURES = _words("action define measure moment payoff procedure state tally value")
LISTS = _words("glossary names picture")

# What begins a line, beside the words that begin a part, an item or a step.
SETTINGS = _words(
    "asks avoid begin begins change chapters default excludes forms found genders given identity language legal needs "
    "next otherwise outcome players prefer reading reads recommends refused seats text then"
)
# What stands within a line.
OPERATORS = _words("and at can else enemy equal first in is last least most not nth of or rounded size total")
CONSTANTS = _words("no nobody nothing yes")
MARKS = _words("changing off placed printed taken unordered unplayable wording")
JOINTS = _words(
    "against as assumed be becomes begins by choose chooses choosing citing counting counts descending die down draws "
    "each edition ends for from guessed if joins keep may means mostly on opens otherwise per seen sides starts then "
    "through times titled to under when where with within"
)
# What is a word of the language only beside another: `is a`, `list of`, `seated 2..4`, `game won by`, `for it`.
BESIDE = _words("a dice drawn game it list number seated set up won")

WORDS = PART_WORDS | ITEM_WORDS | STEP_WORDS | EXPRESSION_WORDS | LISTS | SETTINGS | OPERATORS | CONSTANTS | MARKS
WORDS |= JOINTS | BESIDE

_NAME = r"[a-zA-Z][a-zA-Z0-9_]*(?:-[a-zA-Z0-9_]+)*"
_LAYER = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*"
_BLANK = r"([ \t]+)"
_CELL = r"[^|\s](?:[^|\n]*[^|\s])?"
_NOTHING = bygroups()  # for a rule that only looks ahead


def _any(words: Iterable[str]) -> str:
    """One of the words, whole."""
    return rf"({'|'.join(sorted(words))})(?![\w(.]|-\w)"


def _declared(words: Iterable[str], name: Any, pattern: str = _NAME) -> tuple[str, Any]:
    """A word that declares something, and its name."""
    return rf"{_any(words)}{_BLANK}({pattern})", bygroups(Keyword.Declaration, Text, name)


class CrexLexer(RegexLexer):  # type: ignore[misc]
    """Colours rule files: what is declared, what happens, what is asked, what is said and the live values in it."""

    name = "crex"
    aliases: ClassVar = ["crex", "crex-item", "crex-steps", "crex-wrong"]
    filenames: ClassVar = ["*.crex"]

    tokens: ClassVar = {
        "root": [  # where a line begins
            include("blank"),
            (r"\n", Text),
            (r"(?=\|)", _NOTHING, "row"),
            (_any(LISTS), Keyword.Declaration, ("listing", "line")),
            (r"(aid)(?=[ \t]*(?:#|\n))", Keyword.Declaration, "roster"),
            (r"(game)(?=[ \t]+(?:won|drawn)\b)", Keyword, "line"),
            (*_declared(LAYERS, Name.Namespace, _LAYER), "layers"),
            (rf"(default){_BLANK}(edition)", bygroups(Keyword, Text, Keyword), "layers"),
            (*_declared(["ruling"], Name.Class), "layers"),
            (r"(example)(?=[ \t])", Keyword.Declaration, "layers"),
            (*_declared(CLAUSES, Name.Class), "line"),
            (*_declared(["table"], Name.Class), ("table", "line")),
            (*_declared(KINDS, Name.Class), "line"),
            (rf"(open){_BLANK}(?=(?:value|procedure)\b)", bygroups(Keyword.Declaration, Text)),
            (*_declared(FIGURES, Name.Function), "line"),
            (rf"(set){_BLANK}(up)\b", bygroups(Keyword, Text, Keyword), "line"),
            (*_declared(["set"], Name.Function), "line"),
            (rf"(let){_BLANK}({_NAME})", bygroups(Keyword, Text, Name.Variable), "line"),
            (r"(worth)(?=\(|[ \t]*(?:#|\n))", Keyword.Declaration, "line"),
            (r"(chapters)(?=[ \t])", Keyword, "listed"),
            (_any(["excludes", "needs", "recommends", "reads"]), Keyword, "layers"),
            (
                rf"(placed|changing){_BLANK}({_NAME})(?=[ \t]*:)",
                bygroups(Keyword.Declaration, Text, Name.Attribute),
                "line",
            ),
            (rf"{_NAME}(?=[ \t]*:)", Name.Attribute, "line"),
            (r"next(?=[ \t]+is\b)", Keyword, "line"),
            (rf"{_NAME}(?=[ \t]+(?:becomes|is)\b|[ \t]+[+-]=)", Name, "line"),
            (_any(PART_WORDS | ITEM_WORDS | STEP_WORDS | SETTINGS), Keyword, "line"),
            default("line"),
        ],
        "line": [
            (r"\n", Text, "#pop"),
            (_any(["under"]), Keyword, ("#pop", "layers")),
            include("expression"),
        ],
        "layers": [  # a line that names layers or choices, in whose ids a full stop may stand
            (r"\n", Text, "#pop"),
            include("blank"),
            include("text"),
            (_any(["at", "for", "from", "in", "of", "on", "with"]), Keyword),
            (rf"{_LAYER}(?:=[a-z0-9]+(?:-[a-z0-9]+)*)?", Name.Namespace),
            (r",", Punctuation),
        ],
        "listed": [
            (r"\n", Text, "#pop"),
            include("blank"),
            include("names"),
        ],
        "listing": [  # lines of which each begins with a name, whatever it is
            (r"^(?=[^\s#])", _NOTHING, "#pop"),
            (r"\n", Text),
            include("blank"),
            (_NAME, Name.Attribute, "line"),
        ],
        "roster": [  # lines of nothing but names
            (r"^(?=[^\s#])", _NOTHING, "#pop"),
            (r"\n", Text),
            include("blank"),
            include("names"),
        ],
        "table": [
            (r"[ \t]+(?=\|)", Text, ("#pop", "header")),
            default("#pop"),
        ],
        "header": [
            (r"\n", Text, "#pop"),
            (r"[ \t]+", Text),
            (r"\|", Punctuation),
            (_CELL, Name.Attribute),
        ],
        "row": [
            (r"\n", Text, "#pop"),
            (r"[ \t]+", Text),
            (r"[|,]", Punctuation),
            (r"-(?=[ \t]*\|)", Punctuation),
            (r"[0-9]+(?=[ \t]*[|,])", Number.Integer),
            (_CELL, Name),
        ],
        "blank": [
            (r"[ \t\r]+", Text),
            (r"#[^\n]*", Comment.Single),
        ],
        "names": [
            (_NAME, Name),
            (r",", Punctuation),
        ],
        "text": [
            (r'"', String.Double, "string"),
        ],
        "string": [
            (r'"', String.Double, "#pop"),
            (r'\{(?=[^{}"\n]*\})', String.Interpol, "live"),
            (r'[^"{\n]+|\{', String.Double),
            (r"(?=\n)", _NOTHING, "#pop"),
        ],
        "live": [  # a value in a text, perhaps with the forms of a word that go with it
            (r"\}", String.Interpol, "#pop"),
            (r":(?=[^|(){}]+\|[^(){}]*\})", Punctuation, "forms"),
            include("expression"),
        ],
        "forms": [
            (r"\|", Punctuation),
            (r"[^|}]+", String.Double),
            (r"(?=\})", _NOTHING, "#pop"),
        ],
        "expression": [
            include("blank"),
            include("text"),
            (r"[0-9]+", Number.Integer),
            (r"\.\.", Operator),
            (rf"(\.)({_NAME})", bygroups(Operator, Name.Attribute)),
            (r"[-+]=|[<>]=?|[-+*/=]", Operator),
            (r"[()\[\],:|]", Punctuation),
            # a bound name comes before words: `some a in …`, `each to from 1 to 3`
            (
                rf"(some|every|all|the|count|no|those|order|for|by|each|draw|through){_BLANK}({_NAME})(?=[ \t]+in\b|:)",
                bygroups(Keyword, Text, Name),
            ),
            (rf"(is){_BLANK}(a)(?=[ \t])", bygroups(Operator.Word, Text, Operator.Word)),
            (rf"(game){_BLANK}(won|drawn)\b", bygroups(Keyword, Text, Keyword)),
            (r"(won|drawn)(?=[ \t]+by\b|[ \t]+under\b|[ \t]*$)", Keyword),
            (r"(?:set|list)(?=[ \t]+of\b)", Keyword.Type),
            (r"(?<=[:f][ \t])number(?![\w-])", Keyword.Type),
            (r"(?:yes|no)(?=[ \t]+or[ \t]+(?:no)\b)|(?<=yes or )no\b", Keyword.Type),
            (r"seated(?=[ \t]+[0-9])", Keyword),
            (r"(?<=rounded )up\b", Operator.Word),
            (_any(MEANT - CONSTANTS), Name.Builtin.Pseudo),
            (_any(CONSTANTS), Keyword.Constant),
            (_any(OPERATORS | EXPRESSION_WORDS), Operator.Word),
            (_any(JOINTS | MARKS), Keyword),
            (_NAME, Name),
        ],
    }
