"""Rule text to nodes, or to diagnostics that say where it went wrong and what was expected."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError, Indenter

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.language.source import MAX_BYTES, MAX_LINE, Source, Span, Word

GRAMMAR = Path(__file__).with_name("grammar.lark")
MAX_DEPTH = 40


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark's own interface
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@functools.cache
def grammar(cache: str | None = None) -> Lark:
    """The compiled grammar; `cache` names a file that spares building its tables again."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        postlex=_Indentation(),
        maybe_placeholders=True,
        propagate_positions=True,
        cache=cache or False,
    )


class _ToNodes(Transformer[Token, nodes.Start]):
    """Names each node by its rule and gives it its span."""

    def __init__(self, source: Source) -> None:
        super().__init__(visit_tokens=True)
        self.source = source

    def __default__(self, data: Any, children: list[Any], meta: Any) -> nodes.Node:
        rule = str(data)
        if meta.empty:
            span = next((c.span for c in children if c is not None), Span(self.source, 1, 1, 1, 1))
        else:
            span = Span(self.source, meta.line, meta.column, meta.end_line, meta.end_column)
        return nodes.node_class(rule).make(span, children)

    def __default_token__(self, token: Token) -> Word:
        text = str(token)
        if token.type == "STRING":
            text = text[1:-1]
        return Word.at(text, _token_span(self.source, token))


def _token_span(source: Source, token: Token) -> Span:
    line, column = token.line or 1, token.column or 1
    return Span(source, line, column, token.end_line or line, token.end_column or column + len(token))


def read(path: Path, name: str, report: Report) -> Source | None:
    """The text of a rule file, or None with a diagnostic where it cannot be read as text."""
    nowhere = Source(name, "", path)
    try:
        if path.stat().st_size > MAX_BYTES:
            report.error(
                f"{name} is larger than {MAX_BYTES:,} bytes, the most that a rule file may hold",
                Span(nowhere, 1, 1, 1, 1),
                "split it into several files",
            )
            return None
        raw = path.read_bytes()
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        report.error(
            f"byte {error.start} is not UTF-8",
            Span(nowhere, line, 1, line, 1),
            "save the file as UTF-8 text",
        )
        return None
    except OSError as error:
        report.error(
            f"{name} cannot be read: {error.strerror or error}",
            Span(nowhere, 1, 1, 1, 1),
            "check that the file exists and that you may read it",
        )
        return None
    return Source(name, text, path)


def parse(source: Source, report: Report, cache: str | None = None) -> nodes.Start | None:
    """The nodes of one file, or None with diagnostics for every mistake that can be told apart."""
    if not _plain_enough(source, report):
        return None
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    lark = grammar(cache)
    try:
        tree = lark.parse(text)
        return _ToNodes(source).transform(tree)
    except DedentError:
        _report_dedent(source, report)
    except UnexpectedInput as error:
        _report_unexpected(source, error, report)
        _report_rest(source, text, lark, error, report)
    except RecursionError:
        report.error(
            "this file nests too deeply to be read",
            Span(source, 1, 1, 1, 1),
            "split long expressions into definitions",
        )
    return None


def parse_text(text: str, name: str = "text") -> nodes.Start:
    """The nodes of a text; raises a RuleError with its diagnostics where it has mistakes."""
    report = Report()
    found = parse(Source(name, text), report)
    report.raise_errors()
    assert found is not None
    return found


