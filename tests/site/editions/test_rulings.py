"""The rulings as a page."""

import re

from crex_dsl.site.editions.rulings import rulings_page
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading


def card(ruling: str, game: str = "ford", language: str = "en") -> str:
    """What the page says of one ruling."""
    page = rulings_page(told_across(game, language))
    assert page is not None
    (found,) = (each for each in page.text.split("<section ")[1:] if f'<h2 id="{ruling}">' in each)
    return found


def test_every_ruling_has_its_anchor() -> None:
    page = rulings_page(told_across("na-grunwald"))
    assert page is not None
    questions = {question.id for question in told_across("na-grunwald").open_questions.questions}
    assert Reading(page).anchors >= questions
    assert len(Reading(page).having("data-row")) == len(questions) > 40


def test_only_readings_that_could_be_taken_instead_are_offered() -> None:
    text = card("attack-rounding")
    assert re.findall(r'<code class="crex-choice">(.*?)</code>', text) == ["-o attack-rounding=nobody-attacks"]
    assert re.findall(r'crex-mark-\w+">(\w+)</span> <strong>(\w)</strong>', text) == [
        ("printed", "a"),
        ("taken", "b"),
        ("unplayable", "c"),
    ]
    assert '<li class="crex-taken"><span class="crex-mark crex-mark-taken">' in text


def test_a_ruling_names_its_editions_and_leads_to_its_clauses() -> None:
    text = card("attack-rounding")
    assert 'data-editions="royal-2.0" data-about="play"' in text
    assert "Changes play" in text
    part = compendium("ford").side.text("ford/parts/attack-rounding.js")
    assert 'href=\\"royal-2.0/rules.html#attack-limits\\" title=\\"Limity dróg\\"' in part


def test_some_rulings_are_about_words_only() -> None:
    open_questions = told_across("na-grunwald").open_questions
    worded = next(question for question in open_questions.questions if not question.plays)
    text = card(worded.id, "na-grunwald")
    assert 'data-about="words"' in text
    assert "About words only" in text


def test_every_reading_that_has_an_example_is_shown_the_one_that_is_taken_too() -> None:
    told_across().content.reading_stories("royal-2.0")
    card("attack-rounding")
    part = compendium("ford").side.text("ford/parts/attack-rounding.js")
    marked = r'<summary><span class=\\"crex-mark( crex-mark-taken)?\\">(\w)</span>'
    assert re.findall(marked, part.replace("<\\/", "</")) == [("", "a"), (" crex-mark-taken", "b")]
    stories = re.findall(r'data-story=\\"([^"]*)\\"', part)
    assert len(stories) == 2
    assert all(f"ford/{story}" in compendium("ford").side.paths for story in stories)


def test_readers_of_a_book_find_the_questions_in_its_language() -> None:
    page = rulings_page(told_across("na-grunwald", "pl"))
    assert page is not None
    assert (page.path, page.title, page.language) == ("na-grunwald/pl/rulings.md", "Rozstrzygnięcia", "pl")
    asked = {question.id: question.asks for question in told_across("na-grunwald", "pl").open_questions.questions}
    english = {question.id: question.asks for question in told_across("na-grunwald").open_questions.questions}
    assert asked.keys() == english.keys()
    assert [name for name in asked if asked[name] == english[name]] == []
    assert all(text in page.text.replace("&#39;", "'").replace("&#34;", '"') for text in asked.values())
