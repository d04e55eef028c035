"""The first page of the site: every game, and three ways to it."""

from crex_dsl.site.editions.start import START, game_card, start_pages
from tests.site.conftest import compendium
from tests.site.editions.reading import Reading


def test_a_game_leads_three_ways() -> None:
    card = game_card(compendium("crusader-rex"))
    assert [link.label for link in card.books] == [
        "English rules 2.0",
        "Règles françaises 1.x",
        "Zasady polskie 1.4",
        "Русские правила 2.0",
    ]
    assert [link.href for link in card.learn] == [link.href.replace("index", "learn") for link in card.books]
    assert [link.language for link in card.learn] == ["en", "fr", "pl", "ru"]
    assert [link.href for link in card.across] == ["crusader-rex/differences.html", "crusader-rex/rulings.html"]
    assert card.commands == ["crex play"]
    assert card.board is not None and card.board.startswith("<svg")


def test_what_a_game_does_not_have_is_not_offered() -> None:
    card = game_card(compendium("noughts"))
    assert (card.learn, card.across) == ([], [])
    assert card.commands == ["crex play -g noughts"]
    (page,) = start_pages({"en": [card]})
    assert "<h3>Learn</h3>" not in page.text
    assert "<h3>Look up</h3>" in page.text


def test_editions_go_by_their_titles_and_never_by_their_ids() -> None:
    (page,) = start_pages({"en": [game_card(compendium(game)) for game in ("ford", "na-grunwald")]})
    words = Reading(page).words
    for game in ("ford", "na-grunwald"):
        content = compendium(game)
        for edition in content.editions:
            assert content.book(edition.id).brief_title in words
            assert edition.id not in words


def test_it_begins_the_site_and_its_links_are_those_of_its_cards() -> None:
    card = game_card(compendium("ford"))
    (page,) = start_pages({"en": [card]})
    assert (page.path, page.title, page.shelf) == (START, "Start", ())
    assert {link.href for link in (*card.learn, *card.books, *card.across)} <= set(Reading(page).links)


def test_there_is_one_in_every_language_and_each_leads_to_the_others() -> None:
    content = compendium("ford")
    pages = start_pages({language: [game_card(content, language)] for language in ("en", "pl", "ru")})
    assert [(page.path, page.language) for page in pages] == [("index.md", "en"), ("pl.md", "pl"), ("ru.md", "ru")]
    for page in pages:
        others = {other.path.replace(".md", ".html") for other in pages if other is not page}
        assert others <= set(Reading(page).links)
    assert "Sprawdzanie" in Reading(pages[1]).words
    assert "Справка" in Reading(pages[2]).words


def test_a_game_is_told_in_the_language_of_the_page_as_far_as_it_has_words() -> None:
    card = game_card(compendium("ford"), "pl")
    assert (card.scope_language, card.front) == ("pl", "ford/pl/index.html")
    assert card.books[0].language == "pl"
    assert card.across[0].href == "ford/pl/differences.html"
    other = game_card(compendium("noughts"), "pl")
    assert (other.scope_language, other.front) == ("en", "noughts/index.html")
