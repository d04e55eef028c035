"""The same rule files with every identifier renamed: the twin that must play the same game (C1)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from crex_dsl import load
from crex_dsl.language.parser import GRAMMAR
from crex_dsl.rulebook.tools.pictures import PROPERTIES

# Words that the engine itself gives a meaning, so that a twin must keep them.
BUILT_IN = {
    "players", "player", "actor", "it", "dice", "any", "nothing", "nobody", "max", "min", "beyond", "seats_after",
    "a", "as-printed", "ends", "id", "from", "to", "name", "done", "game", "none", "yes", "no",
}  # fmt: skip
RESERVED = set(re.findall(r'"([a-z]+)"', GRAMMAR.read_text(encoding="utf-8")))
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*(?:\.[A-Za-z0-9]+)*")
_PIECE = re.compile(r'"[^"\n]*"|#[^\n]*|[^"#]+')
_HOLE = re.compile(r"\{[^{}]*\}")


class Renaming:
    """A consistent new name for every identifier of a game."""

    def __init__(self, root: Path, game: str) -> None:
        self.root, self.game = root, game
        book = load(game, rules=[root]).rulebook
        self.files = [
            p for part in ("ruleset", "variants") for p in sorted((root / part / game).rglob("*")) if p.is_file()
        ]
        stems = {path.stem for path in self.files}
        self.keep = BUILT_IN | RESERVED | set(PROPERTIES) | stems | {game}
        self.layers = {str(layer) for layer in book.chain}
        self.links: dict[str, tuple[str, str]] = {}
        for kind in book.world.kinds.values():
            if kind.joins is not None:
                ends = kind.fixed["ends"].values
                places = kind.joins.root.ids
                for alias, index in kind.root.aliases.items():
                    pair = [place for number, place in enumerate(places) if ends[index] >> number & 1]
                    first = next((p for p in pair if alias.startswith(f"{p}-")), pair[0])
                    second = next(p for p in pair if p != first)
                    self.links[alias] = (first, second)
        self.names: dict[str, str] = {}

    def name(self, word: str) -> str:
        """The new name of a word."""
        if word in self.links and word not in self.names:
            first, second = self.links[word]
            return f"{self.name(first)}-{self.name(second)}"
        if word in self.keep or (len(word) == 1 and word.isupper()):
            return word
        _, dot, version = word.partition(".")
        if dot and not version.isdigit():  # an attribute of a thing: two words
            return ".".join(self.name(part) for part in word.split("."))
        if word not in self.names:
            self.names[word] = f"zz{len(self.names)}{'q' if '_' in word else 'k'}"
        return self.names[word]

    def text(self, text: str) -> str:
        """A whole rule file renamed; texts in quotes keep their words and rename their live values."""
        made = []
        for piece in _PIECE.findall(text):
            if piece.startswith("#"):
                made.append(piece)
            elif piece.startswith('"'):
                file = piece.strip('"').endswith(".tsv")
                made.append(piece if file else _HOLE.sub(lambda m: self._hole(m.group(0)), piece))
            else:
                made.append(_WORD.sub(lambda m: self.name(m.group(0)), piece))
        return "".join(made)

    def _hole(self, hole: str) -> str:
        inside, colon, forms = hole[1:-1].partition(": ")
        return "{" + _WORD.sub(lambda m: self.name(m.group(0)), inside) + colon + forms + "}"

    def table(self, text: str) -> str:
        """A table file renamed, cell by cell; the `name` column keeps its words."""
        lines = text.splitlines()
        columns = lines[0].split("\t")
        made = ["\t".join(self.name(column) for column in columns)]
        for line in lines[1:]:
            cells = line.split("\t")
            made.append(
                "\t".join(
                    cell if column == "name" else _WORD.sub(lambda m: self.name(m.group(0)), cell)
                    for column, cell in zip(columns, cells, strict=False)
                )
            )
        return "\n".join(made) + "\n"

    def write(self, target: Path) -> None:
        """Write the twin under another folder."""
        for path in self.files:
            place = target / path.relative_to(self.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".crex":
                place.write_text(self.text(path.read_text(encoding="utf-8")), encoding="utf-8")
            elif path.suffix == ".tsv":
                place.write_text(self.table(path.read_text(encoding="utf-8")), encoding="utf-8")
            else:
                shutil.copy(path, place)
