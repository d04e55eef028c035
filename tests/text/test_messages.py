"""Site, table, prompt and commands speak every language of the books; nothing is kept that nobody says."""

import re
from string import Formatter

import pytest

from crex_dsl.text.locale import plural_form
from crex_dsl.text.messages import (
    KEY,
    OWN,
    Messages,
    _catalogue,
    languages,
    listed_as_said,
    number_as_said,
    said,
    speaking,
)
from crex_dsl.text.po_file import CATALOGUES, forms_by_name
from crex_dsl.text.spelling import did_you_mean
from tests.text.catalogue import TEMPLATE, by_name, names_in_code, read, recorded, told_in_code, told_in_files

FURTHER = languages()[1:]
# Where `say` is a catalogue's, and not the console's or an index's.
USED = re.compile(r"""\bsay\(\s*["']([a-z]+(?:-[a-z]+)+)["']|Messages\([\w.]+\)\(["']([a-z-]+)["']""")


def test_languages() -> None:
    assert languages() == ("en", "fr", "pl", "ru")


@pytest.mark.parametrize("language", FURTHER)
def test_a_language_is_complete_and_nothing_in_it_is_in_doubt(language: str) -> None:
    for name, message in by_name(read(CATALOGUES / f"{language}.po")).items():
        forms = [message.string] if isinstance(message.string, str) else message.string
        assert all(form.strip() == form != "" for form in forms), f"{name}: not translated"
        assert not message.fuzzy, f"{name}: the English has changed; look at it, and drop the line with `fuzzy`"


@pytest.mark.parametrize("language", FURTHER)
def test_a_translation_has_the_blanks_of_the_english(language: str) -> None:
    for name, message in by_name(read(CATALOGUES / f"{language}.po")).items():
        english = [message.id] if isinstance(message.id, str) else message.id
        forms = [message.string] if isinstance(message.string, str) else message.string
        assert {blank for form in forms for blank in _blanks(form)} == {b for each in english for b in _blanks(each)}, (
            name
        )


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", FURTHER)
def test_what_goes_with_a_number_has_every_form_of_its_language(language: str) -> None:
    catalogue = read(CATALOGUES / f"{language}.po")
    assert catalogue.num_plurals == len({plural_form(language, number) for number in range(200)})
    several = [message for message in catalogue if message.pluralizable]
    assert several
    assert {len(message.string) for message in several} == {catalogue.num_plurals}
    assert {"count"} & set.intersection(*(_blanks(message.id[1]) for message in several))


@pytest.mark.parametrize("language", languages())
def test_our_reader_reads_what_gettext_reads(language: str) -> None:
    file = TEMPLATE if language == OWN else CATALOGUES / f"{language}.po"
    for name, message in by_name(read(file)).items():
        told = message.id if language == OWN else message.string
        assert _catalogue(language)[name] == ((told,) if isinstance(told, str) else tuple(told))
    assert len(_catalogue(language)) == len(by_name(read(file)))


def test_what_the_code_says_is_in_the_catalogues_and_nothing_else() -> None:
    stale = [path.name for path, text in recorded().items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "`make messages` records what the code says"
    known = by_name(read(TEMPLATE))
    assert [key for key in told_in_code() if key not in known] == []
    files = told_in_files()
    assert {key for found in USED.findall(files) for key in found if key} <= known.keys()
    assert [key for key in known if KEY.fullmatch(key) and not any(name in files for name in names_in_code(key))] == []


def test_rows_of_a_table_are_taken_in() -> None:
    row = {
        "key": "index",
        "en": "{count: word | words}",
        "fr": "mot",
        "pl": "{count: a | b | c}",
        "ru": "{count: d | e}",
    }
    texts = recorded([row])
    assert 'msgctxt "index"\nmsgid "word"\nmsgid_plural "words"\nmsgstr[0] ""' in texts[TEMPLATE]
    assert 'msgid_plural "words"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"' in texts[CATALOGUES / "pl.po"]
    assert 'msgid_plural "words"\nmsgstr[0] "d"\nmsgstr[1] "e"\nmsgstr[2] "e"' in texts[CATALOGUES / "ru.po"]


def test_a_message_that_is_missing_or_in_doubt_is_told_in_english() -> None:
    text = """
msgid ""
msgstr ""
"Language: pl\\n"

msgctxt "empty"
msgid "Nothing"
msgstr ""

#, fuzzy, python-brace-format
msgctxt "doubtful"
msgid "{count} piece"
msgid_plural "{count} pieces"
msgstr[0] "{count} figura"
msgstr[1] "{count} figury"
msgstr[2] "{count} figur"

msgid "Two "
"\\"lines\\"\\n"
msgstr ""
"Dwa "
"wiersze\\n"

#~ msgid "gone"
#~ msgstr "znikło"
"""
    assert forms_by_name(text) == {
        "empty": ("Nothing",),
        "doubtful": ("{count} piece", "{count} pieces"),
        'Two "lines"\n': ("Dwa wiersze\n",),
    }


def test_a_language_without_messages_is_spoken_to_in_english() -> None:
    assert Messages("de")("index") == "Index"
    assert Messages("pl")("also-at", numbers="1.2") == "także: 1.2"
    assert Messages("pl")("Said by {nobody} yet", nobody="us") == "Said by us yet"
    assert Messages("pl")("{count} thing", "{count} things", count=5) == "5 things"
    with pytest.raises(KeyError):
        Messages("pl")("no-such-key")


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
        assert did_you_mean("borad", ["board", "map"]) == "czy chodziło o `board`?"
        assert number_as_said(1234567) == "1\xa0234\xa0567"
    with speaking("fr"):
        assert number_as_said(1234567) == "1\u202f234\u202f567"
    assert did_you_mean("borad", ["board", "map"]) == "did you mean `board`?"
    assert number_as_said(1234567) == "1,234,567"


def test_a_language_is_spoken_while_it_lasts() -> None:
    with speaking("pl"):
        assert said("index") == "Indeks"
        assert said("play-nothing-picked") == "Nic nie jest wybrane."
    assert said("index") == "Index"


def test_texts_stand_together_with_the_marks_of_the_language() -> None:
    assert Messages("en").headed("Franks", "done") == "Franks: done"
    assert " ".join(Messages("fr").headed("Francs", "fini").split()) == "Francs : fini"
    assert Messages("en").apart(["one", "two"]) == "one; two"
    assert " ".join(Messages("fr").apart(["un", "deux"]).split()) == "un ; deux"
