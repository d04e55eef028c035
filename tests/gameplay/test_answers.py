"""Answers as a person meets them: numbered, paged, grouped, found by a few letters."""

import pytest

from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.gameplay.answers import Choices, counts_so, matching
from crex_dsl.text.folding import plain
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


def test_declining_is_always_0() -> None:
    made = Choices([SeenAction("done", "done", "enough", "moving", {}, 0), action("go on")])
    assert page(made, 9) == [" 0 enough", " 1 go on"]
    assert [found.text if (found := made.exact(typed)) else None for typed in "012"] == ["enough", "go on", None]


def test_words_in_any_order_narrow() -> None:
    made = choices("ox drives to mill", "ox drives to abbey", "mule drives to mill")
    assert [number for number, _ in made.like("mill ox")] == [1]
    assert [number for number, _ in made.like("MILL")] == [1, 3]
    assert made.like("horse") == []


def test_words_on_end_are_nearer_than_words_apart() -> None:
    made = choices("Ann of Mill goes to Abbey", "Ann of Mill goes to Mill")
    assert [number for number, _ in made.like("ann to mill")] == [2]
    assert [number for number, _ in made.like("of mill abbey")] == [1]
    assert [number for number, _ in made.like("mill ann")] == [1, 2]


def test_narrowing_goes_on_within_what_is_shown_and_else_starts_anew() -> None:
    made = choices("ox drives to mill", "ox drives to abbey", "mule drives to mill")
    made.narrow(made.like("ox"))
    assert [number for number, _ in made.like("mill")] == [1]
    assert [number for number, _ in made.like("mule")] == [3]
    assert page(made, 9)[-1] == "2 of 3: Enter shows all again"


def test_long_lists_come_in_pages() -> None:
    made = Choices([action(f"march {n}", "march") for n in range(8)])
    assert page(made, 6)[4:] == [
        " 5 march 4",
        " 6 march 5",
        "1 to 6 of 8: `more` turns the page, a few letters narrow the list",
    ]
    made.turn_page(6)
    assert page(made, 6) == [
        " 7 march 6",
        " 8 march 7",
        "7 to 8 of 8: `more` turns the page, a few letters narrow the list",
    ]
    made.turn_page(6)
    assert page(made, 6)[0] == " 1 march 0"


def test_where_not_all_fit_the_most_numerous_groups_are_folded() -> None:
    groups = {"done": 1, "march": 6, "fire": 2, "sail": 5}
    made = Choices([action(f"{name} {n}", name) for name, count in groups.items() for n in range(count)])
    assert page(made, 12) == [
        "  1 done 0",
        "fire (2)",
        "  8 fire 0",
        "  9 fire 1",
        "march (6) march 0 … march 5",
        "sail (5) sail 0 … sail 4",
        "`march` or another few letters narrow the list, `more` unfolds it",
    ]
    made.turn_page(12)
    assert page(made, 12)[0] == "march (6)"
    assert page(made, 12)[-1] == "11 of 14: Enter shows all again"
    assert [line for line in page(made, 4) if line.endswith("list")] == [
        "1 to 4 of 11, then sail (5): `more` turns the page, a few letters narrow the list"
    ]
    assert not any(line.startswith("`march`") for line in page(Choices([row[1] for row in made.all]), 14))


def bid(stall: str, coins: int) -> SeenAction:
    args = {"stall": stall, "coins": coins}
    word = "coin" if coins == 1 else "coins"
    return SeenAction(f"bid({stall}, {coins})", "bid", f"bid {coins} {word} at the {stall}", "moving", args, 1)


def test_in_long_lists_answers_that_differ_by_a_number_share_a_line() -> None:
    answers = [bid(stall, coins) for stall in ("mill", "abbey") for coins in range(5)] + [
        bid("ford", n) for n in (1, 3)
    ]
    made = Choices([*answers, action("nothing", "pass")])
    assert page(made, 30) == [
        "  1-5 bid 0 … 4 coins at the mill",
        " 6-10 bid 0 … 4 coins at the abbey",
        "   11 bid 1 coin at the ford",
        "   12 bid 3 coins at the ford",
        "   13 nothing",
    ]
    assert page(made, 4)[0] == "pass (1)"
    found = made.exact("8")
    assert found is not None and found.text == "bid 2 coins at the abbey"
    made.narrow(made.like("mill"))
    assert len(page(made, 30)) == 6
    assert page(Choices([bid("ford", n) for n in range(1, 12)]), 30) == [" 1-11 bid 1 coin … 11 coins at the ford"]


def test_figures_are_whole_and_in_order() -> None:
    made = Choices([bid("mill", n) for n in (1, 2, 12, 21)])
    assert [number for number, _ in made.like("mill 2")] == [2]
    made = choices("send 1 ox with 2 sacks", "send 2 oxen with 1 sack", "send 12 oxen")
    assert [number for number, _ in made.like("1 ox 2")] == [1]
    assert [number for number, _ in made.like("2 ox 1")] == [2]
    assert [number for number, _ in made.like("ox 1")] == [1, 2]


def test_short_lists_are_plain() -> None:
    assert page(choices("one", "two"), 20) == [" 1 one", " 2 two"]


def test_everything_can_be_completed() -> None:
    assert choices("one", "two").offers() == ["one", "two", "go(one)", "go(two)"]


def test_texts_are_compared_without_case_accents_and_blanks() -> None:
    assert plain("  Saône   ŻÓŁW ") == "saone zolw"
    assert matching(choices("Saône").all, "saone") != []


def test_answers_keep_the_numbers_that_they_had() -> None:
    first = Choices([SeenAction("done", "done", "enough", "moving", {}, 0), *map(action, ("ash", "elm", "oak"))])
    numbers = {each.id: number for number, each in first.all}
    later = Choices([each for _, each in first.all if each.text != "ash"] + [action("yew")], numbers=numbers)
    assert [(number, each.text) for number, each in later.all] == [(0, "enough"), (2, "elm"), (3, "oak"), (4, "yew")]


def test_a_group_goes_by_what_its_action_is_called() -> None:
    made = Choices(
        [action(f"{name} {n}", name) for name in ("go-on", "rest") for n in range(9)], lambda name: f"to {name}"
    )
    assert [each.name for _, each in made.like("to rest")] == ["rest"] * 9
    assert page(made, 4)[0] == "to go-on (9) go-on 0 … go-on 8"


@pytest.mark.parametrize(
    ("typed", "counts"), [("2 pomocnik dukaty", True), ("dukaty", True), ("3 pomocnicy", False), ("2 dukaty", False)]
)
def test_a_figure_counts_the_word_behind_it_in_whichever_form(typed: str, counts: bool) -> None:
    assert counts_so("2 pomocnicy na pole Dukaty i 12 dukatów", typed, "pl") is counts
