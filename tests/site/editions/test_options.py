"""The options as a page."""

import re
import shlex

import pytest

from crex_dsl.site.content.across import Across
from crex_dsl.site.editions.options import options_page
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading


def part(option: str, game: str = "ford") -> str:
    """What the page says of one option."""
    page = options_page(told_across(game))
    assert page is not None
    return re.split(r"^## ", page.text.partition(f"{{ #{option} }}")[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("game", ["ford", "quince", "dash", "na-grunwald", "crusader-rex"])
def test_every_option_has_its_anchor_and_what_is_typed_can_be_typed(game: str) -> None:
    index = compendium(game).index
    page = options_page(told_across(game))
    assert page is not None
    assert Reading(page).anchors == {option.id for option in index.options}
    typed = re.findall(r"crex play [^<\n]*-e [^<\n]*", page.text)
    assert len(typed) == len(index.options)
    for line in typed:
        words = shlex.split(line)
        assert ("-g" in words) == (not index.default)
        options = [words[place + 1] for place, word in enumerate(words) if word == "-o"]
        index.select(words[words.index("-e") + 1], options)


def test_an_option_tells_what_it_brings_and_what_it_changes() -> None:
    text = part("guides")
    assert 'Road limits: <span class="crex-verb">changed</span>' in text
    assert 'Local guides: <span class="crex-verb">new</span>' in text
    assert '<a class="crex-number" href="royal-2.0/rules.html#3.6" title="Limity dróg" lang="pl">3.6</a>' in text


def test_what_a_needed_option_brings_can_be_changed() -> None:
    text = part("spare-horses")
    assert 'Forced march: <span class="crex-verb">changed</span>' in text
    assert '<dt>Needs</dt><dd><a href="#forced-marches">Forced marches</a></dd>' in text
    assert "crex play -e royal-2.0 -o spare-horses -o forced-marches" in text


def test_exclusion_is_told_on_both_sides() -> None:
    one, two = "spring-floods", "dry-summer"
    assert f'<dt>Excludes</dt><dd><a href="#{two}">' in part(one)
    assert f'<dt>Excludes</dt><dd><a href="#{one}">' in part(two)


def test_readings_lead_to_their_ruling() -> None:
    text = part("generous-losses", "na-grunwald")
    assert '<dt>Readings</dt><dd><a href="rulings.html#loss-procedure">loss-procedure=freely</a></dd>' in text


def test_an_option_that_no_edition_takes_is_told_without_a_command() -> None:
    told = compendium("ford")
    lost = told.index.options[0].model_copy(update={"id": "scouts", "layers": ["nowhere"], "needs": []})
    index = told.index.model_copy(update={"options": [lost]})
    page = options_page(Across(type(told)(told.files, index), "en"))
    assert page is not None
    assert "<dt>For</dt><dd>no edition</dd>" in page.text
    assert "crex diff" not in page.text
