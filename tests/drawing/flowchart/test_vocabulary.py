"""How a decision is put, in every language."""

from __future__ import annotations

import pytest

from crex_dsl.drawing.flowchart.flow import Choice, Label, Mode
from crex_dsl.drawing.flowchart.vocabulary import asked

OFFERS = (Label("x"),)


@pytest.mark.parametrize(
    ("who", "mode", "language", "told"),
    [
        (("the mover",), "must", "en", "The mover chooses:"),
        (("the mover", "the other"), "must", "en", "The mover, then the other chooses:"),
        (("gracz",), "may", "pl", "Gracz może wybrać:"),
        (("joueur 1",), "keep", "fr", "Joueur 1 peut choisir plusieurs fois :"),
        ((), "together", "ru", "Все одновременно и тайно:"),
    ],
)
def test_a_decision_says_who_is_asked_and_how(who: tuple[str, ...], mode: Mode, language: str, told: str) -> None:
    assert asked(Choice(who, mode, OFFERS), language) == told


def test_nothing_follows_where_nothing_is_named() -> None:
    assert asked(Choice(("red",), "must", ()), "en") == "Red chooses"
