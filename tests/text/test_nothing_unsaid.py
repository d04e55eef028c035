"""No sentence reaches a person past the catalogues: what is raised, reported or put on the screen is a message."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import crex_dsl

PACKAGE = Path(crex_dsl.__file__).parent

# Who speaks to people: exceptions that are told, reports of mistakes, the screen.
TOLD = {"say", "echo", "error", "warn", "show_refusal", "Diagnostic", "Bar", "watched", "busy", "add_task", "suptitle"}
KEPT = {"message", "hint", "why", "advice", "note", "reason", "refused", "what", "told"}  # and told a line later
SAYING = {"said", "marked", "say", "_say", "Messages"}

# Errors of programs, not of what a person wrote: a traceback goes with them, and those who read it read Python.
FOR_PROGRAMS = {
    *("AssertionError", "AttributeError", "IndexError", "KeyError", "LookupError", "RuntimeError", "TypeError"),
    *("ValueError", "PermissionError", "NotImplementedError"),
    "NotCounted",  # how a game was loaded from Python
    "NotWatched",
    "Untranslatable",  # why a program is not played natively: caught, and told to nobody but its tests
    "NoNative",
    "Told",  # says nothing
    "DedentError",
}

# Sentences of the Python interface and of those who build on it, each with what it is about.
EXEMPT = {
    ("engine/run/position.py", "no random event is waiting"),
    ("engine/run/position.py", "cannot be the outcome of this"),
    ("engine/run/position.py", "says nothing about a side's worth"),
    ("engine/game.py", "is no action of"),
    ("lawyer/records/clause_effects.py", " of them"),  # rule text, which records keep as the files have it
    ("drawing/position/backdrop.py", "has no board of which a part could be drawn"),
}


def test_no_sentence_bypasses_the_catalogues() -> None:
    found = [(file, line, text) for file, line, text in _unsaid() if not _exempt(file, text)]
    assert found == [], "say it with `said`, or name it above with the reason"


def test_exemptions_are_needed() -> None:
    unsaid = [(file, text) for file, _, text in _unsaid()]
    assert [each for each in EXEMPT if not any(each[0] == file and each[1] in text for file, text in unsaid)] == []


def _exempt(file: str, text: str) -> bool:
    return any(file == exempt and part in text for exempt, part in EXEMPT)


def _unsaid() -> Iterator[tuple[str, int, str]]:
    """Texts of several words in a call that speaks to people, unless they are asked of a catalogue."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(tree):
            for argument in _spoken(node):
                for text in _texts(argument):
                    if _is_prose(text):
                        yield name, node.lineno, text


def _spoken(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement or call tells people."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in KEPT:
        yield node.value
    call: ast.expr | None = None
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _called(node.exc) not in FOR_PROGRAMS:
        call = node.exc
    elif isinstance(node, ast.Call) and (_called(node) in TOLD or _called(node).endswith("Error")):
        call = node if _called(node) not in FOR_PROGRAMS else None
    if isinstance(call, ast.Call) and _called(call) not in SAYING - {"say"}:
        yield from call.args
        yield from (each.value for each in call.keywords if each.arg != "style")


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", "") or getattr(call.func, "attr", ""))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression puts together, those left out that a catalogue gives or that only name something."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(each.value if isinstance(each, ast.Constant) else "\0" for each in values)
            for each in values:
                if isinstance(each, ast.FormattedValue):
                    yield from _texts(each.value)
        case ast.BinOp(left=left, right=right):
            yield from (*_texts(left), *_texts(right))
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_texts(body), *_texts(orelse))
        case ast.BoolOp(values=values):
            for each in values:
                yield from _texts(each)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _texts(part)


def _is_prose(text: str) -> bool:
    """Whether a text says something: two words in a row, or a word beside something that is put in."""
    bare = re.sub(r"`[^`]*`", "\0", text)
    styles = r"(bold|dim|red|green|yellow|cyan)( (bold|dim|red|green|yellow|cyan))*"
    if re.fullmatch(styles, bare) or bare.startswith(("crex ", "http", "-")):
        return False
    return re.search(r"[a-z]{2,} [a-z\0]|\0 [a-z]{2,}", bare) is not None
