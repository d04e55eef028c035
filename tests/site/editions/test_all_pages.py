"""The pages across editions: which there are, and that every link on them and to them arrives."""

import posixpath

import pytest

from crex_dsl.site.editions.all_pages import across_pages
from crex_dsl.site.editions.assumptions import assumptions_page
from crex_dsl.site.editions.concordance import concordance_page
from crex_dsl.site.editions.differences import pair_pages
from crex_dsl.site.editions.rulings import rulings_page
from crex_dsl.site.publish.all_pages import game_pages
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading
from tests.soaked import soaked


def names(game: str) -> list[str]:
    pages = across_pages(compendium(game))
    return [page.path.removeprefix(f"{game}/") for page in pages if page.language == "en"]


def test_a_game_of_several_editions_has_all_of_them() -> None:
    assert names("ford")[:5] == ["index.md", "concordance.md", "differences.md", "options.md", "rulings.md"]
    parted = {f"differences/{clause}.md" for clause in compendium("ford").parted}
    assert len(parted) == 17
    assert set(names("ford")[5:]) == {*parted, "between/plain-1.0--royal-2.0.md"}


def test_a_game_of_one_edition_compares_nothing() -> None:
    assert names("noughts") == ["index.md"]


def test_pages_without_content_are_left_out() -> None:
    assert "rulings.md" not in names("quince")
    assert "assumptions.md" in names("quince")
    assert "assumptions.md" not in names("ford")


def test_the_front_page_is_that_of_the_section_and_clauses_are_not_in_the_navigation() -> None:
    front, *others = (page for page in across_pages(compendium("ford")) if page.language == "en")
    assert front.shelf == ("The Ford",)
    assert {page.shelf for page in others} == {("The Ford", "Across editions"), None}
    assert all((page.shelf is None) == ("/differences/" in page.path or "/between/" in page.path) for page in others)


@pytest.mark.parametrize("game", ["ford", "quince", "dash", "noughts", *soaked(["na-grunwald"])])
def test_every_link_arrives(game: str) -> None:
    """Those on the pages across editions, and those that lead from the books to them."""
    across = {page.path for page in across_pages(compendium(game))}
    readings = {page.path: Reading(page) for page in game_pages(compendium(game))}
    followed = 0
    for path, reading in readings.items():
        for href in reading.links:
            file, _, anchor = href.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)).removesuffix(".html") + ".md"
            target = place if file else path
            named = target.removeprefix(f"{game}/")
            if path in across or "/" not in named or named.startswith("differences/"):
                assert target in readings, f"{path} links to {href}"
                assert not anchor or anchor in readings[target].anchors, f"{path} links to {href}"
                followed += 1
    assert followed >= (3 if game == "noughts" else 40)


@pytest.mark.parametrize("game", ["ford", "quince", *soaked(["na-grunwald"])])
def test_ids_stand_once_on_a_page(game: str) -> None:
    for page in across_pages(compendium(game)):
        ids = [element["id"] for element in Reading(page).having("id")]
        assert len(ids) == len(set(ids)), page.path


FILTERED = [
    ("crusader-rex", "concordance"),
    ("crusader-rex", "between/english-2.0--polish-1.4"),
    ("crusader-rex", "assumptions"),
    ("ford", "rulings"),
    pytest.param("crusader-rex", "rulings", marks=pytest.mark.soak),  # which compiles every reading
]


@pytest.mark.parametrize(("game", "name"), FILTERED)
def test_a_filter_asks_only_for_what_rows_tell(game: str, name: str) -> None:
    content = told_across(game)
    makers = {"concordance": concordance_page, "rulings": rulings_page, "assumptions": assumptions_page}
    made = [makers[name](content)] if name in makers else pair_pages(content)
    (page,) = (page for page in made if page is not None and page.path == f"{game}/{name}.md")
    reading = Reading(page)
    (form,) = (element for element in reading.elements if element.tag == "form")
    assert "hidden" in form.attributes
    assert form["data-filter"] in reading.anchors
    rows = reading.having("data-row")
    assert rows and all("hidden" not in row.attributes for row in rows)
    for control in reading.having("data-match"):
        assert all(row[f"data-{control['data-match']}"] for row in rows)


def test_every_language_of_the_books_has_them_all() -> None:
    pages = list(across_pages(compendium("ford")))
    english, polish = ([page for page in pages if page.language == language] for language in ("en", "pl"))
    assert len(english) + len(polish) == len(pages)
    assert [page.path.replace("ford/", "ford/pl/", 1) for page in english] == [page.path for page in polish]
    assert {page.shelf for page in polish} == {("The Ford",), ("The Ford", "Porównanie edycji"), None}
    for one, two in zip(english, polish, strict=True):
        assert 'hreflang="pl" lang="pl">polski</a></nav>' in one.text
        assert 'hreflang="en" lang="en">English</a></nav>' in two.text
