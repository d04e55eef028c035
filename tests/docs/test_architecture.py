"""The page on the house tells the truth: its folders, and the way of one decision from rule file to screen.

Each stage of that way is made here by the code of the stage.  `CREX_RECORD=1 pytest tests/docs/test_architecture.py`
writes what the stages make into the page anew; review the diff.
"""

from __future__ import annotations

import ast
import dataclasses
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from crex_dsl.engine.compile.compiler import Compiled, compile_rulebook
from crex_dsl.engine.game import Game, load
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.language import nodes
from crex_dsl.language.parser import parse_text
from crex_dsl.rulebook import terms
from tests.docs.pages import DOCS, ROOT, Fence, fences, page, runs_as_doctest, sessions

PAGE = page("architecture.md")
PACKAGE = ROOT / "crex_dsl"
MOST_ENTRIES = 14


# ---- the folders ----
def folders() -> list[Path]:
    """Every folder of the package, itself included."""
    found = (path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__")
    return [PACKAGE, *sorted(found)]


def sentence(folder: Path) -> str:
    """What a folder says of itself."""
    return ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""


def name(folder: Path) -> str:
    return folder.relative_to(PACKAGE).as_posix()


PACKAGES = [folder for folder in folders() if list(folder.glob("*.py"))]
TWO_LEVELS = [folder for folder in PACKAGES if len(folder.relative_to(PACKAGE).parts) in (1, 2)]


def test_a_folder_is_taken_in_at_a_glance() -> None:
    entries = {name(folder): [p.name for p in folder.iterdir() if p.name != "__pycache__"] for folder in folders()}
    assert {folder: held for folder, held in entries.items() if len(held) > MOST_ENTRIES} == {}


def test_a_folder_says_in_one_sentence_what_it_holds() -> None:
    assert [name(folder) for folder in PACKAGES if not re.fullmatch(r"[A-Z][^.\n]*\.", sentence(folder))] == []


def test_the_page_says_the_same() -> None:
    told = dict(re.findall(r"^\| \**`([a-z_/]+)`\** \| (.+) \|$", PAGE, re.MULTILINE))
    assert told == {name(folder): sentence(folder) for folder in TWO_LEVELS}


def test_the_page_goes_from_the_lowest_layer_to_the_highest() -> None:
    (contract,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = [set(re.findall(r"\w+", layer)) for layer in reversed(contract["layers"])]
    told = iter(re.findall(r"^\| \*\*`(\w+)`\*\* \|", PAGE, re.MULTILINE))
    assert [{next(told) for _ in layer} for layer in layers] == layers
    assert list(told) == []


def test_the_readme_says_the_same() -> None:
    told = dict(re.findall(r"^\| `crex_dsl/(\w+)` \| (.+) \|$", (ROOT / "README.md").read_text(), re.MULTILINE))
    layers = [folder for folder in TWO_LEVELS if folder.parent == PACKAGE]
    assert {layer: f"{text[0].upper()}{text[1:]}." for layer, text in told.items()} == {
        name(layer): sentence(layer) for layer in layers
    }


def test_the_stages_of_compilation_are_all_named() -> None:
    told = re.search(r"^`engine/compile` has a folder for each stage: (.*)\.$", PAGE, re.MULTILINE)
    assert told is not None
    stages = {folder.name for folder in PACKAGES if folder.parent == PACKAGE / "engine" / "compile"}
    assert set(re.findall(r"`(\w+)`", told[1])) == stages


def test_every_place_that_is_named_is_there() -> None:
    prose = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
    places = re.findall(r"`(\w+(?:/\w+)+)`", prose)
    assert len(places) > 50
    assert [place for place in places if not [*PACKAGE.glob(place), *PACKAGE.glob(f"{place}.py")]] == []


# ---- the way of one decision ----
RULES = "tests/games/ruleset/quince/quince.crex"
EDITION = "tests/games/variants/quince/english-1.0.crex"


@cache
def parsed(file: str) -> nodes.Start:
    return parse_text((ROOT / file).read_text(encoding="utf-8"), file)


def found(file: str, sort: type[nodes.Node], words: str) -> nodes.Node:
    """The one node of a sort in a file whose first line holds some words."""
    (node,) = (n for n in parsed(file).walk() if isinstance(n, sort) and words in n.span.source.line(n.span.line))
    return node


def lines(*some: nodes.Node) -> str:
    """The lines of a rule file on which some nodes stand, one after the other."""
    source = some[0].span.source
    told = range(some[0].span.line, some[-1].span.end_line)
    return "".join(f"{source.line(number)}\n" for number in told).rstrip() + "\n"


@cache
def game() -> Game:
    return load("quince", edition="english", rules=[ROOT / "tests" / "games"])


@cache
def compiled() -> Compiled:
    return compile_rulebook(game().rulebook)


def forbidden() -> terms.Term:
    """The condition of the prohibition, typed."""
    (permission,) = game().rulebook.world.actions["raise"].forbids
    assert permission.clause == "small-steps"
    assert permission.when is not None
    return permission.when


def node_tree(node: nodes.Node, depth: int = 0) -> Iterator[str]:
    """A node with its words, and its parts below it, one to a line."""
    held = [getattr(node, part.name) for part in dataclasses.fields(node) if part.name != "span"]
    held = [one for some in held for one in (some if isinstance(some, tuple) else [some])]
    words = [one for one in held if isinstance(one, str)]
    yield " " * depth + " ".join([type(node).__name__, *words]) + "\n"
    for part in held:
        if isinstance(part, nodes.Node):
            yield from node_tree(part, depth + 4)


def term_tree(term: terms.Term, depth: int = 0) -> Iterator[str]:
    """A term with its type, and its parts below it, one to a line."""
    match term:
        case terms.Compare(operator=word) | terms.Arith(operator=word):
            pass
        case terms.Local(var=named) | terms.Read(state=named) | terms.Apply(definition=named):
            word = named.name
    yield f"{' ' * depth + type(term).__name__ + ' ' + word:<30}{term.type}\n"
    for part in term.children():
        yield from term_tree(part, depth + 4)


def memory() -> str:
    """Where the bid and the purses lie, as the page says it, broken at the same place."""
    cells = {state.name: cell for state, cell in compiled().layout.memory.items()}
    bid, purse = cells["bid"], cells["purse"]
    assert (bid.size, purse.size) == (1, 3)
    return rf"bid {bid.base}, purse {purse.base}\1to {purse.base + purse.size - 1}"


def listing() -> str:
    """The function that lists what is legal at the first decision, after the one for the action."""
    state = game().start(seed=7).state
    point = game().program.legal[state[POINT] - POINTS - 2].__name__
    functions = {part.name: part for part in ast.parse(compiled().play).body if isinstance(part, ast.FunctionDef)}
    called = [n.func.id for n in ast.walk(functions[point]) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    return "\n\n".join(f"{ast.unparse(functions[name])}\n" for name in (called[0], point))


def stages() -> dict[str, str]:
    """What stands in the page under each title, made anew."""
    clause = found(RULES, nodes.Clause, "clause small-steps ")
    return {
        RULES: lines(clause),
        f"{RULES}, clause trump-auction": lines(
            found(RULES, nodes.Action, " raise("), found(RULES, nodes.Permit, " raise(")
        ),
        EDITION: lines(found(EDITION, nodes.Cite, "small-steps")),
        "the node": "".join(node_tree(found(RULES, nodes.Forbid, " raise("))),
        "the term": "".join(term_tree(forbidden())),
        "the program": listing(),
    }


def blocks() -> dict[str, Fence]:
    return {block.title: block for block in fences(PAGE) if block.title}


def recorded() -> str:
    """The page with what the stages make."""
    text = PAGE
    for title, made in stages().items():
        before, head, rest = text.partition(f' title="{title}"\n')
        assert head, title
        text = before + head + made + rest[rest.index("```\n") :]
    return re.sub(r"bid \d+, purse \d+(\s)to \d+", memory(), text)


def test_each_stage_makes_what_the_page_shows() -> None:
    if os.environ.get("CREX_RECORD"):
        (DOCS / "architecture.md").write_text(recorded(), encoding="utf-8")
    else:
        assert recorded() == PAGE


def test_the_node_and_the_term_stand_where_the_clause_does() -> None:
    node = found(RULES, nodes.Forbid, " raise(")
    assert isinstance(node, nodes.Forbid)
    assert node.when is not None
    written, typed = node.when.span, forbidden().span
    assert (written.line, written.column, written.end_column) == (typed.line, typed.column, typed.end_column)
    assert typed.source.clause_at(typed.line) == "small-steps"


def test_the_position_and_the_refusal_are_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    runs_as_doctest("architecture.md", "\n".join(blocks()[title].text for title in ("the position", "the refusal")))


def test_the_screen_is_as_shown(away: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (typed,) = sessions([blocks()["the screen"]])
    typed.runs_as_shown()


def test_no_snippet_is_left_out() -> None:
    tried = {*stages(), "the position", "the refusal", "the screen"}
    assert [block.title for block in fences(PAGE)[1:]] == [title for title in blocks() if title in tried]
