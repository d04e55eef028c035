"""The small game and the charts that these tests look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from crex_dsl.drawing.flowchart.flow import Flow, Fork, Frame, Loop, Node
from crex_dsl.drawing.flowchart.procedure_flow import flow_of
from crex_dsl.rulebook.rulebook import ChartTerm, Rulebook
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.conformance.cases import library
from tests.rulebook.small import HEAD, Small

Follow = Callable[..., Flow]

GAME = """
stage turn in game with mover: player starts at red, late: yes or no
kind spot is one, two
kind pawn
    owner : player
    placed at : spot, starts at one

clause pawns "Pawns"
    table pawn
        | id   | owner |
        | rook | red   |
        | crow | blue  |

clause jumping "Jumping"
    set tired of pawn per turn
    action jump(pawn) by pawn.owner in turn
        text "jump"
        do
            add pawn to tired
            do land(pawn)
    permit jump(pawn) when pawn not in tired
    procedure land(pawn) in turn
        move pawn to two
        do dust

clause resting "Resting"
    action rest in turn
        text "rest"
        do
            return
    permit rest
    moment dust in turn
    procedure tidy in turn
        clear tired
    procedure sweep in turn
        do tidy
        roll 1 die

clause sneezing "Sneezing"
    after dust
        clear tired

clause plain-words "Plain words" wording
    procedure shuffle-about in turn
        do sweep
"""


@pytest.fixture
def follow(tmp_path: Path) -> Follow:
    """Follows a procedure `main` of the clause `doing`, written as its steps, which opens some others."""

    def followed(steps: str, *opens: str, more: str = "", variants: str = "", edition: str | None = None) -> Flow:
        lines = "".join(f"        {line}\n" for line in steps.splitlines())
        base = f'{GAME}\nclause doing "Doing"\n    procedure main in turn\n{lines}{more}\n'
        book = Small(tmp_path).book(base, variants, edition, head=HEAD)
        procedures = book.world.procedures
        return flow_of(book, ChartTerm(procedures["main"], tuple(procedures[name] for name in opens)))

    return followed


@cache
def books() -> tuple[tuple[str, Rulebook], ...]:
    """Every edition of every game at hand, the fixtures included, by name."""
    found = []
    for game in library().games():
        files = library().files(game)
        index = index_of(files)
        for edition in index.editions:
            made = rulebook(files, index.select(edition.id, ()), scripts=False)
            found.append((f"{game}:{edition.id}", made))
    return tuple(found)


def flows() -> Iterator[tuple[str, Flow]]:
    """Every chart that the rule files declare, in every edition and language; of a fixture all procedures, all open."""
    for name, book in books():
        procedures = tuple(book.world.procedures.values())
        charts = book.charts or [ChartTerm(each, procedures) for each in procedures]
        for chart in charts:
            for language in dict.fromkeys((book.language, book.base_language)):
                yield f"{name}:{chart.procedure.name}:{language}", flow_of(book, chart, language)


def nodes(node: Node) -> Iterator[Node]:
    """A node and all that are in it."""
    yield node
    match node:
        case Frame(steps=steps) | Loop(steps=steps):
            inner = steps
        case Fork(arms=arms):
            inner = tuple(step for arm in arms for step in arm.steps)
        case _:
            inner = ()
    for step in inner:
        yield from nodes(step)
