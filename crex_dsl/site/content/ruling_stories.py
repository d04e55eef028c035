"""Worked examples of rulings: how a question comes out under the reading that is taken, shown in an edition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.site.content.example_steps import Story
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes

_HEAD = re.compile(r'^example "(?P<title>[^"]*)" on ')
_RULING = re.compile(r"^ruling ([\w-]+)")


@dataclass(frozen=True)
class RulingExample:
    """An example that stands below a ruling in the rule files."""

    ruling: str
    title: str
    place: str


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
                found.append(RulingExample(ruling, head["title"], f"{name}:{number}"))
    return found


class RulingStories:
    """How the rulings of a game come out as they are read, each shown under the first edition that has the example."""

    def __init__(self, content: GameContent) -> None:
        self._told: dict[str, list[tuple[RulingExample, str, Story]]] = {}
        for example in ruling_examples(content.files):
            for edition in content.records:
                story = content.stories(edition).get(example.place)
                if story is not None:
                    self._told.setdefault(example.ruling, []).append((example, edition, story))
                    break

    def of(self, ruling: str) -> Iterator[tuple[RulingExample, str, Story]]:
        """The examples of a ruling, each with its edition."""
        yield from self._told.get(ruling, ())
