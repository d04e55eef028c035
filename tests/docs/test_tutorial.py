"""The tutorial tells the truth: after every step its files are in order, its sessions run as shown, its games end."""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from crex_dsl.engine.game import game_of
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language.formatter import format_text
from crex_dsl.language.source import Source
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.docs.pages import Fence, Typed, fences, page, sessions

FOLDER, GAME = "my-games", "herring"
PLAYABLE = 3  # the first step after which somebody decides
PART = re.compile(r"^\S.*\n(?: .*\n|\n)*", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A section of the page, with the rules that it adds and the commands that it shows."""

    number: int
    blocks: list[Fence]

    @property
    def rules(self) -> list[Fence]:
        return [block for block in self.blocks if block.info == "crex"]

    @property
    def sessions(self) -> list[Typed]:
        return sessions(self.blocks)


def steps() -> list[Step]:
    _, *parts = re.split(r"^## Step (?=\d+: )", page("tutorial.md"), flags=re.MULTILINE)
    return [Step(int(part.partition(":")[0]), fences(part)) for part in parts]


STEPS = steps()


def added(old: str, new: str) -> str:
    """A file with what a block adds at its end; a clause that is there already is put in the place of the old one."""
    parts = PART.findall(old)
    heads = [part.split()[:2] for part in parts]
    fresh = ""
    for part in PART.findall(new):
        head = part.split()[:2]
        if head[0] == "clause" and head in heads:
            place = heads.index(head)
            parts[place] = part.rstrip("\n") + "\n" * (2 if place < len(parts) - 1 else 1)
        else:
            fresh += part
    return "\n".join(text for text in ("".join(parts), fresh.rstrip("\n") + "\n") if text.strip())


def after(step: Step) -> dict[str, str]:
    """Every file as it stands after a step."""
    files: dict[str, str] = {}
    for block in (block for earlier in STEPS[: step.number] for block in earlier.rules):
        files[block.title] = added(files.get(block.title, ""), block.text)
    return files


@pytest.fixture
def standing(away: Path, request: pytest.FixtureRequest) -> Step:
    """A step whose files lie in the folder that the page names, beside which we stand."""
    step: Step = request.param
    for name, text in after(step).items():
        path = away / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return step


def every(some: list[Step]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("standing", some, indirect=True, ids=[f"step-{step.number}" for step in some])


def test_steps_are_counted() -> None:
    assert [step.number for step in STEPS] == list(range(1, len(STEPS) + 1))
    assert {block.info for step in STEPS for block in step.blocks} == {"crex", "console"}
    assert all(step.rules for step in STEPS)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"step-{step.number}")
def test_files_are_laid_out_as_crex_fmt_would(step: Step) -> None:
    for name, text in after(step).items():
        assert format_text(Source(name, text)) == text


@every(STEPS)
def test_after_each_step_the_rules_are_in_order_and_sessions_run_as_shown(standing: Step) -> None:
    Typed(f"crex check {FOLDER}", "…\nAll in order.\n").runs_as_shown()
    for session in standing.sessions:
        session.runs_as_shown()


@every(STEPS[PLAYABLE - 1 :])
def test_games_come_to_their_end(standing: Step) -> None:
    files = Library([Path(FOLDER)]).files(GAME)
    index = index_of(files)
    for edition in index.editions:
        for options in [[], ["as-printed"], *index.permitted(edition, 1)]:
            game = game_of(files, index.select(edition.id, options))
            assert [result for result in run_examples(game) if not result.ok] == []
            for seed in range(10):
                chance, position = Random(seed), game.start(seed)
                while not position.over:
                    position.take(chance.choice(position.codes))
