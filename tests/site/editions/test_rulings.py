"""The rulings as a page."""

import re

from crex_dsl.site.editions.rulings import rulings_page
from tests.site.conftest import compendium
from tests.site.editions.reading import Reading


def card(ruling: str, game: str = "ford") -> str:
    """What the page says of one ruling."""
    page = rulings_page(compendium(game))
    assert page is not None
    (found,) = (each for each in page.text.split("<section ")[1:] if f'<h2 id="{ruling}">' in each)
    return found


def test_every_ruling_has_its_anchor() -> None:
    page = rulings_page(compendium("na-grunwald"))
    assert page is not None
    questions = {question.id for question in compendium("na-grunwald").open_questions.questions}
    assert Reading(page).anchors >= questions
    assert len(Reading(page).having("data-row")) == len(questions) > 40


def test_only_readings_that_could_be_taken_instead_are_offered() -> None:
    text = card("attack-rounding")
    assert re.findall(r'<code class="crex-choice">(.*?)</code>', text) == ["-o attack-rounding=nobody-attacks"]
    assert re.findall(r'crex-mark-\w+">(\w+)</span> <strong>([\w-]+)', text) == [
        ("printed", "nobody-attacks"),
        ("taken", "one-attacks"),
        ("unplayable", "no-attack-at-all"),
    ]
    assert '<li class="crex-taken"><span class="crex-mark crex-mark-taken">' in text


def test_a_ruling_names_its_editions_and_leads_to_its_clauses() -> None:
    text = card("attack-rounding")
    assert 'data-editions="royal-2.0" data-about="play"' in text
    assert "Changes play" in text
    part = compendium("ford").side.text("ford/parts/attack-rounding.js")
    assert 'href=\\"royal-2.0/rules.html#attack-limits\\" title=\\"Limity dróg\\"' in part


def test_some_rulings_are_about_words_only() -> None:
    open_questions = compendium("na-grunwald").open_questions
    worded = next(question for question in open_questions.questions if not question.plays)
    text = card(worded.id, "na-grunwald")
    assert 'data-about="words"' in text
    assert "About words only" in text
