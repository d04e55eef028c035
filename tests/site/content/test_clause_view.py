"""A clause is shown with all that belongs to it, and leads to the same clause elsewhere."""

from crex_dsl.site.content.clause_view import ClauseView, ClauseViews, key_of, label_of
from tests.site.conftest import compendium

PAGE = "ford/royal-2.0/rules.md"
PLAIN, ROYAL = "First printing", "Bród, wydanie królewskie"


def curator(edition: str = "royal-2.0", language: str | None = None) -> ClauseViews:
    return ClauseViews(compendium(), compendium().book(edition, language))


def exhibit(name: str, edition: str = "royal-2.0", language: str | None = None) -> ClauseView:
    clerk = curator(edition, language)
    for chapter in clerk.book.chapters:
        for section in chapter.sections:
            for clause in section.clauses:
                if clause.id == name:
                    return clerk.show(clause, section, chapter.path)
    raise AssertionError(name)


def test_words_of_the_edition_with_live_values() -> None:
    shown = exhibit("road-limits")
    assert shown.paragraphs == ["Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1."]
    assert shown.language == "pl"
    assert exhibit("road-limits", language="en").language == "en"
    assert exhibit("combat-pass", "plain-1.0").language == "en"


def test_only_a_clause_that_is_not_reached_by_its_heading_has_an_anchor() -> None:
    assert exhibit("road-limits").anchor == "road-limits"
    assert exhibit("stride").anchor == ""


def test_examples_are_marked_as_verified_with_their_script() -> None:
    (example,) = exhibit("road-limits").examples
    assert example.title == "Road limits"
    assert example.verified
    assert "Road limits" in example.script


def test_the_question_on_a_clause_and_its_readings() -> None:
    ((href, ruling),) = exhibit("attack-limits").rulings
    assert href == "../pl/rulings.html#attack-rounding"
    assert [reading.id for reading in ruling.readings if reading.in_force] == ["one-attacks"]


def test_options_that_change_a_clause() -> None:
    links = {link.label: link for name in curator().book.clauses for link in exhibit(name).touches}
    assert links
    assert all(link.href.startswith("../pl/options.html#") for link in links.values())


def test_a_badge_where_another_edition_plays_otherwise_or_not_at_all() -> None:
    (badge,) = exhibit("road-limits").badges
    assert (badge.label, badge.href) == (f"Inaczej w: {PLAIN}", "../pl/differences/road-limits.html")
    (badge,) = exhibit("riders-pass").badges
    assert badge.label == f"Nie ma w: {PLAIN}"
    assert exhibit("stride").badges == []


def test_the_same_clause_in_the_other_books() -> None:
    links = {link.key: link for link in exhibit("road-limits").elsewhere}
    assert {key: link.href for key, link in links.items()} == {
        "plain-1.0": "../plain-1.0/rules.html#3.4",
        "royal-2.0/en": "en/rules.html#3.6",
    }
    assert links["plain-1.0"].label == f"{PLAIN} 3.4"
    assert links["royal-2.0/en"].label.endswith(' (English) <span lang="pl">3.6</span>')
    assert "plain-1.0" not in {link.key for link in exhibit("riders-pass").elsewhere}


def test_the_switch_leads_to_the_same_chapter_or_to_the_contents() -> None:
    links = {link.key: link.href for link in curator().switch(PAGE, "rules")}
    assert links == {"plain-1.0": "../plain-1.0/rules.html", "royal-2.0/en": "en/rules.html"}
    links = {link.key: link.href for link in curator().switch(PAGE, "no-such-chapter")}
    assert links == {"plain-1.0": "../plain-1.0/index.html", "royal-2.0/en": "en/index.html"}


def test_books_are_named_by_edition_and_language() -> None:
    assert [(key_of(book), label_of(book)) for book in compendium().books] == [
        ("plain-1.0", PLAIN),
        ("royal-2.0", ROYAL),
        ("royal-2.0/en", f"{ROYAL} (English)"),
    ]
