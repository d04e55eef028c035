"""Site, table and prompt speak every language of the books; nothing is kept that nobody says."""

import re
from pathlib import Path

import pytest

import crex_dsl
from crex_dsl.text.locale import plural_form
from crex_dsl.text.messages import Messages, _table, languages, listed_as_said, said, speaking
from crex_dsl.text.spelling import did_you_mean, did_you_mean_as_said

SPEAKING = [
    Path(crex_dsl.__file__).parent / layer
    for layer in ("text", "rulebook", "engine", "site", "drawing", "gameplay", "play", "table", "cli")
]
USED = re.compile(r"""\bsay\(\s*["']([a-z-]+)["']|Messages\([\w.]+\)\(["']([a-z-]+)["']|say\(["']([a-z-]+)["'] if""")
SAID = re.compile(r"""\bsaid\(\s*["']([a-z-]+)["']""")
BLANK = re.compile(r"\{(\w+)[}:]")
FORMS = re.compile(r"\{\w+:([^}]*\|[^}]*)\}")


def test_languages() -> None:
    assert languages() == ["en", "pl", "fr", "ru"]


@pytest.mark.parametrize("key", _table())
def test_every_phrase_is_there_in_every_language_with_its_blanks(key: str) -> None:
    row = _table()[key]
    for language in languages():
        assert row[language].strip() == row[language] != ""
        assert set(BLANK.findall(row[language])) == set(BLANK.findall(row["en"]))


@pytest.mark.parametrize("language", languages())
def test_a_word_that_goes_with_a_number_has_every_form_of_its_language(language: str) -> None:
    counts = {form.count("|") + 1 for row in _table().values() for form in FORMS.findall(row[language])}
    assert counts == {len({plural_form(language, number) for number in range(100)})}


def test_every_phrase_is_used() -> None:
    endings = (".py", ".jinja", ".html", ".js")
    files = [file for folder in SPEAKING for file in sorted(folder.rglob("*")) if file.suffix in endings]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    unused = [key for key in _table() if not any(f"{q}{name}{q}" in text for q in "\"'" for name in _names(key))]
    assert unused == []
    asked = {key for found in USED.findall(text) for key in found if key} | set(SAID.findall(text))
    assert asked <= _table().keys()


def _names(key: str) -> tuple[str, ...]:
    """A phrase by its key; of a chart also by what follows `chart-`, of others by what stands before it."""
    stem = key.rpartition("-")[0]
    return key, key.removeprefix("chart-"), f"{stem}-{{self._counted}}", f"{stem}-{{self.kind}}"


def test_a_language_without_phrases_is_spoken_to_in_english() -> None:
    assert Messages("de")("index") == "Index"
    assert Messages("pl")("also-at", numbers="1.2") == "także: 1.2"


def test_the_form_of_a_word_goes_with_its_number() -> None:
    assert Messages("en")("play-lines-before", count=1, lines=9) == "… 1 line before: `log 9` tells them"
    assert Messages("en")("play-lines-before", count=2, lines=9) == "… 2 lines before: `log 9` tells them"
    told = [Messages("pl")("play-lines-before", count=count, lines=9).split(":")[0] for count in (1, 22, 25)]
    assert told == ["… wcześniej 1 wiersz", "… wcześniej 22 wiersze", "… wcześniej 25 wierszy"]


def test_words_are_listed_as_in_the_language_that_is_spoken() -> None:
    assert listed_as_said("abc", "or") == "a, b or c"
    with speaking("pl"):
        assert listed_as_said("abc") == "a, b i c"
        assert listed_as_said("abc", "or") == "a, b lub c"
        assert listed_as_said(str(number) for number in range(1000)).endswith(" i jeszcze 970")
        assert did_you_mean_as_said("borad", ["board", "map"]) == "czy chodziło o `board`?"
    assert did_you_mean_as_said("borad", ["board", "map"]) == did_you_mean("borad", ["board", "map"])


def test_a_language_is_spoken_while_it_lasts() -> None:
    with speaking("pl"):
        assert said("index") == "Indeks"
        assert said("play-nothing-picked") == "Nic nie jest wybrane."
    assert said("index") == "Index"
