"""Worked examples of rulings: which there are, and how readings come out that an edition does not take."""

from crex_dsl.engine.scenarios.choices_together import choice_of
from crex_dsl.language import nodes as n
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.translation.catalogue import translated
from crex_dsl.site.content.example_steps import Story
from crex_dsl.site.content.ruling_stories import reading_stories, ruling_examples
from tests.site.conftest import compendium


def test_examples_below_a_ruling_know_their_reading() -> None:
    found = ruling_examples(compendium("na-grunwald").text)
    rulings = {ruling.id: ruling for ruling in compendium("na-grunwald").index.rulings}
    assert len(found) > 40
    for example in found:
        readings = {reading.id: reading for reading in rulings[example.ruling].readings}
        if example.reading:
            assert not readings[example.reading].taken
    assert {example.ruling for example in found if example.reading} <= {e.ruling for e in found if not e.reading}


def test_they_are_called_as_a_language_calls_them() -> None:
    text = compendium("na-grunwald").text
    english, polish = ruling_examples(text), ruling_examples(translated(text, "pl"))
    assert [(one.ruling, one.place) for one in english] == [(two.ruling, two.place) for two in polish]
    assert not {one.title for one in english} & {two.title for two in polish}


def test_every_example_of_a_reading_that_an_edition_could_take_is_told() -> None:
    content = compendium("ford")
    chain = content.index.edition("royal-2.0").chain
    wanted = {
        top.span.place
        for name in chain
        for top in parsed(content.files).layers[name].tops
        if isinstance(top, n.Example) and any("=" in each for each in choice_of(top))
    }
    told = reading_stories(content.files, content.index, "royal-2.0")
    assert wanted and set(told) == wanted
    assert all(story.steps or story.checks for story in told.values())


def test_an_edition_without_rulings_has_none() -> None:
    content = compendium("quince")
    assert reading_stories(content.files, content.index, "english-1.0") == {}


def test_pictures_lie_in_files_of_their_own() -> None:
    content = compendium("ford")
    for place, story in content.reading_stories("royal-2.0").items():
        assert not story.frames
        assert story.drawn == (content.story_path("royal-2.0", place) in content.side.paths)


def test_in_another_language_the_same_is_told_in_other_words() -> None:
    content = compendium("ford")
    own, other = content.stories("royal-2.0", "pl"), content.stories("royal-2.0", "en")
    assert own.keys() == other.keys()
    for place, story in own.items():
        assert [step.frame for step in story.steps] == [step.frame for step in other[place].steps]
        assert [check.sort for check in story.checks] == [check.sort for check in other[place].checks]
        assert (story.last, story.drawn) == (other[place].last, other[place].drawn)

    def texts(stories: dict[str, Story]) -> set[str]:
        return {each.text for story in stories.values() for each in story.entries()}

    assert texts(own) != texts(other)
