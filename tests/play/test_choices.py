"""Answers as a person meets them: numbered, paged, grouped, found by a few letters."""

from crex_dsl.engine.seen import SeenAction
from crex_dsl.play.choices import Choices, matching, plain
from tests.play.conftest import shown


def action(text: str, name: str = "go") -> SeenAction:
    return SeenAction(f"{name}({text})", name, text, "moving", {}, 1)


def choices(*texts: str) -> Choices:
    return Choices([action(text) for text in texts])


def page(made: Choices, lines: int) -> list[str]:
    return [shown(line) for line in made.page(lines)]


def test_an_answer_goes_by_number_text_and_id() -> None:
    made = choices("to the mill", "to Saône")
    for typed in ("2", "to Saône", "TO  saone", "go(to Saône)"):
        found = made.exact(typed)
        assert found is not None and found.text == "to Saône", typed
    assert [made.exact(typed) for typed in ("0", "3", "to", "²", "9" * 5000)] == [None] * 5


def test_words_in_any_order_narrow() -> None:
    made = choices("ox drives to mill", "ox drives to abbey", "mule drives to mill")
    assert [number for number, _ in made.like("mill ox")] == [1]
    assert [number for number, _ in made.like("MILL")] == [1, 3]
    assert made.like("horse") == []


def test_narrowing_goes_on_within_what_is_shown_and_else_starts_anew() -> None:
    made = choices("ox drives to mill", "ox drives to abbey", "mule drives to mill")
    made.narrow(made.like("ox"))
    assert [number for number, _ in made.like("mill")] == [1]
    assert [number for number, _ in made.like("mule")] == [3]
    assert page(made, 9)[-1] == "2 of 3: Enter shows all again"


def test_long_lists_come_in_pages_under_their_actions() -> None:
    made = Choices([action(f"march {n}", "march") for n in range(5)] + [action(f"fire {n}", "fire") for n in range(3)])
    assert page(made, 6) == [
        "march (5)",
        " 1 march 0",
        " 2 march 1",
        " 3 march 2",
        " 4 march 3",
        " 5 march 4",
        "fire (3)",
        " 6 fire 0",
        "1 to 6 of 8: `more` turns the page, a few letters narrow the list",
    ]
    assert page(made, 5)[-1].startswith("1 to 5 of 8, then fire (3): `more` turns the page")
    made.turn_page(6)
    assert page(made, 6) == [
        "fire (3)",
        " 7 fire 1",
        " 8 fire 2",
        "7 to 8 of 8: `more` turns the page, a few letters narrow the list",
    ]
    made.turn_page(6)
    assert page(made, 6)[1] == " 1 march 0"


def test_short_lists_are_plain() -> None:
    assert page(choices("one", "two"), 20) == [" 1 one", " 2 two"]


def test_everything_can_be_completed() -> None:
    assert choices("one", "two").offers() == ["one", "two", "go(one)", "go(two)"]


def test_texts_are_compared_without_case_accents_and_blanks() -> None:
    assert plain("  Saône   ŻÓŁW ") == "saone zołw"
    assert matching(choices("Saône").all, "saone") != []
