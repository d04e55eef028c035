"""The site speaks every language of the books, and says nothing that no page needs."""

import re
from pathlib import Path

import pytest

import crex_dsl
from crex_dsl.text.messages import Messages, _table, languages

SPEAKING = [Path(crex_dsl.__file__).parent / layer for layer in ("site", "drawing", "table")]
USED = re.compile(r"""\bsay\(\s*["']([a-z-]+)["']|Messages\([\w.]+\)\(["']([a-z-]+)["']|say\(["']([a-z-]+)["'] if""")
BLANK = re.compile(r"\{(\w+)\}")


def test_languages() -> None:
    assert languages() == ["en", "pl", "fr", "ru"]


@pytest.mark.parametrize("key", _table())
def test_every_phrase_is_there_in_every_language_with_its_blanks(key: str) -> None:
    row = _table()[key]
    for language in languages():
        assert row[language].strip() == row[language] != ""
        assert sorted(BLANK.findall(row[language])) == sorted(BLANK.findall(row["en"]))


def test_every_phrase_is_used() -> None:
    endings = (".py", ".jinja", ".html", ".js")
    files = [file for folder in SPEAKING for file in sorted(folder.rglob("*")) if file.suffix in endings]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    unused = [key for key in _table() if not any(f"{q}{name}{q}" in text for q in "\"'" for name in _names(key))]
    assert unused == []
    asked = {key for found in USED.findall(text) for key in found if key}
    assert asked <= _table().keys()


def _names(key: str) -> tuple[str, ...]:
    """A phrase by its key; one of a chart also by what follows `chart-`."""
    return key, key.removeprefix("chart-")


def test_a_language_without_phrases_is_spoken_to_in_english() -> None:
    assert Messages("de")("index") == "Index"
    assert Messages("pl")("also-at", numbers="1.2") == "także: 1.2"
