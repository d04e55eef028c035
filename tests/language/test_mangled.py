"""Whatever happens to a rule file, loading it ends in a game or in a diagnosis, never in a traceback.

`CREX_EXAMPLES=5000 pytest tests/language/test_mangled.py` looks much longer than the default.
"""

import contextlib
import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crex_dsl.engine.compiler import compile_rulebook
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.rulebook.build import build
from crex_dsl.rulebook.index import index
from crex_dsl.rulebook.library import Library, UnknownGame
from crex_dsl.rulebook.selection import SelectionError
from crex_dsl.rulebook.texts import game_text

GAMES = Path(__file__).resolve().parents[1] / "games"
ORIGINALS = {path.relative_to(GAMES): path.read_bytes() for path in sorted(GAMES.rglob("*")) if path.is_file()}
FILES = list(ORIGINALS)

Edit = tuple[str, int, int]


# ---- what can happen to a file ----
def _lines(text: bytes) -> list[bytes]:
    return text.split(b"\n")


def _delete(text: bytes, a: int, b: int) -> bytes:
    lines = _lines(text)
    start = a % len(lines)
    return b"\n".join(lines[:start] + lines[start + 1 + b % 3 :])


def _double(text: bytes, a: int, b: int) -> bytes:
    lines = _lines(text)
    start = a % len(lines)
    return b"\n".join(lines[: start + 1] + lines[start : start + 1 + b % 4] + lines[start + 1 :])


def _move(text: bytes, a: int, b: int) -> bytes:
    lines = _lines(text)
    line = lines.pop(a % len(lines))
    lines.insert(b % (len(lines) + 1), line)
    return b"\n".join(lines)


def _indent(text: bytes, a: int, b: int) -> bytes:
    lines = _lines(text)
    start = a % len(lines)
    lines[start] = (b" " * (b % 17) if b % 5 else b"\t") + lines[start].lstrip()
    return b"\n".join(lines)


@cache
def _vocabulary() -> list[bytes]:
    found = {word for text in ORIGINALS.values() for word in re.findall(rb"[\w-]+|[^\w\s]", text)}
    return sorted(found | {b"0", b"9999999", b"(", b")", b"[", b"]", b"..", b'"', b"{", b"}", b"true", b"if"})


def _replace(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"[\w-]+|[^\w\s]", text))
    if not words:
        return text
    word, vocabulary = words[a % len(words)], _vocabulary()
    return text[: word.start()] + vocabulary[b % len(vocabulary)] + text[word.end() :]


def _borrow(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"(?<![\w\"-])[a-z][\w-]*", text))
    if not words:
        return text
    word, other = words[a % len(words)], words[b % len(words)]
    return text[: word.start()] + other.group() + text[word.end() :]


def _swap(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"[\w-]+", text))
    if len(words) < 2:
        return text
    one, two = sorted((a % len(words), (a + 1 + b % 9) % len(words)))
    first, second = words[one], words[two]
    middle = text[first.end() : second.start()]
    return text[: first.start()] + second.group() + middle + first.group() + text[second.end() :]


def _drop_word(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"[\w-]+\s?|[^\w\s]", text))
    if not words:
        return text
    word = words[a % len(words)]
    return text[: word.start()] + text[word.end() :]


def _cut(text: bytes, a: int, b: int) -> bytes:
    return text[: a % (len(text) + 1)] if b % 2 else text[a % (len(text) + 1) :]


BYTES = [
    b"\xff",
    b"\x00",
    b"\xc3",
    b"\xe2\x80\xa8",
    b"\r",
    b"\t",
    b"\\",
    b"'",
    b'"',
    b"\xc2\xa0",
    b"\x1b",
    b"|",
    b"#",
    b"\n",
]


def _insert(text: bytes, a: int, b: int) -> bytes:
    place = a % (len(text) + 1)
    return text[:place] + BYTES[b % len(BYTES)] + text[place:]


def _lengthen(text: bytes, a: int, b: int) -> bytes:
    place = a % (len(text) + 1)
    return text[:place] + b"x" * (1_000_000 if b % 2 else 3_000) + text[place:]


def _nest(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"\w+", text))
    if not words:
        return text
    word, deep = words[a % len(words)], 1 + b % 120
    return text[: word.start()] + b"(" * deep + word.group() + b")" * deep + text[word.end() :]


EDITS: dict[str, Callable[[bytes, int, int], bytes]] = {
    edit.__name__.strip("_"): edit
    for edit in (
        _delete,
        _double,
        _move,
        _indent,
        _replace,
        _borrow,
        _swap,
        _drop_word,
        _cut,
        _insert,
        _lengthen,
        _nest,
    )
}
# Small changes lead deeper into the checker than coarse ones.
OFTEN = {"borrow": 12, "replace": 6, "swap": 6, "delete": 4, "move": 3, "double": 3, "drop_word": 3}
SORTS = [sort for sort in EDITS for _ in range(OFTEN.get(sort, 1))]


def mangled(text: bytes, edits: list[Edit]) -> bytes:
    for sort, a, b in edits:
        text = EDITS[sort](text, a, b)
    return text


# ---- what comes of it ----
@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mangled") / "games"
    shutil.copytree(GAMES, folder)
    return folder


def load(root: Path, game: str, choice: int) -> None:
    """Load a game in one of its editions with some of its options."""
    report = Report()
    text = game_text(Library([root]).files(game), report)
    report.raise_errors()
    assert text is not None
    found = index(text, report)
    report.raise_errors()
    edition = found.editions[choice % len(found.editions)]
    options = [option.id for place, option in enumerate(found.options) if choice >> place & 1]
    compile_rulebook(build(text, found, found.select(edition.id, options), Report()))


edits = st.lists(
    st.tuples(st.sampled_from(SORTS), st.integers(0, 10**6), st.integers(0, 10**4)), min_size=1, max_size=4
)
asked = os.environ.get("CREX_EXAMPLES")


@settings(
    max_examples=int(asked or 250),
    derandomize=not asked,
    database=None,
    deadline=60_000,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.sampled_from(FILES), edits, st.integers(0, 63))
def test_no_traceback(root: Path, file: Path, edits: list[Edit], choice: int) -> None:
    path = root / file
    try:
        path.write_bytes(mangled(ORIGINALS[file], edits))
        with contextlib.suppress(RuleError, SelectionError, UnknownGame):
            load(root, file.parts[1], choice)
    finally:
        path.write_bytes(ORIGINALS[file])


def test_the_originals_load(root: Path) -> None:
    for game in sorted({file.parts[1] for file in FILES}):
        load(root, game, 0)


@pytest.mark.parametrize("sort", EDITS)
def test_every_edit_changes_something(sort: str) -> None:
    text = ORIGINALS[Path("ruleset/noughts/noughts.crex")]
    assert any(mangled(text, [(sort, a, b)]) != text for a in (3, 40, 77) for b in (1, 2))
