"""The language reference tells the truth: its examples parse, its games compile, and no form lacks an example."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from crex_dsl.engine.game import Game, game_of
from crex_dsl.language import nodes
from crex_dsl.language.format import format_text
from crex_dsl.language.parser import grammar, parse_text
from crex_dsl.language.source import Source
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import GameFiles, Library

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADERS = ("game", "layer", "edition", "option")


# ---- the page, taken apart ----
@dataclass(frozen=True)
class Block:
    """A fenced block of the page: what it is marked as, what it holds, and the line where it stands."""

    info: str
    text: str
    line: int

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


def blocks() -> Iterator[Block]:
    for match in FENCE.finditer(PAGE):
        yield Block(match["info"], match["text"], PAGE.count("\n", 0, match.start()) + 1)


BLOCKS = list(blocks())
RULES = [block for block in BLOCKS if block.info.startswith("crex") and block.sort != "wrong"]
OTHERS = {"tsv", "text", "wrong"}


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
        """The game written to a folder with some of what is added to it."""
        (folder / "ruleset" / self.id).mkdir(parents=True)
        (folder / "variants" / self.id).mkdir(parents=True)
        (folder / "ruleset" / self.id / f"{self.id}.crex").write_text(self.game.text, encoding="utf-8")
        table = ""
        for block in more:
            path = folder / ("variants" if block.sort == "layer" else "ruleset") / self.id
            if block.sort == "tsv":
                (table_folder / table).write_text(block.text, encoding="utf-8")
                continue
            text = block.whole(self.stage)
            text = text if block.sort == "layer" else f"game {self.id}\n\n{text}"
            (path / f"more-{block.line:05}.crex").write_text(text, encoding="utf-8")
            for name in re.findall(r' from "([^"]+)"', text):
                table_folder, table = path, name
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
    """The game under every edition, alone and with every permitted one or two of its options."""
    index = index_of(files)
    for edition in index.editions:
        sets = [[], *index.permitted(edition, 1), *index.permitted(edition, 2)]
        readings = [f"{r.id}={x.id}" for r in index.rulings_for(edition) for x in r.readings if not x.unplayable]
        for options in [*sets, *([reading] for reading in readings), ["as-printed"]]:
            yield game_of(files, index.select(edition.id, options))


# ---- every example ----
def test_every_block_is_of_a_known_sort() -> None:
    assert {block.info for block in BLOCKS} <= {"crex", "crex-item", "crex-steps", "crex-wrong", "tsv", "text"}
    assert PAGE.count("\n```") == 2 * len(BLOCKS)


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
        for seed in range(20):
            choice, position = Random(seed), game.start(seed)
            while not position.over:
                position.take(choice.choice(position.codes))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_what_is_added_to_a_game_is_checked_and_compiled_with_it(story: Story, tmp_path: Path) -> None:
    assert list(compiled(story.files(tmp_path, *story.added)))


# ---- no form without an example ----
def made_by_the_grammar() -> set[str]:
    """Every rule and alias of the grammar that makes a node."""
    found: set[str] = set()
    for rule in grammar().rules:
        name = str(rule.alias or rule.origin.name)
        kept = sum(not (symbol.is_term and symbol.filter_out) for symbol in rule.expansion)
        passes_on = rule.options.expand1 and kept + sum(rule.options.empty_indices) == 1
        if not name.startswith("_") and (rule.alias or not passes_on):
            found.add(name)
    return found


def trees() -> Iterable[nodes.Node]:
    return (node for block in RULES for node in parse_text(block.whole()).walk())


def test_every_rule_of_the_grammar_makes_a_known_node() -> None:
    for name in made_by_the_grammar():
        nodes.node_class(name)


def test_no_form_lacks_an_example() -> None:
    shown = {type(node) for node in trees()}
    assert sorted(name for name in made_by_the_grammar() if nodes.node_class(name) not in shown) == []


def test_no_word_of_the_language_lacks_an_example() -> None:
    texts = [block.whole() for block in RULES]
    shown = {token.type for text in texts for token in grammar().parse_interactive(text).iter_parse()}
    known = {terminal.name for terminal in grammar().terminals} - set(grammar().ignore_tokens)
    assert known - shown == set()
