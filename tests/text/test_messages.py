"""The site speaks every language of the books, the prompt what it has been given; nothing is kept that nobody says."""

import re
from pathlib import Path

import pytest

import crex_dsl
from crex_dsl.text.messages import Messages, _Blanks, _table, languages, said, speaking

SPEAKING = [
    Path(crex_dsl.__file__).parent / layer
    for layer in ("rulebook", "engine", "site", "drawing", "gameplay", "play", "table", "cli")
]
USED = re.compile(r"""\bsay\(\s*["']([a-z-]+)["']|Messages\([\w.]+\)\(["']([a-z-]+)["']|say\(["']([a-z-]+)["'] if""")
SAID = re.compile(r"""\bsaid\(\s*["']([a-z-]+)["']""")
BLANK = re.compile(r"\{(\w+)[}:]")
PROMPT = "play-"


def test_languages() -> None:
    assert languages() == ["en", "pl", "fr", "ru"]


@pytest.mark.parametrize("key", _table())
def test_every_phrase_is_there_in_every_language_with_its_blanks(key: str) -> None:
    row = _table()[key]
    for language in languages():
        if language != "en" and key.startswith(PROMPT) and not row[language]:
            continue  # the prompt is spoken to in English where a language has no phrase yet
        assert row[language].strip() == row[language] != ""
        assert set(BLANK.findall(row[language])) == set(BLANK.findall(row["en"]))


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
    assert _Blanks("pl").format("{n} {n: linia | linie | linii}", n=5) == "5 linii"


def test_a_language_is_spoken_while_it_lasts() -> None:
    with speaking("pl"):
        assert said("index") == "Indeks"
        assert said("play-nothing-picked")  # in English, where there is nothing else
    assert said("index") == "Index"
