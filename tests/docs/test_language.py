"""The language reference tells the truth: its examples parse, its games compile, and no form lacks an example."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.language.formatter import format_text
from crex_dsl.language.parser import grammar, parse_text
from crex_dsl.language.source import Source
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.docs.pages import ROOT, Fence, fences, page

PAGE = page("language.md")
HEADERS = ("game", "layer", "edition", "option")


# ---- the page, taken apart ----
class Block(Fence):
    """A fenced block of the page, and what sort of rules it holds."""

    @property
    def first(self) -> str:
        """The first word that is not in a comment."""
        return next(line.split()[0] for line in self.text.splitlines() if line and not line.startswith("#"))

    @property
    def sort(self) -> str:
        """game, layer, top, item or steps; for a block of another language, its mark."""
        if self.info == "crex":
            return {"game": "game"}.get(self.first, "layer" if self.first in HEADERS else "top")
        return self.info.replace("-", " ").removeprefix("crex ")

    def whole(self, stage: str = "game") -> str:
        """The block as text that can stand in a file: items in a clause, steps in a procedure."""
        name = f"shown-{self.line}"
        if self.sort == "item":
            return f'clause {name} "Shown"\n{indented(self.text)}'
        if self.sort == "steps":
            head = f'clause {name} "Shown"\n    procedure steps-{self.line} in {stage}\n'
            return head + indented(indented(self.text))
        return self.text


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


BLOCKS = [Block(**vars(fence)) for fence in fences(PAGE)]
RULES = [block for block in BLOCKS if block.info.startswith("crex") and block.sort != "wrong"]


@dataclass
class Story:
    """A whole game of the page, and everything that is added to it up to the next one."""

    game: Block
    added: list[Block] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.game.text.split()[1]

    @property
    def stage(self) -> str:
        """The innermost stage that the game declares: where steps shown alone are thought to stand."""
        return (["game", *re.findall(r"^stage (\S+)", self.game.text, re.MULTILINE)])[-1]

    def files(self, folder: Path, *more: Block) -> GameFiles:
        """The game written to a folder with some of what is added to it; a table goes where it was last asked for."""
        base, variants = folder / "ruleset" / self.id, folder / "variants" / self.id
        base.mkdir(parents=True)
        variants.mkdir(parents=True)
        (base / f"{self.id}.crex").write_text(self.game.text, encoding="utf-8")
        table = folder
        for block in more:
            if block.sort == "tsv":
                table.write_text(block.text, encoding="utf-8")
                continue
            place, head = (variants, "") if block.sort == "layer" else (base, f"game {self.id}\n\n")
            text = head + block.whole(self.stage)
            (place / f"more-{block.line:05}.crex").write_text(text, encoding="utf-8")
            for name in re.findall(r' from "([^"]+)"', text):
                table = place / name
        return Library([folder]).files(self.id)


def stories() -> list[Story]:
    found: list[Story] = []
    for block in BLOCKS:
        if block.sort == "game":
            found.append(Story(block))
        elif block.sort in ("layer", "top", "item", "steps", "tsv"):
            found[-1].added.append(block)
    return found


STORIES = stories()


def at(block: Block) -> str:
    return f"line-{block.line}-{block.sort}"


def compiled(files: GameFiles) -> Iterator[Game]:
    """The game under every edition, plain and with each reading, and with each option where it is first allowed."""
    index = index_of(files)
    tried: set[str] = set()
    for edition in index.editions:
        sets: list[list[str]] = [[], ["as-printed"]]
        for ruling in index.rulings_for(edition):
            sets += [[f"{ruling.id}={reading.id}"] for reading in ruling.readings if not reading.unplayable]
        sets += [names for names in index.permitted(edition, 1) if names[0] not in tried]
        for options in sets:
            tried.update(options[:1])
            yield game_of(files, index.select(edition.id, options))


# ---- every example ----
def test_every_block_is_of_a_known_sort() -> None:
    assert {block.info for block in BLOCKS} == {"crex", "crex-item", "crex-steps", "crex-wrong", "tsv", "text"}


@pytest.mark.parametrize("block", RULES, ids=at)
def test_it_parses(block: Block) -> None:
    parse_text(block.whole(), f"language.md:{block.line}")


@pytest.mark.parametrize("block", RULES, ids=at)
def test_it_is_laid_out_as_crex_fmt_would(block: Block) -> None:
    text = block.whole()
    assert format_text(Source(f"language.md:{block.line}", text)) == text


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_a_whole_game_is_checked_compiled_and_played(story: Story, tmp_path: Path) -> None:
    for game in compiled(story.files(tmp_path)):
        assert [result for result in run_examples(game) if not result.ok] == []
        for seed in range(20):
            choice, position = Random(seed), game.start(seed)
            while not position.over:
                position.take(choice.choice(position.codes))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_what_is_added_to_a_game_is_checked_and_compiled_with_it(story: Story, tmp_path: Path) -> None:
    shown: set[str] = set()
    for game in compiled(story.files(tmp_path, *story.added)):
        results = run_examples(game)
        assert [result for result in results if not result.ok] == []
        shown.update(result.title for result in results)
    texts = [story.game.text, *(block.text for block in story.added)]
    assert shown == {title for text in texts for title in re.findall(r'^example "([^"]+)"', text, re.MULTILINE)}


# ---- no form without an example ----
def made_by_the_grammar() -> set[str]:
    """Every rule and alias of the grammar that makes a node."""
    found: set[str] = set()
    for rule in grammar().rules:
        name = str(rule.alias or rule.origin.name)
        kept = sum(not (symbol.is_term and symbol.filter_out) for symbol in rule.expansion)
        passed_on = rule.options.expand1 and kept + sum(rule.options.empty_indices) == 1
        if not name.startswith("_") and (rule.alias or not passed_on):
            found.add(name)
    return found


def test_every_such_rule_has_its_node() -> None:
    for name in made_by_the_grammar():
        assert issubclass(nodes.node_class(name), nodes.Node)


def test_no_form_lacks_an_example() -> None:
    trees = (grammar().parse(block.whole()) for block in RULES)
    shown = {str(part.data) for tree in trees for part in tree.iter_subtrees()}
    assert sorted(made_by_the_grammar() - shown) == []


def test_no_word_of_the_language_lacks_an_example() -> None:
    texts = [block.whole() for block in RULES]
    shown = {token.type for text in texts for token in grammar().parse_interactive(text).iter_parse()}
    known = {symbol.name for rule in grammar().rules for symbol in rule.expansion if symbol.is_term}
    assert sorted(known - shown) == []


# ---- what the tables say ----
def rows(heading: str, title: str) -> list[list[str]]:
    """The rows of the table below a heading whose own header begins with a title."""
    section = PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    table = section.split(f"| {title}", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in row.strip("|").split(" | ")] for row in table]


def syntax() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "crex_dsl").rglob("*.py"))]


@pytest.mark.parametrize(("written", "read_as"), rows("## Expressions", "written"))
def test_what_binds_tighter(written: str, read_as: str) -> None:
    def expression(text: str) -> nodes.Start:
        return parse_text(f'clause a "A"\n    define b: number is {text}\n')

    assert written != read_as
    assert expression(written) == expression(read_as)


LIMITS = {
    "size of a rule file or table, in bytes": "MAX_RULE_BYTES",
    "rule files in a folder": "MAX_FILES",
    "size of all rule files in a folder, in bytes": "MAX_GAME_BYTES",
    "characters in a line": "MAX_LINE",
    "levels of indentation": "MAX_DEPTH",
    "a number as written": "MAX_NUMBER",
    "things of one kind": "MAX_THINGS",
    "cells of one piece of memory": "MAX_CELLS",
    "numbers that one parameter of an action may take": "MAX_CHOICES",
    "sides of a die (at least 2)": "MAX_SIDES",
    "dice in one roll": "MAX_DICE",
    "mistakes shown in one run": "MAX_SHOWN",
    "characters of one wording with its values": "MAX_WORDING",
    "instances of an action": "MAX_INSTANCES",
    "rules that permit, forbid or except one action": "MAX_RULES",
    "branches of one condition (`if`, `otherwise if`)": "MAX_BRANCHES",
    "parts of one definition, one body, or all conditions of one action": "MAX_PARTS",
    "operations in one expression, one step, or one list of legal actions": "MAX_WORK",
    "turns of a loop in which nobody is asked": "LOOP_LIMIT",
    "steps between two decisions": "STEP_LIMIT",
    "operations between two decisions": "WORK_LIMIT",
}


def constants() -> dict[str, int]:
    """Every number that a module of the package gives a name in capitals."""
    found: dict[str, int] = {}
    for module in syntax():
        for line in module.body:
            match line:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(value))):
                    found[name] = value
    return found


def test_limits() -> None:
    told, known = {what: int(limit.replace(",", "")) for what, limit in rows("## Limits", "what")}, constants()
    assert told == {what: known[name] for what, name in LIMITS.items()}


def texts() -> set[str]:
    """Every text in the package, with … for what is filled in."""
    found: set[str] = set()
    for module in syntax():
        for node in ast.walk(module):
            match node:
                case ast.Constant(value=str(text)):
                    found.add(text)
                case ast.JoinedStr(values=parts):
                    found.add("".join(p.value if isinstance(p, ast.Constant) else "…" for p in parts))
    return found


MESSAGES = [
    message
    for heading in re.findall(r"^### (?:While|In) .*$", PAGE, re.MULTILINE)
    for message, _ in rows(heading, "message")
]


def test_messages_are_those_that_are_told() -> None:
    told = texts()
    patterns = {message: ".*".join(map(re.escape, message.split("…"))) for message in MESSAGES}
    assert [m for m, pattern in patterns.items() if not any(re.search(pattern, text) for text in told)] == []


def test_the_shown_mistakes_are_told_as_shown(tmp_path: Path) -> None:
    place = next(number for number, block in enumerate(BLOCKS) if block.sort == "wrong")
    wrong, told = BLOCKS[place : place + 2]
    story = next(story for story in STORIES if story.id == wrong.text.split()[1])
    story.files(tmp_path)
    (tmp_path / "ruleset" / story.id / "wrong.crex").write_text(wrong.text, encoding="utf-8")
    with pytest.raises(RuleError) as refusal:
        list(compiled(Library([tmp_path]).files(story.id)))
    assert f"{refusal.value}\n" == told.text
