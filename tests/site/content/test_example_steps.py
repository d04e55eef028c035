"""Worked examples as they are shown: pictures, steps in words, refusals with their clauses."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest

from crex_dsl.drawing.position.picture import HERE
from crex_dsl.site.content.example_steps import Check, Step, Story, told_stories
from crex_dsl.site.content.story_view import Citation, shown_story, story_file, story_key
from crex_dsl.text.messages import Messages
from tests.conformance.cases import Case

FORD = Case("ford", "plain-1.0", ())


@cache
def told(case: Case) -> dict[str, Story]:
    return dict(told_stories(case.load()))


def story(title: str) -> Story:
    examples = FORD.load().rulebook.examples
    return told(FORD)[next(example.span.place for example in examples if example.title == title)]


def test_every_example_that_comes_out_is_told() -> None:
    assert len(told(FORD)) == len(FORD.load().rulebook.examples)
    assert all(one.steps or one.checks for one in told(FORD).values())


@pytest.mark.parametrize("case", [FORD, Case("quince", "english-1.0", ()), Case("noughts", "standard", ())], ids=str)
def test_every_picture_is_whole_over_its_ground(case: Case) -> None:
    for one in told(case).values():
        for frame in one.frames:
            svg = ElementTree.fromstring(frame.replace(HERE, one.ground))
            assert HERE not in ElementTree.tostring(svg, encoding="unicode")
            assert "<style" not in frame


def test_a_step_is_the_text_of_its_action_with_its_clause() -> None:
    muster = story("A muster reaches its goal")
    assert [(step.text, step.clause) for step in muster.steps][1] == ("north: muster at abbey", "musters")
    refused = next(check for check in muster.checks if check.sort == "refused")
    assert (refused.text, refused.citing) == (
        "north: yew-bows marches to shallows",
        ["muster-reach", "muster-in-peace"],
    )


def test_learners_are_spared_what_is_counted_and_said_of_all_at_once() -> None:
    counted, plain = (
        Check(sort="holds", text="both are two", plain=False, after=1),
        Check(sort="next", text="", after=1),
    )
    done = Step(text="north marches", clause="marches")
    assert Story(steps=[done], checks=[counted, plain]).for_learners().checks == [plain]
    assert Story(checks=[counted]).for_learners().checks == [counted]  # or nothing would be left


def test_numbers_and_what_is_so_are_plain_and_what_is_so_for_every_player_is_not() -> None:
    game = Case("na-grunwald", "two-players", ()).load()
    ready = [each for each in game.rulebook.examples if each.title == "Gotowe do pierwszej rundy"]
    game.__dict__["rulebook"] = replace(game.rulebook, examples=ready)
    (one,) = dict(told_stories(game, drawn=False)).values()
    plain = {check.text for check in one.checks if check.plain}
    assert "numer rundy wynosi 1" in plain
    assert not any("dla każdego" in text or "dla których" in text for text in plain)
    assert any("dla każdego gracza" in check.text for check in one.checks)


def test_many_changes_at_once_are_left_to_the_picture() -> None:
    for number, told_here in ((8, 8), (9, 0)):
        many = Story(steps=[Step(text="set up", clause="", changes=["ash → mill"] * number)])
        (step,) = shown_story("one", "one.js", many, "en", Messages("en"), lambda clause: None).steps
        assert len(step.changes) == told_here


def test_a_picture_is_cut_out_around_what_the_example_names() -> None:
    muster = story("A muster reaches its goal")
    svg = ElementTree.fromstring(muster.frames[0].replace(HERE, muster.ground))
    places = {each.get("data-id") for each in svg.iter() if each.get("data-kind") == "place"}
    assert {"abbey", "mill", "shallows"} <= places


def test_dice_and_what_they_did_are_told() -> None:
    steps = [step for one in told(FORD).values() for step in one.steps]
    assert any(step.dice for step in steps)
    assert "oak-spears B2 1 → 2" in [change for step in steps for change in step.changes]


def test_steps_and_checks_come_in_their_order() -> None:
    one = Story(
        steps=[Step(text="a", clause="x"), Step(text="b", clause="x")],
        checks=[Check(sort="holds", text="1", after=1), Check(sort="holds", text="2", after=2)],
    )
    assert [entry.text for entry in one.entries()] == ["a", "1", "b", "2"]


# ---- on a page ----
def test_a_page_shows_them_in_its_language() -> None:
    one = Story(
        frames=["<svg>1</svg>", "<svg>2</svg>"],
        drawn=True,
        last=1,
        steps=[Step(text="Anna: lay 3", clause="laying", dice=[1, 6, 9], changes=["Sun 2 → 1"])],
        checks=[Check(sort="refused", text="Bela: lay 5", citing=["no-five", "unknown"], after=1)],
    )

    def cite(clause: str) -> Citation | None:
        return None if clause == "unknown" else Citation(f"#{clause}", f"2.1 {clause}", "2.1", "en")

    shown = shown_story("key", "examples/key.js", one, "en", Messages("pl"), cite)
    step, check = shown.steps
    assert (step.dice, step.dice_told, step.citing) == ("⚀⚅ 9 ", "kości: 1, 6, 9", [("#laying", "2.1", "en")])
    assert (check.word, check.sign, check.citing) == ("niedozwolone", "✗", [("#no-five", "2.1 no-five", "en")])
    assert (shown.href, shown.last) == ("examples/key.js", 1)


def test_what_stays_as_it_was_is_drawn_once_and_what_has_no_picture_needs_no_file() -> None:
    say = Messages("en")
    assert shown_story("k", "k.js", Story(frames=["<svg/>", "<svg/>"]), "en", say, lambda clause: None).last == 0
    assert shown_story("k", "k.js", Story(), "en", say, lambda clause: None).href == ""


def test_pictures_come_as_a_script_that_ends_no_other() -> None:
    one = Story(ground="<g></g>", frames=["<svg></svg></script>"])
    text = story_file("key", one, "<pre>then</pre>")
    assert "</" not in text
    inner = text.removeprefix('crexStory("key", ').removesuffix(");\n")
    assert json.loads(inner) == {"ground": one.ground, "frames": one.frames, "script": "<pre>then</pre>"}


def test_files_are_named_after_where_examples_stand() -> None:
    assert story_key("ruleset/ford/movement.crex:206") == "ruleset-ford-movement-206"
    assert story_key("ruleset/ford/first.examples.crex:4") == "ruleset-ford-first-examples-4"
