"""Whatever happens to a rule file, loading it ends in a game or in a diagnosis, never in a traceback.

`make soak` looks ten times as long, `CREX_EXAMPLES=5000 pytest tests/language/test_mangled.py` much longer.
"""

import contextlib
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import Library, UnknownGame
from crex_dsl.rulebook.files.layer_files import game_text
from crex_dsl.rulebook.selection.index import index
from crex_dsl.rulebook.selection.selection import SelectionError
from tests.fuzz.mutations import EDITS, SORTS

GAMES = Path(__file__).resolve().parents[1] / "games"
ORIGINALS = {path.relative_to(GAMES): path.read_bytes() for path in sorted(GAMES.rglob("*")) if path.is_file()}
FILES = list(ORIGINALS)

Edit = tuple[str, int, int]


def mangled(text: bytes, edits: list[Edit]) -> bytes:
    for sort, a, b in edits:
        text = EDITS[sort](text, a, b) or b"\n"
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
mangling = given(st.sampled_from(FILES), edits, st.integers(0, 63))
asked = os.environ.get("CREX_EXAMPLES")


def looking(most: int) -> settings:
    """How long to look, unless somebody asked for something else."""
    return settings(
        max_examples=int(asked or most),
        derandomize=not asked,
        database=None,
        deadline=60_000,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@looking(30)
@mangling
def test_no_traceback(root: Path, file: Path, edits: list[Edit], choice: int) -> None:
    assert_loads_or_is_diagnosed(root, file, edits, choice)


@pytest.mark.soak
@looking(300)
@mangling
def test_no_traceback_at_length(root: Path, file: Path, edits: list[Edit], choice: int) -> None:
    assert_loads_or_is_diagnosed(root, file, edits, choice)


def assert_loads_or_is_diagnosed(root: Path, file: Path, edits: list[Edit], choice: int) -> None:
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
