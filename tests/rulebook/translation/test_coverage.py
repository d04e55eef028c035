"""What a language lacks is counted, and what is said of no text is told."""

from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.checks.lint import warnings
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.index import index
from crex_dsl.rulebook.translation.coverage import lacking, languages, needed
from tests.rulebook.small import Small
from tests.rulebook.translation.test_catalogue import BASE


def sources(text: GameText, language: str) -> list[str]:
    """The texts that a language lacks."""
    return [found.source for found in lacking(text, index(text, Report()), language)]


def test_everything_that_a_reader_meets_is_counted(small: Small) -> None:
    text = small.text(BASE)
    found = list(needed(text, index(text, Report()), "pl"))
    met = [each.source for each in found if each.sort != "phrases"]
    assert [each.source for each in found if each.sort == "phrases"] == ["play()", "drive()", "go(c)"]
    assert met == [
        "Playing",
        "Loads",
        "Is never in a hurry",
        "stay",
        "{c} goes",
        "By night?",
        "Yes.",
        "No.",
        "Never at night.",
        "An ox goes",
        "One more",
        "Two carts drive.",
        "Two of {size of all c: cart} carts drive.",
    ]
    assert sources(text, "pl") == ["Playing", "play()", "drive()", "go(c)"]
    assert sources(text, "en") == []
    assert languages(text, index(text, Report())) == ["en", "pl"]


def test_a_language_without_an_edition_lacks_all_that_nobody_says(small: Small) -> None:
    text = small.text(BASE + '\nwords de\n    "stay" "bleiben"\n    "Loads"\n')
    assert languages(text, index(text, Report())) == ["en", "pl", "de"]
    lack = sources(text, "de")
    assert "stay" not in lack
    assert {"Loads", "Driving", "Carts drive.", "Yes."} < set(lack)


def test_texts_without_a_word_need_no_language(small: Small) -> None:
    text = small.text(BASE.replace('"{c} goes"', '"{c}"'))
    assert "{c}" not in [found.source for found in needed(text, index(text, Report()), "pl")]


def test_what_is_said_of_no_text_or_twice_is_told(small: Small) -> None:
    text = small.text(BASE + '\nwords pl\n    "stays" "zostaje"\n    "stay" "postój"\n')
    found = warnings(text)
    assert [warning.message for warning in found] == [
        "no text of the rule files reads “stays”",
        "“stay” is said twice in `pl`",
    ]
    assert found[0].hint == "did you mean `stay`?"