def _plain_enough(source: Source, report: Report) -> bool:
    """Whether the text stays within the bounds that keep reading it cheap."""
    for number, line in enumerate(source.text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            report.error(
                f"this line has {len(line):,} characters; a rule line has at most {MAX_LINE:,}",
                Span(source, number, 1, number, 60),
                "break the line",
            )
            return False
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if body.startswith("\t") and body.strip():
            report.error(
                "this line is indented with a tab",
                Span(source, number, indent + 1, number, indent + 2),
                "indent with four blanks; `crex fmt` does it for you",
            )
            return False
        if indent > 4 * MAX_DEPTH or line.count("(") + line.count("[") > 4 * MAX_DEPTH:
            report.error(
                f"this line nests deeper than {MAX_DEPTH} levels",
                Span(source, number, 1, number, indent + 2),
                "move the inner part into a definition or procedure of its own",
            )
            return False
        control = next((i for i, ch in enumerate(line) if ord(ch) < 32 and ch not in "\t\r"), None)
        if control is not None:
            report.error(
                f"character {ord(line[control])} is not text",
                Span(source, number, control + 1, number, control + 2),
                "delete it",
            )
            return False
    return True


def _report_dedent(source: Source, report: Report) -> None:
    """Find the line whose indentation returns to no level above it."""
    levels = [0]
    for number, line in enumerate(source.text.split("\n"), start=1):
        body = line.strip()
        if not body or body.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        while indent < levels[-1]:
            levels.pop()
        if indent > levels[-1]:
            if len(levels) > 1 or levels[-1] != 0 or number > 1:
                if _returns_nowhere(source, number, indent):
                    report.error(
                        f"this line is indented by {indent}, which matches no line that it could belong to",
                        Span(source, number, 1, number, indent + 1),
                        "indent it like the lines beside it; `crex fmt` shows the levels",
                    )
                    return
            levels.append(indent)
    report.error("the indentation does not add up", Span(source, 1, 1, 1, 1), "indent with four blanks per level")


def _returns_nowhere(source: Source, number: int, indent: int) -> bool:
    """Whether the text line before `number` is indented deeper than `indent`."""
    for line in reversed(source.text.split("\n")[: number - 1]):
        if line.strip() and not line.strip().startswith("#"):
            return len(line) - len(line.lstrip(" ")) > indent
    return False


# ---- what was expected, in the reader's words ----
_TERMINALS = {
    "NAME": "a name",
    "LAYER": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "ROW": "a table row that starts with |",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "COMPARE": "a comparison",
    "PLUS": "+ or -",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "$END": "the end of the file",
}


def _terminal(name: str, lark: Lark) -> str:
    if name in _TERMINALS:
        return _TERMINALS[name]
    for definition in lark.terminals:
        if definition.name == name:
            return f"`{definition.pattern.value}`"
    return name


def _report_unexpected(source: Source, error: UnexpectedInput, report: Report, offset: int = 0) -> None:
    line, column = (error.line or 1) + offset, error.column or 1
    lark = grammar()
    if isinstance(error, UnexpectedCharacters):
        allowed, found = set(error.allowed or ()), source.line(line)[column - 1 : column] or "the end of the line"
        width, what = 1, f"`{found}`"
    elif isinstance(error, UnexpectedToken):
        allowed = set(error.accepts or error.expected)
        token = error.token
        if token.type in ("_NL", "_INDENT", "_DEDENT", "$END"):
            line, column, what, width = _end_of_line(source, line, token, offset)
        else:
            what, width = f"`{token}`", len(token)
    else:
        allowed, what, width = set(), "this", 1
    span = Span(source, line, column, line, column + width)
    message, hint = _mistake(source.line(line), what, allowed, lark)
    report.error(message, span, hint)


def _end_of_line(source: Source, line: int, token: Token, offset: int) -> tuple[int, int, str, int]:
    """Where and what to show when the line or the block ended too early or too late."""
    if token.type == "_INDENT":
        number = (token.end_line or token.line or 1) + offset
        text = source.line(number)
        return number, len(text) - len(text.lstrip()) + 1, "this indented line", len(text.strip()) or 1
    if token.type == "_DEDENT":
        number = min((token.end_line or token.line or 1) + offset, source.text.count("\n") + 1)
        text = source.line(number)
        return number, len(text) - len(text.lstrip()) + 1, "the end of the block here", 1
    if token.type == "$END":
        number = source.text.rstrip("\n").count("\n") + 1
        return number, len(source.line(number)) + 1, "the end of the file", 1
    return line, len(source.line(line).split("#")[0].rstrip()) + 1, "the end of the line", 1


# Typical mistakes and the advice that each deserves: a pattern of the source line, what was found, the advice.
MISTAKES: tuple[tuple[str, str, str], ...] = (
    (r"\belse\s+if\b|\belif\b", "", "write `otherwise if`"),
    (r"^\s*else\b", "", "write `otherwise` for the last branch; `else` stands inside an expression"),
    (r"==", "", "write a single `=`"),
    (r"!=|<>", "", "write `is not`"),
    (r"&&", "", "write `and`"),
    (r"\|\|", "", "write `or`"),
    (r"//|%", "", "write `/ … rounded down`"),
    (r"/(?![^#]*\brounded\b)", "", "a division says how it rounds: `rounded down` or `rounded up`"),
    (r"[^=<>+\-*/]=[^=].*\bbecomes\b|:=", "", "memory changes with `becomes`"),
    (r"^\s*foreach\b|^\s*for\s+(?!each\b)", "", "write `for each`"),
    (r"\band\b.*\bor\b|\bor\b.*\band\b", "", "mixing `and` with `or` needs brackets"),
    (r"\bwhere\b.*\bwhere\b", "", "an open-ended `… where …` stands last, or in brackets"),
    (r"\btrue\b|\bfalse\b", "", "write `yes` or `no`"),
    (r"\bnone\b|\bnull\b", "", "write `nothing`, or `nobody` for a player"),
    (r"'[^']*'", "", "texts stand in double quotes"),
    (r'"[^"]*$', "", "the text in quotes has no end on this line"),
    (r"\bdef\b|\bdefine\b(?!.*:)", "", "a definition says its type: `define name(x: kind): type is …`"),
    (r"^\s*value\b(?!.*:)", "", "a value says its type: `value name(x: kind): type is …`"),
    (r"^\s*case\b|^\s*switch\b", "", "cases are lines `answer when condition` under `is`"),
    (r"-\s*[0-9]", "", "a negative number is written `0 - n`; minus needs blanks on both sides"),
)

RESERVED = frozenset(re.findall(r'"([a-z]+)"', GRAMMAR.read_text(encoding="utf-8")))


def _mistake(line: str, what: str, allowed: Iterable[str], lark: Lark) -> tuple[str, str | None]:
    """The sentence for a syntax mistake, and the advice for it."""
    expected = sorted({_terminal(name, lark) for name in allowed} - {"the end of the block"})
    code = re.sub(r'"[^"]*"', '""', line.split("#")[0]) if line.count('"') % 2 == 0 else line
    hint = next((advice for pattern, _, advice in MISTAKES if re.search(pattern, code)), None)
    word = what.strip("`")
    if hint is None and word in RESERVED and "a name" in expected:
        hint = f"`{word}` is a word of the language; choose another name"
    if hint is None and re.fullmatch(r"[a-z]+", word):
        keywords = [text.strip("`") for text in expected if re.fullmatch(r"`[a-z]+`", text)]
        hint = did_you_mean(word, keywords)
    if not expected:
        return f"{what} does not belong here", hint
    shown = expected if len(expected) <= 8 else [*expected[:7], "…"]
    return f"{what} does not belong here; expected {listed(shown, 'or')}", hint


def _report_rest(source: Source, text: str, lark: Lark, error: UnexpectedInput, report: Report) -> None:
    """Go on at the next line that starts at the left margin, so that one run tells every mistake."""
    lines = text.split("\n")
    line = error.line or 1
    while line < len(lines):
        start = next(
            (i for i in range(line, len(lines)) if lines[i][:1].strip() and not lines[i].startswith("#")), None
        )
        if start is None:
            return
        try:
            lark.parse("\n".join(lines[start:]))
            return
        except DedentError:
            return
        except UnexpectedEOF:
            return
        except UnexpectedInput as later:
            _report_unexpected(source, later, report, offset=start)
            line = start + max(later.line or 1, 1)
