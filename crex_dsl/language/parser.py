"""Rule text to nodes, or to diagnostics that say where it went wrong and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.exceptions import UnexpectedToken
from lark.indenter import DedentError, Indenter

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.parse_failure import Astray
from crex_dsl.language.source import MAX_LINE, Source, Span, Word
from crex_dsl.language.syntax_messages import report_syntax
from crex_dsl.system.input_files import MAX_RULE_BYTES, NotRegular, TooLarge, read_bytes, refusal
from crex_dsl.text.messages import apart, number_as_said, said

GRAMMAR = Path(__file__).with_name("grammar.lark")
MAX_DEPTH = 40
MAX_NESTING = 200
_SCRIPT = re.compile(r"^(example .*\n)( +\S.*\n(?:(?: .*)?\n)+)", re.MULTILINE)


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark's own interface
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Lark's own, except that two words need a blank between them."""
        found: Iterator[Token] = super().process(_apart(stream))  # type: ignore[no-untyped-call]
        return found

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802
        """Lark's own, except that a line astray says which line it is."""
        levels = tuple(self.indent_level)
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise Astray(token.end_line or 1, levels) from None


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens as long as no word runs into the next one, as in `dices` or `3rd`."""
    end, word = -1, False
    for token in stream:
        if word and token.start_pos == end and (token[:1].isalnum() or token[:1] == "_"):
            raise UnexpectedToken(token, set())  # type: ignore[no-untyped-call]
        end, word = token.end_pos or 0, token[-1:].isalnum()
        yield token


_made: list[Lark] = []


def grammar(cache: str | None = None) -> Lark:
    """The compiled grammar, made once; `cache` names a file that spares building its tables again."""
    if not _made:
        _made.append(
            Lark(
                GRAMMAR.read_text(encoding="utf-8"),
                parser="lalr",
                postlex=_Indentation(),
                maybe_placeholders=True,
                propagate_positions=True,
                cache=cache or False,
            )
        )
    return _made[0]


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
    try:
        raw = read_bytes(path, MAX_RULE_BYTES)
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = len(raw[raw.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8-sig", "replace")) + 1
        report.error(
            said("byte {raw} is not UTF-8", raw=f"{raw[error.start]:#04x}"),
            Span(Source(name, raw.decode("utf-8-sig", "replace"), path), line, column, line, column + 1),
            said("save the file as UTF-8 text"),
        )
        return None
    except TooLarge:
        what = said(
            "{name} is larger than {max_rule_bytes} bytes, the most that a rule file may hold",
            name=name,
            max_rule_bytes=number_as_said(MAX_RULE_BYTES),
        )
        hint = said("split it into several files")
    except NotRegular:
        what, hint = (
            said("{name} is no plain file, and rules are read from nothing else", name=name),
            said("name a file"),
        )
    except OSError as error:
        what = said("{name} cannot be read: {refusal}", name=name, refusal=refusal(error))
        hint = said("check that the file exists and that you may read it")
    else:
        return Source(name, text, path)
    report.error(what, Span(Source(name, "", path), 1, 1, 1, 1), hint)
    return None


def parse(source: Source, report: Report, cache: str | None = None, scripts: bool = True) -> nodes.Start | None:
    """The nodes of one file, or None with diagnostics for every mistake that can be told apart.

    Without `scripts` the examples are read by their headings alone, which is most of the work of a whole game.
    """
    if not _plain_enough(source, report):
        return None
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    if not scripts:
        text = _SCRIPT.sub(_unscripted, text)
    lark = grammar(cache)
    try:
        tree = lark.parse(text)
    except (UnexpectedInput, Astray):
        report_syntax(source, text, lark, report)
        return None
    deepest = _too_deep(tree)
    if deepest is not None:
        line, column = deepest
        report.error(
            said("this expression nests too deeply to be read"),
            Span(source, line, column, line, column + 1),
            said("give its inner parts names with `define`"),
        )
        return None
    return _ToNodes(source).transform(tree)


def has_scripts(source: Source) -> bool:
    """Whether a file has examples, so that reading it without their scripts is another thing than reading it whole."""
    return _SCRIPT.search(source.text) is not None


def _unscripted(example: re.Match[str]) -> str:
    """An example of as many lines that checks nothing."""
    heading, script = example.groups()
    return f"{heading}    then\n        yes\n{chr(10) * (script.count(chr(10)) - 2)}"


def parse_text(text: str, name: str = "text") -> nodes.Start:
    """The nodes of a text; raises a RuleError with its diagnostics where it has mistakes."""
    report = Report()
    found = parse(Source(name, text), report)
    report.raise_errors()
    assert found is not None
    return found


def _too_deep(tree: Tree[Token]) -> tuple[int, int] | None:
    """Where a tree goes deeper than can be walked safely, or None."""
    waiting: list[tuple[Tree[Token], int]] = [(tree, 0)]
    while waiting:
        found, depth = waiting.pop()
        if depth > MAX_NESTING:
            return found.meta.line, found.meta.column
        waiting += [(child, depth + 1) for child in found.children if isinstance(child, Tree)]
    return None


def _plain_enough(source: Source, report: Report) -> bool:
    """Whether the text stays within the bounds that keep reading it cheap; each sort of mistake is told once."""
    found: dict[str, tuple[str, Span, str]] = {}
    count: dict[str, int] = {}

    def note(sort: str, message: str, line: int, start: int, end: int, hint: str) -> None:
        found.setdefault(sort, (message, Span(source, line, start, line, end), hint))
        count[sort] = count.get(sort, 0) + 1

    for number, line in enumerate(source.text.split("\n"), start=1):
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if len(line) > MAX_LINE:
            message = said(
                "this line has {count} characters; a rule line has at most {max_line}",
                count=number_as_said(len(line)),
                max_line=number_as_said(MAX_LINE),
            )
            note("long", message, number, 1, 60, said("break the line"))
        if body.startswith("\t") and body.strip():
            hint = said("indent with four blanks; `crex fmt` does it for you where all indentation is tabs")
            note("tab", said("this line is indented with a tab"), number, indent + 1, indent + 2, hint)
        if indent > 4 * MAX_DEPTH or line.count("(") + line.count("[") > 4 * MAX_DEPTH:
            message = said("this line nests deeper than {max_depth} levels", max_depth=MAX_DEPTH)
            hint = said("move the inner part into a definition or procedure of its own")
            note("deep", message, number, indent + 1, indent + 2, hint)
        control = next((i for i, ch in enumerate(line.rstrip("\r")) if ord(ch) < 32 and ch != "\t"), None)
        if control is not None:
            message = said("character {ord} is not text", ord=ord(line[control]))
            note("control", message, number, control + 1, control + 2, said("delete it"))
    for sort, (message, span, hint) in found.items():
        more = count[sort] - 1
        others = said("so is {count} more line", "so are {count} more lines", count=more)
        report.error(apart([message, others]) if more and sort == "tab" else message, span, hint)
    return not found
