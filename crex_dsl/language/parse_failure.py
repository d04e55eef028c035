"""Where the parser stopped: what stood there, what could have stood there, and what is open around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lark import Lark, Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError
from lark.parsers.lalr_interactive_parser import InteractiveParser

from crex_dsl.language.keywords import PART_WORDS
from crex_dsl.language.source import Source


class Astray(DedentError):
    """A line whose indentation returns to no line above it."""

    def __init__(self, line: int, levels: tuple[int, ...]) -> None:
        super().__init__(f"line {line} is indented like no line above it")
        self.line, self.levels = line, levels


_CONTINUES = re.compile(r"(and|or|where|through|else)(?![\w-])|[)\]]")


def parts(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text that start at the margin, each with the number of lines before it."""
    lines = text.split("\n")
    start, depth = 0, 0
    for number, line in enumerate(lines):
        begins = bool(line[:1].strip()) and not line.startswith("#") and not _CONTINUES.match(line)
        if begins and number > start and (depth <= 0 or _first_word(line) in PART_WORDS):
            yield start, "\n".join(lines[start:number]) + "\n"
            start, depth = number, 0
        code = re.sub(r'"[^"]*"', "", code_of(line))
        depth += sum(code.count(c) for c in "([") - sum(code.count(c) for c in ")]")
    yield start, "\n".join(lines[start:])


def _first_word(line: str) -> str:
    found = re.match(r"\s*([a-z]*)", line)
    return found.group(1) if found else ""


# ---- where the parser stopped ----
@dataclass(frozen=True)
class Fault:
    """The place where the parser stopped, seen from all sides."""

    source: Source
    line: int
    column: int
    found: str  # the text of the token at fault, or the character
    sort: str  # its terminal, or "" where it is none
    accepted: frozenset[str]  # the terminals that could have stood there
    starters: frozenset[str]  # the terminals that could have begun the line
    place: int  # how many tokens of the line stand before it
    words: dict[str, str]  # how each terminal is written
    unclosed: Token | None  # a bracket that is open here and never closed
    offset: int  # the number of lines before the part that was read
    astray: Astray | None = None

    @property
    def code(self) -> str:
        """The line without its comment."""
        return code_of(self.source.line(self.line))

    @property
    def before(self) -> str:
        """The line up to the fault."""
        return self.source.line(self.line)[: self.column - 1]

    @property
    def after(self) -> str:
        """The line from the fault on."""
        return self.code[self.column - 1 :]

    def keywords(self, terminals: Iterable[str]) -> list[str]:
        """Those of the terminals that are words of the language."""
        return sorted(self.words[name] for name in terminals if re.fullmatch(r"[a-z]+", self.words.get(name, "")))


def find_fault(source: Source, text: str, offset: int, lark: Lark) -> Fault | None:
    """Where and why a text does not parse; None where it does."""
    stopped = _run(lark, text, None)
    if stopped is None:
        return None
    error = stopped.error
    words = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern.type == "str"}
    if isinstance(error, Astray):
        line = error.line + offset
        body = source.line(line)
        column = len(body) - len(body.lstrip()) + 1
        nothing: frozenset[str] = frozenset()
        return Fault(source, line, column, "", "", nothing, nothing, 0, words, None, offset, error)
    line, column = (error.line or 1) + offset, error.column or 1
    found, sort = source.line(line)[column - 1 : column], ""
    if isinstance(error, UnexpectedToken):
        found, sort = str(error.token), error.token.type
    if sort == "ROW":  # it reaches to the end of the line, whatever was meant
        found = "||" if found.startswith("||") else "|"
    if sort in ("LAYER", "CHOICE"):
        found = re.split(r"[.=]", found)[0]
    if sort in ("_NL", "_INDENT", "_DEDENT", "$END"):
        line, column, found = _edge(source, error.token, offset, stopped.tokens)  # type: ignore[attr-defined]
    on_line = [token for token in stopped.tokens if token.line == line - offset and not token.type.startswith("_")]
    if isinstance(error, UnexpectedToken) and on_line and on_line[-1] is error.token:
        on_line.pop()
    again = _run(lark, text, (line - offset, stopped.count))
    accepted = again.accepted if again is not None and stopped.count else stopped.accepted
    return Fault(
        source,
        line,
        column,
        found,
        sort,
        accepted,
        again.starters if again is not None else frozenset(),
        len(on_line),
        words,
        _unclosed(stopped.tokens, text, line - offset, sort in ("_DEDENT", "$END")),
        offset,
    )


