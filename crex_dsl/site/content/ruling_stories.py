"""Worked examples of rulings: how each reading comes out, played under editions with other readings taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import SelectionError
from crex_dsl.site.content.example_steps import Story, stories
from crex_dsl.site.content.examples import listing_of
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.story_view import story_file, story_key
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes

_HEAD = re.compile(r'^example "(?P<title>[^"]*)" on .*?(?: with (?P<with>[\w.=-]+(?:, [\w.=-]+)*))?\s*(?:#.*)?$')
_MOST_PARTS = 4  # into which examples are divided whose readings do not go together
_RULING = re.compile(r"^ruling ([\w-]+)")


@dataclass(frozen=True)
class RulingExample:
    """An example of a ruling: the reading that it takes, none for the one that is taken anyway."""

    ruling: str
    title: str
    place: str
    choices: frozenset[str]

    @property
    def reading(self) -> str:
        """The reading of its ruling that it shows, by its id."""
        mine = (each.partition("=")[2] for each in self.choices if each.startswith(f"{self.ruling}="))
        return next(mine, "")


def ruling_examples(files: GameFiles) -> list[RulingExample]:
    """The examples that stand below rulings in the rule files, up to whatever comes after."""
    found: list[RulingExample] = []
    for name, path in (*files.files, *files.extra):
        ruling = ""
        for number, line in enumerate(read_bytes(path, MAX_RULE_BYTES).decode("utf-8-sig").splitlines(), 1):
            if begun := _RULING.match(line):
                ruling = begun[1]
            elif line[:1].isalpha() and not line.startswith("example "):
                ruling = ""
            elif ruling and (head := _HEAD.match(line)):
                choices = frozenset(filter(None, (head["with"] or "").split(", ")))
                found.append(RulingExample(ruling, head["title"], f"{name}:{number}", choices))
    return found


class RulingStories:
    """How the readings of a game's rulings come out, each shown under the first edition that can take it."""

    def __init__(self, content: GameContent) -> None:
        self.content = content
        self._told: dict[str, tuple[str, Story]] = {}  # by place, the edition and the example as it is shown
        for edition in content.records:
            self._play(edition, [each for each in ruling_examples(content.files) if each.place not in self._told])

    def of(self, ruling: str) -> Iterator[tuple[RulingExample, str, Story]]:
        """The examples of a ruling, each with its edition."""
        for example in ruling_examples(self.content.files):
            if example.ruling == ruling and example.place in self._told:
                yield example, *self._told[example.place]

    def _play(self, edition: str, examples: Sequence[RulingExample]) -> None:
        plain = self.content.stories(edition)
        for example in examples:
            if not example.choices and example.place in plain:
                self._told[example.place] = edition, plain[example.place]
        for company in self._companies(edition, examples):
            self._play_company(edition, company)

    def _play_company(self, edition: str, company: Sequence[RulingExample], parts: int = _MOST_PARTS) -> None:
        """Play examples under all their readings at once; where these make no rulebook together, half by half.

        That is not done for ever, since rulebooks take time to make: what is left is told in words alone.
        """
        choices = frozenset[str]().union(*(example.choices for example in company))
        selection = self.content.index.select(edition, sorted(choices))
        told = stories(self.content.files, selection, [example.place for example in company])
        if not told and len(company) > 1 and parts > 1:
            self._play_company(edition, company[: len(company) // 2], parts // 2)
            self._play_company(edition, company[len(company) // 2 :], parts // 2)
        for place, story in told.items():
            if story.drawn:
                text = story_file(f"{edition}/{story_key(place)}", story, listing_of(self.content.files, place))
                self.content.side.put(self.content.story_path(edition, place), text)
            self._told[place] = edition, story.without_pictures()

    def _companies(self, edition: str, examples: Sequence[RulingExample]) -> Iterator[list[RulingExample]]:
        """Examples whose readings can be taken together, so that few rulebooks are made."""
        companies: list[list[RulingExample]] = []
        for example in examples:
            if not example.choices or not self._fits(edition, [example]):
                continue
            home = next((one for one in companies if self._fits(edition, [*one, example])), None)
            if home is None:
                companies.append([example])
            else:
                home.append(example)
        yield from companies

    def _fits(self, edition: str, examples: Sequence[RulingExample]) -> bool:
        choices = frozenset[str]().union(*(example.choices for example in examples))
        if len({each.partition("=")[0] for each in choices}) < len(choices):
            return False
        try:
            self.content.index.select(edition, sorted(choices))
        except SelectionError:
            return False
        return True
