"""The first page of the site: every game, and three ways to it."""

from crex_dsl.site.editions.start import START, game_card, start_page
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
    page = start_page([card])
    assert "<h3>Learn</h3>" not in page.text
    assert "<h3>Look up</h3>" in page.text


def test_editions_go_by_their_titles_and_never_by_their_ids() -> None:
    page = start_page([game_card(compendium(game)) for game in ("ford", "na-grunwald")])
    words = Reading(page).words
    for game in ("ford", "na-grunwald"):
        content = compendium(game)
        for edition in content.editions:
            assert content.book(edition.id).brief_title in words
            assert edition.id not in words


def test_it_begins_the_site_and_its_links_are_those_of_its_cards() -> None:
    card = game_card(compendium("ford"))
    page = start_page([card])
    assert (page.path, page.title, page.shelf) == (START, "Start", ())
    assert {link.href for link in (*card.learn, *card.books, *card.across)} <= set(Reading(page).links)
