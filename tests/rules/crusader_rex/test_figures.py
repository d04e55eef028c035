"""Figures of the rules that no example of the books shows: a change of any of them is noticed here."""

from __future__ import annotations

import dataclasses

import pytest

from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language.parser import parse_text
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from tests.conformance.cases import library
from tests.rules.hasty import hasty_game

GAME = "crusader-rex"
EXAMPLES = {
    ("english-2.0", "wide-roads"): """
example "Nobody has most cities" on victory-cities with wide-roads
    given
        do clear-the-map
        place walter, saladin at acre
    then
        held(franks) = 3 and held(saracens) = 3
    when
        begin final-reckoning
    then
        game drawn
example "Half as many retreat" on retreat-limits with wide-roads
    then
        retreat_limit_by_size(major) = 4
        retreat_limit_by_size(minor) = 2
""",
    ("french-1.x", "firepower-charge"): """
example "One more, not two" on knights-charge with firepower-charge
    then
        krak-hospitallers.firepower = 3
        charge_firepower(krak-hospitallers) = 4
""",
}


def with_examples(text: GameText, more: str) -> GameText:
    """A game with some more examples."""
    base = dataclasses.replace(text.base, tops=[*text.base.tops, *parse_text(more).items])  # type: ignore[list-item]
    return GameText(text.id, {**text.layers, text.id: base})


@pytest.mark.parametrize(("edition", "option"), EXAMPLES, ids=str)
def test_a_figure_is_what_the_book_says(edition: str, option: str) -> None:
    files, more = library().files(GAME), EXAMPLES[edition, option]
    game = hasty_game(files, index_of(files).select(edition, [option]), with_examples(parsed(files), more))
    results = {result.title: result.message for result in run_examples(game)}
    titles = [line.split('"')[1] for line in more.splitlines() if line.startswith("example")]
    assert {title: results[title] for title in titles} == dict.fromkeys(titles, "")
