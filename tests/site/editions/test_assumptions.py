"""The assumptions as a page."""

from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.assumptions import assumptions_page
from tests.site.conftest import compendium, told_across


def page(game: str) -> Page:
    found = assumptions_page(told_across(game))
    assert found is not None
    return found


def test_each_has_a_row_with_its_sort_and_its_place() -> None:
    rows = [line for line in page("na-grunwald").text.splitlines() if line.startswith("<tr data-row")]
    open_questions = told_across("na-grunwald").open_questions
    assert len(rows) == len(open_questions.assumptions) > 20
    for row, assumed in zip(rows, open_questions.assumptions, strict=True):
        assert f'data-sort="{assumed.sort}"' in row
        assert f'<code class="crex-place">{assumed.place}</code>' in row


def test_a_ruling_is_asked_and_linked_and_a_clause_stands_in_its_editions() -> None:
    text = page("crusader-rex").text
    asked = next(each.asks for each in told_across("crusader-rex").open_questions.questions if each.id == "deck-mix")
    assert f'<a href="rulings.html#deck-mix">{asked}</a>' in text
    (row,) = (line for line in text.splitlines() if ">Pilgrims " in line)
    assert 'data-editions="french-1.x polish-1.4"' in row
    assert row.count('class="crex-number"') == 2


def test_a_table_is_named_with_its_clause() -> None:
    across = told_across("na-grunwald")
    table = next(each for each in across.open_questions.assumptions if each.sort == "table" and each.clause)
    titles = {clause.id: clause.title for clause in compendium("na-grunwald").concordance.clauses}
    assert f'<th scope="row">{titles[table.clause or ""]}: {across.kind(table.id)} <' in page("na-grunwald").text
