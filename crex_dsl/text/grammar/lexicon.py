"""What the rules call their things in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crex_dsl.text.english import words


@dataclass(frozen=True)
class Lexicon:
    """The names of one rulebook's things, by kind."""

    names: Mapping[str, Mapping[int, str]] = field(default_factory=dict)

    def thing(self, root: str, index: int, name: str) -> str:
        """A thing by its name, or by the words of its id."""
        return self.names.get(root, {}).get(index) or words(name)
