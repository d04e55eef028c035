"""Letters as typed: no case, no marks, every place where it was."""

import pytest

from crex_dsl.text.folding import folded, plain, words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Limity DRÓG", "limity drog"),
        ("Łódź, ŻÓŁĆ", "lodz, zolc"),
        ("Été à Nîmes", "ete a nimes"),
        ("Ёлка и йод", "елка и иод"),
        ("Straße", "strase"),
    ],
)
def test_folded(text: str, plain: str) -> None:
    assert folded(text) == plain
    assert len(folded(text)) == len(text)


def test_a_text_of_combined_marks_keeps_its_length() -> None:
    text = "dro\u0301g ﬁn ½"
    assert len(folded(text)) == len(text)


def test_words() -> None:
    assert list(words("Ruch 3.12: drogą, road-limits.")) == [
        (0, "ruch"),
        (5, "3.12"),
        (11, "droga"),
        (18, "road"),
        (23, "limits"),
    ]


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("  Limity   DRÓG ", "limity drog"),
        ("Władysław ŁOKIETEK", "wladyslaw lokietek"),
        ("Été à Nîmes", "ete a nimes"),
        ("Ёлка и йод", "елка и иод"),
        ("Straße", "strasse"),
        ("ﬁn", "fin"),
    ],
)
def test_plain(text: str, typed: str) -> None:
    assert plain(text) == typed
    assert plain(typed) == typed