@dataclass(frozen=True)
class _Stop:
    error: UnexpectedInput | Astray
    count: int  # of the tokens up to the one at fault, where the parser was fed that; else 0
    tokens: list[Token]
    accepted: frozenset[str]
    starters: frozenset[str] = frozenset()


def _run(lark: Lark, text: str, until: tuple[int, int] | None) -> _Stop | None:
    """Parse up to the mistake; or again, up to the token before it, noting what could have begun its line."""
    interactive = lark.parse_interactive(text)
    tokens: list[Token] = []
    starters: frozenset[str] = frozenset()
    line, count = until or (0, 0)
    try:
        for token in interactive.iter_parse():
            tokens.append(token)
            if line and not starters and (token.line or 0) >= line and not token.type.startswith("_"):
                starters = _accepts(interactive)
            if len(tokens) == count:
                return _Stop(UnexpectedInput(), count, tokens, _accepts(interactive), starters)
        end = Token.new_borrow_pos("$END", "", tokens[-1]) if tokens else Token("$END", "", 0, 1, 1)
        tokens.append(end)
        if len(tokens) == count:
            return _Stop(UnexpectedInput(), count, tokens, _accepts(interactive), starters)
        interactive.feed_token(end)
    except UnexpectedCharacters as error:
        starters = starters or _accepts(interactive)
        return _Stop(error, 0, tokens, _accepts(interactive), starters)
    except UnexpectedToken as error:
        fed = bool(tokens) and tokens[-1] is error.token  # else the lexer itself refused it
        starters = starters or _accepts(interactive)
        return _Stop(error, len(tokens) if fed else 0, tokens, _accepts(interactive), starters)
    except Astray as error:
        return _Stop(error, 0, tokens, frozenset())
    return None


def _accepts(interactive: InteractiveParser) -> frozenset[str]:
    return frozenset(interactive.accepts())  # type: ignore[no-untyped-call]


def _edge(source: Source, token: Token, offset: int, tokens: list[Token]) -> tuple[int, int, str]:
    """Where and what to show when a line, a block or the file ended too early or too late."""
    if token.type == "_INDENT":
        line = (token.end_line or 1) + offset
        body = source.line(line)
        return line, len(body) - len(body.lstrip()) + 1, code_of(body).strip()
    last = next((t for t in reversed(tokens) if not t.type.startswith("_") and t.type != "$END"), None)
    line = (last.end_line or 1) + offset if last is not None else offset + 1
    return line, len(code_of(source.line(line)).rstrip()) + 1, ""


def _unclosed(tokens: list[Token], text: str, line: int, at_end: bool) -> Token | None:
    """The innermost bracket that was opened on an earlier line, or is open at the end, and is never closed."""
    opened: list[Token] = []
    for token in tokens:
        if token.type in ("LPAR", "LSQB"):
            opened.append(token)
        elif token.type in ("RPAR", "RSQB") and opened:
            opened.pop()
    if not opened or ((opened[-1].line or 0) >= line and not at_end):
        return None
    depth = 0
    for part in re.finditer(r'"[^"\n]*"|#[^\n]*|[()\[\]]', text[opened[-1].start_pos or 0 :]):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(part.group(), 0)
        if depth == 0:
            return None
    return opened[-1]


def code_of(line: str) -> str:
    """A line without its comment."""
    found = re.match(r'(?:"[^"]*"|[^"#])*', line)
    code = found.group() if found else ""
    return code if line[len(code) : len(code) + 1] in ("", "#") else line
