"""Texts broken into lines."""

from __future__ import annotations

import pytest

from crex_dsl.drawing.svg.line_breaking import lines, width


def test_a_line_breaks_between_words() -> None:
    assert lines("one two three", width("one two", 14), 14) == ["one two", "three"]


@pytest.mark.parametrize("text", ["un deux :", "un « deux »"])
def test_no_sign_stands_alone_that_a_blank_parts_from_its_word(text: str) -> None:
    rest = text.removeprefix("un ")
    assert lines(text, width(rest, 14), 14) == ["un", rest]


def test_the_first_line_may_have_less_room() -> None:
    room = width("one two", 14)
    assert lines("one two three", room, 14, taken=room / 2) == ["one", "two", "three"]


def test_a_word_longer_than_a_line_is_broken() -> None:
    made = lines("a konstantynopolitanka", 60, 14)
    assert "".join(made).replace("-", "") == "akonstantynopolitanka"
    assert len(made) > 2 and all(width(line, 14) <= 60 for line in made)


@pytest.mark.parametrize("text", ["one two three four", "Очерёдность боевых ходов", "a-b-c d"])
def test_nothing_is_lost_and_every_line_fits(text: str) -> None:
    made = lines(text, 120, 14)
    assert " ".join(made) == text
    assert all(width(line, 14) <= 120 for line in made)


def test_capitals_and_wide_letters_take_more_room() -> None:
    assert width("i", 10) < width("a", 10) < width("A", 10) < width("Щ", 10)
