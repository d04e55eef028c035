"""Worked examples of rulings: how a question comes out under each of its readings, shown in an edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crex_dsl.engine.scenarios.choices_together import Choice, choice_of, companies, game_together
from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import GameIndex
from crex_dsl.site.content.example_steps import LAYERS, Story, told_stories
from crex_dsl.system.cache import cache_key, cached, is_stored

TOGETHER = (64, 8, 1)  # how many choices are tried in one game: what does not come out there is tried among fewer


@dataclass(frozen=True)
class RulingExample:
    """An example that stands below a ruling in the rule files; `reading` is empty where it is the one that is taken."""

    ruling: str
    reading: str
    title: str
    place: str


def ruling_examples(text: GameText) -> list[RulingExample]:
    """The examples that stand below rulings in the rule files, up to whatever comes after; in the text's language."""
    found: list[RulingExample] = []
    for layer in text.layers.values():
        ruling: n.Ruling | None = None
        for top in layer.tops:
            if isinstance(top, n.Ruling):
                ruling = top
            elif not isinstance(top, n.Example) or (ruling and ruling.span.source is not top.span.source):
                ruling = None
            elif ruling is not None:
                name = str(ruling.name)
                read = [each.partition("=")[2] for each in choice_of(top) if each.startswith(f"{name}=")]
                found.append(RulingExample(name, "".join(read[:1]), str(top.title), top.span.place))
    return found


def reading_stories(files: GameFiles, index: GameIndex, edition: str) -> dict[str, Story]:
    """By their places, the examples of readings that an edition does not take, as they come out under them; cached.

    Readings that go together are taken together, since every game has to be compiled: an example counts only where it
    comes out as it says, and is tried among fewer otherwise, at last alone.
    """

    def made() -> dict[str, Story]:
        return dict(_told(files, index, edition))

    return cached("reading-stories", dict[str, Story], made, files.digest, edition, layers=LAYERS)


def reading_stories_at_hand(files: GameFiles, edition: str) -> bool:
    """Whether the examples of readings that an edition does not take have been played and drawn before."""
    return is_stored(cache_key("reading-stories", files.digest, edition, layers=LAYERS))


def _told(files: GameFiles, index: GameIndex, edition: str) -> Iterator[tuple[str, Story]]:
    text = parsed(files)
    waiting = _examples(text, index.edition(edition).chain)
    for most in TOGETHER:
        choices = list(dict.fromkeys(waiting.values()))
        for company in companies(index, edition, choices, most):
            for place, story in _told_together(files, index, text, edition, company).items():
                if waiting.pop(place, None):
                    yield place, story


def _examples(text: GameText, chain: Sequence[str]) -> dict[str, Choice]:
    """By their places, the examples in an edition that are about readings of rulings, and what each takes."""
    return {
        top.span.place: choice_of(top)
        for name in chain
        for top in text.layers[name].tops
        if isinstance(top, n.Example)
        and any("=" in each for each in choice_of(top))
        and (top.source is None or any(str(layer) in chain for layer in top.source))
    }


def _told_together(
    files: GameFiles, index: GameIndex, text: GameText, edition: str, company: Sequence[Choice]
) -> dict[str, Story]:
    selection = index.select(edition, [name for choice in company for name in choice])
    try:
        return dict(told_stories(game_together(files, index, text, selection, company)))
    except RuleError:
        return {}  # they do not go together after all
