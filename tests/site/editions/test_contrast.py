"""A page for each clause that editions play otherwise."""

from itertools import pairwise

import pytest

from crex_dsl.site.content.across import Across
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.contrast import Parting, contrast_pages, parties
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading


def page(clause: str, game: str = "ford", language: str = "en") -> Page:
    return of_clause(told_across(game, language), clause)


def of_clause(across: Across, clause: str) -> Page:
    (found,) = (page for page in contrast_pages(across) if page.path == across.difference_path(clause))
    return found


@pytest.fixture
def without_examples(monkeypatch: pytest.MonkeyPatch) -> GameContent:
    """A whole game, none of whose examples is played or drawn: that takes half a minute, and is for the soak."""
    whole = compendium("crusader-rex")
    told = GameContent(whole.files, whole.index)
    nothing = {(edition, language): {} for edition in told.records for language in told.languages}
    monkeypatch.setattr(told, "_stories", nothing)
    return told


@pytest.mark.parametrize("game", ["ford", "crusader-rex", "na-grunwald", "dash"])
def test_editions_of_one_party_do_not_part(game: str) -> None:
    told = compendium(game)
    for clause, parted in told.parted.items():
        found = parties(told, clause)
        assert sorted(name for party in found for name in party) == sorted(told.records)
        assert len(found) > 1
        for party in found:
            assert not any(set(parted.get(name, ())) & set(party) for name in party)


def test_editions_without_the_clause_come_last() -> None:
    assert parties(compendium("ford"), "forced-march") == [["plain-1.0"], ["royal-2.0"]]
    assert parties(compendium("ford"), "river-ambush") == [["royal-2.0"], ["plain-1.0"]]
    words = Reading(page("river-ambush")).words
    assert "Played in Bród, wydanie królewskie ; not at all in First printing ." in words
    assert "There is no such rule here." in words


def test_each_wording_is_in_its_language_with_our_words_below() -> None:
    text = page("road-limits").text
    assert '<p class="crex-says" lang="pl">Drogą główną przejdą w ruchu najwyżej 2 bloczki' in text
    assert '<p class="crex-meaning">At most 2 blocks use a major road in a movement' in text
    assert text.count('class="crex-meaning"') == 1  # the other one is in our words
    assert text.index('lang="en">Per movement') < text.index('lang="pl">Drogą')
    assert '<a class="crex-number" href="../royal-2.0/rules.html#3.6"' in text


def test_changes_go_from_the_first_party_to_the_others() -> None:
    text = page("battle-rounds").text
    assert "<strong>First printing <span" in text
    assert 'class="crex-before">4</td>' in text
    assert 'class="crex-after">3</td>' in text


def test_a_clause_that_one_edition_has_is_told_whole() -> None:
    text = page("forced-march").text
    assert "<strong>Only in First printing</strong>" in text
    assert 'class="crex-after"' not in text
    (clause,) = (each for each in compendium("ford").records["plain-1.0"].clauses if each.id == "forced-march")
    assert len(clause.effects) > 2
    assert text.partition("<strong>Only in")[2].partition("</table>")[0].count('<th scope="row">') == len(
        clause.effects
    )


def test_an_edition_without_the_clause_says_what_brings_it() -> None:
    text = page("forced-march").text
    assert '<p class="crex-gone">Not here, except <span class="crex-number" lang="pl">8.1</span>' in text
    assert 'with <a href="../options.html#forced-marches" translate="no">forced-marches</a></span>.</p>' in text


def test_a_clause_of_words_alone_changes_nothing() -> None:
    told = Across(GameContent(compendium("ford").files, compendium("ford").index), "en")
    told.records = {name: record.model_copy(deep=True) for name, record in told.records.items()}
    for clause in told.records["royal-2.0"].clauses:
        if clause.id == "river-ambush":
            clause.effects = []
    (found,) = (each for each in contrast_pages(told) if each.path.endswith("/river-ambush.md"))
    assert "As the rule files say it" in page("river-ambush").text
    assert "As the rule files say it" not in found.text


@pytest.mark.soak  # of all games only this one has four editions, and its pages compile every reading
def test_same_changes_are_told_once() -> None:
    text = page("road-limits", "crusader-rex").text
    assert text.count('<section class="crex-parting">') == 1
    assert "<strong>English rules 2.0, Русские правила 2.0 <span" in text
    assert "</span> Règles françaises 1.x, Zasady polskie 1.4</strong>" in text


def test_those_who_part_are_told_together_only_if_all_do() -> None:
    assert Parting([("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")], []).between == [("a, b", "c, d")]
    assert Parting([("a", "c"), ("b", "d")], []).between == [("a", "c"), ("b", "d")]


def test_examples_say_where_they_run_and_that_they_were_verified() -> None:
    text = page("road-limits").text
    assert "<summary>Road limits <span" in text
    assert (
        '<span class="crex-edition">First printing, Bród, wydanie królewskie</span> <span class="crex-verified">'
        in text
    )


def test_rulings_are_held_against_each_other(without_examples: GameContent) -> None:
    lines = of_clause(Across(without_examples, "en"), "road-limits").text.splitlines()
    (row,) = (line for line in lines if "rulings.html#german-roads" in line)
    assert row.count("<td>") == 2
    assert row.count('<td class="crex-absent">–</td>') == 2


def test_figures_that_come_from_elsewhere_are_linked(without_examples: GameContent) -> None:
    text = of_clause(Across(without_examples, "en"), "road-limits").text
    assert 'It also rests on figures that differ in <a href="event-guide.html">Guide</a>' in text


def test_pages_follow_one_another() -> None:
    pages = list(contrast_pages(told_across("ford")))
    assert 'rel="prev"' not in pages[0].text and 'rel="next"' not in pages[-1].text
    for one, two in pairwise(pages):
        assert f'rel="next" href="{two.path.rsplit("/", 1)[1].removesuffix(".md")}.html"' in one.text
        assert f'rel="prev" href="{one.path.rsplit("/", 1)[1].removesuffix(".md")}.html"' in two.text


def test_readers_of_a_book_are_told_in_its_language() -> None:
    found = page("road-limits", language="pl")
    assert (found.path, found.title, found.language) == ("ford/pl/differences/road-limits.md", "Limity dróg", "pl")
    words = Reading(found).words
    assert "Tak grają: First printing ; inaczej grają: Bród, wydanie królewskie ." in words
    assert "Played" not in words
    assert '<a class="crex-number" href="../../royal-2.0/rules.html#3.6"' in found.text
